//! Plans that wait for the agreement of a person.
//!
//! A request that was answered with a question about its plan is held here with the rights of whoever made it. A yes carries it out
//! with these rights, in the same session. What is held may have secrets in it, so it is in memory alone.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;

use lemmascope_intent::{Owner, Permission, Permissions, Report, Status};

use crate::lock::lock;
use crate::report::to_text;
use crate::request::{Grant, Input, Reply, Request};

/// The most approvals that wait at a time; the oldest goes first.
const MOST: usize = 200;
/// The time for which an approval waits, in milliseconds: as long as every digest is valid.
const PATIENCE: i64 = 10 * 60 * 1000;

/// A plan that waits for the agreement of a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Approval {
    /// The approval.
    pub id: String,
    /// The owner of the session.
    pub owner: Owner,
    /// The session, by the name that its owner has for it.
    pub session: String,
    /// The intent, verb or command.
    pub intent: String,
    /// The question with the plan, as text.
    pub question: String,
    /// The digest of the plan.
    pub digest: String,
    /// When it was asked, in milliseconds since 1970.
    pub asked: i64,
}

/// A request that waits.
pub(crate) struct Waiting {
    pub approval: Approval,
    pub input: Input,
    pub permissions: Permissions,
    pub workspace: PathBuf,
}

/// The requests that wait.
#[derive(Default)]
pub(crate) struct Approvals(Mutex<VecDeque<Waiting>>);

impl Approvals {
    /// Notes the reply to a request: one that asks about a plan waits, and a plan that was carried out waits no longer.
    pub(crate) fn note(&self, request: &Request, reply: &Reply) {
        let Some(report) = reply.report() else { return };
        let Some(digest) = &report.digest else { return };
        let mut waiting = lock(&self.0);
        // The digest by which one agrees to what cannot be undone is another than that of the plan, which the report has.
        let is_same = |it: &Waiting| {
            let known = &it.approval;
            known.owner == request.owner
                && known.session == request.session_name()
                && (known.digest == *digest || request.input.confirms(&known.digest))
        };
        let at = waiting.iter().position(is_same);
        match (report.status, at) {
            (Status::Ask, None) => {
                if waiting.len() >= MOST {
                    waiting.pop_front();
                }
                let asked = now();
                let approval = Approval {
                    id: new_id(asked, digest),
                    owner: request.owner.clone(),
                    session: request.session_name().into(),
                    intent: report.intent.clone(),
                    // The hints say how to agree by a command.
                    question: to_text(&Report { hints: Vec::new(), ..report.clone() }),
                    digest: digest.clone(),
                    asked,
                };
                waiting.push_back(Waiting {
                    approval,
                    input: request.input.clone(),
                    permissions: request.permissions,
                    workspace: request.workspace.clone(),
                });
            }
            (Status::Ask, Some(_)) | (_, None) => {}
            (_, Some(at)) => drop(waiting.remove(at)),
        }
    }

    /// The approvals that a grant may see: those of its owner, and all for somebody who administers the engine.
    pub(crate) fn list(&self, grant: &Grant) -> Vec<Approval> {
        let mut waiting = lock(&self.0);
        let oldest = now() - PATIENCE;
        waiting.retain(|it| it.approval.asked > oldest);
        let all = waiting.iter().map(|it| &it.approval);
        all.filter(|it| administers(grant) || it.owner == grant.owner).cloned().collect()
    }

    /// A request that waits. It waits no longer.
    pub(crate) fn take(&self, id: &str) -> Option<Waiting> {
        let mut waiting = lock(&self.0);
        let at = waiting.iter().position(|it| it.approval.id == id)?;
        waiting.remove(at).filter(|it| it.approval.asked > now() - PATIENCE)
    }
}

fn administers(grant: &Grant) -> bool {
    grant.permissions.includes(Permission::Admin)
}

fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// A name that no other approval has.
fn new_id(asked: i64, digest: &str) -> String {
    use std::hash::{BuildHasher, RandomState};
    format!("{asked:x}-{:08x}", RandomState::new().hash_one(digest) as u32)
}

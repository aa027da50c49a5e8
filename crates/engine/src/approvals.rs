//! Plans that wait for the agreement of a person.
//!
//! A request that was answered with a question about its plan is held here with the rights of whoever made it. A yes carries it out
//! with these rights, in the same session. Those without a secret are in the store as well, sealed, so that another process on the
//! same database and key can list and decide them. One with a secret is in the memory of its process alone.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;

use lemmascope_intent::{Owner, Permission, Permissions, Report, Status};

use crate::lock::lock;
use crate::report::to_text;
use crate::request::{Grant, Input, Reply, Request};

/// The most approvals that wait at a time; the oldest goes first.
pub(crate) const MOST: usize = 200;
/// The time for which an approval waits, in milliseconds: as long as every digest is valid.
pub(crate) const PATIENCE: i64 = 10 * 60 * 1000;

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
#[derive(Clone)]
pub(crate) struct Waiting {
    pub approval: Approval,
    pub input: Input,
    pub permissions: Permissions,
    pub workspace: PathBuf,
    /// Whether the store has it: then it is decided as soon as the store has it no longer.
    pub is_stored: bool,
}

/// What a reply means for the requests that wait.
pub(crate) enum Noted {
    /// Nothing.
    Nothing,
    /// A request waits from here on.
    Asked(Waiting),
    /// A request waits no longer.
    Settled(Waiting),
}

/// The requests of this process that wait.
#[derive(Default)]
pub(crate) struct Approvals(Mutex<VecDeque<Waiting>>);

impl Approvals {
    /// Notes the reply to a request: one that asks about a plan waits, and a plan that was executed waits no longer.
    pub(crate) fn note(&self, request: &Request, reply: &Reply) -> Noted {
        let Some(report) = reply.report() else { return Noted::Nothing };
        let Some(digest) = &report.digest else { return Noted::Nothing };
        let mut waiting = lock(&self.0);
        let at = waiting.iter().position(|it| it.approval.is_about(request, digest));
        match (report.status, at) {
            (Status::Ask, None) => {
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
                let asked = Waiting {
                    approval,
                    input: request.input.clone(),
                    permissions: request.permissions,
                    workspace: request.workspace.clone(),
                    is_stored: false,
                };
                if waiting.len() >= MOST {
                    waiting.pop_front();
                }
                waiting.push_back(asked.clone());
                Noted::Asked(asked)
            }
            (Status::Ask, Some(_)) | (_, None) => Noted::Nothing,
            (_, Some(at)) => waiting.remove(at).map_or(Noted::Nothing, Noted::Settled),
        }
    }

    /// Notes that the store has a request that waits.
    pub(crate) fn note_stored(&self, id: &str) {
        let mut waiting = lock(&self.0);
        waiting.iter_mut().filter(|it| it.approval.id == id).for_each(|it| it.is_stored = true);
    }

    /// The requests that still wait.
    pub(crate) fn held(&self) -> Vec<Waiting> {
        let mut waiting = lock(&self.0);
        waiting.retain(|it| it.approval.is_open());
        waiting.iter().cloned().collect()
    }

    /// Releases a request: it waits no longer.
    pub(crate) fn release(&self, id: &str) -> Option<Waiting> {
        let mut waiting = lock(&self.0);
        let at = waiting.iter().position(|it| it.approval.id == id)?;
        waiting.remove(at)
    }
}

impl Approval {
    /// Whether it can still be given.
    pub(crate) fn is_open(&self) -> bool {
        self.asked > now() - PATIENCE
    }

    /// Whether a request is about its plan. The digest by which one agrees to what cannot be undone is another than that of the
    /// plan, which the report has.
    pub(crate) fn is_about(&self, request: &Request, digest: &str) -> bool {
        self.owner == request.owner
            && self.session == request.session_name()
            && (self.digest == digest || request.input.confirms(&self.digest))
    }

    /// Whether a grant may see it: its owner's, and one that administers the engine.
    pub(crate) fn is_shown_to(&self, grant: &Grant) -> bool {
        administers(grant) || self.owner == grant.owner
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

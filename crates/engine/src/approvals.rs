//! Plans that wait for a person's approval.
//!
//! A request whose reply asks to confirm its plan is stored here with the caller's permissions. When a person
//! approves it, the engine executes it with these permissions, in the same session. Requests without a secret
//! are also in the store, sealed, so that another process on the same database and key can list and decide
//! them. A request with a secret stays in the memory of its process.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;

use lemmascope_intent::{Owner, Permission, Permissions, Report, Status};

use crate::lock::lock;
use crate::report::to_text;
use crate::request::{Grant, Input, Reply, Request};

/// The maximum number of pending approvals; adding another one drops the oldest.
pub(crate) const MOST: usize = 200;
/// The time after which an approval expires, in milliseconds; equal to the lifetime of a digest.
pub(crate) const PATIENCE: i64 = 10 * 60 * 1000;

/// A plan that waits for a person's approval.
#[derive(Debug, Clone, PartialEq)]
pub struct Approval {
    /// The id of the approval.
    pub id: String,
    /// The owner of the session.
    pub owner: Owner,
    /// The session, by the name that its owner uses.
    pub session: String,
    /// The name of the intent, verb or command.
    pub intent: String,
    /// The question with the plan, as text.
    pub question: String,
    /// The digest of the plan.
    pub digest: String,
    /// The time at which the question was asked, in milliseconds since 1970.
    pub asked: i64,
}

/// A pending approval, with everything that is needed to execute its request.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub approval: Approval,
    pub input: Input,
    pub permissions: Permissions,
    pub workspace: PathBuf,
    /// Whether the store has a copy. If it had one and no longer has it, another process has decided the
    /// approval.
    pub is_stored: bool,
}

/// The effect of a reply on the pending approvals.
pub(crate) enum Noted {
    /// No effect.
    Nothing,
    /// The approval became pending.
    Asked(Waiting),
    /// The approval is no longer pending.
    Settled(Waiting),
}

/// The pending approvals of this process.
#[derive(Default)]
pub(crate) struct Approvals(Mutex<VecDeque<Waiting>>);

impl Approvals {
    /// Updates the pending approvals after a reply: a plan that asks for confirmation becomes pending, and an
    /// executed plan stops being pending.
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
                    // Omitted, because the hints explain how to confirm with a command.
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

    /// Records that the store has a copy of an approval.
    pub(crate) fn note_stored(&self, id: &str) {
        let mut waiting = lock(&self.0);
        waiting.iter_mut().filter(|it| it.approval.id == id).for_each(|it| it.is_stored = true);
    }

    /// Returns the pending approvals that have not expired.
    pub(crate) fn held(&self) -> Vec<Waiting> {
        let mut waiting = lock(&self.0);
        waiting.retain(|it| it.approval.is_open());
        waiting.iter().cloned().collect()
    }

    /// Removes an approval and returns it.
    pub(crate) fn release(&self, id: &str) -> Option<Waiting> {
        let mut waiting = lock(&self.0);
        let at = waiting.iter().position(|it| it.approval.id == id)?;
        waiting.remove(at)
    }
}

impl Approval {
    /// Whether the approval has not expired.
    pub(crate) fn is_open(&self) -> bool {
        self.asked > now() - PATIENCE
    }

    /// Whether a request is about the plan of this approval. An irreversible plan is confirmed with a
    /// different digest than the plan's own, which the report has.
    pub(crate) fn is_about(&self, request: &Request, digest: &str) -> bool {
        self.owner == request.owner
            && self.session == request.session_name()
            && (self.digest == digest || request.input.confirms(&self.digest))
    }

    /// Whether a grant may see the approval: the grant of its owner, or one with the `admin` permission.
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

/// Returns a unique id.
fn new_id(asked: i64, digest: &str) -> String {
    use std::hash::{BuildHasher, RandomState};
    format!("{asked:x}-{:08x}", RandomState::new().hash_one(digest) as u32)
}

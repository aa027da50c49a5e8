//! The open state of domains, stored with a checkpoint and restored before a run resumes from it. A domain
//! with such state provides the internal verbs `keep` and `restore`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lemmascope_intent::{Capability, Cause, Event, Failure, Object, Secret, Value};

use super::naming::NAMES;
use super::{Ended, Frame, Runner};
use crate::ledger::{Kept, KeptState};
use crate::vault::{Locked, Vault};

/// The state that a run stores, and the state from which it resumes.
pub(crate) struct Keeping {
    /// The vault that seals the state.
    pub vault: Vault,
    /// The state that was stored with the checkpoint from which the run resumes.
    pub earlier: Vec<Kept>,
    /// Whether the complete state was restored, and not only its missing parts.
    pub whole: AtomicBool,
}

/// The maximum size of a stored state. A page that stores more than a shopping cart does exceeds it.
const LARGEST: usize = 16 << 20;

impl Runner<'_> {
    /// Returns the open state of the domains, sealed for this checkpoint. Reports state that cannot be stored
    /// as a warning, because the run may never need the checkpoint.
    pub(super) async fn keep_open(&self, checkpoint: &str, frame: &Frame<'_>) -> Vec<KeptState> {
        let mut kept = Vec::new();
        for (domain, verb) in self.catalog.named("keep") {
            let sealed = match self.tell_domain(verb, Object::new(), frame).await {
                Ok(Value::Secret(state)) => self.seal(checkpoint, domain, &state),
                Ok(_) => continue,
                Err(failure) => Err(failure),
            };
            match sealed {
                Ok(sealed) => kept.push(KeptState { domain: domain.to_string(), sealed }),
                Err(failure) => {
                    let message = format!(
                        "the open state is not stored with the checkpoint \"{checkpoint}\": {}",
                        failure.message
                    );
                    self.events.emit(Event::Warning { message });
                }
            }
        }
        kept
    }

    pub(super) fn seal(&self, checkpoint: &str, domain: &str, state: &Secret) -> Result<Vec<u8>, Failure> {
        let state = state.expose();
        if state.len() > LARGEST {
            return Err(Failure::new(Cause::Failed, format!("it has more than {} MB", LARGEST >> 20)));
        }
        let of = belonging(&self.journal.run.id, checkpoint, domain);
        self.keeping.vault.seal(&of, state.as_bytes())
    }

    /// Restores the state of the checkpoint: its missing parts, or all of it.
    pub(super) async fn put_back(&self, whole: bool, frame: &Frame<'_>) -> Result<(), Failure> {
        for kept in self.keeping.earlier.iter().filter(|kept| kept.domain != NAMES) {
            let state = self.unseal(kept)?;
            let Some((_, verb)) = self.catalog.named("restore").find(|(domain, _)| *domain == kept.domain)
            else {
                continue;
            };
            let arguments = [("state", Value::Secret(state)), ("whole", whole.into())];
            let arguments = arguments.map(|(name, value)| (name.to_string(), value)).into_iter().collect();
            let restored = self.tell_domain(verb, arguments, frame).await.map_err(|failure| {
                let message =
                    format!("the open state at \"{}\" cannot be restored: {}", kept.name, failure.message);
                Failure { cause: Cause::CheckpointInvalid, message, ..failure }
                    .hint("Run it from the beginning.")
            })?;
            let field = |name: &str| restored.as_object().and_then(|fields| fields.get(name));
            if let Some(Value::Text(line)) = field("line") {
                self.trace().done(line.clone());
            }
            if whole || field("whole").and_then(Value::as_bool).unwrap_or(false) {
                self.keeping.whole.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Whether some of the state was not restored yet.
    pub(super) fn has_more_to_put_back(&self) -> bool {
        self.keeping.earlier.iter().any(|kept| kept.domain != NAMES)
            && !self.keeping.whole.load(Ordering::Relaxed)
    }

    pub(super) fn unseal(&self, kept: &Kept) -> Result<Secret, Failure> {
        let invalid = |why: String| {
            Failure::new(
                Cause::CheckpointInvalid,
                format!("the state stored with the checkpoint \"{}\" {why}", kept.name),
            )
            .hint("Run it from the beginning.")
        };
        let of = belonging(&kept.run, &kept.name, &kept.domain);
        let opened = self.keeping.vault.open(&of, &kept.sealed).map_err(|locked| match locked {
            Locked::OtherKey => invalid(format!(
                "was sealed with another key than the one in {}",
                self.keeping.vault.key_file()
            )),
            Locked::Altered => invalid("was altered".into()),
            Locked::Unusable(failure) => invalid(format!("cannot be opened: {}", failure.message)),
        })?;
        // The state is copied once, into the secret; its source is wiped.
        String::from_utf8(opened.to_vec()).map(Secret::new).map_err(|_| invalid("was altered".into()))
    }

    /// Calls an internal verb. It acts for the engine, so the restrictions of definitions do not apply.
    async fn tell_domain(
        &self,
        verb: &Arc<dyn Capability>,
        arguments: Object,
        frame: &Frame<'_>,
    ) -> Result<Value, Failure> {
        match self.attempt_aside(verb, &arguments, None, frame.left(), frame).await {
            Ended::Done(outcome) => Ok(outcome.value),
            Ended::Late(_, failure) | Ended::Failed(failure) => Err(self.masked(failure)),
        }
    }
}

/// Returns the associated data of sealed state: it can only be opened for the same checkpoint of the same
/// run.
fn belonging<'a>(run: &'a str, checkpoint: &'a str, domain: &'a str) -> [&'a str; 4] {
    ["checkpoint", run, checkpoint, domain]
}

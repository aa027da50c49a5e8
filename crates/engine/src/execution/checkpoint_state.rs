//! What the domains have open, kept with a checkpoint and put back before a run goes on from it. A domain that has
//! something to keep brings the internal verbs `keep` and `restore`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lemmascope_intent::{Capability, Cause, Event, Failure, Object, Secret, Value};

use super::naming::NAMES;
use super::{Ended, Frame, Runner};
use crate::ledger::{Kept, KeptState};
use crate::vault::{Locked, Vault};

/// What a run keeps, and what it goes back to.
pub(crate) struct Keeping {
    /// Seals what is kept.
    pub vault: Vault,
    /// What was kept with the checkpoint that the run goes on from.
    pub earlier: Vec<Kept>,
    /// Whether everything has been put back as it was, and not only what seemed to be missing.
    pub whole: AtomicBool,
}

/// More than this is not kept: a page that stores so much is no shopping cart.
const LARGEST: usize = 16 << 20;

impl Runner<'_> {
    /// What the domains have open now, sealed for this checkpoint. What cannot be kept is told, and the run goes on: it
    /// may well need no checkpoint.
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

    /// Puts back what was open when the checkpoint was passed: what is missing, or all of it.
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

    /// Whether there is more to put back than has been.
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
        // Copied once into the secret; what it is copied from is wiped.
        String::from_utf8(opened.to_vec()).map(Secret::new).map_err(|_| invalid("was altered".into()))
    }

    /// Calls an internal verb. It works for the engine, so that it is not held to what a definition may do.
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

/// What is kept opens for the same checkpoint of the same run alone.
fn belonging<'a>(run: &'a str, checkpoint: &'a str, domain: &'a str) -> [&'a str; 4] {
    ["checkpoint", run, checkpoint, domain]
}

//! What the person wants to be remembered: facts, in their own words, with the time at which they were told.
//!
//! They lie in one file, a line each, that only its owner can read. A fact is added by a line, and everything else writes the
//! file anew and puts it in the place of the old one, so that a process that dies leaves one or the other. Secrets are not
//! remembered: there is a vault for those.

mod book;
mod secrecy;

mod forget;
mod recall;
mod remember;

mod put_back;

use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_intent::{Args, BoxFuture, Capability, Cause, Context, Domain, Failure, Outcome, Signature};

/// Where facts are kept.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder of the file that they are in.
    pub state: PathBuf,
}

/// The verbs for facts.
pub fn domain(settings: Settings) -> Domain {
    let settings = Arc::new(settings);
    let verb = |signature: fn() -> Signature, act: Act| -> Arc<dyn Capability> {
        Arc::new(Verb { signature: signature(), act, settings: Arc::clone(&settings) })
    };
    Domain::new(
        "memory",
        vec![
            verb(remember::signature, remember::act),
            Arc::new(recall::Recall::new(Arc::clone(&settings))),
            verb(forget::signature, forget::act),
            // For undo and redo only.
            verb(forget::signature_of_drop, forget::act_of_drop),
            verb(put_back::signature, put_back::act),
        ],
    )
}

/// What a verb does, given where facts are and its checked arguments. It may block.
type Act = fn(&Settings, &Args) -> Result<Outcome, Failure>;

/// A verb made of its signature and its act.
struct Verb {
    signature: Signature,
    act: Act,
    settings: Arc<Settings>,
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, _cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            let (act, settings) = (self.act, Arc::clone(&self.settings));
            apart(&self.signature.name, move || act(&settings, &args)).await
        })
    }
}

/// Does what may block where it holds nobody up.
async fn apart(
    name: &str,
    work: impl FnOnce() -> Result<Outcome, Failure> + Send + 'static,
) -> Result<Outcome, Failure> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Failure::new(Cause::Failed, format!("{name} broke off")).effect_unknown()))
}

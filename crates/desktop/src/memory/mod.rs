//! What the person wants to be remembered: facts, in their own words, with the time at which they were told.
//!
//! They lie in one file, a line each, that only its owner can read. A fact is added by a line, and everything else writes the
//! file anew and puts it in the place of the old one, so that a process that dies leaves one or the other. Secrets are not
//! remembered: there is a vault for those.

mod book;

mod forget;
mod recall;
mod remember;

mod put_back;

use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_intent::{
    Args, BoxFuture, Category, Domain, Failure, Operation, Outcome, Reach, Signature, Source,
};

use crate::verb::{Act, Verb, apart};

/// Where facts are kept.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder of the file that they are in.
    pub state: PathBuf,
}

/// The verbs for facts.
pub fn domain(settings: Settings) -> Domain {
    let settings = Arc::new(settings);
    let verb = |signature: fn() -> Signature, act: Act<Settings>| {
        Verb::made(signature().reach(Reach::Memory), act, &settings)
    };
    let domain = Domain::new(
        "memory",
        vec![
            verb(remember::signature, |settings, args, _| blocking(settings, args, remember::act)),
            verb(recall::signature, |settings, args, cx| Box::pin(recall::act(settings, args, cx))),
            verb(forget::signature, |settings, args, _| blocking(settings, args, forget::act)),
            // For undo and redo only.
            verb(forget::signature_of_drop, |settings, args, _| {
                blocking(settings, args, forget::act_of_drop)
            }),
            verb(put_back::signature, |settings, args, _| blocking(settings, args, put_back::act)),
        ],
    );
    Domain {
        sentences: &[Source { name: "memory", text: include_str!("sentences.txt") }],
        categories: &[("memory", Category::InformationQuery), ("knowledge", Category::InformationQuery)],
        synonyms: &[("knowledge.query", "memory.recall"), ("tools.memory.recall", "memory.recall")],
        operations: &[(Operation::Recall, "memory.recall")],
        ..domain
    }
}

/// Has an act work on the file of facts, which may block.
fn blocking<'a>(
    settings: &Settings,
    args: Args,
    act: fn(&Settings, &Args) -> Result<Outcome, Failure>,
) -> BoxFuture<'a, Result<Outcome, Failure>> {
    let settings = settings.clone();
    Box::pin(apart(move || act(&settings, &args)))
}

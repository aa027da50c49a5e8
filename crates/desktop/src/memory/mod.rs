//! Facts that the user wants to have remembered, in the user's words and with the time at which they were
//! added.
//!
//! They are in a file with one line per fact, which only its owner can read. Every change writes a complete
//! new file and renames it over the old one, so that a crash leaves one or the other. Secrets are not
//! accepted, because the vault is for those.

mod book;

mod forget;
mod recall;
mod remember;

mod put_back;

use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_intent::{
    Args, BoxFuture, Category, Context, Domain, Failure, Operation, Outcome, Owner, Reach, Signature, Source,
};

use crate::verb::{Act, Verb, apart};

/// The settings of the domain.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder of the file of facts.
    pub state: PathBuf,
}

impl Settings {
    /// Returns the settings for the owner of the call's session.
    fn of(&self, cx: &Context) -> Self {
        let owner = Owner::of_session(&cx.session);
        match owner.is_local() {
            true => self.clone(),
            false => Self { state: self.state.join("owners").join(owner.as_str()) },
        }
    }
}

/// Returns the verbs for facts.
pub fn domain(settings: Settings) -> Domain {
    let settings = Arc::new(settings);
    let verb = |signature: fn() -> Signature, act: Act<Settings>| {
        Verb::made(signature().reach(Reach::Memory), act, &settings)
    };
    let domain = Domain::new(
        "memory",
        vec![
            verb(remember::signature, |settings, args, cx| blocking(settings, args, cx, remember::act)),
            verb(recall::signature, |settings, args, cx| Box::pin(recall::act(settings, args, cx))),
            verb(forget::signature, |settings, args, cx| blocking(settings, args, cx, forget::act)),
            // For undo and redo only.
            verb(forget::signature_of_drop, |settings, args, cx| {
                blocking(settings, args, cx, forget::act_of_drop)
            }),
            verb(put_back::signature, |settings, args, cx| blocking(settings, args, cx, put_back::act)),
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

/// Runs an implementation that works on the file of facts and may block.
fn blocking<'a>(
    settings: &Settings,
    args: Args,
    cx: &Context,
    act: fn(&Settings, &Args) -> Result<Outcome, Failure>,
) -> BoxFuture<'a, Result<Outcome, Failure>> {
    let settings = settings.of(cx);
    Box::pin(apart(move || act(&settings, &args)))
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::{Object, Value};

    use super::*;

    async fn call(domain: &Domain, session: &str, verb: &str, arguments: &[(&str, Value)]) -> String {
        let verb = domain.capabilities.iter().find(|it| it.signature().name == verb).unwrap();
        let arguments: Object =
            arguments.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let outcome = verb.call(Args::new(arguments), &Context::new(session, "/")).await.unwrap();
        outcome.value.to_string()
    }

    #[tokio::test]
    async fn owners_recall_only_their_own_facts() {
        let folder = tempfile::tempdir().unwrap();
        let domain = domain(Settings { state: folder.path().join("memory") });
        let hers = Owner::new("ana").unwrap().session("main");
        let everything = [("minutes", Value::from(0))];
        call(&domain, "main", "memory.remember", &[("fact", "the key is with Rui".into())]).await;
        call(&domain, &hers, "memory.remember", &[("fact", "the safe is behind the clock".into())]).await;
        let mine = call(&domain, "main", "memory.recall", &everything).await;
        assert!(mine.contains("Rui") && !mine.contains("clock"), "{mine}");
        let told = call(&domain, &hers, "memory.recall", &everything).await;
        assert!(told.contains("clock") && !told.contains("Rui"), "{told}");
    }
}

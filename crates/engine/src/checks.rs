//! Health checks: those of the engine, then those that the domains declare.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{
    Check, CheckState, Context, Domain, Failure, Finding, Lookup, Owner, Prompt, Redactor,
};
use lemmascope_store::{Inspection, Store};
use serde_json::json;

use crate::configuration::Configuration;
use crate::credentials::opener;
use crate::ledger::{self, Ledger};
use crate::model;
use crate::opening::{key_file, store_url};
use crate::vault::Vault;

/// The timeout of each check.
const LIMIT: Duration = Duration::from_secs(15);

/// The settings and folders with which an engine would be opened.
#[derive(Clone)]
pub struct Surroundings {
    /// The settings.
    pub configuration: Configuration,
    /// The engine's own folder.
    pub home: PathBuf,
    /// The user's home folder.
    pub user_home: PathBuf,
    /// The working directory: relative paths are resolved against it.
    pub started_in: PathBuf,
}

/// Runs the checks of the engine and of the domains concurrently, each with a timeout.
pub async fn checks(surroundings: &Surroundings, domains: &[Domain]) -> Vec<(Check, Finding)> {
    let own = [database(surroundings.clone()), language_model(surroundings.clone())];
    let all: Vec<Check> = own.into_iter().chain(domains.iter().flat_map(|it| it.checks.clone())).collect();
    let configuration = Arc::new(surroundings.configuration.clone());
    let settings: Lookup =
        Arc::new(move |key| configuration.find(key).map(|setting| configuration.get(setting).0));
    let running: Vec<_> = all
        .iter()
        .map(|check| {
            let context = Context {
                limit: LIMIT,
                settings: Arc::clone(&settings),
                ..Context::new("doctor", surroundings.started_in.clone())
            };
            tokio::spawn(tokio::time::timeout(LIMIT, (check.probe)(context)))
        })
        .collect();
    let mut found = Vec::with_capacity(all.len());
    for (check, running) in all.into_iter().zip(running) {
        let finding = match running.await {
            Ok(Ok(finding)) => finding,
            Ok(Err(_)) => Finding::broken(
                format!("it did not answer within {} seconds", LIMIT.as_secs()),
                "Try again when the machine is less busy.",
            ),
            Err(_) => Finding::broken("the check itself failed", "Please report it."),
        };
        found.push((check, finding));
    }
    found
}

fn database(surroundings: Surroundings) -> Check {
    Check::essential("database", "undo, checkpoints, runs and credentials", move |_| {
        let url = store_url(&surroundings.configuration, &surroundings.home);
        Box::pin(async move {
            let kind = if url.starts_with("postgres") { "PostgreSQL" } else { "SQLite" };
            match Store::inspect(&url, ledger::MIGRATIONS).await {
                Ok(Inspection::Absent) => Finding::ok(format!("{kind}; the first command creates it")),
                Ok(Inspection::Present { newer: true, .. }) => {
                    Finding::ok(format!("{kind} opens; a newer version of the program has used it"))
                }
                Ok(Inspection::Present { pending: 0, .. }) => {
                    Finding::ok(format!("{kind} opens and is up to date"))
                }
                Ok(Inspection::Present { pending, .. }) => {
                    Finding::ok(format!("{kind} opens; the next command applies {pending} migration(s)"))
                }
                Err(error) => Finding::failed(CheckState::Broken, ledger::failure(error)),
            }
        })
    })
}

fn language_model(surroundings: Surroundings) -> Check {
    let needed_for = "sentences that the built-in reader does not understand, and summaries in new words";
    Check::optional("model", needed_for, move |_| {
        let surroundings = surroundings.clone();
        Box::pin(async move {
            if surroundings.configuration.text("model.url").is_empty() {
                return Finding::ok("no language model is configured, and none is needed");
            }
            match ask_model(&surroundings).await {
                Ok(()) => Finding::ok(format!(
                    "{} answers at {}",
                    surroundings.configuration.text("model.name"),
                    surroundings.configuration.text("model.url")
                )),
                Err(failure) => Finding::failed(CheckState::Broken, failure),
            }
        })
    })
}

/// Requests the smallest answer that matches a schema from the model.
async fn ask_model(surroundings: &Surroundings) -> Result<(), Failure> {
    let Surroundings { configuration, home, user_home, started_in } = surroundings;
    let url = match configuration.text("model.credential").is_empty() {
        // The store is needed only to look up a key, so it is opened only then.
        true => "sqlite::memory:".to_string(),
        false => store_url(configuration, home),
    };
    let store = Store::open(&url, ledger::MIGRATIONS).await.map_err(ledger::failure)?.store;
    let vault = Vault::new(key_file(configuration, home, user_home, started_in));
    let credentials = opener(Ledger::new(store.clone()), vault, Owner::local());
    let prompt = Prompt {
        task: "Answer with the word that the material asks for.".into(),
        material: "The word is ready.".into(),
        schema: json!({
            "type": "object",
            "properties": {"word": {"type": "string"}},
            "required": ["word"],
            "additionalProperties": false,
        }),
        most_tokens: 50,
    };
    let answered = match model::configured(configuration, credentials, Redactor::default()) {
        Some(model) => model(prompt).await.map(drop),
        None => Ok(()),
    };
    store.close().await;
    answered
}

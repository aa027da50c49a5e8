//! The domain as the engine uses it: verbs by name, with their outcomes.

use std::sync::Arc;

use lemmascope_board::domain;
use lemmascope_intent::{Args, Call, Context, Domain, Failure, Language, Object, Outcome, Value};
use serde_json::{Value as Json, json};

use crate::backend::Backend;

pub(crate) struct Desk {
    domain: Domain,
    pub(crate) session: String,
    pub(crate) language: Option<Language>,
    pub(crate) settings: Vec<(&'static str, &'static str)>,
    /// The undo calls, latest last.
    pub(crate) undo: Vec<Call>,
}

impl Desk {
    pub(crate) fn new(backend: &Backend) -> Self {
        let domain = domain(backend.settings());
        Self { domain, session: "main".into(), language: None, settings: Vec::new(), undo: Vec::new() }
    }

    pub(crate) async fn call(&mut self, verb: &str, arguments: Json) -> Result<Outcome, Failure> {
        let arguments = match Value::from(arguments) {
            Value::Object(arguments) => arguments,
            other => panic!("{other}"),
        };
        let outcome = self.make(&Call { capability: format!("board.{verb}"), arguments }).await?;
        self.undo.extend(outcome.undo.clone());
        Ok(outcome)
    }

    pub(crate) async fn make(&self, call: &Call) -> Result<Outcome, Failure> {
        let verb = self.domain.capabilities.iter().find(|it| it.signature().name == call.capability);
        let verb = Arc::clone(verb.unwrap_or_else(|| panic!("no verb {}", call.capability)));
        let mut arguments = Object::new();
        for parameter in &verb.signature().parameters {
            let given = call.arguments.get(&parameter.name).cloned().or_else(|| parameter.default.clone());
            if let Some(value) = given.filter(|value| *value != Value::Null) {
                arguments.insert(parameter.name.clone(), parameter.accept(value)?);
            }
        }
        let settings = self.settings.clone();
        let lookup = move |key: &str| {
            settings.iter().find(|(name, _)| *name == key).map(|(_, value)| Value::from(*value))
        };
        let context = Context {
            language: self.language,
            settings: Arc::new(lookup),
            ..Context::new(&self.session, "/")
        };
        verb.call(Args::new(arguments), &context).await
    }

    /// Returns the response to an envelope.
    pub(crate) async fn apply(&mut self, envelope: Json) -> Json {
        let outcome = self.call("apply", json!({"envelope": envelope})).await.unwrap();
        serde_json::to_value(&outcome.value).unwrap()
    }

    /// Returns the reply of a verb.
    pub(crate) async fn reply(&mut self, verb: &str, arguments: Json) -> String {
        match self.call(verb, arguments).await {
            Ok(outcome) => {
                serde_json::to_value(&outcome.value).unwrap()["reply"].as_str().unwrap().to_string()
            }
            Err(failure) => failure.message,
        }
    }
}

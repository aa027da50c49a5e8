//! Requests to the engine, made from the JSON that a client sends and from the answers to questions. All doors make them here.

use lemmascope_engine::NamedCall;
use lemmascope_intent::{Object, Value as Given};
use serde_json::{Value, json};

/// The command that takes sentences, and the answers to questions that they lead to.
const SAY: &str = "engine.say";
/// The command that defines an intent for a session.
const DEFINE: &str = "engine.define";

/// A call of an intent, a verb or a command of the engine, with `parameters` and the options beside them.
pub(crate) fn named(name: &str, given: &Value) -> NamedCall {
    NamedCall { name: name.into(), parameters: parameters(given), options: options(given) }
}

/// The same as a dry run.
pub(crate) fn planned(name: &str, given: &Value) -> NamedCall {
    NamedCall { options: vec![("dry-run".into(), None)], ..named(name, given) }
}

/// A call of a command of the engine with these values.
pub(crate) fn command<'a>(name: &str, parameters: impl IntoIterator<Item = (&'a str, Given)>) -> NamedCall {
    let parameters = parameters.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    NamedCall { name: name.into(), parameters, options: Vec::new() }
}

/// A sentence, with `plan`, `why` and `confirm` where they are given.
pub(crate) fn sentence(text: &str, given: &Value) -> NamedCall {
    let switches = ["plan", "why", "confirm"].into_iter();
    let switches = switches.filter_map(|name| Some((name, Given::from(given.get(name)?.clone()))));
    command(SAY, [("sentence", Given::from(text))].into_iter().chain(switches))
}

/// The definition of an intent for a session.
pub(crate) fn definition(name: &str, body: &str) -> NamedCall {
    command(DEFINE, [("name", Given::from(name)), ("body", Given::from(body))])
}

fn parameters(given: &Value) -> Object {
    match given.get("parameters").cloned().map(Given::from) {
        Some(Given::Object(parameters)) => parameters,
        _ => Object::new(),
    }
}

/// The options of a call as a command has them.
fn options(given: &Value) -> Vec<(String, Option<Given>)> {
    let mut options = Vec::new();
    let mut switch = |name: &str, is_on: bool| {
        if is_on {
            options.push((name.to_string(), None));
        }
    };
    switch("dry-run", given["dry_run"] == json!(true));
    switch("no-verify", given["verify"] == json!(false));
    for name in ["confirm", "timeout", "retry", "resume"] {
        if let Some(value) = given.get(name) {
            options.push((name.to_string(), Some(Given::from(value.clone()))));
        }
    }
    options
}

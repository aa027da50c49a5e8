//! Requests to the engine, created from a client's JSON and from answers to questions. All protocols use this
//! module.

use lemmascope_engine::NamedCall;
use lemmascope_intent::{Object, Value as Given};
use serde_json::{Value, json};

/// The command for sentences, and for answers to the questions that they raise.
const SAY: &str = "engine.say";
/// The command that defines an intent for a session.
const DEFINE: &str = "engine.define";

/// Returns a call of an intent, a verb or a command, with `parameters` and options.
pub(crate) fn named(name: &str, given: &Value) -> NamedCall {
    NamedCall { name: name.into(), parameters: parameters(given), options: options(given) }
}

/// Returns the same call as a dry run.
pub(crate) fn planned(name: &str, given: &Value) -> NamedCall {
    NamedCall { options: vec![("dry-run".into(), None)], ..named(name, given) }
}

/// Returns a call of a command of the engine with these arguments.
pub(crate) fn command<'a>(name: &str, parameters: impl IntoIterator<Item = (&'a str, Given)>) -> NamedCall {
    let parameters = parameters.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    NamedCall { name: name.into(), parameters, options: Vec::new() }
}

/// Returns a sentence, with the options `plan`, `why` and `confirm` if given.
pub(crate) fn sentence(text: &str, given: &Value) -> NamedCall {
    let switches = ["plan", "why", "confirm"].into_iter();
    let switches = switches.filter_map(|name| Some((name, Given::from(given.get(name)?.clone()))));
    command(SAY, [("sentence", Given::from(text))].into_iter().chain(switches))
}

/// Returns a request that defines an intent for a session.
pub(crate) fn definition(name: &str, body: &str) -> NamedCall {
    command(DEFINE, [("name", Given::from(name)), ("body", Given::from(body))])
}

fn parameters(given: &Value) -> Object {
    match given.get("parameters").cloned().map(Given::from) {
        Some(Given::Object(parameters)) => parameters,
        _ => Object::new(),
    }
}

/// Returns the options of a call in the form of a command.
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

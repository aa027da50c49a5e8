//! Functions of packs, called in the page: what they are given, and what comes of them.

use lemmascope_browser::session::LookOptions;
use lemmascope_intent::{Args, Cause, Failure, Parameter, Type, Value};
use serde_json::json;

use super::visit::Visit;

/// Calls a function, which is an expression, with what it is given.
const CALL: &str = include_str!("call.js");

/// What a function is called for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// To do something: it gets its parameters and the context.
    Action,
    /// To say whether something holds: it gets the context.
    Condition,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Condition => "condition",
        }
    }
}

/// The parameters that both verbs have.
pub(super) fn parameters() -> [Parameter; 3] {
    [
        Parameter::required("name", Type::String, "The name of the function."),
        Parameter::required("function", Type::String, "The function, in JavaScript.").unrecorded(),
        Parameter::optional("parameters", Type::Object, "The parameters of the intent, for the context."),
    ]
}

/// Refuses a definition that is not trusted. The engine refuses it before, by the reach of the verb.
pub(super) fn admit(visit: &Visit<'_>) -> Result<(), Failure> {
    match visit.cx.is_sandboxed() {
        true => Err(Failure::new(Cause::Forbidden, "a definition that is not trusted runs no functions")
            .hint("Trust the pack in the configuration file (pack_trust), or do without the function.")),
        false => Ok(()),
    }
}

/// The expression that calls the function of a call in the page, with the names of the patterns that the page has.
pub(super) async fn expression(visit: &Visit<'_>, args: &Args, kind: Kind) -> Result<String, Failure> {
    let mut session = visit.page().await?;
    let snapshot = session.look(&LookOptions::default()).await?;
    let patterns: Vec<&str> = snapshot.patterns.iter().map(|pattern| pattern.name.as_str()).collect();
    let given = |name: &str| args.get(name).map_or_else(|| json!({}), open);
    let given = json!({ "patterns": patterns, "params": given("params"), "parameters": given("parameters") });
    let function = args.text("function")?;
    Ok(format!("({CALL})(() => ({function}\n), {:?}, {given})", kind.as_str()))
}

/// The value that the page answered.
pub(super) fn answer(answered: &serde_json::Value) -> Value {
    let read = answered.as_str().and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
    Value::from(read.unwrap_or_default())
}

/// The failure of a function, by the name that the pack gives it.
pub(super) fn named(failure: Failure, kind: Kind, name: &str) -> Failure {
    let message = format!("the {} {name} failed: {}", kind.as_str(), failure.message);
    Failure { message, ..failure }
}

/// A value as scripts get it. Secrets open here: the script is the place that uses them.
pub(super) fn open(value: &Value) -> serde_json::Value {
    match value {
        Value::Secret(secret) => serde_json::Value::from(secret.expose()),
        Value::List(items) => items.iter().map(open).collect(),
        Value::Object(fields) => serde_json::Value::Object(
            fields.iter().map(|(name, value)| (name.clone(), open(value))).collect(),
        ),
        other => serde_json::to_value(other).unwrap_or_default(),
    }
}

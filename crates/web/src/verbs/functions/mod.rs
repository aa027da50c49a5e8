//! JavaScript functions of packs that are called in the page: their arguments and results.

use std::hash::{DefaultHasher, Hash, Hasher};

use lemmascope_browser::driver::FrameId;
use lemmascope_browser::session::LookOptions;
use lemmascope_intent::{Args, Cause, Failure, PackDomain, Parameter, Type, Value, host_and_port};
use serde_json::json;

use super::visit::Visit;

/// The script that calls a function expression with its arguments.
const CALL: &str = include_str!("call.js");

/// The purpose of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An action, which gets its parameters and the context.
    Action,
    /// A condition, which gets the context.
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

/// The parameters of both verbs.
pub(super) fn parameters() -> [Parameter; 4] {
    [
        Parameter::required("name", Type::String, "The name of the function."),
        Parameter::required("function", Type::String, "The function, in JavaScript.").unrecorded(),
        Parameter::optional("parameters", Type::Object, "The parameters of the intent, for the context."),
        Parameter::optional("domains", Type::Array, "The domains on whose pages it may run; else on any."),
    ]
}

/// Refuses an untrusted definition. The engine has already refused it by the reach of the verb.
pub(super) fn admit(visit: &Visit<'_>) -> Result<(), Failure> {
    match visit.cx.is_sandboxed() {
        true => Err(Failure::new(Cause::Forbidden, "a definition that is not trusted runs no functions")
            .hint("Trust the pack in the configuration file (pack_trust), or do without the function.")),
        false => Ok(()),
    }
}

/// A function call in a frame.
pub(super) struct Call {
    pub(super) frame: FrameId,
    /// The expression that calls the function.
    pub(super) expression: String,
    /// The name of its isolated world. Functions do not share one, and the page has another.
    pub(super) world: String,
}

/// Creates the call of a function in the page, with the names of the recognized patterns. Refuses pages
/// outside the pack's domains.
pub(super) async fn call(visit: &Visit<'_>, args: &Args, kind: Kind) -> Result<Call, Failure> {
    let mut session = visit.page().await?;
    let snapshot = session.look(&LookOptions::default()).await?;
    let tab = session.tab()?;
    let id = match &session.scope {
        Some(scope) => scope.clone(),
        None => tab.main_frame()?,
    };
    let frame = tab.frames().into_iter().find(|frame| frame.id == id);
    let url = frame.map(|frame| frame.url).unwrap_or_default();
    admit_page(args, &url)?;
    let patterns: Vec<&str> = snapshot.patterns.iter().map(|pattern| pattern.name.as_str()).collect();
    let given = |name: &str| args.get(name).map_or_else(|| json!({}), open);
    let given = json!({
        "patterns": patterns,
        "params": given("params"),
        "parameters": given("parameters"),
        // The script checks the URL again, because the page may navigate before the call.
        "url": args.get("domains").map(|_| url.split('#').next().unwrap_or_default()),
    });
    let function = args.text("function")?;
    let expression = format!("({CALL})(() => ({function}\n), {:?}, {given})", kind.as_str());
    let mut hasher = DefaultHasher::new();
    function.hash(&mut hasher);
    Ok(Call { frame: id, expression, world: format!("lemmascope function {:x}", hasher.finish()) })
}

/// Refuses a page outside the pack's domains.
fn admit_page(args: &Args, url: &str) -> Result<(), Failure> {
    let Some(domains) = args.get("domains").and_then(Value::as_list) else { return Ok(()) };
    let named: Vec<&str> = domains.iter().filter_map(Value::as_text).collect();
    let covers = |(host, port): (String, Option<u16>)| {
        named.iter().filter_map(|domain| PackDomain::read(domain)).any(|domain| domain.covers(&host, port))
    };
    if host_and_port(url).is_some_and(covers) {
        return Ok(());
    }
    let place = host_and_port(url).map_or_else(|| "this page".to_string(), |(host, _)| host);
    let message = format!("it runs on pages of {} only, and not on {place}", named.join(", "));
    Err(Failure::new(Cause::Forbidden, message).hint("Go to a page of the pack first."))
}

/// Parses the result from the page.
pub(super) fn answer(answered: &serde_json::Value) -> Value {
    let read = answered.as_str().and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok());
    Value::from(read.unwrap_or_default())
}

/// Adds the pack's name of the function to a failure.
pub(super) fn named(failure: Failure, kind: Kind, name: &str) -> Failure {
    let message = format!("the {} {name} failed: {}", kind.as_str(), failure.message);
    Failure { message, ..failure }
}

/// Converts a value for scripts. Secrets are decrypted here, because the script uses them.
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

//! JSON Schemas of action arguments, derived from the signatures of their verbs.

use serde_json::{Map, Value as Json, json};

use super::action;
use super::argument::ArgumentKind;
use super::schema::{duration_or_reference, refer};
use super::target::TargetUse;
use crate::parameter::Parameter;
use crate::signature::Signature;

/// Returns the schema of an action by its short name: required and positional parameters are keys of the
/// action, all others are under `options`.
pub(super) fn by_short_name(verb: &Signature) -> Json {
    let target = verb.find("target").map_or(TargetUse::None, TargetUse::of);
    let is_argument = |parameter: &&Parameter| match parameter.name.as_str() {
        "target" => target == TargetUse::None,
        name => !action::is_of_step(name),
    };
    let arguments = verb.parameters.iter().filter(is_argument);
    let (keys, options): (Vec<&Parameter>, Vec<&Parameter>) =
        arguments.partition(|parameter| verb.is_beside_action(parameter));
    let mut properties: Map<String, Json> = keys.iter().map(|it| (it.name.clone(), of(it))).collect();
    for key in action::COMMON {
        // The common keys are described elsewhere.
        properties.entry(key).or_insert_with(|| json!(true));
    }
    properties.insert("timeout".into(), duration_or_reference());
    if target != TargetUse::None {
        properties.insert("target".into(), refer("target"));
    }
    if !options.is_empty() {
        let options: Map<String, Json> = options.iter().map(|it| (it.name.clone(), of(it))).collect();
        let options = json!({ "type": "object", "properties": options, "additionalProperties": false });
        properties.insert("options".into(), options);
    }
    let mut required: Vec<&str> = keys.iter().filter(|it| it.required).map(|it| it.name.as_str()).collect();
    required.extend((target == TargetUse::Required).then_some("target"));
    let mut schema = json!({ "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// Returns the schema of an action by its full name. It accepts most values, because the engine converts the
/// arguments of such actions.
pub(super) fn by_full_name(verb: &Signature) -> Json {
    let mut names: Vec<&str> = verb.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    names.extend(action::COMMON);
    names.extend(["options", "target"]);
    names.sort_unstable();
    names.dedup();
    json!({ "propertyNames": { "enum": names } })
}

/// Returns the schema of an argument. A text that contains `$` may be a reference, which is only resolved
/// when the intent runs.
fn of(parameter: &Parameter) -> Json {
    let or_reference = |schema: Json| json!({ "anyOf": [schema, { "type": "string", "pattern": "\\$" }] });
    match ArgumentKind::of(parameter) {
        ArgumentKind::Text | ArgumentKind::Script => {
            json!({ "type": ["string", "number", "boolean", "null"] })
        }
        ArgumentKind::Number(least, most) => {
            or_reference(json!({ "type": "integer", "minimum": least, "maximum": most }))
        }
        ArgumentKind::Boolean => or_reference(json!({ "type": "boolean" })),
        ArgumentKind::OneOf(words) => or_reference(json!({ "enum": words })),
        ArgumentKind::Duration => duration_or_reference(),
        ArgumentKind::Amount => {
            or_reference(json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "const": "page" }] }))
        }
        ArgumentKind::Target => refer("target"),
        ArgumentKind::Object => or_reference(json!({ "type": "object" })),
        ArgumentKind::Array => or_reference(json!({ "type": "array" })),
        ArgumentKind::Any => json!({ "not": { "type": "null" } }),
    }
}

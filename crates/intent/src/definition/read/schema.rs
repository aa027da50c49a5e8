//! JSON Schemas of the file formats, for completion and validation in editors. They are derived from the
//! readers and accept everything that a reader accepts; constraints that span several places are left to the
//! reader.

use serde_json::{Map, Value as Json, json};

use super::argument_schema::{by_full_name, by_short_name};
use super::{action, condition, flow, manifest, options, outcome, parameter, pattern, step, target};
use crate::failure::Cause;
use crate::format::Format;
use crate::parameter::Type;
use crate::signature::{Effect, Signature};

/// The regular expression of a number with a unit.
const DURATION: &str = "^\\s*\\d+(\\.\\d+)?\\s*(ms|s|m|min|h|d)\\s*$";

/// The URL at which the schemas are published.
const HOME: &str = "https://lemmascope.dev/schemas";

/// Returns the schema of definition files. `verbs` determines the actions, and `blocks` the keywords of block
/// steps.
pub fn definition_schema(verbs: &[&Signature], blocks: &[&str]) -> Json {
    let mut keys = object(&super::KEYS, &["intent"], |key| match key {
        "intent" => json!({ "type": "string", "pattern": "^[a-z][a-z0-9_]*$" }),
        "version" => json!({ "type": ["string", "number"], "pattern": "^\\d+(\\.\\d+)*$" }),
        "tags" => list(text()),
        "triggers" => object(&super::TRIGGERS, &[], |_| list(text())),
        "parameters" => json!({ "type": "array", "items": refer("parameter") }),
        "steps" => refer("steps"),
        "pages" => {
            let page = object(&flow::PAGE_KEYS, &["name", "url_pattern"], |key| match key {
                "next" => texts(),
                "conditions" => list(refer("condition")),
                "timeout" => duration(),
                "extract" => refer("extract"),
                "intents" => json!({ "type": "array" }),
                _ => text(),
            });
            json!({ "type": "array", "minItems": 1, "items": page })
        }
        "success" => object(&outcome::SUCCESS, &[], |key| match key {
            "conditions" => list(refer("condition")),
            _ => refer("extract"),
        }),
        "failure" => object(&outcome::FAILURE, &[], |key| match key {
            "conditions" => list(refer("condition")),
            _ => refer("steps"),
        }),
        "options" => options_schema(),
        "examples" => json!({ "type": "array" }),
        "compose" => list(json!({ "type": "object", "required": ["intent"] })),
        _ => text(),
    });
    keys["oneOf"] = json!([
        { "required": ["steps", "version"] },
        { "required": ["verb", "version"] },
        { "required": ["pages"] },
        { "required": ["compose"] },
    ]);
    // Only one of these keys may define the body.
    keys["allOf"] = json!([
        { "not": { "required": ["pages", "steps"] } },
        { "not": { "required": ["compose", "steps"] } },
        { "not": { "required": ["compose", "pages"] } },
    ]);
    document("intent", "A definition of an intent", keys, definitions(verbs, blocks))
}

/// Returns the schema of `pack.yaml`.
pub fn manifest_schema(verbs: &[&Signature], blocks: &[&str]) -> Json {
    let keys = object(&manifest::KEYS, &[], |key| match key {
        "pack" => json!({ "type": ["string", "number"], "pattern": "^[^.][\\p{L}\\p{N}._-]*$" }),
        "version" => json!({ "type": ["string", "number"], "pattern": "^\\d+(\\.\\d+){0,2}" }),
        "domains" | "patterns" | "intents" | "auto_load" => texts(),
        "requires" => json!({ "type": "object", "additionalProperties": text() }),
        "custom_actions" => by_name(object(&manifest::ACTION, &["implementation"], |key| match key {
            "parameters" => json!({ "type": "array" }),
            "implementation" => object(&manifest::ACTION_CODE, &["type", "code"], |key| match key {
                "type" => json!({ "enum": manifest::ACTION_TYPES }),
                _ => text(),
            }),
            _ => text(),
        })),
        "custom_conditions" => by_name(object(&manifest::CONDITION, &["implementation"], |key| match key {
            "implementation" => object(&manifest::CONDITION_CODE, &["type"], |key| match key {
                "type" => json!({ "enum": manifest::CONDITION_TYPES }),
                "patterns" => texts(),
                _ => text(),
            }),
            _ => text(),
        })),
        "hooks" => hooks(),
        _ => text(),
    });
    document("pack", "What a pack states of itself", keys, definitions(verbs, blocks))
}

/// Returns the schema of patterns files.
pub fn patterns_schema() -> Json {
    let mut element = object(&pattern::ELEMENT, &[], |key| match key {
        "text_contains" => sought_texts(),
        "description" => text(),
        _ => sought(),
    });
    element["anyOf"] =
        ["selector", "text", "text_contains", "role"].map(|key| json!({ "required": [key] })).into();
    let one = object(&pattern::PATTERN, &["elements"], |key| match key {
        "detection" => object(&pattern::DETECTION, &[], |key| match key {
            "url_contains" | "text_contains" => sought_texts(),
            _ => sought(),
        }),
        "elements" => json!({
            "type": "object", "minProperties": 1, "propertyNames": part_name(), "additionalProperties": element,
        }),
        _ => text(),
    });
    let keys = object(&pattern::FILE, &["patterns"], |key| match key {
        "patterns" => json!({ "type": "object", "propertyNames": part_name(), "additionalProperties": one }),
        _ => text(),
    });
    document("patterns", "What recurs on the pages of a site", keys, Map::new())
}

/// Returns the schema of the file with the user's own hooks.
pub fn hooks_schema(verbs: &[&Signature], blocks: &[&str]) -> Json {
    let keys = object(&["$schema", "hooks"], &["hooks"], |key| match key {
        "hooks" => hooks(),
        _ => text(),
    });
    document("hooks", "Steps around all intents", keys, definitions(verbs, blocks))
}

fn document(name: &str, title: &str, mut keys: Json, definitions: Map<String, Json>) -> Json {
    let mut root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": format!("{HOME}/{name}-v1.json"),
        "title": title,
    });
    let (Some(root_keys), Some(keys)) = (root.as_object_mut(), keys.as_object_mut()) else { return root };
    root_keys.append(keys);
    if !definitions.is_empty() {
        root_keys.insert("$defs".into(), Json::Object(definitions));
    }
    root
}

fn definitions(verbs: &[&Signature], blocks: &[&str]) -> Map<String, Json> {
    let conditions = || json!({ "type": "array", "minItems": 1, "items": refer("condition") });
    let conditions_by_key = condition::KEYS.iter().map(|key| {
        let schema = match *key {
            "visible" | "hidden" | "within" => refer("target"),
            "all" | "any" => conditions(),
            "not" => refer("condition"),
            "count" => {
                let bound = || json!({ "type": "integer", "minimum": 0, "maximum": 1_000_000 });
                let mut count = object(&["selector", "min", "max"], &["selector"], |key| match key {
                    "selector" => text(),
                    _ => bound(),
                });
                count["anyOf"] = json!([{ "required": ["min"] }, { "required": ["max"] }]);
                count
            }
            _ => json!({}),
        };
        ((*key).to_string(), schema)
    });
    let conditions_by_key: Map<String, Json> = conditions_by_key.collect();
    let mut target = object(&target::KEYS, &[], |key| match key {
        "near" | "inside" | "after" | "before" | "contains" | "fallback" => refer("target"),
        "text_contains" => texts(),
        _ => text(),
    });
    target["dependentRequired"] = json!({ "match": ["text"] });
    let finding = target::KEYS.iter().filter(|key| target::says_what(key));
    target["anyOf"] = finding.map(|key| json!({ "required": [key] })).collect();
    let mut parameter = object(&parameter::KEYS, &["name", "type"], |key| match key {
        "name" => json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$" }),
        "type" => json!({ "enum": Type::ALL.map(Type::as_str) }),
        "required" => json!({ "type": "boolean" }),
        "default" => json!({}),
        "format" => json!({ "enum": Format::ALL.map(Format::as_str) }),
        _ => text(),
    });
    let of_type = Type::ALL.iter().filter(|kind| **kind != Type::Any).map(|kind| {
        json!({
            "if": { "properties": { "type": { "const": kind.as_str() } } },
            "then": { "properties": { "default": { "type": [kind.as_str(), "null"] } } },
        })
    });
    parameter["allOf"] = of_type.collect();
    // A value that is not extracted from the page may be anything.
    let one = json!({
        "if": { "type": "object", "required": ["from"] },
        "then": {
            "properties": { "from": { "anyOf": [{ "enum": outcome::SOURCES }, { "pattern": "\\." }, { "enum": looking(verbs) }] } },
            "allOf": [{
                "if": { "properties": { "from": { "const": "attribute" } } },
                "then": { "required": ["attribute"] },
            }],
        },
    });
    let extract =
        json!({ "anyOf": [text(), list(text()), { "type": "object", "additionalProperties": one }] });
    let all = [
        ("steps", json!({ "type": "array", "minItems": 1, "items": refer("step") })),
        ("step", step_schema(verbs, blocks)),
        // A condition may be a custom one from a pack, so that other keys are allowed.
        (
            "condition",
            json!({ "anyOf": [text(), {
                "type": "object", "minProperties": 1, "properties": conditions_by_key,
                "dependentRequired": { "within": ["text_contains"] },
            }] }),
        ),
        ("target", json!({ "anyOf": [text(), target] })),
        ("parameter", parameter),
        ("extract", extract),
    ];
    all.into_iter().map(|(name, schema)| (name.to_string(), schema)).collect()
}

fn step_schema(verbs: &[&Signature], blocks: &[&str]) -> Json {
    let steps = || refer("steps");
    let only = |key: &str, schema: Json| {
        let properties = Map::from_iter([(key.to_string(), schema)]);
        json!({ "type": "object", "required": [key], "properties": properties, "additionalProperties": false })
    };
    let mut forms = vec![action_schema(verbs)];
    for form in step::FORMS.iter().filter(|form| **form != "action") {
        forms.push(match *form {
            "branch" => only(
                form,
                object(&step::BRANCH, &["if", "then"], |key| match key {
                    "if" => refer("condition"),
                    _ => steps(),
                }),
            ),
            "loop" => {
                let mut repeated = object(&step::LOOP, &["over", "as", "steps"], |key| match key {
                    "over" => json!({ "type": ["string", "array"] }),
                    "as" => variable(),
                    "max" => json!({ "type": "integer", "minimum": 1, "maximum": step::MAX_LOOP }),
                    _ => steps(),
                });
                // The number of elements that a selector matches is unknown.
                repeated["if"] =
                    json!({ "properties": { "over": { "type": "string", "pattern": "^[^$]" } } });
                repeated["then"] = json!({ "required": ["max"] });
                only(form, repeated)
            }
            "try" => only(
                form,
                object(&step::TRY, &["steps", "catch"], |key| match key {
                    "catch" => json!({ "type": "array", "items": refer("step") }),
                    _ => steps(),
                }),
            ),
            "parallel" => only(
                form,
                object(&step::PARALLEL, &["steps"], |key| match key {
                    "wait" => json!({ "enum": ["all", "any", "none"] }),
                    _ => steps(),
                }),
            ),
            "checkpoint" => only(form, text()),
            _ => only(form, json!({})),
        });
    }
    for block in blocks {
        forms.push(only(
            block,
            object(&["at", "steps"], &["steps"], |key| match key {
                "at" => json!({ "type": ["string", "integer"], "minimum": 1, "maximum": 1000 }),
                _ => steps(),
            }),
        ));
    }
    json!({ "anyOf": forms })
}

fn action_schema(verbs: &[&Signature]) -> Json {
    let mut names: Vec<&str> = verbs.iter().filter(|verb| !verb.internal).map(|verb| verb.name).collect();
    names.extend(verbs.iter().filter(|verb| verb.is_called(verb.verb())).map(|verb| verb.verb()));
    names.extend(["wait", "intent"]);
    names.sort_unstable();
    names.dedup();
    // An action may be a custom one from a pack. The arguments of any other are those of its verb.
    let mut properties = Map::from_iter([(
        "action".to_string(),
        json!({ "type": "string", "anyOf": [{ "enum": names }, { "pattern": "." }] }),
    )]);
    for key in action::COMMON.iter().filter(|key| **key != "action") {
        let schema = match *key {
            "condition" => refer("condition"),
            "as" => variable(),
            _ => json!({}),
        };
        properties.insert((*key).to_string(), schema);
    }
    let when = |name: &str, then: Json| json!({ "if": { "properties": { "action": { "const": name } } }, "then": then });
    let is_short = |verb: &&&Signature| verb.is_called(verb.verb());
    let mut arguments = vec![
        when("wait", json!({ "required": ["condition"], "properties": { "timeout": duration() } })),
        when("intent", json!({ "required": ["name"], "properties": { "timeout": duration() } })),
    ];
    arguments.extend(verbs.iter().filter(is_short).map(|verb| when(verb.verb(), by_short_name(verb))));
    let full = verbs.iter().filter(|verb| !verb.internal);
    arguments.extend(full.map(|verb| when(verb.name, by_full_name(verb))));
    // A step with any of these keys has another form.
    for form in step::FORMS.iter().filter(|form| **form != "action") {
        properties.insert((*form).to_string(), json!(false));
    }
    json!({
        "type": "object",
        "required": ["action"],
        "properties": properties,
        "allOf": arguments,
    })
}

fn options_schema() -> Json {
    let causes: Vec<&str> = Cause::ALL.iter().map(|cause| cause.as_str()).collect();
    let mut handling = object(&options::HANDLING, &["action"], |key| match key {
        "action" => json!({ "enum": options::ACTIONS }),
        _ => duration(),
    });
    handling["if"] = json!({ "properties": { "action": { "enum": ["wait", "extend"] } } });
    handling["then"] = json!({ "required": ["timeout"] });
    object(&options::KEYS, &[], |key| match key {
        "timeout" => duration(),
        "retry" => object(&options::RETRY, &[], |key| match key {
            "max_attempts" => json!({ "type": "integer", "minimum": 1, "maximum": options::MAX_ATTEMPTS }),
            "delay" => duration(),
            _ => json!({ "anyOf": [{ "enum": causes }, { "type": "array", "items": { "enum": causes } }] }),
        }),
        "on_error" => {
            let names: Vec<&str> = causes.iter().copied().chain(["default"]).collect();
            json!({ "type": "object", "propertyNames": { "enum": names }, "additionalProperties": handling })
        }
        _ => json!({ "type": "boolean" }),
    })
}

fn hooks() -> Json {
    object(
        &manifest::HOOKS,
        &[],
        |_| json!({ "type": "array", "maxItems": manifest::MOST_HOOK_STEPS, "items": refer("step") }),
    )
}

/// Returns the schema of an object with these keys and no others.
fn object(keys: &[&str], required: &[&str], schema: impl Fn(&str) -> Json) -> Json {
    let properties: Map<String, Json> = keys.iter().map(|key| ((*key).to_string(), schema(key))).collect();
    let mut object = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}

fn by_name(schema: Json) -> Json {
    json!({ "type": "object", "additionalProperties": schema })
}

pub(super) fn refer(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Returns the schema of a text. A number is accepted as the text that was written.
fn text() -> Json {
    json!({ "type": ["string", "number", "boolean"] })
}

fn texts() -> Json {
    json!({ "anyOf": [text(), { "type": "array", "items": text() }] })
}

fn list(items: Json) -> Json {
    json!({ "type": "array", "items": items })
}

/// Returns the schema of a number with a unit.
fn duration() -> Json {
    json!({ "type": "string", "pattern": DURATION })
}

/// Returns the schema of a duration or a reference to one.
pub(super) fn duration_or_reference() -> Json {
    json!({ "type": "string", "pattern": format!("{DURATION}|\\$") })
}

/// Returns the schema of a variable name.
fn variable() -> Json {
    json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$" })
}

/// Returns the schema of the name of a pattern or of an element of a pattern.
fn part_name() -> Json {
    json!({ "pattern": "^[a-z][a-z0-9_]*$" })
}

/// Returns the schema of a text to match.
fn sought() -> Json {
    json!({ "type": ["string", "number", "boolean"], "minLength": 1 })
}

fn sought_texts() -> Json {
    json!({ "anyOf": [sought(), { "type": "array", "minItems": 1, "items": sought() }] })
}

/// Returns the names of the observing verbs that an extract may use.
fn looking(verbs: &[&Signature]) -> Vec<&'static str> {
    let looking = verbs.iter().filter(|verb| verb.effect == Effect::Observe);
    looking.flat_map(|verb| [verb.name, verb.verb()]).collect()
}

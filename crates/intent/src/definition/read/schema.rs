//! The formats of the files as JSON Schemas, so that editors complete and check them. They are made from what the readers know, and
//! refuse nothing that a reader accepts: what depends on more than one place is left to the reader.

use serde_json::{Map, Value as Json, json};

use super::{action, condition, flow, manifest, options, outcome, parameter, pattern, step, target};
use crate::failure::Cause;
use crate::format::Format;
use crate::parameter::{Parameter, Type};
use crate::signature::Signature;

/// Where the schemas are published.
const HOME: &str = "https://lemmascope.dev/schemas";

/// The schema of definition files. The verbs say which actions there are, and the blocks which words begin steps at another place.
pub fn definition_schema(verbs: &[&Signature], blocks: &[&str]) -> Json {
    let mut keys = object(&super::KEYS, &["intent"], |key| match key {
        "intent" => json!({ "type": "string", "pattern": "^[a-z][a-z0-9_]*$" }),
        "version" => json!({ "type": ["string", "number"], "pattern": "^\\d+(\\.\\d+)*$" }),
        "tags" => list(text()),
        "triggers" => object(&super::TRIGGERS, &[], |_| list(text())),
        "parameters" => json!({ "type": "array", "items": refer("parameter") }),
        "steps" => refer("steps"),
        "pages" => json!({ "type": "array", "items": object(&flow::PAGE_KEYS, &["name"], |key| match key {
            "name" => text(),
                "url_pattern" | "next" => texts(),
            "conditions" => json!({ "type": "array", "items": refer("condition") }),
            "timeout" => duration(),
            _ => json!({}),
        }) }),
        "success" => object(&outcome::SUCCESS, &[], |key| match key {
            "conditions" => json!({ "type": "array", "items": refer("condition") }),
            _ => json!({}),
        }),
        "failure" => object(&outcome::FAILURE, &[], |key| match key {
            "conditions" => json!({ "type": "array", "items": refer("condition") }),
            _ => refer("steps"),
        }),
        "options" => options_schema(),
        "examples" | "compose" => json!({ "type": "array" }),
        _ => text(),
    });
    keys["oneOf"] = json!([
        { "required": ["steps", "version"] },
        { "required": ["verb", "version"] },
        { "required": ["pages"] },
        { "required": ["compose"] },
    ]);
    document("intent", "A definition of an intent", keys, definitions(verbs, blocks))
}

/// The schema of `pack.yaml`.
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

/// The schema of patterns files.
pub fn patterns_schema() -> Json {
    let mut element = object(&pattern::ELEMENT, &[], |key| match key {
        "text_contains" => texts(),
        _ => text(),
    });
    element["anyOf"] =
        ["selector", "text", "text_contains", "role"].map(|key| json!({ "required": [key] })).into();
    let one = object(&pattern::PATTERN, &["elements"], |key| match key {
        "detection" => object(&pattern::DETECTION, &[], |key| match key {
            "url_contains" | "text_contains" => texts(),
            _ => text(),
        }),
        "elements" => json!({ "type": "object", "minProperties": 1, "additionalProperties": element }),
        _ => text(),
    });
    let keys = object(&pattern::FILE, &["patterns"], |key| match key {
        "patterns" => by_name(one.clone()),
        _ => text(),
    });
    document("patterns", "What recurs on the pages of a site", keys, Map::new())
}

/// The schema of the file with the hooks of the user's own.
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
    target["minProperties"] = json!(1);
    let parameter = object(&parameter::KEYS, &["name", "type"], |key| match key {
        "name" => json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$" }),
        "type" => json!({ "enum": Type::ALL.map(Type::as_str) }),
        "required" => json!({ "type": "boolean" }),
        "default" => json!({}),
        "format" => json!({ "enum": Format::ALL.map(Format::as_str) }),
        _ => text(),
    });
    let all = [
        ("steps", json!({ "type": "array", "minItems": 1, "items": refer("step") })),
        ("step", step_schema(verbs, blocks)),
        // A condition may be one that a pack brings, so that other keys are allowed.
        (
            "condition",
            json!({ "anyOf": [text(), {
                "type": "object", "minProperties": 1, "properties": conditions_by_key,
            }] }),
        ),
        ("target", json!({ "anyOf": [text(), target] })),
        ("parameter", parameter),
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
            "loop" => only(
                form,
                object(&step::LOOP, &["over", "as", "steps"], |key| match key {
                    "over" => json!({ "type": ["string", "array"] }),
                    "as" => text(),
                    "max" => json!({ "type": "integer", "minimum": 1, "maximum": step::MAX_LOOP }),
                    _ => steps(),
                }),
            ),
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
                "at" => json!({ "type": ["string", "integer"] }),
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
    // An action may be one that a pack brings, and each takes what its verb takes.
    let mut properties = Map::from_iter([(
        "action".to_string(),
        json!({ "type": "string", "anyOf": [{ "enum": names }, { "pattern": "." }] }),
    )]);
    for key in action::COMMON.iter().filter(|key| **key != "action") {
        let schema = match *key {
            "condition" => refer("condition"),
            _ => json!({}),
        };
        properties.insert((*key).to_string(), schema);
    }
    let short = |wanted: &dyn Fn(&Parameter) -> bool| -> Vec<&str> {
        let with = verbs.iter().filter(|verb| verb.is_called(verb.verb()));
        with.filter(|verb| verb.find("target").is_some_and(wanted)).map(|verb| verb.verb()).collect()
    };
    let is_element = |parameter: &Parameter| parameter.notation().is_element();
    let must = |names: Vec<&str>, then: Json| json!({ "if": { "properties": { "action": { "enum": names } } }, "then": then });
    // What begins with another word is a step of another form.
    for form in step::FORMS.iter().filter(|form| **form != "action") {
        properties.insert((*form).to_string(), json!(false));
    }
    json!({
        "type": "object",
        "required": ["action"],
        "properties": properties,
        "allOf": [
            must(short(&|it| is_element(it) && it.required), json!({ "required": ["target"] })),
            must(short(&is_element), json!({ "properties": { "target": refer("target") } })),
            must(vec!["wait"], json!({ "required": ["condition"] })),
            must(vec!["intent"], json!({ "required": ["name"] })),
        ],
    })
}

fn options_schema() -> Json {
    let causes: Vec<&str> = Cause::ALL.iter().map(|cause| cause.as_str()).collect();
    let handling = object(&options::HANDLING, &["action"], |key| match key {
        "action" => json!({ "enum": options::ACTIONS }),
        _ => duration(),
    });
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

/// An object with these keys and no others.
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

fn refer(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// A text; what YAML reads as a number is the text that was written.
fn text() -> Json {
    json!({ "type": ["string", "number", "boolean"] })
}

fn texts() -> Json {
    json!({ "anyOf": [text(), { "type": "array", "items": text() }] })
}

fn list(items: Json) -> Json {
    json!({ "type": "array", "items": items })
}

fn duration() -> Json {
    json!({ "type": ["string", "number"] })
}

//! The tools: their descriptions, and the requests that result from their calls.

use std::sync::Arc;

use lemmascope_engine::{Engine, Grant, Input, Offering, OfferingKind, Tier};
use lemmascope_intent::{Cause, Effect, Failure, Operation, Report, Value as Given};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use super::Profile;
use crate::call;
use crate::endpoint::DEFAULT_SESSION;
use crate::schema;

/// The requests of a tool call.
pub(super) struct Wanted {
    /// The requests, executed one by one until one fails.
    pub inputs: Vec<Input>,
    /// The session.
    pub session: String,
}

/// A general tool.
struct General {
    name: &'static str,
    about: &'static str,
    properties: Value,
    required: &'static [&'static str],
    annotations: fn() -> ToolAnnotations,
}

fn general() -> [General; 6] {
    let session = || json!({"type": "string", "description": "Default: \"default\"."});
    let parameters = || json!({"type": "object"});
    let confirm = || json!({"type": "string", "description": "Digest of an answer of status ask, once the person agreed."});
    [
        General {
            name: "observe",
            about: "Show what is open: the page with the ids of its elements, and the intents that fit it.",
            properties: json!({"full": {"type": "boolean"}, "session": session()}),
            required: &[],
            annotations: reading,
        },
        General {
            name: "act",
            about: "Carry out command lines, one a line, until one fails: goto URL, click 5, type 3 \"text\", select 4 \"Blue\", \
                    press Enter, scroll down, wait visible \"Done\", back, extract 7, undo, help [command].",
            properties: json!({"commands": {"type": "string"}, "session": session()}),
            required: &["commands"],
            annotations: acting,
        },
        General {
            name: "run_intent",
            about: "Carry out an intent or a verb by name, as observe and `help` list them.",
            properties: json!({
                "name": {"type": "string"}, "parameters": parameters(), "confirm": confirm(), "session": session(),
            }),
            required: &["name"],
            annotations: acting,
        },
        General {
            name: "say",
            about: "Carry out a sentence in English or Portuguese, or answer the question that was asked.",
            properties: json!({"text": {"type": "string"}, "confirm": confirm(), "session": session()}),
            required: &["text"],
            annotations: acting,
        },
        General {
            name: "define",
            about: "Define an intent for the session from YAML: `parameters:`, `steps:`, `success:`. It becomes a tool.",
            properties: json!({
                "name": {"type": "string"}, "definition": {"type": "string"}, "session": session(),
            }),
            required: &["name", "definition"],
            annotations: adding,
        },
        General {
            name: "plan",
            about: "Show what an intent, or a sentence, would do, and do nothing.",
            properties: json!({
                "intent": {"type": "string"}, "parameters": parameters(), "text": {"type": "string"},
                "session": session(),
            }),
            required: &[],
            annotations: reading,
        },
    ]
}

fn hints(reads: bool, destroys: bool, repeats: bool) -> ToolAnnotations {
    let mut hints = ToolAnnotations::new();
    hints.read_only_hint = Some(reads);
    hints.destructive_hint = Some(destroys);
    hints.idempotent_hint = Some(repeats);
    hints
}

fn reading() -> ToolAnnotations {
    hints(true, false, true)
}

fn acting() -> ToolAnnotations {
    hints(false, true, false)
}

fn adding() -> ToolAnnotations {
    hints(false, false, true)
}

/// Returns the tools that a client gets.
pub(super) fn list(engine: &Engine, grant: &Grant, profile: Profile) -> Vec<Tool> {
    let mut tools: Vec<Tool> = general().iter().map(general_tool).collect();
    tools.extend(offered(engine, grant, profile).iter().map(offering_tool));
    tools
}

/// Returns the offerings with separate tools, as far as the key permits them.
fn offered(engine: &Engine, grant: &Grant, profile: Profile) -> Vec<Offering> {
    let is_offered = |offering: &Offering| match (profile, offering.kind) {
        (Profile::Full, kind) => kind != OfferingKind::Command,
        (Profile::Intents, kind) => matches!(kind, OfferingKind::Intent(_)),
        (Profile::Small, OfferingKind::Intent(tier)) => {
            matches!(tier, Tier::User | Tier::Session | Tier::Pack)
        }
        (Profile::Small, _) => false,
    };
    let is_permitted =
        |it: &Offering| it.permissions.iter().all(|needed| grant.permissions.includes(*needed));
    let offerings = engine.offerings(&grant.owner, DEFAULT_SESSION);
    offerings.into_iter().filter(|it| is_offered(it) && is_permitted(it)).collect()
}

fn general_tool(general: &General) -> Tool {
    let schema = json!({"type": "object", "properties": general.properties, "required": general.required});
    described(Tool::new(general.name, general.about, object(schema)), (general.annotations)())
}

fn offering_tool(offering: &Offering) -> Tool {
    let mut schema = schema::parameters_schema(&offering.parameters);
    schema["properties"]["session"] = json!({"type": "string"});
    let annotations = hints(
        offering.effect == Effect::Observe,
        offering.removes || !offering.reversible,
        offering.effect == Effect::Observe,
    );
    described(Tool::new(tool_name(&offering.name), schema::summary(offering), object(schema)), annotations)
}

fn described(mut tool: Tool, annotations: ToolAnnotations) -> Tool {
    let answer = json!({
        "type": "object",
        "properties": {"status": {"enum": ["ok", "partial", "error", "ask"]}},
        "required": ["status"],
    });
    tool.output_schema = Some(object(answer));
    tool.annotations = Some(annotations);
    tool
}

fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(object) => Arc::new(object),
        _ => Arc::default(),
    }
}

/// Converts the name of an offering into a tool name: clients accept letters, digits, `_` and `-`.
fn tool_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(64).collect()
}

/// Parses a call of a tool. Returns `None` for an unknown tool.
pub(super) fn read(
    engine: &Engine,
    grant: &Grant,
    tool: &str,
    arguments: JsonObject,
) -> Result<Option<Wanted>, Box<Report>> {
    let text = |name: &str| arguments.get(name).and_then(Value::as_str);
    let session = text("session").unwrap_or(DEFAULT_SESSION).to_string();
    let missing = |name: &str| {
        let failure = Failure::new(Cause::MissingParameter, format!("missing parameter: {name}")).about(name);
        Box::new(Report::error(tool, &failure))
    };
    let given = Value::Object(arguments.clone());
    let input: Input = match tool {
        "observe" => {
            let verb = engine.operation(Operation::Observe).ok_or_else(|| {
                let failure = Failure::new(Cause::Unavailable, "there is nothing here that can be observed");
                Box::new(Report::error(tool, &failure))
            })?;
            let is_full = given["full"] == json!(true);
            call::command(verb, is_full.then(|| ("full", Given::from(true)))).into()
        }
        "act" => {
            let inputs = lines(text("commands").ok_or_else(|| missing("commands"))?);
            return Ok(Some(Wanted { inputs, session }));
        }
        "run_intent" => call::named(text("name").ok_or_else(|| missing("name"))?, &given).into(),
        "say" => call::sentence(text("text").ok_or_else(|| missing("text"))?, &given).into(),
        "define" => {
            let name = text("name").ok_or_else(|| missing("name"))?;
            let definition = text("definition").ok_or_else(|| missing("definition"))?;
            call::definition(name, definition).into()
        }
        "plan" => match (text("intent"), text("text")) {
            (Some(intent), _) => call::planned(intent, &given).into(),
            (None, Some(sentence)) => call::sentence(sentence, &json!({"plan": true})).into(),
            (None, None) => return Err(missing("intent")),
        },
        name => {
            let offerings = engine.offerings(&grant.owner, &session);
            let Some(offering) = offerings.iter().find(|offering| tool_name(&offering.name) == name) else {
                return Ok(None);
            };
            let mut parameters = arguments.clone();
            if !offering.parameters.iter().any(|parameter| parameter.name == "session") {
                parameters.remove("session");
            }
            call::named(&offering.name, &json!({"parameters": parameters})).into()
        }
    };
    Ok(Some(Wanted { inputs: vec![input], session }))
}

/// Splits a text into commands: one per line, including the indented lines below it.
fn lines(text: &str) -> Vec<Input> {
    let mut commands: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match commands.last_mut() {
            Some(command) if line.starts_with([' ', '\t']) => {
                command.push('\n');
                command.push_str(line);
            }
            _ => commands.push(line.trim_end().into()),
        }
    }
    commands.into_iter().map(Input::Line).collect()
}

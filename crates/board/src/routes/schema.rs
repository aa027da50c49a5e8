//! The JSON schemas of the routes.

use serde_json::{Map, Value as Json, json};

use crate::action::{REPLY_WORDS, TYPES};

/// Returns the schema of a request envelope. The fields of each action type are validated by the parser.
pub(super) fn envelope() -> Json {
    json!({
        "type": "object",
        "required": ["reply", "actions"],
        "properties": {
            "reply": {"type": "string", "minLength": 1, "description": format!("What you would say, in at most {REPLY_WORDS} words.")},
            "actions": {"type": "array", "items": action()},
            "needsClarification": {"type": ["boolean", "null"], "description": "Whether you have to ask first; nothing is applied then."},
            "clarificationQuestion": {"type": ["string", "null"]},
            "suggestions": {"type": ["array", "null"], "items": {"type": "string"}},
        },
    })
}

fn action() -> Json {
    let text = |about: &str| json!({"type": "string", "description": about});
    let optional = |about: &str| json!({"type": ["string", "null"], "description": about});
    json!({
        "type": "object",
        "required": ["type"],
        "properties": {
            "type": {"enum": TYPES},
            "identifier": text("The card: `#5`, its title or a part of the title."),
            "identifiers": {"type": "array", "items": {"type": "string"}},
            "title": text("A title."),
            "column": optional("A column, by its title."),
            "toColumn": text("The column that a card goes to, by its title."),
            "position": {"type": ["integer", "null"], "minimum": 1, "description": "The place in the column, from the top."},
            "version": {"type": ["integer", "null"], "minimum": 1, "description": "The version of the card that you have seen: the action is refused where the card has another."},
            "description": optional("A description."),
            "updates": {"type": "object", "description": "New values: title, description, status, assignee, dueDate, priority."},
            "cards": {"type": "array", "items": {"type": "object"}, "description": "Cards with the fields of create_card."},
            "comment": text("A comment."),
            "label": text("A label."),
            "assignee": optional("A user; `me` is the caller."),
            "dueDate": optional("A day, such as 2026-12-24."),
            "priority": {"enum": ["none", "low", "medium", "high"]},
            "query": optional("Words to look for."),
            "status": {"enum": ["all", "active", "done", null]},
        },
    })
}

/// Returns the schema of a response envelope.
pub(super) fn answer() -> Json {
    let mut done = action();
    done["required"] = json!(["type", "result", "cards"]);
    done["properties"] = json!({
        "type": {"type": "string"},
        "result": {"enum": ["done", "unchanged", "superseded", "failed"]},
        "cards": {"type": "array", "items": {"type": "object"}},
    });
    json!({
        "type": "object",
        "required": ["reply", "actions", "needsClarification", "clarificationQuestion", "suggestions"],
        "properties": {
            "reply": {"type": "string"},
            "actions": {"type": "array", "items": done},
            "needsClarification": {"type": "boolean"},
            "clarificationQuestion": {"type": ["string", "null"]},
            "suggestions": {"type": "array", "items": {"type": "string"}},
        },
    })
}

pub(super) fn message() -> Json {
    json!({
        "type": "object",
        "required": ["message"],
        "additionalProperties": false,
        "properties": {
            "message": {"type": "string", "minLength": 1, "maxLength": 10_000},
            "board": {"type": "integer", "minimum": 1, "description": "The id of the board; the default one unless it is given."},
            "conversation": {
                "type": "string",
                "pattern": "^[A-Za-z0-9_-]{1,64}$",
                "description": "The conversation that a question and its answer belong to; one for each board unless it is given.",
            },
        },
    })
}

pub(super) fn board_id() -> Json {
    json!({"type": "integer", "minimum": 1})
}

pub(super) fn boards() -> Json {
    object(
        &["boards", "default", "user"],
        &[
            ("boards", json!({"type": "array", "items": board()})),
            (
                "default",
                json!({"type": "integer", "description": "The board that is meant where none is named."}),
            ),
            ("user", json!({"type": ["string", "null"], "description": "The user that `me` stands for."})),
        ],
    )
}

pub(super) fn snapshot() -> Json {
    let column = object(
        &["id", "title", "archived", "completes", "cards"],
        &[
            ("id", json!({"type": "integer"})),
            ("title", json!({"type": "string"})),
            ("archived", json!({"type": "boolean"})),
            (
                "completes",
                json!({"type": "boolean", "description": "Whether a card that enters it is done."}),
            ),
            (
                "cards",
                json!({"type": "array", "items": {"type": "integer"}, "description": "The ids of its cards, from the top."}),
            ),
        ],
    );
    object(
        &["board", "number", "whole", "columns", "cards"],
        &[
            ("board", board()),
            (
                "number",
                json!({"type": "integer", "description": "The number of the last event that is in it."}),
            ),
            (
                "whole",
                json!({"type": "boolean", "description": "Whether all cards are in it, or only those that have changed."}),
            ),
            ("columns", json!({"type": "array", "items": column})),
            ("cards", json!({"type": "array", "items": {"type": "object"}})),
        ],
    )
}

pub(super) fn card() -> Json {
    object(
        &["id", "title", "description", "version", "comments", "deleted"],
        &[
            ("id", json!({"type": "integer"})),
            ("title", json!({"type": "string"})),
            ("description", json!({"type": "string"})),
            ("version", json!({"type": "integer"})),
            ("comments", json!({"type": "array", "items": {"type": "object"}})),
            ("deleted", json!({"type": "boolean"})),
        ],
    )
}

pub(super) fn history() -> Json {
    object(
        &["number", "events"],
        &[("number", json!({"type": "integer"})), ("events", json!({"type": "array", "items": event()}))],
    )
}

pub(super) fn event() -> Json {
    object(
        &["number"],
        &[
            ("number", json!({"type": "integer"})),
            ("kind", json!({"type": "string"})),
            ("card", json!({"type": ["integer", "null"]})),
            ("author", json!({"type": ["string", "null"]})),
            ("at", json!({"type": "integer", "description": "Milliseconds since 1970."})),
        ],
    )
}

fn board() -> Json {
    object(
        &["id", "name", "archived", "owner", "members"],
        &[
            ("owner", json!({"type": "string"})),
            (
                "members",
                json!({"type": "array", "items": {"type": "string"}, "description": "The other owners that it is shared with."}),
            ),
            ("id", json!({"type": "integer"})),
            ("name", json!({"type": "string"})),
            ("archived", json!({"type": "boolean"})),
        ],
    )
}

fn object(required: &[&str], properties: &[(&str, Json)]) -> Json {
    let properties: Map<String, Json> =
        properties.iter().map(|(name, schema)| ((*name).to_string(), schema.clone())).collect();
    json!({"type": "object", "required": required, "properties": properties})
}

//! Comparison of the envelope schema with the parser.

use std::sync::LazyLock;

use lemmascope_board::action::Envelope;
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

static SCHEMA: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let text = include_str!("../../../../schemas/board-envelope.schema.json");
    jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
});

/// Returns an action of every type, with all of its fields.
fn actions() -> Vec<Json> {
    let card = json!({"title": "a", "column": "Ready", "description": "d"});
    let updates = json!({"title": "b", "description": "", "status": "done", "assignee": null, "dueDate": "2026-12-24", "priority": "low"});
    let criteria = json!({"query": "q", "column": "Done", "status": "all", "assignee": "me"});
    let with = |name: &str, fields: Json| {
        let mut action = fields;
        action["type"] = name.into();
        action
    };
    let one = |name: &str, fields: Json| {
        let mut action = with(name, fields);
        action["identifier"] = "#5".into();
        action
    };
    vec![
        with("create_card", card.clone()),
        one("move_card", json!({"toColumn": "Done", "position": 2, "version": 3})),
        one("update_card", json!({"updates": updates.clone(), "version": 3})),
        one("delete_card", json!({})),
        one("restore_card", json!({})),
        with("list_cards", criteria.clone()),
        with("search_cards", criteria),
        with("bulk_move", json!({"identifiers": ["#1", "b"], "toColumn": "Done"})),
        with("bulk_create", json!({"cards": [card]})),
        with("bulk_update", json!({"identifiers": ["#1"], "updates": updates})),
        one("add_comment", json!({"comment": "c"})),
        one("remove_comment", json!({})),
        one("assign_card", json!({"assignee": "ana"})),
        one("set_due_date", json!({"dueDate": "2026-12-24"})),
        one("add_label", json!({"label": "l"})),
        one("remove_label", json!({"label": "l"})),
        one("set_priority", json!({"priority": "high"})),
        with("create_column", json!({"title": "t"})),
        with("rename_column", json!({"column": "c", "title": "t"})),
        with("move_column", json!({"column": "c", "position": 2})),
        with("archive_column", json!({"column": "c"})),
        with("restore_column", json!({"column": "c"})),
    ]
}

#[test]
fn schema_contains_exactly_the_supported_actions() {
    let schema = &*SCHEMA;
    let actions = actions();
    for action in &actions {
        let envelope = json!({"reply": "x", "actions": [action]});
        assert!(Envelope::read(&envelope).is_ok(), "{action}");
        let errors: Vec<String> = schema.iter_errors(&envelope).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{action}: {errors:?}");
    }
    let text = include_str!("../../../../schemas/board-envelope.schema.json");
    let text: Json = serde_json::from_str(text).unwrap();
    assert_eq!(text["properties"]["actions"]["items"]["oneOf"].as_array().unwrap().len(), actions.len());
    for (envelope, is_accepted) in [
        (json!({"reply": "word ".repeat(60), "actions": []}), true),
        (json!({"reply": "word ".repeat(61), "actions": []}), false),
        (
            json!({"reply": "x", "actions": [], "needsClarification": true, "clarificationQuestion": "which?"}),
            true,
        ),
        (json!({"reply": "x", "actions": [], "needsClarification": true}), false),
        (
            json!({"reply": "x", "actions": [], "needsClarification": null, "clarificationQuestion": null, "suggestions": null}),
            true,
        ),
        (
            json!({"reply": "x", "actions": [actions[0]], "needsClarification": true, "clarificationQuestion": "?"}),
            false,
        ),
        (json!({"reply": " ", "actions": []}), false),
        (json!([]), false),
    ] {
        assert_eq!(Envelope::read(&envelope).is_ok(), is_accepted, "{envelope}");
        assert_eq!(schema.is_valid(&envelope), is_accepted, "{envelope}");
    }
}

/// A mutation of one field.
#[derive(Debug, Clone)]
enum Change {
    Remove(usize),
    Add(String),
    Replace(usize, Json),
}

fn change() -> impl Strategy<Value = Change> {
    let value = prop_oneof![
        Just(json!(null)),
        Just(json!(7)),
        Just(json!(0)),
        Just(json!(true)),
        Just(json!("")),
        Just(json!("word")),
        Just(json!("2026-12-24")),
        Just(json!([])),
        Just(json!(["a", 5])),
        Just(json!({})),
        Just(json!({"colour": "red"})),
    ];
    prop_oneof![
        (0..8_usize).prop_map(Change::Remove),
        "[a-zA-Z]{1,12}".prop_map(Change::Add),
        (0..8_usize, value).prop_map(|(at, value)| Change::Replace(at, value)),
    ]
}

fn apply(change: &Change, object: &mut Map<String, Json>) {
    let key = |at: &usize, object: &Map<String, Json>| object.keys().nth(at % object.len().max(1)).cloned();
    match change {
        Change::Remove(at) => {
            if let Some(key) = key(at, object) {
                object.remove(&key);
            }
        }
        Change::Add(name) => {
            object.insert(name.clone(), json!("x"));
        }
        Change::Replace(at, value) => {
            if let Some(key) = key(at, object) {
                object.insert(key, value.clone());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn schema_and_parser_accept_same_envelopes(at in 0..20_usize, change in change(), inside in any::<bool>()) {
        let mut action = actions().swap_remove(at);
        let object = match inside {
            true => match action.get_mut("updates").and_then(Json::as_object_mut) {
                Some(updates) => updates,
                None => action.as_object_mut().unwrap(),
            },
            false => action.as_object_mut().unwrap(),
        };
        apply(&change, object);
        let envelope = json!({"reply": "x", "actions": [action]});
        let read = Envelope::read(&envelope);
        prop_assert_eq!(SCHEMA.is_valid(&envelope), read.is_ok(), "{} {:?}", envelope, read);
    }
}

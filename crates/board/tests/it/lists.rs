//! Cards with all fields, filtered lists, and actions on all cards of a column.

use jiff::ToSpan;
use serde_json::{Value as Json, json};

use crate::backend::Backend;
use crate::desk::Desk;

/// Returns the titles in a listing.
async fn titles(desk: &mut Desk, filter: Json) -> Vec<String> {
    let outcome = desk.call("list_cards", filter).await.unwrap();
    let value = serde_json::to_value(&outcome.value).unwrap();
    let columns = value["columns"].as_array().cloned().unwrap_or_default();
    let cards = columns.iter().flat_map(|column| column["cards"].as_array().cloned().unwrap_or_default());
    cards.map(|card| card["title"].as_str().unwrap().to_string()).collect()
}

pub(crate) async fn a_card_is_created_with_everything_at_once(backend: Backend) {
    let mut desk = Desk::new(&backend);
    let everything = json!({
        "title": "Water damage", "column": "Ready", "description": "Second floor", "assignee": "ana",
        "day": "2026-12-01", "priority": "high", "label": "house",
    });
    let outcome = desk.call("create_card", everything).await.unwrap();
    let card = &serde_json::to_value(&outcome.value).unwrap()["cards"][0];
    assert_eq!((&card["column"], &card["assignee"]), (&json!("Ready"), &json!("ana")), "{card}");
    assert_eq!((&card["dueDate"], &card["priority"]), (&json!("2026-12-01"), &json!("high")), "{card}");
    assert_eq!(
        (&card["labels"], &card["description"]),
        (&json!(["house"]), &json!("Second floor")),
        "{card}"
    );
    // The action is undone in one step.
    let undo = desk.undo.pop().unwrap();
    desk.make(&undo).await.unwrap();
    assert_eq!(desk.reply("list_cards", json!({})).await, "No tasks.");
}

pub(crate) async fn lists_are_filtered(backend: Backend) {
    let mut desk = Desk::new(&backend);
    let today = jiff::Zoned::now().date();
    let day = |days: i64| today.checked_add(days.days()).unwrap().to_string();
    for card in [
        json!({"title": "Late", "day": day(-40), "assignee": "ana", "priority": "high"}),
        json!({"title": "Late and done", "day": day(-40), "column": "Done"}),
        json!({"title": "Now", "day": day(0), "label": "web"}),
        json!({"title": "Far", "day": day(40), "assignee": "rui", "label": "Web"}),
        json!({"title": "Some day"}),
    ] {
        desk.call("create_card", card).await.unwrap();
    }
    for (filter, wanted) in [
        (json!({"due": "overdue"}), &["Late"][..]),
        (json!({"due": "today"}), &["Now"]),
        (json!({"due": "this_week"}), &["Now"]),
        (json!({"due": "none"}), &["Some day"]),
        (json!({"assignee": "ana"}), &["Late"]),
        (json!({"assignee": "Nobody"}), &["Now", "Some day", "Late and done"]),
        (json!({"assignee": "ninguém", "status": "active"}), &["Now", "Some day"]),
        (json!({"label": "WEB"}), &["Now", "Far"]),
        (json!({"label": "web", "assignee": "rui"}), &["Far"]),
        (json!({"priority": "high"}), &["Late"]),
        (json!({"status": "done"}), &["Late and done"]),
    ] {
        assert_eq!(titles(&mut desk, filter.clone()).await, wanted, "{filter}");
    }
    let said = desk.reply("list_cards", json!({"due": "overdue", "priority": "high"})).await;
    assert_eq!(said, "You have 1 task of high priority that is overdue.");
    let failure = desk.call("list_cards", json!({"due": "yesterday"})).await.unwrap_err();
    assert_eq!(failure.message, "there is no deadline \"yesterday\"");
}

pub(crate) async fn all_cards_of_a_column_are_moved_and_deleted(backend: Backend) {
    let mut desk = Desk::new(&backend);
    for (title, column) in [("One", "Ready"), ("Two", "Ready"), ("Three", "Done")] {
        desk.call("create_card", json!({"title": title, "column": column})).await.unwrap();
    }
    let move_all = json!({"source": "ready", "column": "done"});
    assert_eq!(desk.reply("move_all", move_all.clone()).await, "Moved 2 cards to Done.");
    assert_eq!(titles(&mut desk, json!({"column": "Done"})).await.len(), 3);
    assert_eq!(desk.reply("move_all", move_all).await, "No tasks in Ready.");
    assert_eq!(desk.reply("clear_column", json!({"column": "Done"})).await, "Deleted 3 cards from Done.");
    assert_eq!(desk.reply("list_cards", json!({})).await, "No tasks.");
    assert_eq!(desk.reply("clear_column", json!({"column": "Done"})).await, "No tasks in Done.");
    // Each action is undone in one step.
    let cleared = desk.undo.pop().unwrap();
    desk.make(&cleared).await.unwrap();
    assert_eq!(desk.reply("list_cards", json!({})).await, "You have 3 tasks.");
    let moved = desk.undo.pop().unwrap();
    desk.make(&moved).await.unwrap();
    assert_eq!(titles(&mut desk, json!({"column": "Ready"})).await, ["One", "Two"]);
    assert_eq!(titles(&mut desk, json!({"column": "Done"})).await, ["Three"]);
    let failure = desk.call("clear_column", json!({"column": "Nowhere"})).await.unwrap_err();
    assert!(failure.asks);
}

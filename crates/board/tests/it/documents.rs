//! Boards as documents.

use serde_json::{Value as Json, json};

use crate::backend::Backend;
use crate::desk::Desk;

async fn exported(desk: &mut Desk, format: &str) -> Json {
    let outcome = desk.call("export_board", json!({"format": format})).await.unwrap();
    serde_json::to_value(&outcome.value).unwrap()
}

/// Returns the content that an import must preserve: everything except ids.
fn kept(document: &Json) -> Vec<Json> {
    let mut cards = document["cards"].as_array().unwrap().clone();
    for card in &mut cards {
        card["id"] = 0.into();
    }
    cards
}

pub(crate) async fn a_board_goes_to_another_store_and_back(backend: Backend) {
    let source = Backend::sqlite();
    let mut from = Desk::new(&source);
    from.call("bulk_create", json!({"titles": "a, b, \"quoted\"", "column": "Ready"})).await.unwrap();
    from.call("create_column", json!({"title": "Hidden"})).await.unwrap();
    for (verb, arguments) in [
        ("update_card", json!({"identifier": "a", "description": "two\nlines"})),
        ("set_priority", json!({"identifier": "a", "priority": "high"})),
        ("set_due_date", json!({"identifier": "a", "day": "2026-12-24"})),
        ("add_label", json!({"identifier": "a", "label": "web"})),
        ("assign_card", json!({"identifier": "a", "assignee": "ana"})),
        ("add_comment", json!({"identifier": "a", "comment": "looks, \"good\""})),
        ("assign_card", json!({"identifier": "b", "assignee": "stranger"})),
        ("move_card", json!({"identifier": "b", "column": "Done"})),
        ("move_card", json!({"identifier": "quoted", "column": "Hidden"})),
        ("archive_column", json!({"column": "Hidden"})),
        ("create_card", json!({"title": "gone"})),
        ("delete_card", json!({"identifier": "gone"})),
    ] {
        from.call(verb, arguments).await.unwrap();
    }
    let document = exported(&mut from, "json").await;
    assert_eq!(document["cards"].as_array().unwrap().len(), 4);
    let text = exported(&mut from, "csv").await;

    let mut to = Desk::new(&backend);
    let imported = to.call("import_board", json!({"document": document})).await.unwrap();
    let said = serde_json::to_value(&imported.value).unwrap();
    let there = exported(&mut to, "json").await;
    if backend.kanboard.is_none() {
        assert_eq!(said["notHeld"], json!(["the ids of cards: they have new ones"]));
        assert_eq!(kept(&there), kept(&document));
        assert_eq!(there["columns"], document["columns"]);
    } else {
        assert_eq!(said["notHeld"][0], "assignees that are no members: stranger");
        assert_eq!(there["cards"].as_array().unwrap().len(), 4);
        let card = &there["cards"][0];
        assert_eq!((&card["title"], &card["assignee"]), (&json!("a"), &json!("ana")));
        assert_eq!((&card["dueDate"], &card["labels"]), (&json!("2026-12-24"), &json!(["web"])));
        assert_eq!(card["comments"][0]["text"], "looks, \"good\"");
    }
    // The cards of a spreadsheet, on another board.
    if backend.kanboard.is_none() {
        to.call("create_board", json!({"name": "Second"})).await.unwrap();
        to.call("import_board", json!({"document": text, "board": "Second"})).await.unwrap();
        assert_eq!(
            to.reply("list_cards", json!({"board": "Second", "status": "done"})).await,
            "You have 1 done task."
        );
        // The import is undone in one step.
        let undo = to.undo.pop().unwrap();
        assert_eq!(undo.capability, "board.revert");
        to.make(&undo).await.unwrap();
        assert_eq!(to.reply("list_cards", json!({"board": "Second"})).await, "No tasks.");
    }
}

/// Imports more cards than one batch can contain.
pub(crate) async fn a_large_import_is_one_step(backend: Backend) {
    const CARDS: usize = 1200;
    let mut desk = Desk::new(&backend);
    desk.call("create_card", json!({"title": "Was here", "column": "Ready"})).await.unwrap();
    let mut text = String::from("title,column\n");
    for number in 0..CARDS {
        text.push_str(&format!("Card {number},{}\n", ["Backlog", "Ready", "Later"][number % 3]));
    }
    let count = async |desk: &mut Desk| desk.reply("list_cards", json!({})).await;
    desk.call("import_board", json!({"document": {"text": text}})).await.unwrap();
    assert_eq!(count(&mut desk).await, "You have 1201 tasks.");
    let undo = desk.undo.pop().unwrap();
    let undone = desk.make(&undo).await.unwrap();
    assert_eq!(count(&mut desk).await, "You have 1 task.");
    // The imported column is removed too, and a repeated undo changes nothing.
    assert!(desk.call("list_cards", json!({"column": "Later"})).await.unwrap_err().asks);
    desk.make(&undo).await.unwrap();
    assert_eq!(count(&mut desk).await, "You have 1 task.");
    let redo = undone.undo.unwrap();
    desk.make(&redo).await.unwrap();
    assert_eq!(count(&mut desk).await, "You have 1201 tasks.");
    assert_eq!(desk.reply("list_cards", json!({"column": "Later"})).await, "You have 400 tasks in Later.");
}

pub(crate) async fn a_document_that_cannot_be_read_changes_nothing(backend: Backend) {
    let mut desk = Desk::new(&backend);
    for (document, reason) in [
        (json!({}), "missing field"),
        (json!({"text": "title\n"}), ""),
        (json!({"text": "title,column,colour\n"}), "column \"colour\" is not known"),
        (
            json!({"format": "other", "version": 1, "board": "x", "columns": [], "cards": []}),
            "its format is another",
        ),
        (
            json!({"format": "lemmascope-board", "version": 1, "board": "x", "columns": [], "cards": [{"title": "x"}]}),
            "missing field",
        ),
        (
            json!({"format": "lemmascope-board", "version": 1, "board": "x", "columns": [], "cards": [{"title": "x", "column": "Nowhere"}]}),
            "\"Nowhere\" is in no column",
        ),
        (
            json!({"format": "lemmascope-board", "version": 1, "board": "x", "columns": [], "cards": [{"title": "", "column": "Done"}]}),
            "title is empty",
        ),
    ] {
        match desk.call("import_board", json!({"document": document})).await {
            Err(failure) => assert!(failure.message.contains(reason), "{}: {reason}", failure.message),
            Ok(_) => assert_eq!(reason, "", "{document}"),
        }
    }
    assert_eq!(desk.reply("list_cards", json!({})).await, "No tasks.");
}

pub(crate) async fn deleted_cards_are_purged_after_a_while(backend: Backend) {
    let bench = backend.open().await;
    let card = bench.create("Backlog", "old").await;
    bench.apply(vec![lemmascope_board::model::Edit::DeleteCard { card }]).await;
    // A store that is opened later purges the cards that were deleted before the configured period.
    for (kept, is_there) in [("0s", true), ("30d", true), ("1s", false)] {
        let deleted = bench.card(card).await.deleted_at.unwrap();
        let wait = async {
            while jiff::Timestamp::now().as_millisecond() <= deleted + 1001 && !is_there {
                tokio::task::yield_now().await;
            }
        };
        wait.await;
        let mut desk = Desk::new(&backend);
        desk.settings = vec![("board.keep_deleted", kept)];
        let found = desk.call("restore_card", json!({"identifier": "#1"})).await;
        assert_eq!(found.is_ok(), is_there, "{kept}: {found:?}");
        if is_there {
            desk.call("delete_card", json!({"identifier": "#1"})).await.unwrap();
        }
    }
}

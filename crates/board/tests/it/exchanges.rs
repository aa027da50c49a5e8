//! The examples of the contract, in both languages, and rejected requests.

use lemmascope_intent::Language;
use serde_json::{Value as Json, json};

use crate::backend::Backend;
use crate::desk::Desk;

async fn seeded(backend: &Backend) -> Desk {
    let mut desk = Desk::new(backend);
    for (title, column) in [
        ("Página Inicial", "Backlog"),
        ("Integrate auth", "Ready"),
        ("Write docs", "Ready"),
        ("Search", "Ready"),
        ("Fix login bug", "Work in progress"),
        ("Billing", "Backlog"),
        ("Auth tests", "Ready"),
    ] {
        desk.call("create_card", json!({"title": title, "column": column})).await.unwrap();
    }
    desk
}

fn column_of(answer: &Json, action: usize) -> &str {
    answer["actions"][action]["cards"][0]["column"].as_str().unwrap()
}

pub(crate) async fn the_examples_of_the_contract(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let answer = desk
        .apply(json!({
            "reply": "Criei 'Página de Contactos' em Backlog.",
            "actions": [{"type": "create_card", "title": "Página de Contactos", "column": "backlog",
                "description": "Especificar seções e CTA"}],
            "needsClarification": false,
            "suggestions": ["Mover para Ready quando priorizado", "Adicionar critérios de aceite"]
        }))
        .await;
    assert_eq!(answer["reply"], "Criei 'Página de Contactos' em Backlog (#8).");
    assert_eq!(answer["suggestions"], json!(["Mover #8 para Ready", "Atribuir #8 a mim", "Desfazer"]));
    assert_eq!(answer["needsClarification"], false);

    let moved = json!({
        "reply": "Moved 'Fix login bug' to Done.",
        "actions": [{"type": "move_card", "identifier": "#5", "toColumn": "Done"}],
        "needsClarification": false
    });
    let answer = desk.apply(moved.clone()).await;
    assert_eq!(answer["reply"], "Moved 'Fix login bug' to Done.");
    assert_eq!(column_of(&answer, 0), "Done");
    let again = desk.apply(moved).await;
    assert_eq!(again["reply"], "'Fix login bug' is already in Done.");
    assert_eq!(again["actions"][0]["result"], "unchanged");

    let asked = desk
        .apply(json!({
            "reply": "Moved 'auth' to Done.",
            "actions": [
                {"type": "move_card", "identifier": "#1", "toColumn": "Done"},
                {"type": "move_card", "identifier": "auth", "toColumn": "Done"}
            ]
        }))
        .await;
    assert_eq!(
        asked,
        json!({
            "reply": "I found 2 cards with 'auth'.",
            "actions": [],
            "needsClarification": true,
            "clarificationQuestion": "Which one do you mean: #2 'Integrate auth' or #7 'Auth tests'?",
            "suggestions": ["Show #2", "Show #7"]
        })
    );

    let listed = desk
        .apply(json!({
            "reply": "You have 2 active tasks in Ready containing 'auth'.",
            "actions": [{"type": "list_cards", "column": "Ready", "query": "auth", "status": "active",
                "assignee": "me"}]
        }))
        .await;
    assert_eq!(listed["reply"], "You have 2 active tasks in Ready containing 'auth'.");
    let none = desk
        .apply(json!({
            "reply": "No done tasks in Ready matching 'auth'.",
            "actions": [{"type": "search_cards", "query": "auth", "column": "Ready", "status": "done"}]
        }))
        .await;
    assert_eq!(none["reply"], "No done tasks in Ready matching 'auth'.");
    let bulk = desk
        .apply(json!({
            "reply": "Moved 3 cards to Done.",
            "actions": [{"type": "bulk_move", "identifiers": ["#3", "#4", "#7"], "toColumn": "Done"}]
        }))
        .await;
    assert_eq!(bulk["reply"], "Moved 3 cards to Done.");
    let commented = desk
        .apply(json!({
            "reply": "Comment added to #6.",
            "actions": [{"type": "add_comment", "identifier": "#6",
                "comment": "Please add acceptance criteria."}]
        }))
        .await;
    assert_eq!(commented["reply"], "Comment added to #6.");
    // All envelopes are undone, one by one, and the ids are kept.
    while let Some(call) = desk.undo.pop() {
        desk.make(&call).await.unwrap();
    }
    assert_eq!(desk.reply("list_cards", json!({})).await, "No tasks.");
}

pub(crate) async fn envelopes_that_are_not_as_the_schema_says_are_refused(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let create = json!({"type": "create_card", "title": "New", "column": "Backlog"});
    for (envelope, said) in [
        (json!({"actions": []}), "reply is missing"),
        (json!({"reply": "x"}), "actions is missing"),
        (json!({"reply": 5, "actions": []}), "reply must be a string, not a number"),
        (json!({"reply": "x", "actions": {}}), "actions must be an array, not an object"),
        (json!({"reply": "word ".repeat(61), "actions": []}), "reply is longer than 60 words"),
        (
            json!({"reply": "x", "actions": [create, {"type": "fly_card"}]}),
            "actions[1].type \"fly_card\" is not an action",
        ),
        (
            json!({"reply": "x", "actions": [create, {"type": "move_card", "identifier": "#1", "column": "Done"}]}),
            "actions[1].toColumn is missing",
        ),
        (
            json!({"reply": "x", "actions": [create, {"type": "delete_card", "identifier": "#1", "force": true}]}),
            "actions[1].force is not a known field",
        ),
        (
            json!({"reply": "x", "actions": [create, {"type": "bulk_move", "identifiers": "#1", "toColumn": "Done"}]}),
            "actions[1].identifiers must be an array, not a string",
        ),
        (
            json!({"reply": "x", "actions": [create, {"type": "bulk_move", "identifiers": ["#1", 2], "toColumn": "Done"}]}),
            "actions[1].identifiers[1] must be a string, not a number",
        ),
        (
            json!({"reply": "x", "actions": [create, {"type": "update_card", "identifier": "#1", "updates": {"colour": "red"}}]}),
            "actions[1].updates.colour is not a known field",
        ),
        (
            json!({"reply": "x", "actions": [create, {"type": "list_cards", "status": "open"}]}),
            "actions[1].status must be all, active or done",
        ),
        (
            json!({"reply": "x", "actions": [create, {"type": "set_due_date", "identifier": "#1", "dueDate": "soon"}]}),
            "actions[1].dueDate must be a day such as 2026-11-18",
        ),
        (json!({"reply": "x", "actions": [], "sugestions": []}), "sugestions is not a known field"),
        (
            json!({"reply": "x", "actions": [], "needsClarification": "no"}),
            "needsClarification must be true or false",
        ),
        (json!({"reply": "x", "actions": [create], "needsClarification": true}), "actions must be empty"),
    ] {
        let failure = desk.call("apply", json!({"envelope": envelope})).await.unwrap_err();
        assert_eq!(failure.code().as_str(), "PARAMETER_INVALID");
        assert!(failure.message.starts_with(said), "{}: {said}", failure.message);
    }
    assert_eq!(desk.reply("list_cards", json!({})).await, "You have 7 tasks.");
}

pub(crate) async fn several_actions_are_one_unit(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let unknown = desk
        .apply(json!({
            "reply": "Movi o cartão para Feito.",
            "actions": [
                {"type": "create_card", "title": "Novo", "column": "Backlog"},
                {"type": "move_card", "identifier": "#1", "toColumn": "Feito"}
            ]
        }))
        .await;
    assert_eq!(
        unknown["clarificationQuestion"],
        "Não há nenhuma coluna 'Feito'. A qual te referes: Backlog, Ready, Work in progress ou Done?"
    );
    assert_eq!(desk.reply("list_cards", json!({})).await, "You have 7 tasks.");
    // A value that only the store rejects has no effect either.
    let envelope = json!({
        "reply": "x",
        "actions": [
            {"type": "create_card", "title": "One", "column": "Backlog"},
            {"type": "update_card", "identifier": "#1", "updates": {"title": "x".repeat(300)}}
        ]
    });
    let failure = desk.call("apply", json!({"envelope": envelope})).await.unwrap_err();
    assert_eq!(failure.message, "title is longer than 255 characters");
    assert_eq!(desk.reply("list_cards", json!({})).await, "You have 7 tasks.");
    let done = desk
        .apply(json!({
            "reply": "Moved the login bug to Done and commented.",
            "actions": [
                {"type": "move_card", "identifier": "login bug", "toColumn": "DONE"},
                {"type": "add_comment", "identifier": "login bug", "comment": "it shipped"},
                {"type": "add_label", "identifier": "#5", "label": "release"},
                {"type": "add_label", "identifier": "#5", "label": "web"},
                {"type": "set_priority", "identifier": "#5", "priority": "high"},
                {"type": "assign_card", "identifier": "#5", "assignee": "ana"}
            ]
        }))
        .await;
    assert_eq!(done["actions"][5]["cards"][0]["labels"], json!(["release", "web"]));
    assert!(done["reply"].as_str().unwrap().split_whitespace().count() <= 60);
    let call = desk.undo.pop().unwrap();
    let redo = desk.make(&call).await.unwrap().undo.unwrap();
    let shown = desk.call("show_card", json!({"identifier": "#5"})).await.unwrap();
    let shown = serde_json::to_value(&shown.value).unwrap();
    assert_eq!((&shown["column"], &shown["comments"]), (&json!("Work in progress"), &Json::Null));
    desk.make(&redo).await.unwrap();
    let shown = desk.call("show_card", json!({"identifier": "#5"})).await.unwrap();
    let shown = serde_json::to_value(&shown.value).unwrap();
    assert_eq!((&shown["column"], &shown["assignee"]), (&json!("Done"), &json!("ana")));
}

pub(crate) async fn cards_are_found_by_what_people_write(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let show = |identifier: &str| json!({"identifier": identifier});
    for (identifier, id) in [
        ("#5", 5),
        ("5", 5),
        ("fix login bug", 5),
        ("the login bug", 5),
        ("lgoin", 5),
        ("pagina inicial", 1),
        ("PÁGINA", 1),
        ("integrate", 2),
    ] {
        let found = desk.call("show_card", show(identifier)).await.unwrap();
        assert_eq!(serde_json::to_value(&found.value).unwrap()["id"], id, "{identifier}");
    }
    for (identifier, language, asked) in [
        ("auth", None, "Which one do you mean: #2 'Integrate auth' or #7 'Auth tests'?"),
        ("auth", Some(Language::Portuguese), "A qual te referes: #2 'Integrate auth' ou #7 'Auth tests'?"),
        ("#99", None, "There is no card '#99'. Which card do you mean?"),
        ("login page", None, "There is no card 'login page'. Do you mean #5 'Fix login bug'?"),
    ] {
        desk.language = language;
        let failure = desk.call("show_card", show(identifier)).await.unwrap_err();
        assert!(failure.asks);
        assert_eq!(failure.message, asked);
    }
    // An exact match takes precedence over a partial one.
    desk.language = None;
    desk.call("create_card", json!({"title": "auth"})).await.unwrap();
    assert_eq!(
        desk.reply("move_card", json!({"identifier": "auth", "column": "wip"})).await,
        "Moved 'auth' to Work in progress."
    );
    assert_eq!(
        desk.reply("create_card", json!({"title": "Search"})).await,
        "Created 'Search' in Backlog (#9). There is another card with that title: #4."
    );
}

pub(crate) async fn every_verb_speaks_both_languages(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let card = json!("#3");
    desk.call("add_label", json!({"identifier": card, "label": "ui"})).await.unwrap();
    for (verb, arguments, english, portuguese) in [
        (
            "assign_card",
            json!({"identifier": card, "assignee": "ana"}),
            "Assigned 'Write docs' to ana.",
            "Atribuí 'Write docs' a ana.",
        ),
        (
            "set_due_date",
            json!({"identifier": card, "day": "2026-12-24"}),
            "'Write docs' is due on 2026-12-24.",
            "'Write docs' é para 2026-12-24.",
        ),
        (
            "add_label",
            json!({"identifier": card, "label": "web"}),
            "Added the label 'web' to 'Write docs'.",
            "Adicionei a etiqueta 'web' a 'Write docs'.",
        ),
        (
            "remove_label",
            json!({"identifier": card, "label": "UI"}),
            "Removed the label 'UI' from 'Write docs'.",
            "Tirei a etiqueta 'UI' de 'Write docs'.",
        ),
        (
            "set_priority",
            json!({"identifier": card, "priority": "high"}),
            "'Write docs' has high priority.",
            "'Write docs' tem prioridade alta.",
        ),
        ("update_card", json!({"identifier": card, "title": "Docs"}), "Updated 'Docs'.", "Atualizei 'Docs'."),
        (
            "add_comment",
            json!({"identifier": "#3", "comment": "hi"}),
            "Comment added to #3.",
            "Comentário adicionado a #3.",
        ),
        (
            "bulk_move",
            json!({"identifiers": "1, 3", "column": "Done"}),
            "Moved 2 cards to Done.",
            "Movi 2 cartões para Done.",
        ),
        (
            "bulk_create",
            json!({"titles": "a, b"}),
            "Created 2 cards in Backlog.",
            "Criei 2 cartões em Backlog.",
        ),
        (
            "bulk_update",
            json!({"identifiers": "1, 6", "assignee": "rui"}),
            "Updated 2 cards.",
            "Atualizei 2 cartões.",
        ),
        ("delete_card", json!({"identifier": "#6"}), "Deleted 'Billing' (#6).", "Apaguei 'Billing' (#6)."),
        ("create_column", json!({"title": "Review"}), "Created the column Review.", "Criei a coluna Review."),
        (
            "rename_column",
            json!({"column": "ready", "title": "Next"}),
            "The column is called Next now.",
            "A coluna chama-se agora Next.",
        ),
        (
            "move_column",
            json!({"column": "Done", "position": 2}),
            "The column Done is to the right of Backlog now.",
            "A coluna Done está agora à direita de Backlog.",
        ),
        (
            "archive_column",
            json!({"column": "Backlog"}),
            "Archived the column Backlog.",
            "Arquivei a coluna Backlog.",
        ),
    ] {
        for (language, said) in [(Language::English, english), (Language::Portuguese, portuguese)] {
            desk.language = Some(language);
            assert_eq!(desk.reply(verb, arguments.clone()).await, said, "{verb}");
            let call = desk.undo.pop().unwrap();
            desk.make(&call).await.unwrap();
        }
    }
}

pub(crate) async fn only_who_did_it_takes_it_back(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let call = desk.undo.pop().unwrap();
    desk.session = "ana~main".into();
    let failure = desk.make(&call).await.unwrap_err();
    assert!(failure.message.starts_with("the history no longer has the operation"), "{}", failure.message);
    desk.session = "main".into();
    desk.call("share_board", json!({"name": "Main", "owner": "ana"})).await.unwrap();
    desk.session = "ana~main".into();
    let failure = desk.make(&call).await.unwrap_err();
    assert_eq!(failure.message, "it was done by local");
    desk.call("move_card", json!({"identifier": "#7", "column": "Done"})).await.unwrap();
    desk.session = "main".into();
    let failure = desk.make(&call).await.unwrap_err();
    assert_eq!(failure.message, "the card #7 \"Auth tests\" was changed by ana since");
}

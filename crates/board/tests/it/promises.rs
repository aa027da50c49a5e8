//! The guarantees of the envelope contract beyond its examples: atomicity, references to new objects, results
//! per action.

use serde_json::{Value as Json, json};

use crate::backend::Backend;
use crate::desk::Desk;

async fn seeded(backend: &Backend) -> Desk {
    let mut desk = Desk::new(backend);
    let cards = ["Fix login", "Página inicial", "Search filters", "Fix logout"];
    for title in cards {
        desk.call("create_card", json!({"title": title, "column": "Backlog"})).await.unwrap();
    }
    desk
}

fn results(answer: &Json) -> Vec<&str> {
    answer["actions"].as_array().unwrap().iter().map(|action| action["result"].as_str().unwrap()).collect()
}

pub(crate) async fn later_actions_know_what_earlier_ones_make(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let answer = desk
        .apply(json!({
            "reply": "Created the card and set everything up.",
            "actions": [
                {"type": "create_card", "title": "Deploy", "column": "Backlog"},
                {"type": "move_card", "identifier": "Deploy", "toColumn": "Ready"},
                {"type": "add_comment", "identifier": "deploy", "comment": "on Friday"},
                {"type": "add_label", "identifier": "deploy", "label": "ops"},
                {"type": "add_label", "identifier": "deploy", "label": "web"},
                {"type": "remove_label", "identifier": "deploy", "label": "ops"},
                {"type": "update_card", "identifier": "deploy", "updates": {"title": "Deploy it"}},
                {"type": "set_priority", "identifier": "Deploy it", "priority": "high"},
                {"type": "create_column", "title": "Review"},
                {"type": "move_card", "identifier": "Deploy it", "toColumn": "review"}
            ]
        }))
        .await;
    assert_eq!(answer["needsClarification"], false, "{answer}");
    let card = &answer["actions"][9]["cards"][0];
    assert_eq!(card["id"], 5, "{answer}");
    assert_eq!((&card["column"], &card["title"]), (&json!("Review"), &json!("Deploy it")));
    assert_eq!((&card["labels"], &card["priority"]), (&json!(["web"]), &json!("high")));
    assert_eq!(card["comments"][0]["text"], "on Friday");
    // The first move and the removed label are superseded by later actions; neither counts as failed.
    assert_eq!(results(&answer)[1], "superseded");
    assert!(!results(&answer).contains(&"failed"), "{:?}", results(&answer));
    assert!(answer["reply"].as_str().unwrap().split_whitespace().count() <= 60);
    assert!(!answer["reply"].as_str().unwrap().contains("Ready"), "{}", answer["reply"]);
    // The envelope is undone in one step.
    let undo = desk.undo.pop().unwrap();
    desk.make(&undo).await.unwrap();
    assert_eq!(desk.reply("list_cards", json!({})).await, "You have 4 tasks.");
    let failure = desk.call("list_cards", json!({"column": "Review"})).await.unwrap_err();
    assert!(failure.asks);
}

pub(crate) async fn comments_are_removed_by_their_words(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let failure = desk.call("remove_comment", json!({"identifier": "#1"})).await.unwrap_err();
    assert_eq!(failure.message, "#1 has no comments. Which card do you mean?");
    for comment in ["Shipped on Friday", "Shipped to staging", "Works here"] {
        desk.call("add_comment", json!({"identifier": "#1", "comment": comment})).await.unwrap();
    }
    let texts = |card: &Json| -> Vec<String> {
        let comments = card["comments"].as_array().cloned().unwrap_or_default();
        comments.iter().map(|comment| comment["text"].as_str().unwrap().to_string()).collect()
    };
    let said = desk.reply("remove_comment", json!({"identifier": "#1", "comment": "works HERE"})).await;
    assert_eq!(said, "Comment removed from #1.");
    let failure = desk.call("remove_comment", json!({"identifier": "#1", "comment": "shipped"})).await;
    let failure = failure.unwrap_err();
    assert!(failure.asks);
    assert_eq!(failure.instead.len(), 2, "{failure:?}");
    // A candidate in a question is a valid answer.
    let named = failure.instead[0].clone();
    assert!(named.ends_with("'Shipped to staging'"), "{named}");
    desk.call("remove_comment", json!({"identifier": "#1", "comment": named})).await.unwrap();
    let answer = desk
        .apply(json!({
            "reply": "Removed the comment and added another one.",
            "actions": [
                {"type": "remove_comment", "identifier": "#1"},
                {"type": "add_comment", "identifier": "#1", "comment": "Done"}
            ]
        }))
        .await;
    assert_eq!(results(&answer), ["done", "done"], "{answer}");
    assert_eq!(texts(&answer["actions"][1]["cards"][0]), ["Done"], "{answer}");
    let undo = desk.undo.pop().unwrap();
    desk.make(&undo).await.unwrap();
    let answer = desk.apply(json!({"reply": "Looked.", "actions": [{"type": "set_priority", "identifier": "#1", "priority": "low"}]})).await;
    assert_eq!(texts(&answer["actions"][0]["cards"][0]), ["Shipped on Friday"], "{answer}");
}

pub(crate) async fn a_new_card_is_meant_before_an_older_one_of_its_title(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let answer = desk
        .apply(json!({
            "reply": "Criei outro.",
            "actions": [
                {"type": "create_card", "title": "Fix login", "column": "Ready"},
                {"type": "assign_card", "identifier": "Fix login", "assignee": "ana"}
            ]
        }))
        .await;
    assert_eq!(answer["actions"][1]["cards"][0]["id"], 5, "{answer}");
    assert!(answer["reply"].as_str().unwrap().contains("Há outro cartão com esse título: #1."), "{answer}");
    // A deleted card cannot be referred to by later actions.
    let asked = desk
        .apply(json!({
            "reply": "Deleted and moved.",
            "actions": [
                {"type": "delete_card", "identifier": "#2"},
                {"type": "move_card", "identifier": "#2", "toColumn": "Done"}
            ]
        }))
        .await;
    assert_eq!(asked["needsClarification"], true);
    assert_eq!(desk.reply("list_cards", json!({"column": "Backlog"})).await, "You have 4 tasks in Backlog.");
    // Negative numbers are not valid identifiers.
    let asked = desk
        .apply(json!({"reply": "x", "actions": [
            {"type": "create_card", "title": "A", "column": "Backlog"},
            {"type": "delete_card", "identifier": "#-1"}
        ]}))
        .await;
    assert_eq!(asked["needsClarification"], true, "{asked}");
}

pub(crate) async fn a_failed_action_says_what_became_of_each(backend: Backend) {
    let mut desk = seeded(&backend).await;
    let envelope = json!({
        "reply": "Done.",
        "actions": [
            {"type": "move_card", "identifier": "#1", "toColumn": "Done"},
            {"type": "add_label", "identifier": "#2", "label": "l".repeat(80)},
            {"type": "delete_card", "identifier": "#3"}
        ]
    });
    let failure = desk.call("apply", json!({"envelope": envelope})).await.unwrap_err();
    assert_eq!(failure.field.as_deref(), Some("actions[1]"));
    assert_eq!(
        failure.context,
        [
            "actions[0] move_card: not applied",
            "actions[1] add_label: failed: label is longer than 64 characters",
            "actions[2] delete_card: not applied",
        ]
    );
    assert_eq!(desk.reply("list_cards", json!({})).await, "You have 4 tasks.");
}

/// Checks the replies of envelopes, each on a fresh snapshot of the board.
pub(crate) async fn answers_say_what_holds(backend: Backend) {
    let mut desk = seeded(&backend).await;
    for (reply, actions, said) in [
        (
            "Moved.",
            json!([{"type": "move_card", "identifier": "fix login", "toColumn": "DONE"}]),
            "Moved 'Fix login' to Done.",
        ),
        (
            "Moved.",
            json!([{"type": "move_card", "identifier": "Fix login", "toColumn": "done"}]),
            "'Fix login' is already in Done.",
        ),
        (
            "Movi.",
            json!([{"type": "move_card", "identifier": "pagina inicial", "toColumn": "ready"}]),
            "Movi 'Página inicial' para Ready.",
        ),
        (
            "Movi o cartão para Done.",
            json!([{"type": "move_card", "identifier": "PÁGINA", "toColumn": "wip"}]),
            "Movi 'Página inicial' para Work in progress.",
        ),
        (
            "Moved it.",
            json!([{"type": "move_card", "identifier": "serch filtres", "toColumn": "Ready"}]),
            "Moved 'Search filters' to Ready.",
        ),
        (
            "Moved it.",
            json!([{"type": "move_card", "identifier": "Fix logn", "toColumn": "Ready"}]),
            "Moved 'Fix login' to Ready.",
        ),
        (
            "Deleted the card.",
            json!([{"type": "delete_card", "identifier": "4"}]),
            "Deleted 'Fix logout' (#4).",
        ),
        (
            "Restored the card.",
            json!([{"type": "restore_card", "identifier": "logout"}]),
            "Restored 'Fix logout' (#4) in Backlog.",
        ),
        (
            "Foram movidos os cartões.",
            json!([{"type": "bulk_move", "identifiers": ["#1", "#4"], "toColumn": "Done"}]),
            "Movi 2 cartões para Done.",
        ),
        ("The tasks.", json!([{"type": "list_cards", "status": "done"}]), "You have 2 done tasks."),
        (
            "As tarefas que tens.",
            json!([{"type": "list_cards", "status": "done", "column": "done", "query": null}]),
            "Tens 2 tarefas concluídas em Done.",
        ),
        (
            "The tasks.",
            json!([{"type": "search_cards", "query": "PAGINA", "status": "all"}]),
            "You have 1 task matching 'PAGINA'.",
        ),
        ("Nothing to do.", json!([]), "Nothing was changed."),
        ("Não há nada para fazer.", json!([]), "Nada foi alterado."),
    ] {
        let answer = desk.apply(json!({"reply": reply, "actions": actions})).await;
        assert_eq!(answer["reply"], said, "{reply} {actions}");
        let suggestions = answer["suggestions"].as_array().unwrap().len();
        assert!((2..=3).contains(&suggestions), "{answer}");
    }
    for (reply, actions, asked) in [
        (
            "Moved.",
            json!([{"type": "move_card", "identifier": "fix", "toColumn": "Done"}]),
            "Which one do you mean: #1 'Fix login' or #4 'Fix logout'?",
        ),
        (
            "Movi o cartão.",
            json!([{"type": "move_card", "identifier": "fix", "toColumn": "Done"}]),
            "A qual te referes: #1 'Fix login' ou #4 'Fix logout'?",
        ),
        (
            "Moved.",
            json!([{"type": "move_card", "identifier": "#1", "toColumn": "Shipped"}]),
            "There is no column 'Shipped'. Which one do you mean: Backlog, Ready, Work in progress or Done?",
        ),
        (
            "Moved.",
            json!([{"type": "create_card", "title": "x", "column": "Redy"}]),
            "There is no column 'Redy'. Which one do you mean: Backlog, Ready, Work in progress or Done?",
        ),
        (
            "Moved.",
            json!([{"type": "bulk_move", "identifiers": ["#1", "zebra"], "toColumn": "Done"}]),
            "There is no card 'zebra'. Which card do you mean?",
        ),
    ] {
        let answer = desk.apply(json!({"reply": reply, "actions": actions})).await;
        assert_eq!(answer["needsClarification"], true, "{answer}");
        assert_eq!(answer["clarificationQuestion"], asked);
        assert_eq!(answer["actions"], json!([]));
        let suggestions = answer["suggestions"].as_array().unwrap().len();
        assert!((2..=3).contains(&suggestions), "{answer}");
    }
}

pub(crate) async fn a_board_is_its_owner_s_until_it_is_shared(backend: Backend) {
    let mut desk = seeded(&backend).await;
    desk.session = "planner~main".into();
    // Boards of other owners are invisible.
    if backend.kanboard.is_none() {
        assert_eq!(desk.reply("list_cards", json!({})).await, "No tasks.");
        desk.call("create_card", json!({"title": "Mine"})).await.unwrap();
    } else {
        let failure = desk.call("list_cards", json!({})).await.unwrap_err();
        assert_eq!(failure.message, "no board is shared with planner");
    }
    let other = desk.call("list_cards", json!({"board": "local/Main"})).await.unwrap_err();
    assert_eq!(
        other.code().as_str(),
        if backend.kanboard.is_none() { "TARGET_NOT_FOUND" } else { "INTENT_UNAVAILABLE" }
    );
    desk.session = "main".into();
    assert_eq!(desk.reply("list_cards", json!({})).await, "You have 4 tasks.");
    desk.call("share_board", json!({"name": "Main", "owner": "planner"})).await.unwrap();
    desk.session = "planner~main".into();
    assert_eq!(desk.reply("list_cards", json!({"board": "local/Main"})).await, "You have 4 tasks.");
    let moved = json!({"board": "local/Main", "identifier": "#1", "column": "Done"});
    assert_eq!(desk.reply("move_card", moved).await, "Moved 'Fix login' to Done.");
    // A member can change the content of a board, but not its members.
    for (verb, arguments) in [
        ("share_board", json!({"name": "local/Main", "owner": "third"})),
        ("archive_board", json!({"name": "local/Main"})),
    ] {
        let failure = desk.call(verb, arguments).await.unwrap_err();
        assert_eq!(failure.message, "the board \"Main\" belongs to local", "{verb}");
    }
    desk.session = "main".into();
    desk.call("unshare_board", json!({"name": "Main", "owner": "planner"})).await.unwrap();
    desk.session = "planner~main".into();
    assert!(desk.call("list_cards", json!({"board": "local/Main"})).await.is_err());
    // The member's earlier actions can no longer be undone.
    let undo = desk.undo.iter().rev().find(|call| call.capability == "board.revert").unwrap().clone();
    assert!(desk.make(&undo).await.is_err());
}

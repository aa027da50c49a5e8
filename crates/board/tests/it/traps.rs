//! Peculiarities of a Kanboard server.

use lemmascope_board::BoardError;
use lemmascope_board::model::{CardFields, CardPatch, Edit, Effect, Status};
use serde_json::json;

use crate::backend::{Backend, create};

pub(crate) async fn an_error_that_means_success_creates_one_task(backend: Backend) {
    let bench = backend.open().await;
    let served = backend.kanboard.as_ref().unwrap();
    served.fail_after("createTask");
    let card = bench.create("Backlog", "once").await;
    assert_eq!(bench.titles("Backlog").await, ["once"]);
    served.fail_after("createComment");
    let operation = bench.apply(vec![Edit::AddComment { card, text: "hello".into() }]).await;
    assert_eq!(bench.card(card).await.comments.len(), 1);
    assert!(matches!(&operation.effects[..], [Effect::CommentAdded { comment, .. }] if comment.id.0 > 0));
    for (method, edit) in [
        (
            "closeTask",
            Edit::UpdateCard {
                card,
                patch: CardPatch { status: Some(Status::Done), ..CardPatch::default() },
            },
        ),
        (
            "setTaskTags",
            Edit::UpdateCard {
                card,
                patch: CardPatch { labels: Some(vec!["a".into()]), ..CardPatch::default() },
            },
        ),
        ("addColumn", Edit::CreateColumn { title: "Review".into() }),
    ] {
        served.fail_after(method);
        assert_eq!(bench.apply(vec![edit]).await.effects.len(), 1, "{method}");
    }
    let found = bench.card(card).await;
    assert_eq!((found.fields.status, found.fields.labels.as_slice()), (Status::Done, &["a".to_string()][..]));
    assert_eq!(bench.snapshot().await.columns.iter().filter(|column| column.title == "Review").count(), 1);
}

pub(crate) async fn a_batch_that_the_server_refuses_midway_leaves_nothing_behind(backend: Backend) {
    let bench = backend.open().await;
    let served = backend.kanboard.as_ref().unwrap();
    let (a, b) = (bench.create("Backlog", "a").await, bench.create("Backlog", "b").await);
    bench.apply(vec![Edit::AddComment { card: a, text: "kept".into() }]).await;
    let (backlog, done) = (bench.column("Backlog").await, bench.column("Done").await);
    served.refuse("setTaskTags");
    let patch = CardPatch {
        title: Some("other".into()),
        priority: Some(lemmascope_board::model::Priority::High),
        ..CardPatch::default()
    };
    let edits = vec![
        create(backlog, "new"),
        Edit::MoveCard { card: a, column: done, place: None },
        Edit::UpdateCard { card: b, patch },
        Edit::AddComment { card: b, text: "gone".into() },
        Edit::DeleteCard { card: b },
        Edit::CreateColumn { title: "Review".into() },
        Edit::UpdateCard {
            card: a,
            patch: CardPatch { labels: Some(vec!["x".into()]), ..CardPatch::default() },
        },
    ];
    let refused = bench.apply_as("ana", edits.into_iter().map(Into::into).collect()).await.unwrap_err();
    assert_eq!(refused.to_string(), "Kanboard: setTaskTags: the server refused it");
    assert_eq!(bench.titles("Backlog").await, ["a", "b"]);
    assert_eq!(bench.titles("Done").await, [""; 0]);
    let there = served.ask("getTask", json!({"task_id": b.0})).await;
    assert_eq!(
        (there["title"].as_str(), &there["is_active"], &there["priority"]),
        (Some("b"), &json!(1), &json!(0))
    );
    assert_eq!(served.ask("getAllComments", json!({"task_id": b.0})).await, json!([]));
    assert_eq!(served.ask("getColumns", json!({"project_id": 1})).await.as_array().unwrap().len(), 4);
    assert_eq!(bench.card(a).await.comments.len(), 1);
}

pub(crate) async fn what_others_do_on_the_server_is_followed(backend: Backend) {
    let bench = backend.open().await;
    let served = backend.kanboard.as_ref().unwrap();
    let (a, b) = (bench.create("Backlog", "a").await, bench.create("Backlog", "b").await);
    let ready = bench.column("Ready").await;
    let moved = bench.apply(vec![Edit::MoveCard { card: b, column: ready, place: None }]).await;
    let seen = bench.snapshot().await.number;
    assert_eq!(bench.snapshot().await.number, seen, "looking changes nothing");

    let column = json!({"project_id": 1, "task_id": b.0, "column_id": 3, "position": 1, "swimlane_id": 0});
    assert_eq!(served.ask("moveTaskPosition", column).await, json!(true));
    let foreign =
        json!({"title": "Página de ÁUDIO", "project_id": 1, "column_id": 2, "tags": ["web"], "owner_id": 2});
    let foreign = served.ask("createTask", foreign).await.as_i64().unwrap();
    let comment = json!({"task_id": a.0, "user_id": 2, "content": "from the server"});
    assert_ne!(served.ask("createComment", comment).await, json!(false));
    assert_eq!(served.ask("updateTask", json!({"id": a.0, "priority": "3"})).await, json!(true));
    let wip = bench.column("Work in progress").await;
    let snapshot = bench.snapshot().await;
    assert_eq!(snapshot.card(b).unwrap().column, wip);
    let card = snapshot.cards.iter().find(|card| card.id.0 == foreign).unwrap();
    assert_eq!(card.fields.assignee.as_deref(), Some("ana"));
    assert_eq!((card.fields.labels.as_slice(), card.changed_by.as_deref()), (&["web".to_string()][..], None));
    let comments = &snapshot.card(a).unwrap().comments;
    assert_eq!((comments[0].text.as_str(), comments[0].author.as_deref()), ("from the server", Some("ana")));
    let refused = bench.revert("ana", &moved).await.unwrap_err();
    assert!(matches!(&refused, BoardError::Changed { by: None, .. }), "{refused:?}");

    // A closed task is done, a reopened deleted card is restored, and a removed task is deleted.
    assert_eq!(served.ask("closeTask", json!({"task_id": a.0})).await, json!(true));
    assert_eq!(bench.card(a).await.fields.status, Status::Done);
    bench.apply(vec![Edit::DeleteCard { card: b }]).await;
    assert_eq!(served.ask("getTask", json!({"task_id": b.0})).await["is_active"], json!(0));
    assert!(!bench.card(b).await.is_live());
    assert_eq!(served.ask("openTask", json!({"task_id": b.0})).await, json!(true));
    assert!(bench.card(b).await.is_live());
    assert_eq!(served.ask("removeTask", json!({"task_id": b.0})).await, json!(true));
    assert_eq!(bench.snapshot().await.card(b), None);
}

pub(crate) async fn only_members_are_assigned(backend: Backend) {
    let bench = backend.open().await;
    let served = backend.kanboard.as_ref().unwrap();
    let card = bench.create("Backlog", "a").await;
    let assign = |name: &str| Edit::UpdateCard {
        card,
        patch: CardPatch { assignee: Some(Some(name.into())), ..CardPatch::default() },
    };
    let refused = bench.apply_as("ana", vec![assign("nobody").into()]).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "assignee \"nobody\" is no member of the project; its members are ana, rui"
    );
    for name in ["RUI", "rui costa", "rui"] {
        bench.apply(vec![assign(name)]).await;
        assert_eq!(bench.card(card).await.fields.assignee.as_deref(), Some("rui"), "{name}");
    }
    assert_eq!(served.ask("getTask", json!({"task_id": card.0})).await["owner_id"], json!(3));
    let column = bench.column("Backlog").await;
    let fields = CardFields { title: "b".into(), assignee: Some("ana".into()), ..CardFields::default() };
    let made = bench.apply(vec![Edit::CreateCard { column, place: None, fields }]).await;
    let made = made.effects[0].card().unwrap();
    assert_eq!(served.ask("getTask", json!({"task_id": made.0})).await["owner_id"], json!(2));
    bench
        .apply(vec![Edit::UpdateCard {
            card: made,
            patch: CardPatch {
                assignee: Some(None),
                due: Some(Some("2026-12-24".parse().unwrap())),
                ..CardPatch::default()
            },
        }])
        .await;
    let there = served.ask("getTask", json!({"task_id": made.0})).await;
    assert_eq!((&there["owner_id"], &there["date_due"]), (&json!(0), &json!(1_798_070_400)));
}

pub(crate) async fn a_column_keeps_its_limit_when_it_is_renamed(backend: Backend) {
    let bench = backend.open().await;
    let served = backend.kanboard.as_ref().unwrap();
    let limited =
        json!({"column_id": 3, "title": "Work in progress", "task_limit": 2, "description": "at most two"});
    assert_eq!(served.ask("updateColumn", limited).await, json!(true));
    let column = bench.column("Work in progress").await;
    bench.apply(vec![Edit::RenameColumn { column, title: "Doing".into() }]).await;
    let there = served.ask("getColumn", json!({"column_id": 3})).await;
    assert_eq!((there["title"].as_str(), &there["task_limit"]), (Some("Doing"), &json!(2)));
    assert_eq!(there["description"], json!("at most two"));
    // A column of another project is rejected, although the server would accept it.
    let other = served.ask("createProject", json!({"name": "Other"})).await;
    let columns = served.ask("getColumns", json!({"project_id": other})).await;
    let card = bench.create("Backlog", "a").await;
    let foreign = lemmascope_board::model::ColumnId(columns[0]["id"].as_i64().unwrap());
    let step = Edit::MoveCard { card, column: foreign, place: None }.into();
    assert!(matches!(bench.apply_as("ana", vec![step]).await, Err(BoardError::NoColumn(_))));
}

pub(crate) async fn a_card_that_a_batch_makes_is_used_in_it(backend: Backend) {
    let bench = backend.open().await;
    let (backlog, ready) = (bench.column("Backlog").await, bench.column("Ready").await);
    let (card, column) =
        (lemmascope_board::model::CardId::made_after(0), lemmascope_board::model::ColumnId::made_after(0));
    let operation = bench
        .apply(vec![
            create(backlog, "new"),
            Edit::MoveCard { card, column: ready, place: None },
            Edit::AddComment { card, text: "hello".into() },
            Edit::CreateColumn { title: "Review".into() },
            Edit::MoveCard { card, column, place: None },
        ])
        .await;
    assert_eq!(bench.titles("Review").await, ["new"]);
    bench.revert("ana", &operation).await.unwrap();
    assert_eq!(bench.snapshot().await.live().count(), 0);
    let unknown = bench.apply_as("ana", vec![Edit::DeleteCard { card }.into()]).await;
    assert!(matches!(unknown, Err(BoardError::NoCard(_))), "{unknown:?}");
}

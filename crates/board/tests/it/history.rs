//! Undo and redo.

use lemmascope_board::BoardError;
use lemmascope_board::model::{Card, CardPatch, Edit, Snapshot};

use crate::backend::{Backend, create};

/// Returns the visible content of a board.
fn seen(snapshot: &Snapshot) -> Vec<String> {
    let shown = |card: &Card| {
        let comments: Vec<&str> = card.comments.iter().map(|comment| comment.text.as_str()).collect();
        format!("{} in {:?} at {}: {:?} {comments:?}", card.id, card.column, card.place, card.fields)
    };
    let columns = snapshot.visible().map(|column| column.title.clone());
    columns.chain(snapshot.live().map(shown)).collect()
}

pub(crate) async fn every_edit_is_undone_and_redone(backend: Backend) {
    let bench = backend.open().await;
    let (a, b) = (bench.create("Backlog", "a").await, bench.create("Backlog", "b").await);
    bench.create("Backlog", "c").await;
    let (backlog, done) = (bench.column("Backlog").await, bench.column("Done").await);
    let title = |title: &str| CardPatch { title: Some(title.into()), ..CardPatch::default() };
    let batches = vec![
        vec![create(backlog, "new")],
        vec![Edit::MoveCard { card: a, column: done, place: None }],
        vec![Edit::MoveCard { card: b, column: backlog, place: Some(3) }],
        vec![
            Edit::UpdateCard { card: a, patch: title("x") },
            Edit::UpdateCard { card: a, patch: title("y") },
        ],
        vec![Edit::AddComment { card: a, text: "hello".into() }],
        vec![Edit::CreateColumn { title: "Review".into() }],
        vec![Edit::RenameColumn { column: backlog, title: "Ideas".into() }],
        vec![Edit::ArchiveColumn { column: done, archived: true }],
        vec![Edit::ArchiveColumn { column: done, archived: false }],
        vec![Edit::DeleteCard { card: b }, Edit::MoveCard { card: a, column: backlog, place: Some(1) }],
        vec![Edit::RestoreCard { card: b, place: Some(1) }],
        vec![Edit::DeleteCard { card: a }],
    ];
    let mut states = vec![seen(&*bench.snapshot().await)];
    let mut operations = Vec::new();
    for batch in batches {
        operations.push(bench.apply(batch).await);
        states.push(seen(&*bench.snapshot().await));
    }
    // Undo everything, redo everything, and undo again.
    for _ in 0..2 {
        let mut redo = Vec::new();
        for (operation, state) in operations.iter().zip(&states).rev() {
            redo.push(bench.revert("ana", operation).await.unwrap());
            assert_eq!(seen(&*bench.snapshot().await), *state, "undo of {operation:?}");
        }
        operations.clear();
        for (operation, state) in redo.iter().rev().zip(&states[1..]) {
            operations.push(bench.revert("ana", operation).await.unwrap());
            assert_eq!(seen(&*bench.snapshot().await), *state, "redo of {operation:?}");
        }
    }
}

pub(crate) async fn an_undo_of_what_somebody_else_has_changed_is_refused(backend: Backend) {
    let bench = backend.open().await;
    let card = bench.create("Backlog", "a").await;
    let (ready, done) = (bench.column("Ready").await, bench.column("Done").await);
    let moved = bench.apply(vec![Edit::MoveCard { card, column: ready, place: None }]).await;
    bench.apply_as("rui", vec![Edit::MoveCard { card, column: done, place: None }.into()]).await.unwrap();
    let refused = bench.revert("ana", &moved).await.unwrap_err();
    assert!(matches!(&refused, BoardError::Changed { by: Some(by), .. } if by == "rui"), "{refused:?}");
    assert_eq!(bench.titles("Done").await, ["a"]);

    // Undoing the creation of a card fails after another person has commented on it.
    let backlog = bench.column("Backlog").await;
    let created = bench.apply(vec![create(backlog, "b")]).await;
    let card = created.effects[0].card().unwrap();
    bench.apply_as("rui", vec![Edit::AddComment { card, text: "mine".into() }.into()]).await.unwrap();
    assert!(matches!(bench.revert("ana", &created).await, Err(BoardError::Changed { .. })));
    // Another person may have changed a different field of the card.
    let patch = CardPatch { title: Some("c".into()), ..CardPatch::default() };
    let renamed = bench.apply(vec![Edit::UpdateCard { card, patch }]).await;
    let patch = CardPatch { description: Some("d".into()), ..CardPatch::default() };
    bench.apply_as("rui", vec![Edit::UpdateCard { card, patch }.into()]).await.unwrap();
    bench.revert("ana", &renamed).await.unwrap();
    let fields = bench.card(card).await.fields;
    assert_eq!((fields.title.as_str(), fields.description.as_str()), ("b", "d"));
}

pub(crate) async fn the_history_is_of_one_user_and_bounded(backend: Backend) {
    let bench = backend.open_with(3).await;
    let backlog = bench.column("Backlog").await;
    let hers = bench.apply(vec![create(backlog, "first")]).await;
    let theirs = bench.apply_as("rui", vec![create(backlog, "theirs").into()]).await.unwrap();
    for title in ["a", "b", "c"] {
        bench.create("Backlog", title).await;
    }
    let history = bench.store.history(bench.board, "ana", 10).await.unwrap();
    assert_eq!(history.len(), 3);
    assert!(history.windows(2).all(|pair| pair[0].id > pair[1].id));
    assert_eq!(bench.store.operation(hers.id).await.unwrap(), None);
    assert_eq!(bench.store.operation(theirs.id).await.unwrap(), Some(theirs));
}

pub(crate) async fn it_survives_a_restart(backend: Backend) {
    let operation = {
        let bench = backend.open().await;
        let card = bench.create("Backlog", "a").await;
        let operation = bench.apply(vec![Edit::DeleteCard { card }]).await;
        bench.store.close().await;
        operation
    };
    let bench = backend.open().await;
    let found = bench.store.operation(operation.id).await.unwrap().unwrap();
    assert_eq!(found, operation);
    bench.revert("ana", &found).await.unwrap();
    assert_eq!(bench.titles("Backlog").await, ["a"]);
}

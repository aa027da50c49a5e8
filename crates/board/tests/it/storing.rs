//! The persistence of a store, and the requests that it rejects.

use lemmascope_board::BoardError;
use lemmascope_board::model::{
    Batch, CardFields, CardId, CardPatch, Edit, EventKind, Guard, Priority, Status, Step,
};

use crate::backend::{Backend, create};

pub(crate) async fn a_new_store_has_a_board_with_the_default_columns(backend: Backend) {
    let bench = backend.open().await;
    let snapshot = bench.snapshot().await;
    assert_eq!(snapshot.board.name, "Main");
    let titles: Vec<&str> = snapshot.columns.iter().map(|column| column.title.as_str()).collect();
    assert_eq!(titles, ["Backlog", "Ready", "Work in progress", "Done"]);
    assert!(snapshot.cards.is_empty());
    let again = backend.open().await;
    assert_eq!(again.store.boards().await.unwrap().len(), 1);
}

pub(crate) async fn cards_are_created_moved_updated_and_deleted(backend: Backend) {
    let bench = backend.open().await;
    let card = bench.create("Backlog", "Página Inicial").await;
    let ready = bench.column("Ready").await;
    bench.apply(vec![Edit::MoveCard { card, column: ready, place: None }]).await;
    let patch = CardPatch {
        title: Some("Home page".into()),
        description: Some("sections\nand a button".into()),
        assignee: Some(Some("ana".into())),
        due: Some(Some("2026-12-24".parse().unwrap())),
        labels: Some(vec!["web".into(), "é".into()]),
        priority: Some(Priority::High),
        status: None,
    };
    bench.apply(vec![Edit::UpdateCard { card, patch: patch.clone() }]).await;
    bench.apply(vec![Edit::AddComment { card, text: "looks good".into() }]).await;
    let found = bench.card(card).await;
    assert!(patch.holds_for(&found.fields), "{found:?}");
    assert_eq!((found.column, found.place), (ready, 1));
    assert_eq!(found.comments[0].text, "looks good");
    assert_eq!(found.changed_by.as_deref(), Some("ana"));

    bench.apply(vec![Edit::DeleteCard { card }]).await;
    assert_eq!(bench.titles("Ready").await, [""; 0]);
    let snapshot = bench.snapshot().await;
    assert_eq!(snapshot.deleted().map(|card| card.id).collect::<Vec<_>>(), [card]);
    let refused = bench.apply_as("ana", vec![Edit::DeleteCard { card }.into()]).await;
    assert!(matches!(refused, Err(BoardError::Deleted(id)) if id == card), "{refused:?}");
    bench.apply(vec![Edit::RestoreCard { card, place: None }]).await;
    assert_eq!(bench.titles("Ready").await, ["Home page"]);
    assert_eq!(bench.card(card).await.comments.len(), 1);
    let next = bench.create("Backlog", "Next").await;
    assert!(next > card);
}

pub(crate) async fn places_have_no_gap_and_no_duplicate(backend: Backend) {
    let bench = backend.open().await;
    for title in ["a", "b", "c", "d"] {
        bench.create("Backlog", title).await;
    }
    let backlog = bench.column("Backlog").await;
    let id = |title: &str| {
        let (bench, title) = (bench.clone(), title.to_string());
        async move { bench.snapshot().await.live().find(|card| card.fields.title == title).unwrap().id }
    };
    for (title, place, expected) in [
        ("d", Some(1), ["d", "a", "b", "c"]),
        ("d", Some(3), ["a", "b", "d", "c"]),
        ("a", None, ["a", "b", "d", "c"]),
        ("a", Some(99), ["b", "d", "c", "a"]),
        ("c", Some(2), ["b", "c", "d", "a"]),
        ("c", Some(-5), ["c", "b", "d", "a"]),
    ] {
        let card = id(title).await;
        bench.apply(vec![Edit::MoveCard { card, column: backlog, place }]).await;
        assert_eq!(bench.titles("Backlog").await, expected, "{title} {place:?}");
    }
    // Repeated insertions between the same two cards, until the positions must be spread.
    let mut expected = bench.titles("Backlog").await;
    for number in 0..if backend.kanboard.is_some() { 6 } else { 70 } {
        let title = format!("{number}");
        let fields = CardFields { title: title.clone(), ..CardFields::default() };
        bench.apply(vec![Edit::CreateCard { column: backlog, place: Some(2), fields }]).await;
        expected.insert(1, title);
    }
    assert_eq!(bench.titles("Backlog").await, expected);
    assert_eq!(backend.open().await.titles("Backlog").await, expected);
}

pub(crate) async fn a_card_that_enters_done_is_done(backend: Backend) {
    let bench = backend.open().await;
    let card = bench.create("Ready", "Fix login bug").await;
    let (ready, done) = (bench.column("Ready").await, bench.column("Done").await);
    bench.apply(vec![Edit::MoveCard { card, column: done, place: None }]).await;
    assert_eq!(bench.card(card).await.fields.status, Status::Done);
    bench.apply(vec![Edit::MoveCard { card, column: ready, place: None }]).await;
    assert_eq!(bench.card(card).await.fields.status, Status::Active);
    let patch = CardPatch { status: Some(Status::Done), ..CardPatch::default() };
    bench.apply(vec![Edit::UpdateCard { card, patch }]).await;
    let backlog = bench.column("Backlog").await;
    bench.apply(vec![Edit::MoveCard { card, column: backlog, place: None }]).await;
    assert_eq!(bench.card(card).await.fields.status, Status::Done, "nobody has reopened it");
}

pub(crate) async fn a_batch_is_all_or_nothing(backend: Backend) {
    let bench = backend.open().await;
    let backlog = bench.column("Backlog").await;
    let steps = vec![
        create(backlog, "one").into(),
        Edit::DeleteCard { card: CardId(999) }.into(),
        create(backlog, "two").into(),
    ];
    let refused = bench.apply_as("ana", steps).await;
    assert!(matches!(refused, Err(BoardError::NoCard(CardId(999)))), "{refused:?}");
    assert_eq!(bench.titles("Backlog").await, [""; 0]);
    assert_eq!(bench.store.events(bench.board, 0, 10).await.unwrap(), []);
    bench.apply(vec![create(backlog, "one"), create(backlog, "two")]).await;
    assert_eq!(bench.titles("Backlog").await, ["one", "two"]);
}

pub(crate) async fn a_repeated_batch_is_applied_once(backend: Backend) {
    let bench = backend.open().await;
    let backlog = bench.column("Backlog").await;
    let batch = |author: &str| Batch {
        board: bench.board,
        author: author.into(),
        key: "run/1".into(),
        steps: vec![create(backlog, "once").into()],
        reverts: None,
    };
    let first = bench.store.apply(&batch("ana")).await.unwrap();
    assert_eq!(bench.store.apply(&batch("ana")).await.unwrap(), first);
    assert_eq!(bench.titles("Backlog").await, ["once"]);
    bench.store.apply(&batch("rui")).await.unwrap();
    assert_eq!(bench.titles("Backlog").await, ["once", "once"], "the key of another user is another key");
}

pub(crate) async fn a_stale_edit_is_refused(backend: Backend) {
    let bench = backend.open().await;
    let card = bench.create("Backlog", "a").await;
    let seen = bench.card(card).await.version;
    let rename = |title: &str| Edit::UpdateCard {
        card,
        patch: CardPatch { title: Some(title.into()), ..CardPatch::default() },
    };
    let step = |title: &str| vec![Step { guard: Some(Guard::Version(card, seen)), edit: rename(title) }];
    bench.apply_as("rui", step("b")).await.unwrap();
    let refused = bench.apply_as("ana", step("c")).await.unwrap_err();
    assert!(matches!(&refused, BoardError::Changed { by: Some(by), .. } if by == "rui"), "{refused:?}");
    assert_eq!(refused.to_string(), format!("the card {card} \"b\" was changed by rui since"));
    assert_eq!(bench.card(card).await.fields.title, "b");
}

pub(crate) async fn columns_are_created_renamed_and_archived(backend: Backend) {
    let bench = backend.open().await;
    bench.apply(vec![Edit::CreateColumn { title: "Review".into() }]).await;
    let review = bench.column("Review").await;
    bench.apply(vec![Edit::RenameColumn { column: review, title: "Em revisão".into() }]).await;
    let taken = bench.apply_as("ana", vec![Edit::CreateColumn { title: "EM REVISAO".into() }.into()]).await;
    assert!(matches!(taken, Err(BoardError::Taken { .. })), "{taken:?}");
    let card = bench.create("Em revisão", "hidden").await;
    bench.apply(vec![Edit::ArchiveColumn { column: review, archived: true }]).await;
    let snapshot = bench.snapshot().await;
    assert_eq!(snapshot.live().count(), 0);
    assert!(snapshot.card(card).unwrap().is_live());
    let refused = bench.apply_as("ana", vec![create(review, "no").into()]).await;
    assert!(matches!(refused, Err(BoardError::ColumnArchived(_))), "{refused:?}");
    bench.apply(vec![Edit::ArchiveColumn { column: review, archived: false }]).await;
    assert_eq!(bench.titles("Em revisão").await, ["hidden"]);
}

pub(crate) async fn columns_are_moved(backend: Backend) {
    let bench = backend.open().await;
    let titles = async || {
        let snapshot = bench.snapshot().await;
        let places: Vec<i64> = snapshot.columns.iter().map(|column| column.place).collect();
        assert_eq!(places, (1..=i64::try_from(places.len()).unwrap()).collect::<Vec<_>>());
        snapshot.columns.iter().map(|column| column.title.clone()).collect::<Vec<_>>()
    };
    let card = bench.create("Done", "finished").await;
    let done = bench.column("Done").await;
    let to = |place| vec![Edit::MoveColumn { column: done, place }];
    let operation = bench.apply(to(2)).await;
    assert_eq!(titles().await, ["Backlog", "Done", "Ready", "Work in progress"]);
    assert_eq!(bench.titles("Done").await, ["finished"]);
    assert_eq!(bench.card(card).await.fields.status, Status::Done);
    assert_eq!(bench.apply(to(2)).await.effects, [], "it is there already");
    let undone = bench.revert("ana", &operation).await.unwrap();
    assert_eq!(titles().await, ["Backlog", "Ready", "Work in progress", "Done"]);
    let redone = bench.revert("ana", &undone).await.unwrap();
    assert_eq!(titles().await, ["Backlog", "Done", "Ready", "Work in progress"]);
    // Another user has moved it in the meantime.
    bench.apply_as("rui", to(i64::MAX).into_iter().map(Step::from).collect()).await.unwrap();
    assert_eq!(titles().await, ["Backlog", "Ready", "Work in progress", "Done"]);
    let refused = bench.revert("ana", &redone).await;
    assert!(matches!(refused, Err(BoardError::ColumnChanged { .. })), "{refused:?}");
    bench.apply(to(i64::MIN)).await;
    assert_eq!(titles().await, ["Done", "Backlog", "Ready", "Work in progress"]);
}

pub(crate) async fn boards_are_created_and_archived(backend: Backend) {
    let bench = backend.open().await;
    let garden = bench.store.create_board("Garden", "local").await.unwrap();
    assert!(matches!(bench.store.create_board("GARDEN", "local").await, Err(BoardError::Taken { .. })));
    let there = bench.store.snapshot(garden.id).await.unwrap();
    assert_eq!(there.columns.len(), 4);
    // A batch for one board cannot change a card of another.
    let card = bench.create("Backlog", "a").await;
    let batch = Batch {
        board: garden.id,
        author: "ana".into(),
        key: String::new(),
        steps: vec![Edit::MoveCard { card, column: there.columns[0].id, place: None }.into()],
        reverts: None,
    };
    assert!(matches!(bench.store.apply(&batch).await, Err(BoardError::NoCard(_))));
    let step = Edit::MoveCard { card, column: there.columns[0].id, place: None }.into();
    assert!(matches!(bench.apply_as("ana", vec![step]).await, Err(BoardError::NoColumn(_))));
    assert!(bench.store.archive_board(garden.id, true).await.unwrap().archived);
    assert!(bench.store.snapshot(garden.id).await.unwrap().board.archived);
}

pub(crate) async fn a_purged_card_is_gone(backend: Backend) {
    let bench = backend.open().await;
    let (old, kept) = (bench.create("Backlog", "old").await, bench.create("Backlog", "kept").await);
    bench
        .apply(vec![Edit::AddComment { card: old, text: "bye".into() }, Edit::DeleteCard { card: old }])
        .await;
    let deleted_at = bench.card(old).await.deleted_at.unwrap();
    assert_eq!(bench.store.purge(bench.board, deleted_at).await.unwrap(), 0);
    assert_eq!(bench.store.purge(bench.board, deleted_at + 1).await.unwrap(), 1);
    let snapshot = bench.snapshot().await;
    assert_eq!(snapshot.card(old), None);
    assert!(snapshot.card(kept).is_some());
    let refused = bench.apply_as("ana", vec![Edit::RestoreCard { card: old, place: None }.into()]).await;
    assert!(matches!(refused, Err(BoardError::NoCard(_))), "{refused:?}");
    assert!(bench.create("Backlog", "new").await > kept);
}

pub(crate) async fn every_change_is_an_event(backend: Backend) {
    let bench = backend.open().await;
    let card = bench.create("Backlog", "a").await;
    let ready = bench.column("Ready").await;
    bench
        .apply(vec![
            Edit::MoveCard { card, column: ready, place: None },
            // The card is already there.
            Edit::MoveCard { card, column: ready, place: None },
            Edit::AddComment { card, text: "c".into() },
        ])
        .await;
    let events = bench.store.events(bench.board, 0, 10).await.unwrap();
    let kinds: Vec<EventKind> = events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [EventKind::CardCreated, EventKind::CardMoved, EventKind::CommentAdded]);
    assert_eq!(events.iter().map(|event| event.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(bench.store.events(bench.board, 2, 10).await.unwrap(), events[2..]);
    assert_eq!(bench.snapshot().await.number, 3);
}

pub(crate) async fn hostile_values_are_refused(backend: Backend) {
    let bench = backend.open().await;
    let backlog = bench.column("Backlog").await;
    let long = "x".repeat(256);
    for title in ["", "  ", "a\nb", "a\0b", &long] {
        let refused = bench.apply_as("ana", vec![create(backlog, title).into()]).await;
        assert!(matches!(refused, Err(BoardError::Invalid { field: "title", .. })), "{title:?}");
    }
    let card = bench.create("Backlog", "'; DROP TABLE board_card; --").await;
    let labels = Some((0..33).map(|number| number.to_string()).collect());
    for (edit, is_refused) in [
        (Edit::AddComment { card, text: " ".into() }, true),
        (Edit::AddComment { card, text: "x".repeat(70_000) }, true),
        (Edit::UpdateCard { card, patch: CardPatch { labels, ..CardPatch::default() } }, true),
        (Edit::AddComment { card, text: "\"; 'quoted' $1 ?\n世界".into() }, false),
    ] {
        assert_eq!(bench.apply_as("ana", vec![edit.clone().into()]).await.is_err(), is_refused, "{edit:?}");
    }
    let many = (0..501).map(|_| create(backlog, "x").into()).collect();
    assert!(matches!(bench.apply_as("ana", many).await, Err(BoardError::Full { .. })));
    assert_eq!(bench.titles("Backlog").await, ["'; DROP TABLE board_card; --"]);
}

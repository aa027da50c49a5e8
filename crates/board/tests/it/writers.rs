//! Concurrent writers on one board.

use std::collections::BTreeSet;

use lemmascope_board::BoardError;
use lemmascope_board::model::{CardPatch, Edit, Guard, Step};

use crate::backend::{Backend, create};

pub(crate) async fn many_writers_lose_nothing(backend: Backend) {
    const WRITERS: usize = 12;
    const EACH: usize = 15;
    let bench = backend.open().await;
    let columns: Vec<_> = bench.snapshot().await.columns.iter().map(|column| column.id).collect();
    let shared = bench.create("Backlog", "0").await;
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let (bench, columns) = (bench.clone(), columns.clone());
            tokio::spawn(async move {
                let author = format!("writer{writer}");
                for round in 0..EACH {
                    let made = create(columns[0], &format!("{writer} {round}"));
                    let made = bench.apply_as(&author, vec![made.into()]).await.unwrap();
                    let card = made.effects[0].card().unwrap();
                    let target = columns[(writer + round) % columns.len()];
                    let step = Edit::MoveCard { card, column: target, place: Some(1) };
                    bench.apply_as(&author, vec![step.into()]).await.unwrap();
                    // Read, increment, write: the guard detects other writers in between.
                    loop {
                        let seen = bench.card(shared).await;
                        let next = seen.fields.title.parse::<usize>().unwrap() + 1;
                        let patch = CardPatch { title: Some(next.to_string()), ..CardPatch::default() };
                        let guard = Some(Guard::Version(shared, seen.version));
                        let step = Step { guard, edit: Edit::UpdateCard { card: shared, patch } };
                        match bench.apply_as(&author, vec![step]).await {
                            Ok(_) => break,
                            Err(BoardError::Changed { .. }) => {}
                            Err(error) => panic!("{error:?}"),
                        }
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(bench.card(shared).await.fields.title, (WRITERS * EACH).to_string());
    let mut titles = BTreeSet::new();
    for column in ["Backlog", "Ready", "Work in progress", "Done"] {
        // `titles` checks the places.
        titles.extend(bench.titles(column).await);
    }
    assert_eq!(titles.len(), WRITERS * EACH + 1);
    let events = bench.store.events(bench.board, 0, 10_000).await.unwrap();
    let numbers: Vec<i64> = events.iter().map(|event| event.number).collect();
    assert_eq!(numbers, (1..=i64::try_from(events.len()).unwrap()).collect::<Vec<_>>());
}

pub(crate) async fn two_processes_see_each_other(backend: Backend) {
    let (one, other) = (backend.open().await, backend.open().await);
    let card = one.create("Backlog", "a").await;
    assert_eq!(other.titles("Backlog").await, ["a"]);
    let done = other.column("Done").await;
    other.apply(vec![Edit::MoveCard { card, column: done, place: None }]).await;
    assert_eq!(one.titles("Done").await, ["a"]);
    assert_eq!(*one.snapshot().await, *other.snapshot().await);
}

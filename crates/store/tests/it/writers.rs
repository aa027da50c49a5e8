//! The write-behind queue.

use std::time::Duration;

use lemmascope_store::StoreError;
use lemmascope_store::query::OnConflict;

use crate::backend::{Backend, all_labels, note};

pub(crate) async fn writer_preserves_order(backend: Backend) {
    const EACH: usize = 700;
    let store = backend.open().await;
    let writer = store.writer();
    let producers: Vec<_> = ["a", "b", "c"]
        .into_iter()
        .map(|producer| {
            let writer = writer.clone();
            tokio::spawn(async move {
                for number in 0..EACH {
                    writer.enqueue(note(format!("{producer}{number}"))).await;
                }
                writer.flush().await
            })
        })
        .collect();
    for producer in producers {
        producer.await.unwrap().unwrap();
    }
    let labels = all_labels(&store).await;
    assert_eq!(labels.len(), 3 * EACH);
    for producer in ["a", "b", "c"] {
        let own: Vec<_> = labels.iter().filter_map(|label| label.strip_prefix(producer)).collect();
        let expected: Vec<_> = (0..EACH).map(|number| number.to_string()).collect();
        assert_eq!(own, expected);
    }
}

pub(crate) async fn failed_statement_does_not_affect_its_group(backend: Backend) {
    let store = backend.open().await;
    let writer = store.writer();
    // The open transaction blocks the first statement, so that the others form a group after it.
    let mut holder = store.begin().await.unwrap();
    holder.execute(note("held")).await.unwrap();
    writer.enqueue(note("held")).await;
    for label in ["a", "b", "a", "bad\0", "c"] {
        writer.enqueue(note(label)).await;
    }
    holder.rollback().await.unwrap();
    let error = writer.flush().await.unwrap_err();
    assert!(matches!(error, StoreError::Duplicate { .. }), "the first of two errors: {error:?}");
    assert_eq!(all_labels(&store).await, ["held", "a", "b", "c"]);
    writer.enqueue(note("d")).await;
    writer.flush().await.expect("an error is told once");
    assert_eq!(all_labels(&store).await, ["held", "a", "b", "c", "d"]);
}

pub(crate) async fn cancelled_flush_preserves_error(backend: Backend) {
    let store = backend.open().await;
    let writer = store.writer();
    // The open transaction keeps the first flush from completing.
    let mut holder = store.begin().await.unwrap();
    holder.execute(note("a")).await.unwrap();
    writer.enqueue(note("a")).await;
    writer.enqueue(note("a")).await;
    tokio::select! {
        biased;
        _ = writer.flush() => panic!("nothing can have been written"),
        () = std::future::ready(()) => {}
    }
    holder.rollback().await.unwrap();
    assert!(matches!(writer.flush().await, Err(StoreError::Duplicate { .. })));
}

pub(crate) async fn dropped_writer_commits_remaining_statements(backend: Backend) {
    let store = backend.open().await;
    let writer = store.writer();
    for number in 0..300 {
        writer.clone().enqueue(note(number.to_string())).await;
    }
    drop(writer);
    store.close().await;
    assert!(matches!(store.execute(note("late")).await, Err(StoreError::Closed)));
    assert_eq!(all_labels(&backend.open().await).await.len(), 300);
}

pub(crate) async fn full_queue_blocks_sender(backend: Backend) {
    let store = backend.open().await;
    let writer = store.writer();
    let mut holder = store.begin().await.unwrap();
    holder.execute(note("0")).await.unwrap();
    let mut queued = 0;
    loop {
        let insert = note(queued.to_string()).on_conflict(OnConflict::new().do_nothing().to_owned()).take();
        if tokio::time::timeout(Duration::from_millis(200), writer.enqueue(insert)).await.is_err() {
            break;
        }
        queued += 1;
        assert!(queued < 5000, "the queue has no end");
    }
    assert!(queued >= 1024, "only {queued} were taken");
    holder.rollback().await.unwrap();
    writer.flush().await.unwrap();
    assert_eq!(all_labels(&store).await.len(), queued, "what was taken was written");
}

pub(crate) async fn closing_one_store_does_not_close_another(backend: Backend) {
    let store = backend.open().await;
    let (idle, busy) = (store.writer(), store.writer());
    drop(idle);
    // A second handle to the same database closes only its own connections.
    backend.open().await.close().await;
    busy.enqueue(note("a")).await;
    busy.flush().await.unwrap();
    assert_eq!(all_labels(&store).await, ["a"]);
}

//! Atomicity, with and without concurrent transactions.

use lemmascope_store::StoreError;
use lemmascope_store::query::{Expr, ExprTrait, Query};

use crate::backend::{Backend, all_labels, find, labels, note, texts};

pub(crate) async fn batch_is_atomic(backend: Backend) {
    let store = backend.open().await;
    store.transaction(vec![note("a").into(), note("b").into()]).await.unwrap();
    let failed = store.transaction(vec![note("c").into(), note("a").into()]).await;
    assert!(matches!(failed, Err(StoreError::Duplicate { .. })), "{failed:?}");
    assert_eq!(all_labels(&store).await, ["a", "b"]);
}

pub(crate) async fn only_committed_transactions_persist(backend: Backend) {
    let store = backend.open().await;
    let mut kept = store.begin().await.unwrap();
    let id = kept.insert_returning_id(note("kept")).await.unwrap();
    let remark = Query::insert().into_table("remark").columns(["note"]).values_panic([id.into()]).take();
    kept.execute(remark).await.unwrap();
    assert_eq!(texts(&kept.fetch_all(labels()).await.unwrap(), "label"), ["kept"], "it sees its own rows");
    kept.commit().await.unwrap();

    let mut undone = store.begin().await.unwrap();
    undone.execute(note("undone")).await.unwrap();
    undone.rollback().await.unwrap();

    let mut dropped = store.begin().await.unwrap();
    dropped.execute(note("dropped")).await.unwrap();
    drop(dropped);

    store.execute(note("after")).await.unwrap();
    assert_eq!(all_labels(&store).await, ["kept", "after"]);
}

pub(crate) async fn locked_reads_prevent_lost_updates(backend: Backend) {
    const TASKS: usize = 8;
    const TIMES: usize = 20;
    // Two stores have separate connections, like two processes.
    let stores = [backend.open().await, backend.open().await];
    let mut counter = Query::insert();
    counter.into_table("note").columns(["label", "amount"]).values_panic(["counter".into(), 0.into()]);
    stores[0].execute(counter).await.unwrap();
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| {
            let store = stores[task % 2].clone();
            tokio::spawn(async move {
                for _ in 0..TIMES {
                    let mut transaction = store.begin().await?;
                    let row = transaction.fetch_optional(find("counter").lock_exclusive()).await?.unwrap();
                    let next = row.integer("amount")? + 1;
                    let mut update = Query::update();
                    update.table("note").value("amount", next).and_where(Expr::col("label").eq("counter"));
                    assert_eq!(transaction.execute(update).await?, 1);
                    transaction.commit().await?;
                }
                Ok::<_, StoreError>(())
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    let counter = stores[1].fetch_optional(find("counter")).await.unwrap().unwrap();
    assert_eq!(counter.integer("amount").unwrap(), (TASKS * TIMES) as i64);
}

pub(crate) async fn open_transaction_does_not_block_readers(backend: Backend) {
    let store = backend.open().await;
    store.execute(note("before")).await.unwrap();
    let mut transaction = store.begin().await.unwrap();
    transaction.execute(note("during")).await.unwrap();
    assert_eq!(all_labels(&store).await, ["before"]);
    transaction.commit().await.unwrap();
    assert_eq!(all_labels(&store).await, ["before", "during"]);
}

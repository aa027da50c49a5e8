//! Conditions that only a server has: unreachable, denied access, lost connections.

use lemmascope_store::query::{Expr, OnConflict, Query};
use lemmascope_store::{Store, StoreError};

use crate::backend::{Backend, NOTES, all_labels, note};

#[tokio::test]
async fn unreachable_server_error_omits_the_password() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let url = format!("postgres://ann:s3cret@127.0.0.1:{port}/lemma");
    let error = Store::open(&url, &[NOTES]).await.unwrap_err();
    assert!(matches!(error, StoreError::Unreachable { .. }) && error.is_transient(), "{error:?}");
    assert!(error.to_string().contains(&format!("127.0.0.1:{port}")) && error.hint().is_some());
    assert!(!format!("{error} {error:?}").contains("s3cret"));
}

#[tokio::test]
async fn reports_missing_database_or_user() {
    let url = crate::cluster::database();
    let nowhere = url.replace("localhost/test", "localhost/nowhere");
    let error = Store::open(&nowhere, &[NOTES]).await.unwrap_err();
    assert!(matches!(error, StoreError::NoDatabase { .. }), "{error:?}");
    let stranger = url.replace("tester@", "stranger:s3cret@");
    let error = Store::open(&stranger, &[NOTES]).await.unwrap_err();
    assert!(matches!(error, StoreError::PermissionDenied { .. }), "{error:?}");
    assert!(!format!("{error} {error:?}").contains("s3cret"));
    let store = Store::open(&url.replace("tester@", "tester:s3cret@"), &[NOTES]).await.unwrap().store;
    assert!(format!("{store:?}").contains("database test") && !format!("{store:?}").contains("s3cret"));
}

#[tokio::test]
async fn replaces_connections_lost_while_idle() {
    let backend = Backend::postgres();
    let (store, killer) = (backend.open().await, backend.open().await);
    for round in 0..5 {
        store.execute(note(format!("{round}"))).await.unwrap();
        assert!(drop_other_connections(&killer).await > 0);
    }
    assert_eq!(all_labels(&store).await.len(), 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rewrites_rows_lost_with_a_connection() {
    const ROWS: usize = 3000;
    let backend = Backend::postgres();
    let (store, killer) = (backend.open().await, backend.open().await);
    let writer = store.writer();
    let producer = tokio::spawn(async move {
        for row in 0..ROWS {
            // The reply to a successful commit may be lost, so a repeated row is not an error.
            let insert = note(row.to_string()).on_conflict(OnConflict::new().do_nothing().to_owned()).take();
            writer.enqueue(insert).await;
        }
        writer.flush().await
    });
    let mut dropped = 0;
    while !producer.is_finished() && dropped < 10 {
        dropped += drop_other_connections(&killer).await;
    }
    producer.await.unwrap().unwrap();
    assert!(dropped > 0);
    assert_eq!(all_labels(&store).await.len(), ROWS);
}

async fn drop_other_connections(killer: &Store) -> usize {
    let others = "datname = current_database() AND pid <> pg_backend_pid()";
    let mut kill = Query::select();
    kill.expr(Expr::cust("pg_terminate_backend(pid)")).from("pg_stat_activity").and_where(Expr::cust(others));
    killer.fetch_all(kill).await.unwrap().len()
}

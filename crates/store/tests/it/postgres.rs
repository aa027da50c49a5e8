//! What only a server can do: be away, refuse, drop a connection.

use lemmascope_store::query::{Expr, Query};
use lemmascope_store::{Store, StoreError};

use crate::backend::{Backend, NOTES, all_labels, note};

#[tokio::test]
async fn a_server_that_is_away_is_named_at_once_and_without_the_password() {
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
async fn a_missing_database_or_user_is_named() {
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
async fn lost_connections_are_replaced() {
    let backend = Backend::postgres();
    let (store, killer) = (backend.open().await, backend.open().await);
    let writer = store.writer();
    for round in 0..5 {
        writer.enqueue(note(format!("before {round}"))).await;
        writer.flush().await.unwrap();
        let pids = "pg_terminate_backend(pid) AS done";
        let others = "datname = current_database() AND pid <> pg_backend_pid()";
        let kill = Query::select()
            .expr(Expr::cust(pids))
            .from("pg_stat_activity")
            .and_where(Expr::cust(others))
            .take();
        assert!(!killer.fetch_all(kill).await.unwrap().is_empty());
        writer.enqueue(note(format!("after {round}"))).await;
        writer.flush().await.unwrap();
    }
    assert_eq!(all_labels(&store).await.len(), 10);
}

//! Conditions that only a file has: modes, unusual names, several processes at once.

use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use lemmascope_store::query::{Expr, Query};
use lemmascope_store::{Store, StoreError};

use crate::backend::{NOTES, all_labels, note, open};

#[tokio::test]
async fn file_and_directory_are_private_to_owner() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/deeper/store.db");
    let store = open(&format!("sqlite:{}", path.display())).await;
    store.execute(note("a")).await.unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    for part in ["store.db", "store.db-wal", "store.db-shm"] {
        assert_eq!(mode(&path.with_file_name(part)), 0o600, "{part}");
    }
    store.close().await;
    assert!(!path.with_file_name("store.db-wal").exists(), "closing folds the log into the file");
}

#[tokio::test]
async fn uses_path_verbatim() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["with space.db", "ünïcode.db", "a?mode=ro#x%20y.db", "file:x.db", ":memory:"] {
        let path = folder.path().join(name);
        let store = open(&format!("sqlite:{}", path.display())).await;
        store.execute(note("a")).await.unwrap();
        assert!(path.metadata().unwrap().is_file(), "{name}");
    }
}

#[tokio::test]
async fn connection_has_configured_pragmas() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&format!("sqlite:{}", folder.path().join("a.db").display())).await;
    for (setting, value) in [("foreign_keys", 1), ("synchronous", 1), ("timeout", 5000)] {
        // The only column of the pragma `busy_timeout` is named `timeout`.
        let pragma = if setting == "timeout" { "pragma_busy_timeout" } else { &format!("pragma_{setting}") };
        let select =
            Query::select().expr_as(Expr::cust(format!("\"{setting}\"")), "v").from(pragma.to_owned()).take();
        assert_eq!(store.fetch_all(select).await.unwrap()[0].integer("v").unwrap(), value, "{setting}");
    }
    let select = Query::select().expr_as(Expr::cust("journal_mode"), "v").from("pragma_journal_mode").take();
    assert_eq!(store.fetch_all(select).await.unwrap()[0].text("v").unwrap(), "wal");
}

#[tokio::test]
async fn memory_database_lives_as_long_as_store() {
    let store = open("sqlite::memory:").await;
    let writer = store.writer();
    for number in 0..100 {
        writer.enqueue(note(number.to_string())).await;
    }
    writer.flush().await.unwrap();
    assert_eq!(all_labels(&store).await.len(), 100);
    assert!(all_labels(&open("sqlite::memory:").await).await.is_empty(), "each is a database of its own");
}

#[tokio::test]
async fn long_held_lock_is_not_reported_as_corruption() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let url = format!("sqlite:{}", path.display());
    let holder = Store::open(&url, &[]).await.unwrap().store;
    let transaction = holder.begin().await.unwrap();
    let error = Store::open(&url, &[NOTES]).await.unwrap_err();
    assert!(matches!(error, StoreError::Locked { .. }), "{error:?}");
    assert!(error.is_transient() && error.to_string().contains("a.db") && error.hint().is_some());
    transaction.rollback().await.unwrap();
    open(&url).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_file_opens_concurrently() {
    let folder = tempfile::tempdir().unwrap();
    // The lock that SQLite does not wait for is held very briefly, so a single file would rarely show the
    // problem.
    for file in 0..100 {
        let url = format!("sqlite:{}", folder.path().join(format!("{file}.db")).display());
        let openers: Vec<_> = (0..4)
            .map(|_| {
                let url = url.clone();
                tokio::spawn(async move { Store::open(&url, &[]).await.map(drop) })
            })
            .collect();
        for opener in openers {
            opener.await.unwrap().unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_processes_lose_no_writes() {
    if let Some(url) = parent_database_url() {
        return write_in_child_process(&url).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("shared.db").display());
    let children: Vec<Child> = (0..3)
        .map(|number: u8| {
            let mut command = child("sqlite::concurrent_processes_lose_no_writes");
            command.env(URL, &url).env(CHILD, number.to_string()).stdout(Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let labels: HashSet<_> = all_labels(&open(&url).await).await.into_iter().collect();
    assert_eq!(labels.len(), 3 * CHILD_TASKS * CHILD_ROWS);
}

/// The environment variable of a child process.
pub(crate) const URL: &str = "LEMMASCOPE_TEST_URL";
const CHILD: &str = "LEMMASCOPE_TEST_CHILD";
const CHILD_TASKS: usize = 4;
const CHILD_ROWS: usize = 300;

/// Runs this program again with the same test, which detects that it is the child.
pub(crate) fn child(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--quiet"]);
    command
}

/// Returns the database for this process, if another test process has started it.
pub(crate) fn parent_database_url() -> Option<String> {
    std::env::var(URL).ok()
}

async fn write_in_child_process(url: &str) {
    let store = open(url).await;
    let child = std::env::var(CHILD).unwrap();
    let tasks: Vec<_> = (0..CHILD_TASKS)
        .map(|task| {
            let (store, child) = (store.clone(), child.clone());
            tokio::spawn(async move {
                // Half of the tasks write individually, half through the queue.
                let writer = store.writer();
                for row in 0..CHILD_ROWS {
                    let insert = note(format!("{child}/{task}/{row}"));
                    if task % 2 == 0 {
                        store.execute(insert).await?;
                    } else {
                        writer.enqueue(insert).await;
                    }
                }
                writer.flush().await
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}

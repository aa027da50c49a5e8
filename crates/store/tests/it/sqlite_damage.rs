//! Checks that a corrupt file is set aside unchanged, and that work continues.

use std::fs;
use std::path::{Path, PathBuf};

use lemmascope_store::{Opened, Store, StoreError};

use crate::backend::{NOTES, all_labels, note, open};

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

fn set_aside(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains(".corrupt-"))
        .collect();
    found.sort();
    found
}

/// Opens a corrupt file and checks the result, which does not depend on the kind of damage.
async fn check_corrupt_file_is_set_aside(path: &Path) {
    let damaged = fs::read(path).unwrap();
    let Opened { store, notice } = Store::open(&url(path), &[NOTES]).await.unwrap();
    store.execute(note("fresh")).await.unwrap();
    assert_eq!(all_labels(&store).await, ["fresh"]);
    let aside = set_aside(path.parent().unwrap());
    assert_eq!(fs::read(&aside[0]).unwrap(), damaged, "kept byte by byte");
    let notice = notice.expect("the user is told");
    for named in [path, &aside[0]] {
        assert!(notice.contains(&named.display().to_string()), "{notice}");
    }
    let again = open(&url(path)).await;
    assert_eq!(all_labels(&again).await, ["fresh"]);
}

#[tokio::test]
async fn sets_aside_non_database_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    fs::write(&path, "this is not a database, and it is longer than a header has to be".repeat(100)).unwrap();
    check_corrupt_file_is_set_aside(&path).await;
}

#[tokio::test]
async fn sets_aside_truncated_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    filled(&path).await;
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2 - 100]).unwrap();
    check_corrupt_file_is_set_aside(&path).await;
}

#[tokio::test]
async fn sets_aside_database_with_overwritten_schema_and_wal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    filled(&path).await;
    let mut bytes = fs::read(&path).unwrap();
    bytes[100..4096].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    fs::write(folder.path().join("a.db-wal"), "what was left of a log").unwrap();
    check_corrupt_file_is_set_aside(&path).await;
}

#[tokio::test]
async fn empty_file_is_a_database_without_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    fs::write(&path, "").unwrap();
    open(&url(&path)).await.execute(note("a")).await.unwrap();
    assert!(set_aside(folder.path()).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_openers_set_file_aside_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    fs::write(&path, "nonsense ".repeat(1000)).unwrap();
    let openers: Vec<_> = (0..6)
        .map(|opener| {
            let url = url(&path);
            tokio::spawn(async move {
                let opened = Store::open(&url, &[NOTES]).await?;
                opened.store.execute(note(format!("{opener}"))).await?;
                Ok::<_, StoreError>(opened.notice)
            })
        })
        .collect();
    let mut notices = 0;
    for opener in openers {
        notices += usize::from(opener.await.unwrap().unwrap().is_some());
    }
    assert_eq!((notices, set_aside(folder.path()).len()), (1, 1));
    assert_eq!(all_labels(&open(&url(&path)).await).await.len(), 6);
}

#[tokio::test]
async fn reports_corruption_found_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    filled(&path).await;
    let mut bytes = fs::read(&path).unwrap();
    // The schema and the migrations table are in the first pages, followed by the rows.
    let rows = bytes.len() / 2;
    bytes[rows..].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let store = open(&url(&path)).await;
    let error = store.fetch_all(crate::backend::labels()).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
    assert!(error.hint().unwrap().contains(".recover"));
}

async fn filled(path: &Path) {
    let store = open(&url(path)).await;
    store.transaction((0..2000).map(|number| note(format!("row {number}")).into()).collect()).await.unwrap();
    store.close().await;
}

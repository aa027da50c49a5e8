//! Unwritable locations, tested on the real system: a small file system, a read-only one, another user.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use lemmascope_store::{Store, StoreError};

use crate::backend::{NOTES, all_labels, note, open};
use crate::sqlite::{URL, child, parent_database_url};

/// Runs a child test in a separate mount namespace, in which `prepare` may mount on `$1`. Skips the test with
/// a message if the system only permits that to the real root.
fn in_own_mounts(prepare: &str, test: &str) {
    let allowed = Command::new("unshare").args(["-Urm", "true"]).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: this system does not let `unshare -Urm` make a mount namespace");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = child(test);
    let mut command = Command::new("unshare");
    command.args(["-Urm", "sh", "-ec"]).arg(format!("{prepare}\nshift; exec \"$@\"")).arg("sh");
    command.arg(folder.path()).arg(program.get_program()).args(program.get_args());
    command.env(URL, format!("sqlite:{}", folder.path().join("store.db").display()));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[tokio::test]
async fn full_disk_is_reported_without_data_loss() {
    if let Some(url) = parent_database_url() {
        return fill_disk_in_child_process(&url).await;
    }
    in_own_mounts(
        "mount -t tmpfs -o size=600k none \"$1\"",
        "sqlite_places::full_disk_is_reported_without_data_loss",
    );
}

async fn fill_disk_in_child_process(url: &str) {
    let store = open(url).await;
    let mut written = 0;
    let error = loop {
        match store.execute(note(format!("{written} {}", "x".repeat(2000)))).await {
            Ok(_) => written += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::DiskFull { .. }), "{error:?}");
    assert!(error.to_string().contains("store.db") && error.hint().is_some());

    let writer = store.writer();
    for number in 0..20 {
        writer.enqueue(note(format!("queued {number} {}", "x".repeat(2000)))).await;
    }
    assert!(matches!(writer.flush().await, Err(StoreError::DiskFull { .. })));
    drop(writer);
    let before = all_labels(&store).await.len();
    assert!(before >= written && written > 0);
    store.close().await;
    // A full disk is not damage: the file is opened in place.
    assert_eq!(all_labels(&open(url).await).await.len(), before);
}

#[tokio::test]
async fn read_only_file_system_is_reported() {
    if let Some(url) = parent_database_url() {
        return check_read_only_file_system_in_child(&url).await;
    }
    let mounts = "mount -t tmpfs none \"$1\"; : >\"$1/old.db\"; mount -o remount,ro none \"$1\"";
    in_own_mounts(mounts, "sqlite_places::read_only_file_system_is_reported");
}

async fn check_read_only_file_system_in_child(url: &str) {
    for name in ["store.db", "new/folder/store.db", "old.db"] {
        let error = Store::open(&url.replace("store.db", name), &[NOTES]).await.unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{name}: {error:?}");
        assert!(error.hint().is_some());
    }
}

#[tokio::test]
async fn reports_path_blocked_by_file_or_directory() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    for path in [folder.path().to_owned(), folder.path().join("file/store.db")] {
        let error = Store::open(&format!("sqlite:{}", path.display()), &[NOTES]).await.unwrap_err();
        assert!(matches!(error, StoreError::Unusable { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn inaccessible_file_is_reported_and_unchanged() {
    if let Some(url) = parent_database_url() {
        return check_permissions_in_child(&url).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let mode = |path: &Path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    let path = folder.path().join("store.db");
    // This is not a database either, but without read access the program cannot know.
    std::fs::write(&path, "private").unwrap();
    mode(&path, 0o000);
    mode(folder.path(), 0o555);
    let program = child("sqlite_places::inaccessible_file_is_reported_and_unchanged");
    // File modes do not apply to root, which therefore becomes nobody; the program is copied to a location
    // that nobody can read.
    let public = tempfile::tempdir().unwrap();
    let mut command = if folder.path().metadata().unwrap().uid() == 0 {
        mode(public.path(), 0o755);
        let copy = public.path().join("test");
        std::fs::copy(program.get_program(), &copy).unwrap();
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups", "--"]).arg(copy);
        command
    } else {
        Command::new(program.get_program())
    };
    command.args(program.get_args()).env(URL, format!("sqlite:{}", path.display()));
    let output = command.current_dir("/").output().unwrap();
    mode(folder.path(), 0o755);
    mode(&path, 0o600);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "private");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

async fn check_permissions_in_child(url: &str) {
    for name in ["store.db", "new.db", "new/store.db"] {
        let error = Store::open(&url.replace("store.db", name), &[NOTES]).await.unwrap_err();
        assert!(matches!(error, StoreError::PermissionDenied { .. }), "{name}: {error:?}");
        assert!(error.hint().is_some());
    }
}

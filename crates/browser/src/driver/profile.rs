use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, flock};

const PREFIX: &str = "profile-";
const LOCK: &str = "in-use.lock";

/// The age from which a folder without a lock file counts as abandoned. Such a folder is either being
/// created, which takes no time, or its removal was interrupted.
const ABANDONED_AFTER: Duration = Duration::from_secs(600);

/// The profile folder of one browser process, removed together with it.
///
/// The engine holds a lock on a file in it for as long as it lives. The operating system releases the lock
/// when the engine ends, even after a crash, so a folder whose lock can be acquired is unused.
#[derive(Debug)]
pub(super) struct Profile {
    folder: PathBuf,
    lock: Option<File>,
}

impl Profile {
    /// Creates a profile folder, after removing unused ones.
    pub(super) fn make(parent: &Path) -> io::Result<Self> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
        sweep(parent);
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?.keep();
            let lock = OpenOptions::new().create(true).append(true).open(folder.join(LOCK))?;
            // Another process that sweeps may have locked the folder first; then it removes the folder and
            // this loop tries again.
            if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() && is_at(&lock, &folder) {
                return Ok(Self { folder, lock: Some(lock) });
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        remove(&self.folder);
        self.lock = None;
    }
}

/// Removes the profile folders of engines that were killed.
fn sweep(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) && is_abandoned(&entry.path()) {
            remove(&entry.path());
        }
    }
}

fn is_abandoned(folder: &Path) -> bool {
    match OpenOptions::new().append(true).open(folder.join(LOCK)) {
        // The lock is released at once, since no process reuses an old profile folder.
        Ok(lock) => flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok(),
        Err(_) => folder
            .metadata()
            .and_then(|data| data.modified())
            .is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age > ABANDONED_AFTER)),
    }
}

/// Empties the folder and removes it, the lock file last. Retries, because a browser that is still exiting
/// may write to the folder.
fn remove(folder: &Path) {
    for _ in 0..20 {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten().filter(|entry| entry.file_name() != LOCK) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let removed =
                if is_folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
            if let Err(error) = removed {
                tracing::debug!(%error, "something in a profile could not be removed");
            }
        }
        let is_empty = fs::read_dir(folder).is_ok_and(|entries| entries.count() <= 1);
        if is_empty && fs::remove_file(folder.join(LOCK)).is_ok() && fs::remove_dir(folder).is_ok() {
            return;
        }
    }
    let _ = fs::remove_dir_all(folder);
}

/// Whether the locked file is still the one in the folder.
fn is_at(lock: &File, folder: &Path) -> bool {
    match (lock.metadata(), folder.join(LOCK).metadata()) {
        (Ok(held), Ok(there)) => held.ino() == there.ino() && held.dev() == there.dev(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_directory_is_removed_on_drop() {
        let parent = tempfile::tempdir().unwrap();
        let first = Profile::make(parent.path()).unwrap();
        fs::write(first.path().join("History"), "x").unwrap();
        let second = Profile::make(parent.path()).unwrap();
        assert!(first.path().join("History").exists(), "one that is in use stays");
        let folder = first.path().to_path_buf();
        drop(first);
        assert!(!folder.exists());
        assert!(second.path().exists());
    }

    #[test]
    fn removes_stale_profiles_and_keeps_other_directories() {
        let parent = tempfile::tempdir().unwrap();
        let left = parent.path().join("profile-left");
        fs::create_dir_all(left.join("Default")).unwrap();
        fs::write(left.join(LOCK), "").unwrap();
        fs::write(left.join("Default/Cookies"), "x").unwrap();
        let fresh = parent.path().join("profile-fresh");
        fs::create_dir(&fresh).unwrap();
        let other = parent.path().join("photos");
        fs::create_dir(&other).unwrap();
        let _profile = Profile::make(parent.path()).unwrap();
        assert!(!left.exists());
        assert!(fresh.exists(), "one that is just being made stays");
        assert!(other.exists());
    }
}

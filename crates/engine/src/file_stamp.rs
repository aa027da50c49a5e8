use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The coarsest resolution of file timestamps: file systems store times in steps of up to two seconds. A file
/// that was changed more recently than this may change again and keep its timestamp.
const STEP: Duration = Duration::from_secs(2);

/// The metadata that changes when a file or a folder changes: its times, length, permissions and identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileStamp {
    file: (u64, u64),
    length: u64,
    mode: u32,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl FileStamp {
    /// Returns the stamp of a file, or of the link itself if its target does not exist. Returns `None` if
    /// there is no file.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let found = std::fs::metadata(path).or_else(|_| path.symlink_metadata()).ok()?;
        Some(Self {
            file: (found.dev(), found.ino()),
            length: found.len(),
            mode: found.mode(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }

    /// Whether the last change is old enough that any further change alters the stamp.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        let latest = u64::try_from(self.modified.0.max(self.changed.0)).unwrap_or_default();
        SystemTime::UNIX_EPOCH + Duration::from_secs(latest) + STEP < now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recently_modified_file_is_not_settled() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        assert_eq!(FileStamp::of(&path), None);
        std::fs::write(&path, "one").unwrap();
        let first = FileStamp::of(&path).unwrap();
        let now = SystemTime::now();
        assert!(!first.is_settled(now));
        assert!(first.is_settled(now + 2 * STEP));
        std::fs::write(&path, "longer").unwrap();
        assert_ne!(FileStamp::of(&path), Some(first));
    }
}

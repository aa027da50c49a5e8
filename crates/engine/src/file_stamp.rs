use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// File systems store times in steps of up to two seconds. A file that was changed less than this ago may change again without
/// another time.
const STEP: Duration = Duration::from_secs(2);

/// What changes when a file or a folder changes: its times, its length, its permissions, and which file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileStamp {
    file: (u64, u64),
    length: u64,
    mode: u32,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl FileStamp {
    /// The stamp of a file, of the link itself where it leads nowhere; nothing where there is none.
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

    /// Whether the last change is so long ago that any further one shows in the stamp.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        let latest = u64::try_from(self.modified.0.max(self.changed.0)).unwrap_or_default();
        SystemTime::UNIX_EPOCH + Duration::from_secs(latest) + STEP < now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_changed_just_now_is_not_settled() {
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

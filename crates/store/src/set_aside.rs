//! Moves a corrupt database out of the way without losing data.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// Renames the file to `NAME.corrupt-TIME`, together with its write-ahead log and index, and returns the new
/// path. The caller must have closed all connections and locked the folder.
pub(crate) fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let time = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let mut aside = append_suffix(path, &format!(".corrupt-{time}"));
    let mut again = 1;
    while taken(&aside) {
        again += 1;
        aside = append_suffix(path, &format!(".corrupt-{time}-{again}"));
    }
    // The log is renamed first: left behind by a crash, it would be replayed into the new file. The names
    // match, so that `sqlite3` finds the log of the file when recovering it.
    for part in ["-wal", "-shm", ""] {
        match std::fs::rename(append_suffix(path, part), append_suffix(&aside, part)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !part.is_empty() => {}
            done => done?,
        }
    }
    Ok(aside)
}

/// Whether a name is taken. No file is ever overwritten, not even one from an earlier rename.
fn taken(aside: &Path) -> bool {
    ["", "-wal", "-shm"].iter().any(|part| append_suffix(aside, part).symlink_metadata().is_ok())
}

fn append_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_database_with_wal_without_overwriting() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let mut kept = Vec::new();
        for round in ["one", "two", "three"] {
            for part in ["", "-wal"] {
                std::fs::write(append_suffix(&path, part), format!("{round}{part}")).unwrap();
            }
            kept.push((set_aside(&path).unwrap(), round));
        }
        for (aside, round) in kept {
            assert_eq!(std::fs::read_to_string(&aside).unwrap(), round);
            assert_eq!(
                std::fs::read_to_string(append_suffix(&aside, "-wal")).unwrap(),
                format!("{round}-wal")
            );
        }
        assert!(!path.exists());
    }
}

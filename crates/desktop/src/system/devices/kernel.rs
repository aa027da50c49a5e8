//! The kernel's files: small texts with one thing in each, which may be missing, empty or nonsense.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The most that is read of a file; the longest that matters has a line for each mount.
const LONGEST: u64 = 1 << 20;

/// The most that is listed of a folder.
const MOST: usize = 256;

/// What a file says, without the blanks around it; nothing when it is missing, empty or no text.
pub(super) fn read(path: &Path) -> Option<String> {
    // A pipe or a device in its place would keep the reader waiting.
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_string())
}

/// The whole number that a file has, where it is not negative.
pub(super) fn number(path: &Path) -> Option<u64> {
    read(path)?.parse().ok()
}

/// The one line that a file has, if it is short enough to be a name or a word.
pub(super) fn word(path: &Path) -> Option<String> {
    read(path).filter(|text| text.len() <= 256 && !text.chars().any(char::is_control))
}

/// What is in a folder, by name.
pub(super) fn list(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST);
    let named = entries.filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())));
    let mut listed: Vec<(String, PathBuf)> = named.collect();
    listed.sort();
    listed
}

/// Sets what a file says. It must be there: the kernel's files are not made.
pub(super) fn write(path: &Path, value: &str) -> io::Result<()> {
    OpenOptions::new().write(true).truncate(true).open(path)?.write_all(value.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("value");
        assert_eq!(number(&file), None);
        for (content, expected) in
            [("42\n", Some(42)), ("", None), ("-3", None), ("4 2", None), ("99999999999999999999", None)]
        {
            std::fs::write(&file, content).unwrap();
            assert_eq!(number(&file), expected, "{content:?}");
        }
        std::fs::write(&file, [0xff, 0xfe, 0]).unwrap();
        assert_eq!((number(&file), word(&file)), (None, None));
        std::fs::write(&file, "x".repeat(5 << 20)).unwrap();
        assert_eq!(word(&file), None);
        assert_eq!(number(folder.path()), None, "a folder says nothing");
    }

    #[test]
    fn what_is_not_there_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(&folder.path().join("soft"), "1").is_err());
    }
}

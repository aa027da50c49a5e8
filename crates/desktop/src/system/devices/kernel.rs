//! Access to the kernel's files: short texts with one value each, which may be missing, empty or invalid.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The maximum number of bytes that are read; the longest relevant file has a line for each mount.
const LONGEST: u64 = 1 << 20;

/// The maximum number of entries of a folder.
const MOST: usize = 256;

/// Returns the trimmed content of a file, or `None` if it is missing, empty or not text.
pub(super) fn read(path: &Path) -> Option<String> {
    // A pipe or device would block the reader.
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_string())
}

/// Returns the number in a file, if it is a non-negative integer.
pub(super) fn number(path: &Path) -> Option<u64> {
    read(path)?.parse().ok()
}

/// Returns the single line of a file, if it is short enough for a name or word.
pub(super) fn word(path: &Path) -> Option<String> {
    read(path).filter(|text| text.len() <= 256 && !text.chars().any(char::is_control))
}

/// Lists a folder, sorted by name.
pub(super) fn list(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST);
    let named = entries.filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())));
    let mut listed: Vec<(String, PathBuf)> = named.collect();
    listed.sort();
    listed
}

/// Writes a file, which must exist: the kernel's files cannot be created.
pub(super) fn write(path: &Path, value: &str) -> io::Result<()> {
    OpenOptions::new().write(true).truncate(true).open(path)?.write_all(value.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_invalid_kernel_values() {
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
    fn write_does_not_create_missing_files() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(&folder.path().join("soft"), "1").is_err());
    }
}

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::Read as _;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use rustix::fs::OFlags;

use super::handle;
use super::trash_dir::TrashDir;

/// The line in a `.trashinfo` file that identifies this program. The specification tells readers to ignore
/// unknown lines.
const OURS: &str = "X-Deleted-By=lemmascope";

/// The maximum number of bytes that are read. Files of this program are shorter.
const LONGEST: u64 = 64 * 1024;

const SUFFIX: &str = ".trashinfo";

/// The `.trashinfo` metadata of a trash entry.
pub(super) struct Note {
    /// The original path, absolute or relative to the top of its file system.
    pub(super) original: PathBuf,
    /// The deletion time in local time.
    pub(super) deleted: Option<DateTime>,
    /// Whether this program moved it to the trash.
    pub(super) ours: bool,
}

impl Note {
    /// Formats the metadata of a new entry.
    pub(super) fn text(original: &Path, now: DateTime) -> String {
        let deleted = now.strftime("%Y-%m-%dT%H:%M:%S");
        format!("[Trash Info]\nPath={}\nDeletionDate={deleted}\n{OURS}\n", encode(original))
    }

    /// Reads the metadata of an entry; `None` if it is missing or invalid.
    pub(super) fn read(bin: &TrashDir, thrown: &OsStr) -> Option<Self> {
        let (file, _) = handle::open_file(bin.info.as_fd(), &name(thrown), OFlags::RDONLY).ok()?;
        let mut text = Vec::new();
        file.take(LONGEST).read_to_end(&mut text).ok()?;
        Self::parse(&String::from_utf8_lossy(&text))
    }

    fn parse(text: &str) -> Option<Self> {
        let field = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        Some(Self {
            original: decode(field("Path=")?),
            deleted: field("DeletionDate=").and_then(|date| date.trim().parse().ok()),
            ours: text.lines().any(|line| line == OURS),
        })
    }
}

/// Returns the name of the `.trashinfo` file of an entry.
pub(super) fn name(thrown: &OsStr) -> OsString {
    let mut note = thrown.to_os_string();
    note.push(SUFFIX);
    note
}

/// Returns the names of all entries with metadata.
pub(super) fn noted(info: BorrowedFd<'_>) -> std::io::Result<Vec<OsString>> {
    let names = handle::names(info)?.into_iter();
    let noted = names.filter_map(|name| name.as_bytes().strip_suffix(SUFFIX.as_bytes()).map(<[u8]>::to_vec));
    Ok(noted.map(OsString::from_vec).collect())
}

/// Encodes a path as the specification requires: percent-encoding of each byte.
fn encode(path: &Path) -> String {
    let mut encoded = String::new();
    for byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.!~*'()".contains(byte) {
            encoded.push(char::from(*byte));
        } else {
            // Writing to a `String` cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

fn decode(text: &str) -> PathBuf {
    let digit = |at: usize| text.as_bytes().get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let (mut bytes, mut at) = (Vec::new(), 0);
    while let Some(byte) = text.as_bytes().get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                bytes.extend(u8::try_from(high * 16 + low));
                at += 3;
            }
            _ => {
                bytes.push(*byte);
                at += 1;
            }
        }
    }
    OsString::from_vec(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encodes_paths() {
        assert_eq!(encode(Path::new("/a b/ç%.txt")), "/a%20b/%C3%A7%25.txt");
        assert_eq!(decode("/a%20b/%C3%A7%25.txt"), Path::new("/a b/ç%.txt"));
        assert_eq!(decode("100%/%4/%zz"), Path::new("100%/%4/%zz"));
    }

    #[test]
    fn trash_info_round_trips() {
        let now = jiff::civil::date(2026, 11, 15).at(23, 0, 5, 0);
        let note = Note::parse(&Note::text(Path::new("/a b"), now)).unwrap();
        assert_eq!((note.original.as_path(), note.deleted, note.ours), (Path::new("/a b"), Some(now), true));
        let others = Note::parse("[Trash Info]\nPath=x\nDeletionDate=yesterday\n").unwrap();
        assert_eq!((others.deleted, others.ours), (None, false));
        assert!(Note::parse("[Trash Info]\n").is_none());
    }
}

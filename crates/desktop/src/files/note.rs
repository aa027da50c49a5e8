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

/// The line by which a note says who has thrown it away. The specification has readers pass over lines that they do not know.
const OURS: &str = "X-Deleted-By=lemmascope";

/// As much of a note is read. Ours are shorter than a path and a half.
const LONGEST: u64 = 64 * 1024;

const SUFFIX: &str = ".trashinfo";

/// What a trash knows of something in it.
pub(super) struct Note {
    /// Where it was: from the top of the disk, or of its own file system.
    pub(super) original: PathBuf,
    /// When it was thrown away, in the time of this place.
    pub(super) deleted: Option<DateTime>,
    /// Whether it was thrown away from here, and not by another program.
    pub(super) ours: bool,
}

impl Note {
    /// What is written for something that is thrown away now.
    pub(super) fn text(original: &Path, now: DateTime) -> String {
        let deleted = now.strftime("%Y-%m-%dT%H:%M:%S");
        format!("[Trash Info]\nPath={}\nDeletionDate={deleted}\n{OURS}\n", encode(original))
    }

    /// The note of something; nothing if there is none that can be read.
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

/// What the note of something is called.
pub(super) fn name(thrown: &OsStr) -> OsString {
    let mut note = thrown.to_os_string();
    note.push(SUFFIX);
    note
}

/// The names of everything that has a note.
pub(super) fn noted(info: BorrowedFd<'_>) -> std::io::Result<Vec<OsString>> {
    let names = handle::names(info)?.into_iter();
    let noted = names.filter_map(|name| name.as_bytes().strip_suffix(SUFFIX.as_bytes()).map(<[u8]>::to_vec));
    Ok(noted.map(OsString::from_vec).collect())
}

/// A path as the notes write it: percent-encoded like a URL, byte by byte.
fn encode(path: &Path) -> String {
    let mut encoded = String::new();
    for byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.!~*'()".contains(byte) {
            encoded.push(char::from(*byte));
        } else {
            // Writing to a String cannot fail.
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
    fn notes_encode_what_urls_encode() {
        assert_eq!(encode(Path::new("/a b/ç%.txt")), "/a%20b/%C3%A7%25.txt");
        assert_eq!(decode("/a%20b/%C3%A7%25.txt"), Path::new("/a b/ç%.txt"));
        assert_eq!(decode("100%/%4/%zz"), Path::new("100%/%4/%zz"));
    }

    #[test]
    fn what_is_written_is_read() {
        let now = jiff::civil::date(2026, 11, 15).at(23, 0, 5, 0);
        let note = Note::parse(&Note::text(Path::new("/a b"), now)).unwrap();
        assert_eq!((note.original.as_path(), note.deleted, note.ours), (Path::new("/a b"), Some(now), true));
        let others = Note::parse("[Trash Info]\nPath=x\nDeletionDate=yesterday\n").unwrap();
        assert_eq!((others.deleted, others.ours), (None, false));
        assert!(Note::parse("[Trash Info]\n").is_none());
    }
}

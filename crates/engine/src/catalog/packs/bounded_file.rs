//! Reading of untrusted files in bounded time and memory.

use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use lemmascope_intent::Diagnostic;
use rustix::fs::OFlags;

/// The maximum size of a file. Definition files have a page or two.
const LARGEST_FILE: u64 = 1 << 20;

/// The modification time and the length of a file.
pub(crate) type Stamp = (SystemTime, u64);

/// Whether symbolic links are followed. They are in the user's own folders, but not in packs, because the
/// links of an untrusted pack may lead to files that the user did not intend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    Followed,
    Refused,
}

/// Returns the text of a file of definitions, patterns or a manifest, or the reason why it cannot be read.
pub(crate) fn read_text(path: &Path, links: Links) -> Result<Arc<str>, Diagnostic> {
    String::from_utf8(read_bytes(path, links)?)
        .map(Arc::from)
        .map_err(|_| Diagnostic::error(0..0, "the file is not UTF-8 text", "Save it as UTF-8."))
}

/// Returns the bytes of a definition file that a person names: a regular file of at most 1 MiB.
pub fn read_definition(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    read_bytes(path, Links::Followed)
}

/// Returns the bytes of a regular file of at most 1 MiB. Never blocks on a pipe, and never reads a device
/// without end.
fn read_bytes(path: &Path, links: Links) -> Result<Vec<u8>, Diagnostic> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Diagnostic::error(0..0, format!("the file cannot be read: {why}"), "Check its permissions.")
    };
    let no_file = || unreadable(&"it is not a regular file");
    let too_large = |length: u64| {
        Diagnostic::error(0..0, format!("the file has {length} bytes"), "A definition has at most 1 MiB.")
    };
    // Without this flag, opening a pipe blocks until it has a writer.
    let mut flags = OFlags::NONBLOCK;
    flags.set(OFlags::NOFOLLOW, links == Links::Refused);
    let mut options = std::fs::OpenOptions::new();
    let file = match options.read(true).custom_flags(flags.bits().cast_signed()).open(path) {
        Err(_) if path.symlink_metadata().is_ok_and(|found| !found.is_file()) => return Err(no_file()),
        opened => opened.map_err(|error| unreadable(&error))?,
    };
    let found = file.metadata().map_err(|error| unreadable(&error))?;
    if !found.is_file() {
        return Err(no_file());
    }
    if found.len() > LARGEST_FILE {
        return Err(too_large(found.len()));
    }
    let mut bytes = Vec::new();
    // The file may grow while it is read, and some files do not report their length.
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    match bytes.len() as u64 {
        length if length > LARGEST_FILE => Err(too_large(length)),
        _ => Ok(bytes),
    }
}

/// Returns the stamp of a file, or of the link itself if its target does not exist.
pub(crate) fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).or_else(|_| path.symlink_metadata()).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

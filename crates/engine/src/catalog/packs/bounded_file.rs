//! Files that strangers wrote, read in bounded time and memory.

use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use lemmascope_intent::Diagnostic;
use rustix::fs::OFlags;

/// A definition file is a page or two; what is larger is no definition.
const LARGEST_FILE: u64 = 1 << 20;

/// When a file was changed last, and how long it is.
pub(crate) type Stamp = (SystemTime, u64);

/// Whether a file may be a link. In a folder of the user's own it may; a pack is made by someone else, and its links lead
/// where the user did not mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    Followed,
    Refused,
}

/// The text of a file of definitions, patterns or a declaration, or why it is not read.
pub(crate) fn read_text(path: &Path, links: Links) -> Result<Arc<str>, Diagnostic> {
    String::from_utf8(read_bytes(path, links)?)
        .map(Arc::from)
        .map_err(|_| Diagnostic::error(0..0, "the file is not UTF-8 text", "Save it as UTF-8."))
}

/// The bytes of a definition file that a person names: those of a regular file of at most 1 MiB.
pub fn read_definition(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    read_bytes(path, Links::Followed)
}

/// The bytes of a regular file of at most 1 MiB. A pipe or a device is not waited for, nor read without an end.
fn read_bytes(path: &Path, links: Links) -> Result<Vec<u8>, Diagnostic> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Diagnostic::error(0..0, format!("the file cannot be read: {why}"), "Check its permissions.")
    };
    let no_file = || unreadable(&"it is not a regular file");
    let too_large = |length: u64| {
        Diagnostic::error(0..0, format!("the file has {length} bytes"), "A definition has at most 1 MiB.")
    };
    // Opening a pipe would wait for a writer.
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
    // It may grow while it is read, and some files do not say how long they are.
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    match bytes.len() as u64 {
        length if length > LARGEST_FILE => Err(too_large(length)),
        _ => Ok(bytes),
    }
}

/// The stamp of a file, of the link itself where it is one.
pub(crate) fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = std::fs::metadata(path).or_else(|_| path.symlink_metadata()).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

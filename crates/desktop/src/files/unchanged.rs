use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use lemmascope_intent::{Call, Failure};
use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

use super::append_file;
use super::fault::conflict;
use super::handle;
use super::resolved_path::ResolvedPath;

/// Adds the digest of the written content to the undo call, so that undo removes nothing else.
pub(super) fn knowing(undo: Option<Call>, content: Option<&[u8]>) -> Option<Call> {
    let mut undo = undo?;
    undo.arguments
        .extend(content.map(|content| ("content".to_string(), append_file::digest(content).into())));
    Some(undo)
}

/// Refuses to remove a file that was changed after it was written. `below` is its path in a folder that was
/// created for it.
pub(super) fn check(place: &ResolvedPath, below: Option<&str>, content: Option<&str>) -> Result<(), Failure> {
    let Some(content) = content else { return Ok(()) };
    let found = match below {
        Some(below) => inside(place.dir(), place.name(), Path::new(below)),
        None => digest(place.dir(), place.name()),
    };
    match found {
        // A missing or replaced file contains none of the written content.
        Ok(found) if found == content => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        _ => Err(conflict(
            format!("\"{}\" has been changed since it was written", place.shown),
            "Undo would delete the newer content too. Move or delete it by hand.",
        )),
    }
}

fn inside(dir: BorrowedFd<'_>, name: &OsStr, below: &Path) -> io::Result<String> {
    let mut folder = handle::open_folder(dir, name)?;
    for name in below.parent().into_iter().flat_map(Path::iter) {
        folder = handle::open_folder(folder.as_fd(), name)?;
    }
    digest(folder.as_fd(), below.file_name().unwrap_or_default())
}

fn digest(dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<String> {
    let (mut file, _) = handle::open_file(dir, name, OFlags::RDONLY)?;
    let mut digest = Sha256::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match io::Read::read(&mut file, &mut chunk)? {
            0 => return Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            read => digest.update(&chunk[..read]),
        }
    }
}

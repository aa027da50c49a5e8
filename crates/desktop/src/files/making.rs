use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use lemmascope_intent::{Call, Failure};
use rustix::fs::{Mode, Stat};

use super::call_scope::CallScope;
use super::format::{call, mark, texts};
use super::handle;
use super::resolved_path::ResolvedPath;
use super::temporary;
use super::tree;
use super::unchanged;

/// A new file or folder that is complete on disk under a temporary name. It appears atomically, together with
/// the missing parent folders, or not at all.
pub(super) struct Making<'a> {
    place: &'a ResolvedPath,
    temporary: OsString,
    /// The complete content of the new folders, as a condition for undo; `None` for copies, which may contain
    /// anything.
    holds: Option<Vec<String>>,
    /// The written content, if undo must not remove a later version.
    content: Option<&'a [u8]>,
    appeared: bool,
}

impl<'a> Making<'a> {
    /// Creates a file with this content.
    pub(super) fn file(place: &'a ResolvedPath, content: &'a [u8]) -> Result<Self, Failure> {
        let making = Self::grow(place, |dir, name| write_file(dir, name, content, None))?;
        Ok(making.knowing(content))
    }

    fn knowing(mut self, content: &'a [u8]) -> Self {
        self.content = Some(content);
        self
    }

    /// Creates an empty folder.
    pub(super) fn folder(place: &'a ResolvedPath) -> Result<Self, Failure> {
        Self::grow(place, |dir, name| handle::create_folder(dir, name, Mode::from_raw_mode(0o777)).map(drop))
    }

    /// Adopts an existing temporary item beside the path.
    pub(super) fn adopt(place: &'a ResolvedPath, temporary: OsString) -> Self {
        Self { place, temporary, holds: None, content: None, appeared: false }
    }

    /// Creates a file whose content is written by a function.
    pub(super) fn filled(
        place: &'a ResolvedPath,
        fill: impl FnOnce(BorrowedFd<'_>, &OsStr) -> io::Result<()>,
    ) -> Result<Self, Failure> {
        Self::grow(place, fill)
    }

    fn grow(
        place: &'a ResolvedPath,
        fill: impl FnOnce(BorrowedFd<'_>, &OsStr) -> io::Result<()>,
    ) -> Result<Self, Failure> {
        let holds = Some(place.new_below());
        let making = Self { place, temporary: temporary::name(), holds, content: None, appeared: false };
        making.fill(fill).map_err(|error| place.fault(error))?;
        Ok(making)
    }

    fn fill(&self, fill: impl FnOnce(BorrowedFd<'_>, &OsStr) -> io::Result<()>) -> io::Result<()> {
        let Some((_, inner)) = self.place.missing().split_first() else {
            return fill(self.place.dir(), &self.temporary);
        };
        let folder = |dir: BorrowedFd<'_>, name: &OsStr| -> io::Result<OwnedFd> {
            handle::create_folder(dir, name, Mode::from_raw_mode(0o777))
        };
        let mut dir = folder(self.place.dir(), &self.temporary)?;
        for name in inner {
            dir = folder(dir.as_fd(), name)?;
        }
        fill(dir.as_fd(), self.place.name())
    }

    /// Renames the item to its final name. Records the undo call before, and returns it.
    pub(super) fn appear(mut self, site: &CallScope) -> Result<Option<Call>, Failure> {
        let place = self.place;
        let os = |error: io::Error| place.fault(error);
        let made = handle::stat(place.dir(), &self.temporary).map_err(os)?;
        let undo = place.outermost_new().map(|top| {
            let mut undo = call(
                "files.discard",
                [
                    ("path", top.into()),
                    ("made", mark(made.as_ref())),
                    ("aside", self.temporary.to_string_lossy().into_owned().into()),
                ],
            );
            undo.arguments.extend(self.holds.take().map(|holds| ("holds".to_string(), texts(holds))));
            undo
        });
        let undo = unchanged::knowing(undo, self.content);
        site.promise(undo.as_ref())?;
        let name = place.missing().first().map_or(place.name(), OsString::as_os_str);
        handle::settle(place.dir(), &self.temporary, place.dir(), name).map_err(os)?;
        self.appeared = true;
        Ok(undo)
    }
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        if !self.appeared {
            // If the removal fails, a hidden item remains whose name contains the process id.
            let _ = tree::remove(self.place.dir(), &self.temporary);
        }
    }
}

/// Writes a new file and syncs it to disk, with the permissions of another one if given.
pub(super) fn write_file(
    dir: BorrowedFd<'_>,
    name: &OsStr,
    content: &[u8],
    like: Option<&Stat>,
) -> io::Result<()> {
    let mode = if like.is_some() { Mode::RUSR | Mode::WUSR } else { Mode::from_raw_mode(0o666) };
    let mut file = handle::create_file(dir, name, mode)?;
    let written = handle::write(&mut file, content)
        .and_then(|()| like.map_or(Ok(()), |like| tree::dress(&file, like)))
        .and_then(|()| file.sync_all());
    written.inspect_err(|_| {
        let _ = handle::remove_file(dir, name);
    })
}

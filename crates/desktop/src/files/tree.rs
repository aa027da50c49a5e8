//! Operations on trees below directory handles: copying, comparing, listing, and removing temporary ones.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;

use lemmascope_intent::Failure;
use rustix::fs::{FileType, Gid, Mode, OFlags, Stat, Uid, syncfs};

use super::call_scope::CallScope;
use super::fault::fault;
use super::handle::{self, kind};
use super::resolved_path::protected_place;

/// The chunk size, large enough for speed and small enough for a check for cancellation between two.
const CHUNK: usize = 1 << 20;

/// The maximum depth, because each level takes an open handle and stack space.
const DEEPEST: usize = 500;

fn too_deep() -> io::Error {
    io::Error::other(format!("folders are nested more than {DEEPEST} deep"))
}

/// A copy operation.
pub(super) struct Copying<'a> {
    site: &'a CallScope,
    what: String,
    shown: &'a str,
    /// Whether it is a single file, which is synced at once; a folder is synced at the end.
    alone: bool,
    done: u64,
    total: u64,
}

impl<'a> Copying<'a> {
    /// Measures the size, and refuses a tree that contains a protected path.
    pub(super) fn plan(
        site: &'a CallScope,
        what: String,
        shown: &'a str,
        dir: BorrowedFd<'_>,
        name: &OsStr,
    ) -> Result<Self, Failure> {
        let mut copying = Self { site, what, shown, alone: true, done: 0, total: 0 };
        copying.total = copying.measure(dir, name, 0)?;
        Ok(copying)
    }

    fn measure(&self, dir: BorrowedFd<'_>, name: &OsStr, depth: usize) -> Result<u64, Failure> {
        self.site.go_on()?;
        if depth > DEEPEST {
            return self.os(Err(too_deep()));
        }
        let Some(found) = self.os(handle::stat(dir, name))? else {
            return Err(fault(self.shown, rustix::io::Errno::NOENT));
        };
        if self.site.protected.is(handle::id(&found)) {
            return Err(protected_place(self.shown));
        }
        match kind(&found) {
            FileType::RegularFile => Ok(handle::length(&found)),
            FileType::Symlink => Ok(0),
            FileType::Directory => {
                let folder = self.os(handle::open_folder(dir, name))?;
                let mut total = 0;
                for name in self.os(handle::names(folder.as_fd()))? {
                    total += self.measure(folder.as_fd(), &name, depth + 1)?;
                }
                Ok(total)
            }
            _ => Err(fault(self.shown, io::Error::from(io::ErrorKind::Unsupported))
                .context(format!("\"{}\" cannot be copied", name.to_string_lossy()))),
        }
    }

    /// Copies to a free name. Removes the partial copy on failure.
    pub(super) fn run(
        &mut self,
        from_dir: BorrowedFd<'_>,
        from: &OsStr,
        to_dir: BorrowedFd<'_>,
        to: &OsStr,
    ) -> Result<u64, Failure> {
        let copied = self.copy(from_dir, from, to_dir, to).and_then(|()| match self.alone {
            true => Ok(()),
            false => self.os(handle::open_folder(to_dir, ".".as_ref()).and_then(|dir| Ok(syncfs(dir)?))),
        });
        match copied {
            Ok(()) => Ok(self.done),
            Err(failure) => match remove(to_dir, to) {
                Ok(()) => Err(failure),
                Err(_) => Err(failure.context("a part of the copy could not be removed").effect_unknown()),
            },
        }
    }

    fn copy(
        &mut self,
        from_dir: BorrowedFd<'_>,
        from: &OsStr,
        to_dir: BorrowedFd<'_>,
        to: &OsStr,
    ) -> Result<(), Failure> {
        self.site.go_on()?;
        let found = self.os(handle::stat(from_dir, from))?;
        match found.as_ref().map(kind) {
            Some(FileType::Directory) => {
                self.alone = false;
                let source = self.os(handle::open_folder(from_dir, from))?;
                let stat = self.os(rustix::fs::fstat(&source))?;
                // The tree may have changed since it was measured.
                if self.site.protected.is(handle::id(&stat)) {
                    return Err(protected_place(self.shown));
                }
                let target = self.os(handle::create_folder(to_dir, to, Mode::RWXU))?;
                for name in self.os(handle::names(source.as_fd()))? {
                    self.copy(source.as_fd(), &name, target.as_fd(), &name)?;
                }
                self.os(handle::permit(&target, handle::mode(&stat)))
            }
            Some(FileType::Symlink) => {
                let target = self.os(rustix::fs::readlinkat(from_dir, from, Vec::new()))?;
                self.os(handle::make_link(&target, to_dir, to))
            }
            _ => self.copy_file(from_dir, from, to_dir, to),
        }
    }

    fn copy_file(
        &mut self,
        from_dir: BorrowedFd<'_>,
        from: &OsStr,
        to_dir: BorrowedFd<'_>,
        to: &OsStr,
    ) -> Result<(), Failure> {
        let (mut source, stat) = self.os(handle::open_file(from_dir, from, OFlags::RDONLY))?;
        if self.site.protected.is(handle::id(&stat)) {
            return Err(protected_place(self.shown));
        }
        // The copy is private until it is complete, and then gets the permissions of the original.
        let mut target = self.os(handle::create_file(to_dir, to, Mode::RUSR | Mode::WUSR))?;
        let mut chunk = vec![0; CHUNK.min(usize::try_from(stat.st_size).unwrap_or(CHUNK).max(4096))];
        loop {
            self.site.go_on()?;
            let read = match source.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(fault(self.shown, error)),
            };
            self.os(handle::write(&mut target, &chunk[..read]))?;
            self.done += read as u64;
            self.site.progress(&self.what, self.done, Some(self.total));
        }
        self.os(handle::permit(&target, handle::mode(&stat)))?;
        if self.alone { self.os(target.sync_all()) } else { Ok(()) }
    }

    fn os<T, E: Into<io::Error>>(&self, result: Result<T, E>) -> Result<T, Failure> {
        result.map_err(|error| fault(self.shown, error))
    }
}

/// Gives a new file the permissions of the one that it replaces, and its owner if permitted.
pub(super) fn dress(file: &std::fs::File, like: &Stat) -> io::Result<()> {
    // Only root may change the owner, so errors are ignored.
    let _ = rustix::fs::fchown(file, Some(Uid::from_raw(like.st_uid)), Some(Gid::from_raw(like.st_gid)));
    // After the change of owner, which clears the set-user-id bit.
    handle::permit(file, handle::mode(like))
}

/// Removes a tree that this domain created and that no one else uses: a partial copy, or an item that was
/// just copied out of the trash.
pub(super) fn remove(dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    remove_below(dir, name, 0)
}

fn remove_below(dir: BorrowedFd<'_>, name: &OsStr, depth: usize) -> io::Result<()> {
    let Some(found) = handle::stat(dir, name)? else { return Ok(()) };
    if depth > DEEPEST {
        return Err(too_deep());
    }
    if !handle::is_folder(&found) {
        return handle::remove_file(dir, name);
    }
    let folder = handle::open_folder(dir, name)?;
    // A copied folder may be read-only.
    if !handle::mode(&found).contains(Mode::RWXU) {
        handle::permit(&folder, Mode::RWXU)?;
    }
    for name in handle::names(folder.as_fd())? {
        remove_below(folder.as_fd(), &name, depth + 1)?;
    }
    handle::remove_empty_folder(dir, name)
}

/// Whether two trees are equal: names, types, contents.
pub(super) fn same(a_dir: BorrowedFd<'_>, a: &OsStr, b_dir: BorrowedFd<'_>, b: &OsStr) -> io::Result<bool> {
    let (Some(a_stat), Some(b_stat)) = (handle::stat(a_dir, a)?, handle::stat(b_dir, b)?) else {
        return Ok(false);
    };
    if kind(&a_stat) != kind(&b_stat) {
        return Ok(false);
    }
    match kind(&a_stat) {
        FileType::RegularFile => {
            if a_stat.st_size != b_stat.st_size {
                return Ok(false);
            }
            let (a, _) = handle::open_file(a_dir, a, OFlags::RDONLY)?;
            let (b, _) = handle::open_file(b_dir, b, OFlags::RDONLY)?;
            same_bytes(a, b)
        }
        FileType::Directory => {
            let (a, b) = (handle::open_folder(a_dir, a)?, handle::open_folder(b_dir, b)?);
            let names = handle::names(a.as_fd())?;
            if names != handle::names(b.as_fd())? {
                return Ok(false);
            }
            for name in names {
                if !same(a.as_fd(), &name, b.as_fd(), &name)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        FileType::Symlink => {
            let target = |dir, name| rustix::fs::readlinkat(dir, name, Vec::new());
            Ok(target(a_dir, a)? == target(b_dir, b)?)
        }
        _ => Ok(false),
    }
}

/// Whether two streams have the same bytes.
pub(super) fn same_bytes(a: impl Read, b: impl Read) -> io::Result<bool> {
    let (mut a, mut b) = (io::BufReader::new(a).bytes(), io::BufReader::new(b).bytes());
    loop {
        match (a.next().transpose()?, b.next().transpose()?) {
            (None, None) => return Ok(true),
            (a, b) if a != b => return Ok(false),
            _ => {}
        }
    }
}

/// Returns the paths below a folder that are not among the expected ones, without following links.
pub(super) fn others(dir: BorrowedFd<'_>, name: &OsStr, expected: &[String]) -> io::Result<Vec<String>> {
    fn gather(
        dir: BorrowedFd<'_>,
        below: &OsStr,
        expected: &[String],
        found: &mut Vec<String>,
    ) -> io::Result<()> {
        for name in handle::names(dir)? {
            let mut path = OsString::from(below);
            if !path.is_empty() {
                path.push("/");
            }
            path.push(&name);
            if !expected.iter().any(|expected| expected.as_bytes() == path.as_bytes()) {
                found.push(path.to_string_lossy().into_owned());
            } else if handle::stat(dir, &name)?.is_some_and(|found| handle::is_folder(&found)) {
                gather(handle::open_folder(dir, &name)?.as_fd(), &path, expected, found)?;
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    gather(handle::open_folder(dir, name)?.as_fd(), OsStr::new(""), expected, &mut found)?;
    Ok(found)
}

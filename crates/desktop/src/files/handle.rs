//! File operations on a single name below a directory handle.
//!
//! A name here is a single component, and links are never followed, so no operation can leave the directory
//! of the handle.

use std::ffi::{CStr, OsStr, OsString};
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RenameFlags, Stat};
use rustix::io::Errno;

/// The identity of a file or folder (device and inode), independent of the path.
pub(super) type Id = (u64, u64);

pub(super) fn id(stat: &Stat) -> Id {
    (stat.st_dev, stat.st_ino)
}

pub(super) fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

pub(super) fn is_folder(stat: &Stat) -> bool {
    kind(stat) == FileType::Directory
}

pub(super) fn mode(stat: &Stat) -> Mode {
    Mode::from_raw_mode(stat.st_mode)
}

pub(super) fn length(stat: &Stat) -> u64 {
    u64::try_from(stat.st_size).unwrap_or(0)
}

/// Marks the moment before a change of the disk. Every change here and in [`tree`](super::tree) calls it, so
/// that tests can simulate a crash at each of them.
pub(super) fn moment() -> io::Result<()> {
    #[cfg(test)]
    super::fault_injection::moment()?;
    Ok(())
}

/// Returns the status of an item, of the link itself if it is one, or `None` if it does not exist.
pub(super) fn stat(dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<Option<Stat>> {
    match rustix::fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Ok(Some(stat)),
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

pub(super) fn open_folder(dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::openat(dir, name, flags, Mode::empty())?)
}

/// Opens a regular file. `NONBLOCK` prevents blocking on a pipe without a writer.
pub(super) fn open_file(dir: BorrowedFd<'_>, name: &OsStr, flags: OFlags) -> io::Result<(File, Stat)> {
    let flags = flags | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let handle = rustix::fs::openat(dir, name, flags, Mode::empty())?;
    let stat = rustix::fs::fstat(&handle)?;
    match kind(&stat) {
        FileType::RegularFile => Ok((File::from(handle), stat)),
        FileType::Directory => Err(Errno::ISDIR.into()),
        _ => Err(io::Error::new(io::ErrorKind::Unsupported, "neither a file nor a folder")),
    }
}

/// Creates a file, and fails if the name is taken.
pub(super) fn create_file(dir: BorrowedFd<'_>, name: &OsStr, mode: Mode) -> io::Result<File> {
    moment()?;
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::openat(dir, name, flags, mode)?))
}

pub(super) fn create_folder(dir: BorrowedFd<'_>, name: &OsStr, mode: Mode) -> io::Result<OwnedFd> {
    moment()?;
    rustix::fs::mkdirat(dir, name, mode)?;
    open_folder(dir, name)
}

/// Appends bytes. A crash may leave any part of them.
pub(super) fn write(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    moment()?;
    #[cfg(test)]
    let bytes = {
        let (first, rest) = bytes.split_at(bytes.len() / 2);
        file.write_all(first)?;
        moment()?;
        rest
    };
    file.write_all(bytes)
}

/// Truncates a file.
pub(super) fn cut(file: &File, length: u64) -> io::Result<()> {
    moment()?;
    file.set_len(length)
}

pub(super) fn make_link(target: &CStr, dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    moment()?;
    Ok(rustix::fs::symlinkat(target, dir, name)?)
}

pub(super) fn permit(handle: impl AsFd, mode: Mode) -> io::Result<()> {
    moment()?;
    Ok(rustix::fs::fchmod(handle, mode)?)
}

/// Unlinks an internal file: a temporary one, or the `.trashinfo` file of a trash entry.
pub(super) fn remove_file(dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    moment()?;
    Ok(rustix::fs::unlinkat(dir, name, AtFlags::empty())?)
}

pub(super) fn remove_empty_folder(dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    moment()?;
    Ok(rustix::fs::unlinkat(dir, name, AtFlags::REMOVEDIR)?)
}

/// Renames atomically, and fails if the new name is taken.
pub(super) fn settle(
    from_dir: BorrowedFd<'_>,
    from: &OsStr,
    to_dir: BorrowedFd<'_>,
    to: &OsStr,
) -> io::Result<()> {
    moment()?;
    #[cfg(test)]
    super::fault_injection::check_together(from_dir, to_dir)?;
    match rustix::fs::renameat_with(from_dir, from, to_dir, to, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS) => {}
        other => return Ok(other?),
    }
    // Some file systems do not support `NOREPLACE`. Creating a hard link or a folder fails on a taken name
    // just as reliably; then a folder is renamed onto the empty one. A folder that is moved into itself also
    // gets here, and the plain rename refuses it again.
    match stat(from_dir, from)? {
        None => Err(Errno::NOENT.into()),
        Some(found) if is_folder(&found) => {
            rustix::fs::mkdirat(to_dir, to, Mode::RWXU)?;
            moment()?;
            rustix::fs::renameat(from_dir, from, to_dir, to).map_err(|error| {
                // The error of the rename takes precedence over an error of the cleanup.
                let _ = remove_empty_folder(to_dir, to);
                error.into()
            })
        }
        Some(_) => {
            rustix::fs::linkat(from_dir, from, to_dir, to, AtFlags::empty())?;
            remove_file(from_dir, from)
        }
    }
}

/// Exchanges two names.
pub(super) fn exchange(a_dir: BorrowedFd<'_>, a: &OsStr, b_dir: BorrowedFd<'_>, b: &OsStr) -> io::Result<()> {
    moment()?;
    #[cfg(test)]
    super::fault_injection::check_together(a_dir, b_dir)?;
    match rustix::fs::renameat_with(a_dir, a, b_dir, b, RenameFlags::EXCHANGE) {
        Err(Errno::INVAL | Errno::NOSYS) => {}
        other => return Ok(other?),
    }
    // Without support for `EXCHANGE`, `b` is missing for a moment; each step is reverted if the next one
    // fails.
    let aside = super::temporary::name();
    settle(b_dir, b, b_dir, &aside)?;
    let traded = settle(a_dir, a, b_dir, b).and_then(|()| {
        settle(b_dir, &aside, a_dir, a).or_else(|error| {
            settle(b_dir, b, a_dir, a)?;
            Err(error)
        })
    });
    traded.or_else(|error| {
        settle(b_dir, &aside, b_dir, b)?;
        Err(error)
    })
}

/// Returns the names in a folder, sorted, so that operations on them are deterministic.
pub(super) fn names(dir: BorrowedFd<'_>) -> io::Result<Vec<OsString>> {
    // The handles of cap-std are opened with `O_PATH` and cannot be read.
    let readable = open_folder(dir, ".".as_ref())?;
    let mut names = Vec::new();
    for entry in rustix::fs::Dir::new(readable)? {
        let name = entry?.file_name().to_bytes().to_vec();
        if name != b"." && name != b".." {
            names.push(OsString::from_vec(name));
        }
    }
    names.sort();
    Ok(names)
}

/// Returns the identities of a folder and all its ancestors, innermost first.
pub(super) fn ancestry(dir: BorrowedFd<'_>) -> io::Result<Vec<Id>> {
    let mut ancestry = vec![id(&rustix::fs::fstat(dir)?)];
    let mut here = dir.try_clone_to_owned()?;
    loop {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        here = rustix::fs::openat(here.as_fd(), "..", flags, Mode::empty())?;
        let above = id(&rustix::fs::fstat(&here)?);
        // The root directory is its own parent.
        if ancestry.last() == Some(&above) {
            return Ok(ancestry);
        }
        ancestry.push(above);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_exchange_changes_nothing() {
        // A folder and one inside it cannot be exchanged: the kernel returns EINVAL, as for an unsupported
        // `EXCHANGE`, so this exercises the fallback and its reversal.
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("outer/inner")).unwrap();
        let top = std::fs::File::open(folder.path()).unwrap();
        let outer = std::fs::File::open(folder.path().join("outer")).unwrap();
        let traded = exchange(outer.as_fd(), "inner".as_ref(), top.as_fd(), "outer".as_ref());
        assert!(traded.is_err());
        assert!(folder.path().join("outer/inner").exists());
        assert_eq!(names(top.as_fd()).unwrap(), ["outer"]);
    }
}

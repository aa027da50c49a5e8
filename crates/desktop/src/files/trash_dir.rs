use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use lemmascope_intent::Failure;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::call_scope::CallScope;
use super::fault::fault;
use super::handle;
use super::resolved_path::Root;

/// The flags for handles above the roots, which are used only for traversal.
const STOOD_ON: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// A trash: the folder of items, and the folder of `.trashinfo` files.
pub(super) struct TrashDir {
    pub(super) files: OwnedFd,
    pub(super) info: OwnedFd,
}

impl TrashDir {
    fn open(dir: BorrowedFd<'_>) -> io::Result<Self> {
        let part = |name: &str| match handle::create_folder(dir, name.as_ref(), Mode::RWXU) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                handle::open_folder(dir, name.as_ref())
            }
            other => other,
        };
        Ok(Self { files: part("files")?, info: part("info")? })
    }
}

/// Opens the home trash, creating it if necessary.
pub(super) fn home(site: &CallScope) -> Result<TrashDir, Failure> {
    let path = &site.settings.trash;
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .and_then(|()| cap_std::fs::Dir::open_ambient_dir(path, ambient_authority()))
        .and_then(|dir| TrashDir::open(dir.as_fd()))
        .map_err(|error| fault("the trash", error))
}

pub(super) fn own_name() -> OsString {
    format!(".Trash-{}", rustix::process::getuid().as_raw()).into()
}

/// Opens the trash at the top of a folder's file system. Returns it with its path, and the folder's path
/// relative to the top, which the metadata uses.
pub(super) fn beside(dir: BorrowedFd<'_>) -> io::Result<(TrashDir, PathBuf, PathBuf)> {
    #[cfg(test)]
    if super::fault_injection::is_apart(dir)? {
        return Err(Errno::ROFS.into());
    }
    let top = top(dir)?;
    let (top_path, below) = (real_path(top.as_fd())?, real_path(dir)?);
    let below = below.strip_prefix(&top_path).map_err(io::Error::other)?.to_path_buf();
    let name = own_name();
    match rustix::fs::mkdirat(&top, &name, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let trash = open_own(top.as_fd(), &name)?;
    Ok((TrashDir::open(trash.as_fd())?, top_path.join(name), below))
}

/// Opens the existing trashes of this user: the home trash, and those of the other file systems with roots.
/// Returns the path of each but the first.
pub(super) fn all(site: &CallScope) -> Result<Vec<(Option<PathBuf>, TrashDir)>, Failure> {
    let mut bins = vec![(None, home(site)?)];
    for path in elsewhere(site) {
        // A folder of another user, or not a folder at all, is ignored.
        if let Ok(bin) = known(&path) {
            bins.push((Some(path), bin));
        }
    }
    Ok(bins)
}

/// Returns the trash paths of the other file systems with roots, whether or not they exist.
pub(super) fn elsewhere(site: &CallScope) -> Vec<PathBuf> {
    let device =
        |path: &Path| path.ancestors().find_map(|path| rustix::fs::stat(path).ok()).map(|stat| stat.st_dev);
    let home = device(&site.settings.trash);
    let mut found = Vec::new();
    for root in site.roots.iter().map(Root::path).filter(|root| device(root) != home) {
        let opened = rustix::fs::open(root, STOOD_ON, Mode::empty());
        let Ok(path) = opened.map_err(io::Error::from).and_then(|root| real_path(top(root.as_fd())?.as_fd()))
        else {
            continue;
        };
        let path = path.join(own_name());
        if !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

/// Creates the trash of another file system, if possible.
pub(super) fn make(path: &Path) -> io::Result<()> {
    match std::fs::DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => known(path).map(drop),
    }
}

/// Returns the top of a folder's file system.
fn top(dir: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    let device = rustix::fs::fstat(dir)?.st_dev;
    let mut top = dir.try_clone_to_owned()?;
    loop {
        let above = rustix::fs::openat(top.as_fd(), "..", STOOD_ON, Mode::empty())?;
        let (stat, here) = (rustix::fs::fstat(&above)?, rustix::fs::fstat(&top)?);
        if stat.st_dev != device || handle::id(&stat) == handle::id(&here) {
            return Ok(top);
        }
        top = above;
    }
}

/// Opens a trash that a stored call names. It must be one for this user's files.
pub(super) fn known(path: &Path) -> io::Result<TrashDir> {
    let (Some(top), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(Errno::NOENT.into());
    };
    if name != own_name() {
        return Err(Errno::PERM.into());
    }
    let top = cap_std::fs::Dir::open_ambient_dir(top, ambient_authority())?;
    TrashDir::open(open_own(top.as_fd(), name)?.as_fd())
}

/// Opens a trash that is a real folder of this user: on a shared file system, another user may have created a
/// folder of that name to collect deleted files.
fn open_own(top: BorrowedFd<'_>, name: &OsStr) -> io::Result<OwnedFd> {
    let trash = handle::open_folder(top, name)?;
    if rustix::fs::fstat(&trash)?.st_uid != rustix::process::getuid().as_raw() {
        return Err(Errno::PERM.into());
    }
    Ok(trash)
}

fn real_path(dir: BorrowedFd<'_>) -> io::Result<PathBuf> {
    std::fs::read_link(format!("/proc/self/fd/{}", dir.as_raw_fd()))
}

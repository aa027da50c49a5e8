use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use tokio::net::UnixListener;

use crate::place::{Place, make_private};

/// The kernel takes no longer names for sockets.
const LONGEST_NAME: usize = 100;

/// The folder that the socket and the lock are in: the engine's own, or a short one that stands for it.
fn folder(place: &Place) -> PathBuf {
    let own = place.home.join("run");
    if own.join("engine.sock").as_os_str().len() <= LONGEST_NAME {
        return own;
    }
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    place.home.hash(&mut hasher);
    place.short.join(format!("lemmascope-{}-{:016x}", rustix::process::getuid().as_raw(), hasher.finish()))
}

/// Where the engine of this home listens.
pub(super) fn path(place: &Place) -> PathBuf {
    folder(place).join("engine.sock")
}

/// The right to be the engine of this home; given up when dropped, or when the process dies.
pub(super) struct Right {
    _lock: std::fs::File,
}

/// Takes the right, unless another process has it.
pub(super) fn claim(place: &Place) -> io::Result<Option<Right>> {
    let folder = folder(place);
    make_private(&folder)?;
    own(&folder)?;
    let lock = std::fs::File::create(folder.join("engine.lock"))?;
    match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(Right { _lock: lock })),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Listens. Only whoever has the right calls this, so a socket that is there is left over from a
/// process that died.
pub(super) fn listen(place: &Place, _right: &Right) -> io::Result<UnixListener> {
    let path = path(place);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&path)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Makes sure that the folder is ours alone: in a folder that everybody can write to, somebody else
/// may have made it first.
fn own(folder: &Path) -> io::Result<()> {
    let metadata = std::fs::symlink_metadata(folder)?;
    if !metadata.is_dir() || metadata.uid() != rustix::process::getuid().as_raw() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("{} belongs to somebody else", folder.display()),
        ));
    }
    if metadata.mode() & 0o077 != 0 {
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

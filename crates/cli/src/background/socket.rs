use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use tokio::net::{UnixListener, UnixStream};

use crate::environment::{Environment, make_private};

/// The maximum length of a socket path. The kernel accepts little more.
const LONGEST_NAME: usize = 100;
const SOCKET: &str = "engine.sock";
/// The name of a socket before its permissions are set.
const NEW_SOCKET: &str = "engine.sock.new";

/// Returns the folder of the socket and the lock. It is always inside the engine's own folder: in a folder
/// that is writable for all, another user could create it first.
fn folder(place: &Environment) -> PathBuf {
    place.home.join("run")
}

/// Returns the path of the engine's socket.
pub(super) fn path(place: &Environment) -> PathBuf {
    folder(place).join(SOCKET)
}

/// Returns a short path for a socket, which is valid while the returned folder descriptor is open.
fn short_path(place: &Environment, name: &str) -> io::Result<(PathBuf, Option<OwnedFd>)> {
    let path = folder(place).join(name);
    if path.as_os_str().len() <= LONGEST_NAME {
        return Ok((path, None));
    }
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = rustix::fs::open(folder(place), flags, Mode::empty())?;
    Ok((format!("/proc/self/fd/{}/{name}", folder.as_raw_fd()).into(), Some(folder)))
}

/// The lock that makes a process the engine of this home. Released when dropped, or when the process dies.
pub(crate) struct Right {
    _lock: std::fs::File,
}

/// Takes the lock, unless another process holds it.
pub(crate) fn claim(place: &Environment) -> io::Result<Option<Right>> {
    let folder = folder(place);
    make_private(&folder)?;
    restrict_permissions(&place.home, 0o022)?;
    restrict_permissions(&folder, 0o077)?;
    let lock = std::fs::File::create(folder.join("engine.lock"))?;
    match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(Right { _lock: lock })),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Listens on the socket. Only the holder of the lock calls this, so an existing socket is a leftover of a
/// dead process.
///
/// The socket is renamed after its permissions are set. A client that connects earlier would find it open to
/// other users, and reject it.
pub(super) fn listen(place: &Environment, _right: &Right) -> io::Result<UnixListener> {
    let unnamed = folder(place).join(NEW_SOCKET);
    match std::fs::remove_file(&unnamed) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let (short, _held) = short_path(place, NEW_SOCKET)?;
    let listener = UnixListener::bind(&short)?;
    std::fs::set_permissions(&unnamed, std::fs::Permissions::from_mode(0o600))?;
    std::fs::rename(&unnamed, path(place))?;
    Ok(listener)
}

/// Connects to the engine, if one is listening. Rejects a socket or folder that other users can access, and a
/// process of another user, because messages may contain a password.
pub(super) async fn connect(place: &Environment) -> io::Result<Option<UnixStream>> {
    let socket = path(place);
    match socket.symlink_metadata() {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
        Ok(found) if !found.file_type().is_socket() => return Err(strange(&socket, "is not a socket")),
        Ok(_) => {}
    }
    check_access(&place.home, ForbiddenAccess::Writing)?;
    check_access(&folder(place), ForbiddenAccess::All)?;
    check_access(&socket, ForbiddenAccess::All)?;
    let (short, _held) = short_path(place, SOCKET)?;
    let stream = match UnixStream::connect(&short).await {
        Ok(stream) => stream,
        // A leftover of a dead process, or removed in between.
        Err(error) if matches!(error.kind(), io::ErrorKind::ConnectionRefused | io::ErrorKind::NotFound) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    match is_ours(&stream) {
        true => Ok(Some(stream)),
        false => Err(strange(&socket, "is answered by another user")),
    }
}

/// Whether the peer process belongs to the same user.
pub(super) fn is_ours(stream: &UnixStream) -> bool {
    stream.peer_cred().is_ok_and(|peer| peer.uid() == rustix::process::getuid().as_raw())
}

/// Removes the permissions of other users on a folder.
fn restrict_permissions(folder: &Path, closed: u32) -> io::Result<()> {
    check_access(folder, ForbiddenAccess::Nothing)?;
    let mode = std::fs::metadata(folder)?.mode();
    if mode & closed != 0 {
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(mode & 0o7777 & !closed))?;
    }
    Ok(())
}

/// The access that other users must not have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ForbiddenAccess {
    /// No restriction; only the ownership is checked.
    Nothing,
    /// Write access.
    Writing,
    /// Any access.
    All,
}

/// Checks that a path belongs to this user, is not a link, and is not accessible to others.
fn check_access(path: &Path, exclusive: ForbiddenAccess) -> io::Result<()> {
    let found = std::fs::symlink_metadata(path)?;
    // The engine's own folder may be a link that the user created; the permissions of its target count.
    let found = if found.is_symlink() && exclusive != ForbiddenAccess::All {
        if found.uid() != rustix::process::getuid().as_raw() {
            return Err(strange(path, "belongs to another user"));
        }
        std::fs::metadata(path)?
    } else {
        found
    };
    if found.uid() != rustix::process::getuid().as_raw() {
        return Err(strange(path, "belongs to another user"));
    }
    let closed = match exclusive {
        ForbiddenAccess::Nothing => 0,
        ForbiddenAccess::Writing => 0o022,
        ForbiddenAccess::All => 0o077,
    };
    match found.mode() & closed {
        0 => Ok(()),
        _ => Err(strange(path, "is open to other users")),
    }
}

fn strange(path: &Path, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, format!("{} {what}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    fn mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    fn place(home: &Path) -> Environment {
        Environment { home: home.into(), ..Environment::from_environment().unwrap() }
    }

    #[tokio::test]
    async fn rejects_sockets_accessible_to_other_users() {
        let base = tempfile::tempdir().unwrap();
        let place = place(&base.path().join("home"));
        assert!(connect(&place).await.unwrap().is_none(), "nobody listens");
        let right = claim(&place).unwrap().unwrap();
        let _listener = listen(&place, &right).unwrap();
        assert!(connect(&place).await.unwrap().is_some());
        for (at, loose, tight) in
            [(place.home.clone(), 0o777, 0o700), (folder(&place), 0o755, 0o700), (path(&place), 0o666, 0o600)]
        {
            mode(&at, loose);
            let refused = connect(&place).await.unwrap_err();
            assert!(refused.to_string().contains("open to other users"), "{refused}");
            mode(&at, tight);
        }
        assert!(connect(&place).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn socket_is_never_visible_with_other_permissions() {
        let base = tempfile::tempdir().unwrap();
        let place = place(&base.path().join("home"));
        let right = claim(&place).unwrap().unwrap();
        let listening = AtomicBool::new(true);
        std::thread::scope(|scope| {
            let client = scope.spawn(|| {
                while listening.load(Ordering::Relaxed) {
                    if let Ok(found) = path(&place).symlink_metadata() {
                        assert_eq!(found.mode() & 0o777, 0o600);
                    }
                }
            });
            for _ in 0..500 {
                drop(listen(&place, &right).unwrap());
            }
            listening.store(false, Ordering::Relaxed);
            client.join().unwrap();
        });
    }

    #[tokio::test]
    async fn long_home_path_keeps_socket_in_its_directory() {
        let base = tempfile::tempdir().unwrap();
        let place = place(&base.path().join("x".repeat(120)));
        let right = claim(&place).unwrap().unwrap();
        let _listener = listen(&place, &right).unwrap();
        assert!(path(&place).symlink_metadata().unwrap().file_type().is_socket());
        assert!(connect(&place).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn rejects_regular_files_and_symlinks_as_sockets() {
        let base = tempfile::tempdir().unwrap();
        let place = place(&base.path().join("home"));
        claim(&place).unwrap().unwrap();
        std::fs::write(path(&place), "").unwrap();
        assert!(connect(&place).await.is_err());
        std::fs::remove_file(path(&place)).unwrap();
        std::os::unix::fs::symlink("/dev/log", path(&place)).unwrap();
        assert!(connect(&place).await.is_err(), "a link leads to somebody else's");
    }
}

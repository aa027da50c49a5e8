//! The user's files, as the page verbs read and write them. Every path passes the same [`FileDoor`] as in the
//! file verbs, so the same allowed roots and protected paths apply.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use lemmascope_intent::{Cause, Failure, FileAccess, FileDoor, FileReply, FileRequest};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat};
use url::Url;

use crate::text::quote;

/// The files that commands of this process have written. Only these may be overwritten.
static WRITTEN: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// The file access of one session.
#[derive(Debug, Clone, Default)]
pub struct Files {
    pub(crate) door: FileDoor,
    pub(crate) workspace: PathBuf,
    /// The folder of the session's downloads. The session may read it although it is inside the engine's data
    /// folder.
    pub(crate) downloads: PathBuf,
}

impl Files {
    /// Reads a regular file of at most `most` bytes.
    pub async fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
        let shown = path.display().to_string();
        let opened = self.ask(path, FileAccess::Read).await?;
        let handle = opened.handle.ok_or_else(|| unreadable(&shown, "it is not open"))?;
        let read = tokio::task::spawn_blocking(move || {
            let mut bytes = Vec::new();
            File::from(handle).take(most + 1).read_to_end(&mut bytes)?;
            Ok::<_, std::io::Error>(bytes)
        });
        let bytes = read.await.map_err(std::io::Error::other).and_then(|read| read);
        let bytes = bytes.map_err(|error| unreadable(&shown, error))?;
        match bytes.len() as u64 > most {
            true => {
                let message = format!("{} is larger than {} MB", quote(&shown, 120), most >> 20);
                Err(Failure::new(Cause::InvalidParameter, message))
            }
            false => Ok(bytes),
        }
    }

    /// Resolves the real path of a regular file that may be uploaded.
    pub async fn locate(&self, path: &Path) -> Result<PathBuf, Failure> {
        if let Some(own) = self.own(path).filter(|own| own.is_file()) {
            return Ok(own);
        }
        Ok(self.ask(path, FileAccess::Read).await?.path)
    }

    /// Opens a file that may be uploaded and links it into a separate folder, from which the browser opens it
    /// later. If the original is replaced meanwhile, the browser still gets the file that was checked.
    pub(crate) async fn hand_out(&self, path: &Path, folder: &Path) -> Result<PathBuf, Failure> {
        let shown = path.display().to_string();
        let (handle, path) = match self.own(path) {
            Some(own) => {
                let opened = rustix::fs::open(&own, OFlags::RDONLY | OFlags::NOFOLLOW, Mode::empty());
                (opened.map_err(|error| unreadable(&shown, error))?, own)
            }
            None => {
                let opened = self.ask(path, FileAccess::Read).await?;
                (opened.handle.ok_or_else(|| unreadable(&shown, "it is not open"))?, opened.path)
            }
        };
        let name = path.file_name().map(PathBuf::from).unwrap_or_default();
        let folder = folder.to_path_buf();
        let named = tokio::task::spawn_blocking(move || {
            // Each file gets a separate folder, since two files may have the same name.
            let place = tempfile::Builder::new().prefix("").tempdir_in(folder)?.keep().join(name);
            let descriptor = format!("/proc/self/fd/{}", handle.as_raw_fd());
            match linkat(CWD, &descriptor, CWD, &place, AtFlags::SYMLINK_FOLLOW) {
                Ok(()) => {}
                // Linking fails across file systems and for files of another owner.
                Err(_) => drop(std::io::copy(&mut File::from(handle), &mut File::create_new(&place)?)?),
            }
            Ok::<_, std::io::Error>(place)
        });
        let named = named.await.map_err(std::io::Error::other).and_then(|named| named);
        named.map_err(|error| unreadable(&shown, error))
    }

    /// Refuses the `file:` address of a file or folder that may not be read. Admits addresses of other
    /// schemes.
    pub async fn admit(&self, url: &str) -> Result<(), Failure> {
        let Some(path) = file_of(url) else { return Ok(()) };
        let path = path.map_err(|()| {
            Failure::new(Cause::OutsideRoots, "this address names no file of this machine")
                .hint("Write it as file:///folder/file.")
        })?;
        match self.own(&path) {
            Some(_) => Ok(()),
            None => self.ask(&path, FileAccess::Look).await.map(drop),
        }
    }

    /// Whether a file exists at a path that may be written.
    pub async fn exists(&self, path: &Path) -> Result<bool, Failure> {
        Ok(self.ask(path, FileAccess::Claim).await?.exists)
    }

    /// Whether a path is a folder that may be read.
    pub async fn is_folder(&self, path: &Path) -> bool {
        self.ask(path, FileAccess::Look).await.is_ok_and(|found| found.path.is_dir())
    }

    /// Refuses a path that cannot be written: it is outside the allowed roots, or holds a file that this
    /// process did not write.
    pub async fn claim(&self, path: &Path) -> Result<(), Failure> {
        let claimed = self.ask(path, FileAccess::Claim).await?;
        match claimed.exists && !is_written(&claimed.path) {
            true => Err(taken(path)),
            false => Ok(()),
        }
    }

    /// Marks a file as one that may be overwritten, after the caller has verified that it has the same
    /// format.
    pub async fn recognise(&self, path: &Path) -> Result<(), Failure> {
        let claimed = self.ask(path, FileAccess::Claim).await?;
        written().insert(claimed.path);
        Ok(())
    }

    /// Writes a file atomically. Does not replace a file that this process did not write.
    pub async fn write(&self, path: &Path, content: Vec<u8>) -> Result<(), Failure> {
        let held = tokio::task::spawn_blocking(move || {
            let mut file = tempfile::tempfile()?;
            file.write_all(&content)?;
            file.seek(SeekFrom::Start(0))?;
            Ok::<_, std::io::Error>(file)
        });
        let held = held.await.map_err(std::io::Error::other).and_then(|held| held);
        let held = held.map_err(|error| unwritten(path, &error))?;
        self.put(path, held.into()).await
    }

    /// Writes the content of an open file, with the same guarantees as [`write`](Self::write).
    pub async fn put(&self, path: &Path, content: OwnedFd) -> Result<(), Failure> {
        let claimed = self.ask(path, FileAccess::Claim).await?;
        if claimed.exists && !is_written(&claimed.path) {
            return Err(taken(path));
        }
        let replace = is_written(&claimed.path);
        let made = self.ask(path, FileAccess::Write { content, replace }).await?;
        written().insert(made.path);
        Ok(())
    }

    async fn ask(&self, path: &Path, access: FileAccess) -> Result<FileReply, Failure> {
        let (path, workspace) = (path.to_path_buf(), self.workspace.clone());
        self.door.open(FileRequest { path, workspace, access }).await
    }

    /// Returns the real path of a file inside the session's download folder, or `None` for other paths.
    fn own(&self, path: &Path) -> Option<PathBuf> {
        let folder = self.downloads.canonicalize().ok()?;
        let path = self.workspace.join(path).canonicalize().ok()?;
        (path.starts_with(&folder) && path != folder).then_some(path)
    }
}

/// Returns the path that a `file:` address names: `None` for addresses of other schemes, an error when the
/// path is not on this machine.
pub fn file_of(url: &str) -> Option<Result<PathBuf, ()>> {
    let Ok(url) = Url::parse(url) else { return None };
    match url.scheme() {
        "file" => Some(url.to_file_path()),
        // These schemes show another address, so that address is checked.
        "view-source" | "filesystem" => file_of(url.path()),
        _ => None,
    }
}

fn written() -> std::sync::MutexGuard<'static, HashSet<PathBuf>> {
    WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_written(path: &Path) -> bool {
    written().contains(path)
}

fn taken(path: &Path) -> Failure {
    Failure::new(Cause::AlreadyExists, format!("{} is there already", path.display()))
        .hint("Give another path; files that others have written are not replaced.")
}

fn unreadable(shown: &str, why: impl std::fmt::Display) -> Failure {
    Failure::new(Cause::Failed, format!("{} cannot be read: {why}", quote(shown, 120)))
}

/// The failure for an I/O error while a file is written.
pub fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    let cause = match error.kind() {
        std::io::ErrorKind::PermissionDenied => Cause::PermissionDenied,
        std::io::ErrorKind::StorageFull => Cause::DiskFull,
        _ => Cause::Failed,
    };
    Failure::new(cause, format!("{} could not be written: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(workspace: &Path) -> Files {
        Files { door: crate::testing::door(), workspace: workspace.into(), downloads: workspace.join("own") }
    }

    #[tokio::test]
    async fn overwrites_only_its_own_files() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(folder.path());
        let path = folder.path().join("out/a.png");
        files.write(&path, b"one".to_vec()).await.unwrap();
        files.write(&path, b"two".to_vec()).await.unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        let other = folder.path().join("b.png");
        std::fs::write(&other, "theirs").unwrap();
        let failure = files.write(&other, b"ours".to_vec()).await.unwrap_err();
        assert_eq!(failure.cause, Cause::AlreadyExists);
        assert_eq!(std::fs::read(&other).unwrap(), b"theirs");
        std::os::unix::fs::symlink("b.png", folder.path().join("c.png")).unwrap();
        assert!(files.write(&folder.path().join("c.png"), b"ours".to_vec()).await.is_err());
        assert_eq!(std::fs::read(&other).unwrap(), b"theirs");
    }

    #[tokio::test]
    async fn reads_and_writes_only_inside_workspace() {
        let base = tempfile::tempdir().unwrap();
        let (work, outside) = (base.path().join("work"), base.path().join("outside"));
        for folder in [&work, &outside, &work.join("own")] {
            std::fs::create_dir(folder).unwrap();
        }
        std::fs::write(outside.join("key"), "k3y").unwrap();
        std::fs::write(work.join("own/bill.pdf"), "bill").unwrap();
        std::fs::write(work.join("plain.txt"), "plain").unwrap();
        std::os::unix::fs::symlink(&outside, work.join("way")).unwrap();
        std::os::unix::fs::symlink(outside.join("key"), work.join("link")).unwrap();
        std::os::unix::fs::symlink(outside.join("key"), work.join("own/link")).unwrap();
        let files = files(&work);
        let absolute = outside.join("key");
        for path in
            ["../outside/key", "way/key", "link", "own/link", absolute.to_str().unwrap(), "/etc/passwd"]
        {
            let path = Path::new(path);
            assert!(files.read(path, 100).await.is_err(), "{}", path.display());
            assert!(files.locate(path).await.is_err(), "{}", path.display());
            let url = Url::from_file_path(work.join(path)).unwrap();
            assert!(files.admit(url.as_str()).await.is_err(), "{url}");
        }
        for path in ["../outside/new", "way/new", "/etc/new", "../new"] {
            assert!(files.write(Path::new(path), b"x".to_vec()).await.is_err(), "{path}");
        }
        assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 1);
        assert_eq!(files.read(Path::new("plain.txt"), 100).await.unwrap(), b"plain");
        assert!(files.locate(Path::new("own/bill.pdf")).await.is_ok());
        assert_eq!(files.read(Path::new("plain.txt"), 3).await.unwrap_err().cause, Cause::InvalidParameter);
    }

    #[tokio::test]
    async fn hands_out_the_checked_copy_of_a_file() {
        let base = tempfile::tempdir().unwrap();
        let files = files(base.path());
        let (photo, folder) = (base.path().join("photo.jpg"), tempfile::tempdir().unwrap());
        std::fs::write(&photo, "mine").unwrap();
        let handed = files.hand_out(&photo, folder.path()).await.unwrap();
        std::fs::remove_file(&photo).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", &photo).unwrap();
        assert_eq!(std::fs::read(&handed).unwrap(), b"mine");
        assert_eq!(handed.file_name().unwrap(), "photo.jpg");
        assert!(files.hand_out(&photo, folder.path()).await.is_err());
    }

    #[tokio::test]
    async fn file_url_follows_access_rules_of_its_path() {
        let base = tempfile::tempdir().unwrap();
        let files = files(base.path());
        std::fs::write(base.path().join("a b.html"), "x").unwrap();
        let inside = Url::from_file_path(base.path().join("a b.html")).unwrap();
        assert!(files.admit(inside.as_str()).await.is_ok());
        assert!(files.admit("https://example.com/etc/passwd").await.is_ok());
        for url in [
            "file:///etc/passwd",
            "FILE:///etc/passwd",
            "file:/etc/passwd",
            "file:////etc/passwd",
            "file://localhost/etc/passwd",
            "file:///%65tc/passwd",
            "file:///etc/../etc/passwd",
            "file://elsewhere/etc/passwd",
            "view-source:file:///etc/passwd",
            "file:///",
            "file:",
        ] {
            assert!(files.admit(url).await.is_err(), "{url}");
        }
    }
}

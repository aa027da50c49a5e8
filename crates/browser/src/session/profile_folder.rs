use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use lemmascope_intent::{Cause, Failure, Owner, nearest};
use rustix::fs::{FlockOperation, flock};

use crate::forms::{self, PROFILE};

/// The file extension of an encrypted profile.
const SEALED: &str = "profile";
/// The file extension of the lock, which the session holds while it uses the profile.
const LOCK: &str = "lock";
/// The maximum size of a profile; a larger file is not from this program.
const LARGEST: u64 = 256 << 20;

/// The folder with the profiles of one owner.
#[derive(Debug, Clone)]
pub struct ProfileFolder {
    folder: PathBuf,
}

/// A profile in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedProfile {
    /// Its name.
    pub name: String,
    /// The time at which it was last saved.
    pub saved: SystemTime,
    /// The session that uses it, if any.
    pub used_by: Option<String>,
}

/// An exclusive lock on a profile. The operating system releases it when the process ends for any reason.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    lock: File,
}

impl ProfileFolder {
    /// Returns the folder of the session's owner.
    pub fn of_session(profiles: &Path, session: &str) -> Self {
        Self { folder: profiles.join(Owner::of_session(session).as_str()) }
    }

    /// Lists the profiles by name.
    pub fn list(&self) -> Result<Vec<ListedProfile>, Failure> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| self.failed(&error))?,
        };
        let mut listed = Vec::new();
        for entry in entries.flatten() {
            let path = entry.path();
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_string();
            let is_profile = path.extension().is_some_and(|end| end == SEALED) && (PROFILE.accepts)(&name);
            let Some(saved) = entry.metadata().and_then(|data| data.modified()).ok().filter(|_| is_profile)
            else {
                continue;
            };
            listed.push(ListedProfile { used_by: self.session_using(&name), name, saved });
        }
        listed.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(listed)
    }

    /// Deletes a profile that no session uses.
    pub fn delete(&self, name: &str) -> Result<(), Failure> {
        forms::check(PROFILE, "name", name)?;
        let listed = self.list()?;
        if !listed.iter().any(|profile| profile.name == name) {
            let failure = Failure::new(Cause::TargetNotFound, format!("there is no profile \"{name}\""));
            return Err(match nearest(name, listed.iter().map(|profile| profile.name.as_str())) {
                Some(meant) => failure.hint(format!("Did you mean {meant}?")),
                None => failure.hint("`profile list` lists them."),
            });
        }
        let claim = self.claim(name, "profile delete")?;
        fs::remove_file(&claim.path).map_err(|error| self.failed(&error))?;
        let _left = fs::remove_file(self.path(name, LOCK));
        Ok(())
    }

    /// Locks a profile for a session. A profile that does not exist yet is created with the first save.
    pub(super) fn claim(&self, name: &str, session: &str) -> Result<Claim, Failure> {
        forms::check(PROFILE, "profile", name)?;
        let failed = |error: io::Error| self.failed(&error);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder).map_err(failed)?;
        let path = self.path(name, LOCK);
        loop {
            let mut lock = OpenOptions::new()
                .create(true)
                .truncate(false)
                .read(true)
                .write(true)
                .mode(0o600)
                .open(&path)
                .map_err(failed)?;
            if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() {
                let user = read_session_name(&mut lock).unwrap_or_else(|| "another session".into());
                return Err(Failure::new(
                    Cause::Conflict,
                    format!("the profile \"{name}\" is in use by {user}"),
                )
                .about("profile")
                .hint("Close that session with `session close <name>`, act in it with --session, or use another profile."));
            }
            // Another process may have deleted the profile and its lock file meanwhile.
            if !is_at(&lock, &path) {
                continue;
            }
            lock.set_len(0).map_err(failed)?;
            let user = format!("session {session} of process {}", std::process::id());
            lock.write_all(user.as_bytes()).map_err(failed)?;
            return Ok(Claim { path: self.path(name, SEALED), lock });
        }
    }

    /// Returns the session that uses a profile, as stated in its lock file.
    fn session_using(&self, name: &str) -> Option<String> {
        let mut lock = File::open(self.path(name, LOCK)).ok()?;
        match flock(&lock, FlockOperation::NonBlockingLockShared) {
            Ok(()) => None,
            Err(_) => Some(read_session_name(&mut lock).unwrap_or_else(|| "another session".into())),
        }
    }

    fn path(&self, name: &str, end: &str) -> PathBuf {
        self.folder.join(format!("{name}.{end}"))
    }

    fn failed(&self, error: &io::Error) -> Failure {
        let cause = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Cause::DiskFull,
            _ => Cause::PermissionDenied,
        };
        Failure::new(cause, format!("the profiles in {} cannot be used: {error}", self.folder.display()))
    }
}

impl Claim {
    /// Reads the encrypted profile, if it was saved before.
    pub(super) fn read(&self) -> Result<Option<Vec<u8>>, Failure> {
        let failed = |error: io::Error| {
            Failure::new(Cause::PermissionDenied, format!("the profile cannot be read: {error}"))
        };
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(failed)?,
        };
        let mut sealed = Vec::new();
        file.take(LARGEST).read_to_end(&mut sealed).map_err(failed)?;
        Ok(Some(sealed))
    }

    /// Replaces the encrypted profile atomically.
    pub(super) fn write(&self, sealed: &[u8]) -> Result<(), Failure> {
        let writing = || {
            let folder = self.path.parent().unwrap_or(Path::new("."));
            let mut file = tempfile::Builder::new().prefix(".saving").tempfile_in(folder)?;
            file.write_all(sealed)?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            File::open(folder)?.sync_all()
        };
        writing().map_err(|error: io::Error| {
            let is_full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
            let cause = if is_full { Cause::DiskFull } else { Cause::PermissionDenied };
            Failure::new(cause, format!("the profile could not be saved: {error}"))
        })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // The next reader of the lock must not see the name of a closed session.
        let _unchanged = self.lock.set_len(0);
    }
}

fn read_session_name(lock: &mut File) -> Option<String> {
    let mut text = String::new();
    lock.take(256).read_to_string(&mut text).ok()?;
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    (!text.is_empty()).then_some(text)
}

/// Whether the locked file is still the one at that path.
fn is_at(lock: &File, path: &Path) -> bool {
    match (lock.metadata(), path.metadata()) {
        (Ok(held), Ok(there)) => held.ino() == there.ino() && held.dev() == there.dev(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_is_exclusive_and_private_to_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let own = ProfileFolder::of_session(folder.path(), "main");
        let claim = own.claim("work", "main").unwrap();
        assert_eq!(claim.read().unwrap(), None);
        claim.write(b"sealed").unwrap();
        let failure = own.claim("work", "other").unwrap_err();
        assert_eq!(failure.cause, Cause::Conflict);
        assert!(failure.message.contains("session main of process"), "{failure}");
        assert_eq!(own.delete("work").unwrap_err().cause, Cause::Conflict);
        let listed = own.list().unwrap();
        assert_eq!(listed.len(), 1);
        assert!(listed[0].used_by.as_deref().is_some_and(|user| user.contains("session main")));
        drop(claim);
        assert_eq!(own.list().unwrap()[0].used_by, None);
        assert_eq!(own.claim("work", "other").unwrap().read().unwrap().as_deref(), Some(&b"sealed"[..]));

        let ana = ProfileFolder::of_session(folder.path(), &Owner::new("ana").unwrap().session("main"));
        assert!(ana.list().unwrap().is_empty());
        assert_eq!(ana.claim("work", "main").unwrap().read().unwrap(), None);
        assert_eq!(ana.delete("work").unwrap_err().cause, Cause::TargetNotFound);
        own.delete("work").unwrap();
        assert!(own.list().unwrap().is_empty());
    }

    #[test]
    fn profile_names_cannot_escape_directory() {
        let folder = tempfile::tempdir().unwrap();
        let own = ProfileFolder::of_session(&folder.path().join("in"), "main");
        for name in ["", "..", "../x", "/etc/passwd", "a/b", ".x", "a\0b", "x\n"] {
            let failure = own.delete(name).unwrap_err();
            assert!(matches!(failure.cause, Cause::InvalidParameter | Cause::TargetNotFound), "{name:?}");
            if !name.is_empty() {
                assert_eq!(own.claim(name, "main").unwrap_err().cause, Cause::InvalidParameter, "{name:?}");
            }
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

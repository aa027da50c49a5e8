use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::Generate;
use lemmascope_intent::{Cause, Failure};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

const BYTES: usize = 32;

/// The key that seals everything: 32 random bytes, in base 64, in a file that only its owner can read.
pub(super) struct Key(Zeroizing<[u8; BYTES]>);

impl Key {
    /// Reads the key from a file. Returns `None` if the file does not exist. Rejects a key that other users
    /// can read.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, Failure> {
        let shown = path.display();
        let unreadable = |error: std::io::Error| {
            Failure::new(Cause::PermissionDenied, format!("the key in {shown} cannot be read: {error}"))
        };
        let file = match std::fs::File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(error)),
        };
        // Checks the open file, so that it cannot be replaced between the check and the read.
        let metadata = file.metadata().map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(Failure::new(Cause::Failed, format!("{shown} should hold the key and is no file")));
        }
        if metadata.mode() & 0o077 != 0 {
            return Err(Failure::new(
                Cause::PermissionDenied,
                format!("the key in {shown} can be read by others, and is not used"),
            )
            .hint(format!("If nobody has: chmod 600 {shown}")));
        }
        let mut text = Zeroizing::new(Vec::with_capacity(LONGEST));
        file.take(LONGEST as u64).read_to_end(&mut text).map_err(unreadable)?;
        match decode(&text) {
            Some(key) => Ok(Some(key)),
            None => Err(Failure::new(Cause::Failed, format!("{shown} does not hold a key"))
                .hint("A key is 32 bytes in base64. Restore the file from a backup. Without a backup, move this file to another path; the data that was encrypted with the key is then lost.")),
        }
    }

    /// Creates a key in a file. If another process has created the file in the meantime, returns that key.
    pub(super) fn make(path: &Path) -> Result<Self, Failure> {
        let unwritable = |error: std::io::Error| {
            let cause = match error.kind() {
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Cause::DiskFull,
                _ => Cause::PermissionDenied,
            };
            Failure::new(cause, format!("no key could be put into {}: {error}", path.display()))
                .hint("Set store.key_file to a file in a folder that can be written to.")
        };
        let bytes: Zeroizing<[u8; BYTES]> = random().map(Zeroizing::new).ok_or_else(|| {
            Failure::new(Cause::Failed, "this machine gives no random numbers to make a key of")
        })?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // The file is complete and private before it gets its name, so that no process can read an incomplete
        // key or one that other users can read.
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(unwritable)?;
        let text = Zeroizing::new(format!("{}\n", *Zeroizing::new(STANDARD.encode(*bytes))));
        file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(unwritable)?;
        match file.persist_noclobber(path) {
            Ok(_) => {}
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(unwritable(error.error)),
        }
        let _unsynced = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
        Self::read(path)?
            .ok_or_else(|| Failure::new(Cause::Conflict, format!("{} was taken away again", path.display())))
    }

    pub(super) fn bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    /// Returns a fingerprint that identifies the key and reveals nothing about it.
    pub(super) fn mark(&self) -> [u8; super::MARK] {
        let digest = Sha256::new().chain_update(b"lemmascope key mark").chain_update(*self.0).finalize();
        let mut mark = [0; super::MARK];
        mark.copy_from_slice(&digest[..super::MARK]);
        mark
    }
}

/// The maximum size of a key file, including whitespace.
const LONGEST: usize = 256;

fn decode(text: &[u8]) -> Option<Key> {
    let bytes = Zeroizing::new(STANDARD.decode(text.trim_ascii()).ok()?);
    let bytes: [u8; BYTES] = bytes.as_slice().try_into().ok()?;
    Some(Key(Zeroizing::new(bytes)))
}

/// Returns random bytes from the system.
pub(crate) fn random<const N: usize>() -> Option<[u8; N]>
where
    [u8; N]: Generate,
{
    <[u8; N]>::try_generate().ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn creates_key_file_once_with_owner_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        assert!(Key::read(&path).unwrap().is_none());
        let keys: Vec<[u8; BYTES]> = std::thread::scope(|scope| {
            let makers: Vec<_> = (0..8).map(|_| scope.spawn(|| *Key::make(&path).unwrap().bytes())).collect();
            makers.into_iter().map(|maker| maker.join().unwrap()).collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0]), "all who made one at once have the same");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn rejects_invalid_key_files_with_hint() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let good = STANDARD.encode([7; BYTES]);
        for bad in [
            "",
            "\n",
            "hunter2",
            &STANDARD.encode([7; BYTES - 1]),
            &STANDARD.encode([7; BYTES + 1]),
            &"A".repeat(100_000),
        ] {
            std::fs::write(&path, bad).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
            let failure = Key::read(&path).err().unwrap();
            assert!(failure.message.contains("does not hold a key") && failure.hint.is_some(), "{failure}");
            assert!(!failure.message.contains("hunter2"));
        }
        std::fs::write(&path, format!("{good}\n")).unwrap();
        assert!(Key::read(&path).unwrap().is_some());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let failure = Key::read(&path).err().unwrap();
        assert_eq!(failure.hint.unwrap(), format!("If nobody has: chmod 600 {}", path.display()));
        assert!(Key::read(folder.path()).is_err());
    }
}

//! Encryption of secrets at rest: passwords, and the sign-in state of pages.
//!
//! Data is sealed with XChaCha20-Poly1305, under a key in a file beside the database. The nonces of this
//! cipher are long enough to be chosen at random without a counter, and it runs in constant time on every
//! processor. The purpose of the data is part of its associated data, so data that was sealed for one purpose
//! cannot be opened for another.

mod domain_seals;
mod key;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use lemmascope_intent::{Cause, Failure};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

pub(crate) use domain_seals::seals;
use key::Key;
pub(crate) use key::random;

use crate::file_stamp::FileStamp;
use crate::lock::lock;

/// The first byte of all data that is sealed in this format.
const FORM: u8 = 1;
const MARK: usize = 8;
const NONCE: usize = 24;
const CODE: usize = 8;

/// The first word of the associated data for reports; the run follows.
pub(crate) const SEALED_REPORT: &str = "report of a run";
/// The first word of the associated data for documents; the kind, the owner and the id follow.
pub(crate) const SEALED_RECORD: &str = "document of an owner";
/// The first word of the associated data for drafts; the session follows.
pub(crate) const SEALED_DRAFT: &str = "definition that is refined";
/// The first word of the associated data for responses; the owner and the idempotency key follow.
pub(crate) const SEALED_ANSWER: &str = "answer to a request";

/// Seals data, and opens it.
#[derive(Clone)]
pub(crate) struct Vault {
    key: PathBuf,
    /// The last key that was read.
    known: Arc<Mutex<Option<Known>>>,
}

/// A key, with the stamp of its file.
struct Known {
    stamp: FileStamp,
    key: Arc<Key>,
}

/// The reason why data cannot be opened.
#[derive(Debug)]
pub(crate) enum Locked {
    /// The key is missing, or differs from the one that sealed the data.
    OtherKey,
    /// The data was altered, or was sealed for another purpose.
    Altered,
    /// The key exists, but must not be used.
    Unusable(Failure),
}

impl Vault {
    /// Creates a vault with its key in this file, which may not exist yet.
    pub(crate) fn new(key: PathBuf) -> Self {
        Self { key, known: Arc::default() }
    }

    /// Seals a text with these words as associated data. Creates the key if it does not exist.
    pub(crate) fn seal(&self, of: &[&str], plain: &[u8]) -> Result<Vec<u8>, Failure> {
        let key = self.key()?;
        let broken = || Failure::new(Cause::Failed, "it could not be sealed");
        let nonce: [u8; NONCE] = key::random().ok_or_else(broken)?;
        let cipher = XChaCha20Poly1305::new(key.bytes().into());
        let payload = Payload { msg: plain, aad: &belonging(of) };
        let hidden = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| broken())?;
        Ok([&[FORM][..], &key.mark(), &nonce, &hidden].concat())
    }

    /// Opens data that was sealed with the same words.
    pub(crate) fn open(&self, of: &[&str], sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, Locked> {
        let (mark, nonce, hidden) = parts(sealed).ok_or(Locked::Altered)?;
        let key = self.read_key().map_err(Locked::Unusable)?.ok_or(Locked::OtherKey)?;
        if key.mark() != mark {
            return Err(Locked::OtherKey);
        }
        let cipher = XChaCha20Poly1305::new(key.bytes().into());
        let payload = Payload { msg: hidden, aad: &belonging(of) };
        cipher.decrypt(&XNonce::from(nonce), payload).map(Zeroizing::new).map_err(|_| Locked::Altered)
    }

    /// Returns a short code for these words, which cannot be computed without the key.
    pub(crate) fn code(&self, of: &[&str]) -> Result<String, Failure> {
        let key = self.key()?;
        let keyed = Sha256::new().chain_update(b"code").chain_update(key.bytes()).chain_update(belonging(of));
        Ok(keyed.finalize().iter().take(CODE).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Returns the key, and creates it if it does not exist.
    fn key(&self) -> Result<Arc<Key>, Failure> {
        match self.read_key()? {
            Some(key) => Ok(key),
            None => Key::make(&self.key).map(Arc::new),
        }
    }

    /// Returns the current key from the file. Reads the file only if it may have changed.
    fn read_key(&self) -> Result<Option<Arc<Key>>, Failure> {
        let now = SystemTime::now();
        let stamp = FileStamp::of(&self.key);
        if let Some(known) = lock(&self.known).as_ref().filter(|known| Some(known.stamp) == stamp) {
            return Ok(Some(Arc::clone(&known.key)));
        }
        let key = Key::read(&self.key)?.map(Arc::new);
        let is_settled =
            |stamp: &FileStamp| stamp.is_settled(now) && FileStamp::of(&self.key) == Some(*stamp);
        let known = key.clone().zip(stamp.filter(is_settled));
        *lock(&self.known) = known.map(|(key, stamp)| Known { stamp, key });
        Ok(key)
    }

    /// Returns the path of the key file.
    pub(crate) fn key_file(&self) -> String {
        self.key.display().to_string()
    }
}

/// Splits sealed data into the fingerprint of the key, the nonce, and the ciphertext.
fn parts(sealed: &[u8]) -> Option<([u8; MARK], [u8; NONCE], &[u8])> {
    let (form, rest) = sealed.split_first()?;
    let (mark, rest) = rest.split_first_chunk::<MARK>()?;
    let (nonce, hidden) = rest.split_first_chunk::<NONCE>()?;
    (*form == FORM).then_some((*mark, *nonce, hidden))
}

/// Encodes the words unambiguously, each prefixed with its length.
fn belonging(of: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for word in of {
        bytes.extend_from_slice(&(word.len() as u64).to_be_bytes());
        bytes.extend_from_slice(word.as_bytes());
    }
    bytes
}

/// Opens arbitrary data with a new key. Used by the fuzzer.
#[doc(hidden)]
pub fn open_anything(sealed: &[u8]) -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let vault = Vault::new(folder.path().join("key"));
    let _made = Key::make(&vault.key);
    vault.open(&["credential"], sealed).is_ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn vault() -> (tempfile::TempDir, Vault) {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::new(folder.path().join("key"));
        (folder, vault)
    }

    #[test]
    fn opens_with_matching_associated_data_only() {
        let (_folder, vault) = vault();
        let of = ["credential", "shop", "https://a.com"];
        let sealed = vault.seal(&of, b"hunter2").unwrap();
        assert!(!sealed.windows(7).any(|window| window == b"hunter2"));
        assert_eq!(vault.open(&of, &sealed).unwrap().as_slice(), b"hunter2");
        assert_ne!(vault.seal(&of, b"hunter2").unwrap(), sealed, "nothing tells that two are the same");
        for other in [
            &["credential", "shop", "https://b.com"][..],
            &["credential", "shap", "https://a.com"],
            &["credential", "shophttps://a.com"],
            &["credentialshop", "", "https://a.com"],
            &[],
        ] {
            assert!(matches!(vault.open(other, &sealed), Err(Locked::Altered)), "{other:?}");
        }
    }

    #[test]
    fn altered_or_truncated_ciphertext_does_not_open() {
        let (_folder, vault) = vault();
        let sealed = vault.seal(&["a"], b"hunter2").unwrap();
        for at in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[at] ^= 1;
            assert!(vault.open(&["a"], &altered).is_err(), "byte {at}");
            assert!(vault.open(&["a"], &sealed[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn replaced_or_removed_key_is_not_reused() {
        let (folder, vault) = vault();
        let sealed = vault.seal(&["a"], b"hunter2").unwrap();
        let path = folder.path().join("key");
        // The file looks as if it had not changed for a while.
        let known = |vault: &Vault| {
            let stamp = FileStamp::of(&path).unwrap();
            *lock(&vault.known) = Some(Known { stamp, key: vault.key().unwrap() });
        };
        known(&vault);
        assert!(vault.open(&["a"], &sealed).is_ok());
        let other = Vault::new(folder.path().join("other"));
        other.seal(&["a"], b"x").unwrap();
        std::fs::rename(folder.path().join("other"), &path).unwrap();
        assert!(matches!(vault.open(&["a"], &sealed), Err(Locked::OtherKey)));
        known(&vault);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(vault.seal(&["a"], b"x").is_err(), "others can read it now");
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(vault.open(&["a"], &sealed), Err(Locked::OtherKey)));
    }

    #[test]
    fn distinguishes_wrong_key_from_altered_ciphertext() {
        let (folder, vault) = vault();
        let sealed = vault.seal(&["a"], b"hunter2").unwrap();
        let other = Vault::new(folder.path().join("other"));
        assert!(matches!(other.open(&["a"], &sealed), Err(Locked::OtherKey)));
        assert!(!folder.path().join("other").exists(), "nothing is made by who only looks");
        other.seal(&["a"], b"x").unwrap();
        assert!(matches!(other.open(&["a"], &sealed), Err(Locked::OtherKey)));
    }
}

use std::sync::Arc;

use crate::failure::{Cause, Failure};
use crate::secret::Secret;

/// Encrypts and decrypts data that a domain stores for the owner of a session, with the key of the engine.
/// Decryption succeeds only for the same owner and the same name.
#[derive(Clone)]
pub struct Seals {
    seal: Arc<Seal>,
    open: Arc<Open>,
}

type Seal = dyn Fn(&str, &Secret) -> Result<Vec<u8>, Failure> + Send + Sync;
type Open = dyn Fn(&str, &[u8]) -> Result<Secret, Failure> + Send + Sync;

impl Seals {
    /// Creates an instance from functions of a name and a text.
    pub fn new(
        seal: impl Fn(&str, &Secret) -> Result<Vec<u8>, Failure> + Send + Sync + 'static,
        open: impl Fn(&str, &[u8]) -> Result<Secret, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self { seal: Arc::new(seal), open: Arc::new(open) }
    }

    /// Creates an instance without a key, which fails to encrypt.
    pub fn without_key() -> Self {
        let missing = || Failure::new(Cause::Unavailable, "there is no key to seal with");
        Self::new(move |_, _| Err(missing()), move |_, _| Err(missing()))
    }

    /// Encrypts a text under a name.
    pub fn seal(&self, name: &str, text: &Secret) -> Result<Vec<u8>, Failure> {
        (self.seal)(name, text)
    }

    /// Decrypts data that was encrypted under the same name.
    pub fn open(&self, name: &str, sealed: &[u8]) -> Result<Secret, Failure> {
        (self.open)(name, sealed)
    }
}

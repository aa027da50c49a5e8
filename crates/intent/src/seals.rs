use std::sync::Arc;

use crate::failure::{Cause, Failure};
use crate::secret::Secret;

/// Encrypts and decrypts what a domain stores for the owner of a session, by the key of the engine. A sealed text opens only
/// for the same owner and under the same name.
#[derive(Clone)]
pub struct Seals {
    seal: Arc<Seal>,
    open: Arc<Open>,
}

type Seal = dyn Fn(&str, &Secret) -> Result<Vec<u8>, Failure> + Send + Sync;
type Open = dyn Fn(&str, &[u8]) -> Result<Secret, Failure> + Send + Sync;

impl Seals {
    /// Seals and opens with these functions of a name and a text.
    pub fn new(
        seal: impl Fn(&str, &Secret) -> Result<Vec<u8>, Failure> + Send + Sync + 'static,
        open: impl Fn(&str, &[u8]) -> Result<Secret, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self { seal: Arc::new(seal), open: Arc::new(open) }
    }

    /// Without a key: nothing can be sealed.
    pub fn without_key() -> Self {
        let missing = || Failure::new(Cause::Unavailable, "there is no key to seal with");
        Self::new(move |_, _| Err(missing()), move |_, _| Err(missing()))
    }

    /// Seals a text under a name.
    pub fn seal(&self, name: &str, text: &Secret) -> Result<Vec<u8>, Failure> {
        (self.seal)(name, text)
    }

    /// Opens what was sealed under the same name.
    pub fn open(&self, name: &str, sealed: &[u8]) -> Result<Secret, Failure> {
        (self.open)(name, sealed)
    }
}

//! The keys of authors, by trust on first use: the user accepts the first key of an author on installation;
//! from then on, any other key is rejected.

use std::path::{Path, PathBuf};

use crate::error::RepositoryError;
use crate::keys::{AuthorKey, PublicKey};

/// The accepted keys of authors, and the user's own keys.
#[derive(Debug, Clone)]
pub struct Authors {
    accepted: PathBuf,
    own: PathBuf,
}

/// The trust in the signer of a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signer {
    /// The user.
    Own,
    /// An author whose key was accepted earlier.
    Known,
    /// An author without an accepted key.
    New,
}

impl Authors {
    /// Creates a key store in these folders: of accepted authors, and of the user.
    pub fn new(accepted: &Path, own: &Path) -> Self {
        Self { accepted: accepted.into(), own: own.into() }
    }

    /// Opens the key store in the home folder of the engine.
    pub fn in_home(home: &Path) -> Self {
        Self::new(&home.join("sharing/authors"), &home.join("keys"))
    }

    /// Returns the key of an author, and the trust in it.
    pub fn key_of(&self, author: &str) -> Result<Option<(PublicKey, Signer)>, RepositoryError> {
        for (folder, signer) in [(&self.own, Signer::Own), (&self.accepted, Signer::Known)] {
            let path = folder.join(format!("{}.pub", crate::item::validate_author_name(author)?));
            match std::fs::read_to_string(&path) {
                Ok(text) => return Ok(Some((PublicKey::read(&text)?, signer))),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(RepositoryError::File { path, error }),
            }
        }
        Ok(None)
    }

    /// Returns the key of an author if it matches the key that a repository or the user states. Without a
    /// known key, it returns the stated one as new.
    pub fn judge(
        &self,
        what: &str,
        author: &str,
        said: Option<&PublicKey>,
    ) -> Result<(PublicKey, Signer), RepositoryError> {
        let unknown = || RepositoryError::UnknownKey { what: what.into(), author: author.into() };
        match (self.key_of(author)?, said) {
            (Some((known, _)), Some(said)) if known != *said => Err(unknown()),
            (Some(known), _) => Ok(known),
            (None, Some(said)) => Ok((said.clone(), Signer::New)),
            (None, None) => Err(unknown()),
        }
    }

    /// Accepts the key of an author, unless one is already known.
    pub fn accept(&self, author: &str, key: &PublicKey) -> Result<(), RepositoryError> {
        let author = crate::item::validate_author_name(author)?;
        if self.key_of(&author)?.is_some() {
            return Ok(());
        }
        let path = self.accepted.join(format!("{author}.pub"));
        std::fs::create_dir_all(&self.accepted)
            .and_then(|()| std::fs::write(&path, format!("untrusted comment: {author}\n{key}\n")))
            .map_err(RepositoryError::file(path))
    }

    /// Returns the public keys of the user.
    pub fn own_keys(&self) -> Vec<PublicKey> {
        AuthorKey::all(&self.own).into_iter().map(|key| key.public).collect()
    }
}

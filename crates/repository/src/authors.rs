//! Which key an author has. The first key of an author is accepted by the person who installs something of theirs; from then on no
//! other key is.

use std::path::{Path, PathBuf};

use crate::error::RepositoryError;
use crate::keys::{AuthorKey, PublicKey};

/// The keys of authors that were accepted, and the user's own.
#[derive(Debug, Clone)]
pub struct Authors {
    accepted: PathBuf,
    own: PathBuf,
}

/// How well the signer of a bundle is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signer {
    /// The user.
    Own,
    /// An author whose key was accepted before.
    Known,
    /// An author of whom nothing was installed yet.
    New,
}

impl Authors {
    /// The keys in these folders: of authors that were accepted, and the user's own.
    pub fn new(accepted: &Path, own: &Path) -> Self {
        Self { accepted: accepted.into(), own: own.into() }
    }

    /// The keys in the home folder of the engine.
    pub fn in_home(home: &Path) -> Self {
        Self::new(&home.join("sharing/authors"), &home.join("keys"))
    }

    /// The key of an author, and how well it is known.
    pub fn key_of(&self, author: &str) -> Result<Option<(PublicKey, Signer)>, RepositoryError> {
        for (folder, signer) in [(&self.own, Signer::Own), (&self.accepted, Signer::Known)] {
            let path = folder.join(format!("{}.pub", crate::item::author_name(author)?));
            match std::fs::read_to_string(&path) {
                Ok(text) => return Ok(Some((PublicKey::read(&text)?, signer))),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(RepositoryError::File { path, error }),
            }
        }
        Ok(None)
    }

    /// The key of an author, where a repository or the person says that it is this one: the key that is known, or else this.
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

    /// Accepts the key of an author. One that is there stays.
    pub fn accept(&self, author: &str, key: &PublicKey) -> Result<(), RepositoryError> {
        let author = crate::item::author_name(author)?;
        if self.key_of(&author)?.is_some() {
            return Ok(());
        }
        let path = self.accepted.join(format!("{author}.pub"));
        std::fs::create_dir_all(&self.accepted)
            .and_then(|()| std::fs::write(&path, format!("untrusted comment: {author}\n{key}\n")))
            .map_err(RepositoryError::file(path))
    }

    /// The public keys of the user.
    pub fn own_keys(&self) -> Vec<PublicKey> {
        AuthorKey::all(&self.own).into_iter().map(|key| key.public).collect()
    }
}

//! The keys of authors, and their signatures: minisign's, so that every minisign checks them too. Signing takes `minisign`, which reads
//! and seals secret keys; checking takes `minisign-verify`, which is small and meant for files of strangers.

use std::fmt;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use lemmascope_intent::Secret;
use minisign::{KeyPair, SecretKeyBox};

use crate::bundle::{Listing, Sealed, read_file};
use crate::error::RepositoryError;
use crate::item::validate_author_name;

/// A key file has two lines.
const LARGEST_KEY: u64 = 4 << 10;
/// What the first line of a public key of ours says before the name of its author.
const COMMENT: &str = "untrusted comment: lemmascope author ";

/// A public key, by which signatures are checked.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicKey {
    text: String,
    key: minisign_verify::PublicKey,
}

impl PublicKey {
    /// Reads a key as minisign prints it (`RW…`), or a file with it.
    pub fn read(text: &str) -> Result<Self, RepositoryError> {
        let unreadable = || RepositoryError::Key("it is no public key of minisign (RW…)".into());
        let line = text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
        if line.len() > 100 || !line.is_ascii() {
            return Err(unreadable());
        }
        let key = minisign_verify::PublicKey::from_base64(line).map_err(|_| unreadable())?;
        Ok(Self { text: line.into(), key })
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Checks that a listing was signed with one of these keys, and gives the listing and the key.
pub fn verify<'k>(
    sealed: &Sealed,
    keys: impl IntoIterator<Item = &'k PublicKey>,
) -> Result<(Listing, &'k PublicKey), RepositoryError> {
    let listing = Listing::read(&sealed.listing)?;
    let invalid = || RepositoryError::Signature(listing.item.to_string());
    let signature = minisign_verify::Signature::decode(&sealed.signature).map_err(|_| invalid())?;
    for key in keys {
        match key.key.verify(sealed.listing.as_bytes(), &signature, false) {
            Ok(()) => return Ok((listing, key)),
            // Another key has made it, which one of the others may be.
            Err(minisign_verify::Error::UnexpectedKeyId) => {}
            Err(_) => return Err(invalid()),
        }
    }
    let (what, author) = (listing.item.to_string(), listing.item.author.clone());
    Err(RepositoryError::UnknownKey { what, author })
}

/// The key of an author in the files where it is kept.
#[derive(Debug, Clone)]
pub struct AuthorKey {
    /// The name under which the author publishes.
    pub author: String,
    /// The public key.
    pub public: PublicKey,
    secret_file: PathBuf,
}

/// A secret key that is open, for signing.
pub struct SigningKey {
    author: String,
    public: PublicKey,
    key: minisign::SecretKey,
}

impl AuthorKey {
    /// Makes a key and keeps it in a folder: the secret key in a file that only its owner can read, sealed with a passphrase where one is
    /// given. A key that is there is never overwritten.
    pub fn generate(
        folder: &Path,
        author: &str,
        passphrase: Option<&Secret>,
    ) -> Result<Self, RepositoryError> {
        let author = validate_author_name(author)?;
        let (public_file, secret_file) = files(folder, &author);
        let made = match passphrase {
            Some(passphrase) => KeyPair::generate_encrypted_keypair(Some(passphrase.expose().to_string())),
            None => KeyPair::generate_unencrypted_keypair(),
        };
        let pair = made.map_err(unusable)?;
        let secret = Secret::new(
            pair.sk.to_box(Some("lemmascope author's secret key")).map_err(unusable)?.into_string(),
        );
        let public = PublicKey::read(&pair.pk.to_base64())?;
        std::fs::create_dir_all(folder).map_err(RepositoryError::file(folder))?;
        let create = |path: &Path, text: &str| {
            let mut options = std::fs::OpenOptions::new();
            let made = options.write(true).create_new(true).mode(0o600).open(path);
            made.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| match error.kind() {
                std::io::ErrorKind::AlreadyExists => {
                    RepositoryError::Key(format!("there is a key of {author} already, in {}", path.display()))
                }
                _ => RepositoryError::File { path: path.into(), error },
            })
        };
        create(&secret_file, secret.expose())?;
        create(&public_file, &format!("{COMMENT}{author}\n{public}\n"))?;
        Ok(Self { author, public, secret_file })
    }

    /// The keys in a folder, sorted by author. What cannot be read is left out.
    pub fn all(folder: &Path) -> Vec<Self> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let names = entries.filter_map(Result::ok).filter_map(|entry| entry.file_name().into_string().ok());
        let authors = names.filter_map(|name| name.strip_suffix(".pub").map(str::to_string));
        let mut keys: Vec<Self> = authors.filter_map(|author| Self::of(folder, &author).ok()).collect();
        keys.sort_by(|a, b| a.author.cmp(&b.author));
        keys
    }

    /// The key of an author.
    pub fn of(folder: &Path, author: &str) -> Result<Self, RepositoryError> {
        let author = validate_author_name(author)?;
        let (public_file, secret_file) = files(folder, &author);
        let bytes = read_file(&public_file, LARGEST_KEY, "key").map_err(|error| match error {
            RepositoryError::File { error, .. } if error.kind() == std::io::ErrorKind::NotFound => {
                RepositoryError::Key(format!("there is none of {author}"))
            }
            other => other,
        })?;
        let public = PublicKey::read(&String::from_utf8_lossy(&bytes))?;
        Ok(Self { author, public, secret_file })
    }

    /// Whether the secret key opens only with a passphrase.
    pub fn is_sealed(&self) -> Result<bool, RepositoryError> {
        Ok(self.boxed()?.into_unencrypted_secret_key().is_err())
    }

    /// Opens the secret key.
    pub fn open(&self, passphrase: Option<&Secret>) -> Result<SigningKey, RepositoryError> {
        let boxed = self.boxed()?;
        let opened = match passphrase {
            // Without a passphrase the library would ask for one by itself.
            Some(passphrase) => boxed.into_secret_key(Some(passphrase.expose().to_string())),
            None => boxed.into_unencrypted_secret_key(),
        };
        let wrong = |_| RepositoryError::Key("the passphrase does not open it".into());
        let key = opened.map_err(wrong)?;
        let own = minisign::PublicKey::from_secret_key(&key).map_err(unusable)?;
        if own.to_base64() != self.public.text {
            return Err(RepositoryError::Key(format!(
                "{} is not the secret key of the public key beside it",
                self.secret_file.display()
            )));
        }
        Ok(SigningKey { author: self.author.clone(), public: self.public.clone(), key })
    }

    fn boxed(&self) -> Result<SecretKeyBox, RepositoryError> {
        let file = RepositoryError::file(&self.secret_file);
        let metadata = std::fs::metadata(&self.secret_file).map_err(file)?;
        if metadata.mode() & 0o077 != 0 {
            let path = self.secret_file.display();
            return Err(RepositoryError::Key(format!("others can read {path}: `chmod 600` it")));
        }
        let bytes = read_file(&self.secret_file, LARGEST_KEY, "secret key")?;
        let text =
            Secret::new(String::from_utf8(bytes).map_err(|_| RepositoryError::Key("it is no text".into()))?);
        SecretKeyBox::from_string(text.expose()).map_err(unusable)
    }
}

impl SigningKey {
    /// The name of the author.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The public key.
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Signs a listing, which must name this author.
    pub fn sign(&self, listing: &Listing) -> Result<Sealed, RepositoryError> {
        if listing.item.author != self.author {
            let (what, author) = (listing.item.to_string(), listing.item.author.clone());
            return Err(RepositoryError::UnknownKey { what, author });
        }
        let text = listing.to_string();
        let comment = listing.item.to_string();
        let signature = minisign::sign(None, &self.key, text.as_bytes(), Some(&comment), Some("lemmascope"));
        Ok(Sealed { listing: text, signature: signature.map_err(unusable)?.into_string() })
    }
}

fn files(folder: &Path, author: &str) -> (PathBuf, PathBuf) {
    (folder.join(format!("{author}.pub")), folder.join(format!("{author}.key")))
}

/// The errors of the library say nothing of keys.
fn unusable(error: minisign::PError) -> RepositoryError {
    RepositoryError::Key(error.to_string())
}

#[cfg(test)]
mod tests {
    use semver::Version;

    use super::*;
    use crate::bundle::Bundle;
    use crate::item::{Item, ItemKind, ItemPath};

    fn listing(author: &str) -> Listing {
        let item = Item::new(ItemKind::Pack, "shop", Version::new(1, 0, 0), author).unwrap();
        Bundle::of_files([(ItemPath::read("pack.yaml").unwrap(), b"pack: shop\n".to_vec())])
            .unwrap()
            .listing(item)
    }

    #[test]
    fn encrypted_key_requires_its_passphrase() {
        let folder = tempfile::tempdir().unwrap();
        let passphrase = Secret::new("correct horse".into());
        let key = AuthorKey::generate(folder.path(), "ana", Some(&passphrase)).unwrap();
        assert!(key.is_sealed().unwrap());
        assert!(key.open(None).is_err());
        assert!(key.open(Some(&Secret::new("wrong".into()))).is_err());
        let sealed = key.open(Some(&passphrase)).unwrap().sign(&listing("ana")).unwrap();
        assert_eq!(verify(&sealed, [&key.public]).unwrap().0, listing("ana"));
        let error = AuthorKey::generate(folder.path(), "ana", None).unwrap_err().to_string();
        assert!(error.contains("there is a key of ana already"), "{error}");
    }

    #[test]
    fn rejects_altered_and_foreign_signatures() {
        let folder = tempfile::tempdir().unwrap();
        let ana = AuthorKey::generate(folder.path(), "ana", None).unwrap();
        let bea = AuthorKey::generate(folder.path(), "bea", None).unwrap();
        let sealed = ana.open(None).unwrap().sign(&listing("ana")).unwrap();
        assert!(verify(&sealed, [&bea.public, &ana.public]).is_ok());
        let error = verify(&sealed, [&bea.public]).unwrap_err();
        assert!(matches!(error, RepositoryError::UnknownKey { .. }), "{error}");
        assert!(bea.open(None).unwrap().sign(&listing("ana")).is_err());
        let altered = Sealed { listing: sealed.listing.replace("1.0.0", "2.0.0"), ..sealed.clone() };
        assert!(matches!(verify(&altered, [&ana.public]), Err(RepositoryError::Signature(_))));
        for signature in
            ["", "a\nb\nc\nd\n", &sealed.signature[..40], &sealed.signature.replace("ana", "eve")]
        {
            let forged = Sealed { signature: signature.into(), ..sealed.clone() };
            assert!(
                matches!(verify(&forged, [&ana.public]), Err(RepositoryError::Signature(_))),
                "{signature}"
            );
        }
    }

    #[test]
    fn rejects_private_key_readable_by_others() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let key = AuthorKey::generate(folder.path(), "ana", None).unwrap();
        let file = folder.path().join("ana.key");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(key.open(None).map(|_| ()).unwrap_err().to_string().contains("others can read"));
    }

    #[test]
    fn parses_public_keys_and_rejects_invalid_ones() {
        let folder = tempfile::tempdir().unwrap();
        let key = AuthorKey::generate(folder.path(), "ana", None).unwrap();
        let file = std::fs::read_to_string(folder.path().join("ana.pub")).unwrap();
        assert_eq!(PublicKey::read(&file).unwrap(), key.public);
        assert_eq!(PublicKey::read(&key.public.to_string()).unwrap(), key.public);
        for bad in ["", "RWQ", "é", &"A".repeat(56), &"R".repeat(10_000)] {
            assert!(PublicKey::read(bad).is_err(), "{bad}");
        }
    }
}

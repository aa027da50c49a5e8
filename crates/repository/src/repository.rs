//! A repository: an index, and objects named by hash.

use semver::Version;

use crate::authors::{Authors, Signer};
use crate::bundle::{Bundle, LARGEST_LISTING, LARGEST_SIGNATURE, Listing, Sealed};
use crate::error::RepositoryError;
use crate::hash::ContentHash;
use crate::index::{INDEX_FILE, Index, IndexItem, LARGEST_INDEX, one_line};
use crate::item::{Item, ItemKind};
use crate::keys::{PublicKey, SigningKey, verify};
use crate::transport::{Location, Transport};

/// The maximum number of attempts to push while others publish at the same time.
const ATTEMPTS: usize = 4;

/// A repository that is open for reading.
pub struct Repository {
    location: Location,
    transport: Transport,
    index: Index,
}

/// A search for a bundle.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// A pack or an intent.
    pub kind: ItemKind,
    /// Its name.
    pub name: &'a str,
    /// Its author; may be omitted if there is only one.
    pub author: Option<&'a str>,
    /// The author's key, if the user obtained it from the author.
    pub key: Option<&'a PublicKey>,
}

/// A search result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its identity.
    pub item: Item,
    /// The description in the repository.
    pub description: String,
}

/// A bundle that was fetched and verified.
#[derive(Debug)]
pub struct FetchedBundle {
    /// Its files.
    pub bundle: Bundle,
    /// Its listing.
    pub listing: Listing,
    /// The listing with its signature, as published.
    pub sealed: Sealed,
    /// The signing key.
    pub key: PublicKey,
    /// The trust in the key.
    pub signer: Signer,
}

impl Repository {
    /// Opens a repository and reads its index.
    pub async fn open(location: &Location) -> Result<Self, RepositoryError> {
        let transport = Transport::open(location).await?;
        let index = match read_index(&transport).await? {
            Some(index) => index,
            None => {
                let reason = format!("it has no {INDEX_FILE}");
                return Err(RepositoryError::Unusable { location: location.to_string(), reason });
            }
        };
        Ok(Self { location: location.clone(), transport, index })
    }

    /// Returns its location.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Returns the latest versions that match these words, the best first.
    pub fn search(&self, kind: ItemKind, words: &str) -> Vec<Found> {
        let found = self.index.search(kind, words).into_iter();
        found.map(|it| Found { item: it.item.clone(), description: it.description.clone() }).collect()
    }

    /// Returns the latest matching version, without fetching its content.
    pub fn latest(&self, wanted: &Wanted<'_>) -> Result<Version, RepositoryError> {
        Ok(self.index.find(wanted.kind, wanted.name, wanted.author)?.item.version.clone())
    }

    /// Fetches the latest matching version, and verifies the author's signature over its whole content.
    pub async fn fetch(
        &self,
        wanted: &Wanted<'_>,
        authors: &Authors,
    ) -> Result<FetchedBundle, RepositoryError> {
        let found = self.index.find(wanted.kind, wanted.name, wanted.author)?;
        let (address, item) = (found.listing, &found.item);
        let said = match (wanted.key, self.index.key_of(&item.author)) {
            (Some(given), Some(said)) if given != said => {
                let (what, author) = (item.to_string(), item.author.clone());
                return Err(RepositoryError::UnknownKey { what, author });
            }
            (given, said) => given.or(said),
        };
        let (key, signer) = authors.judge(&item.to_string(), &item.author, said)?;
        let text = self.object(&address, LARGEST_LISTING).await?;
        let listing = String::from_utf8(text)
            .map_err(|_| RepositoryError::Listing { line: 1, reason: "it is not UTF-8 text" })?;
        let path = format!("{}.minisig", object_path(&address));
        let signature = self.transport.read(&path, LARGEST_SIGNATURE).await?;
        let signature = signature.ok_or_else(|| RepositoryError::Unsigned(item.to_string()))?;
        let signature =
            String::from_utf8(signature).map_err(|_| RepositoryError::Signature(item.to_string()))?;
        let sealed = Sealed { listing, signature };
        let (listing, _) = verify(&sealed, [&key])?;
        // The index is unsigned: a bundle with another name or version is not the requested one.
        if listing.item != *item {
            return Err(RepositoryError::Hash(item.to_string()));
        }
        let mut files = Vec::new();
        for file in listing.files() {
            let bytes = self.object(&file.hash, file.length).await?;
            if bytes.len() as u64 != file.length {
                return Err(RepositoryError::Hash(file.path.to_string()));
            }
            files.push((file.path.clone(), bytes));
        }
        Ok(FetchedBundle { bundle: Bundle::of_files(files)?, listing, sealed, key, signer })
    }

    /// Publishes a bundle under an identity, signed with this key. Initializes an empty repository.
    pub async fn publish(
        location: &Location,
        bundle: &Bundle,
        item: Item,
        description: &str,
        key: &SigningKey,
    ) -> Result<Listing, RepositoryError> {
        let listing = bundle.listing(item);
        let sealed = key.sign(&listing)?;
        let address = listing.address();
        let entry =
            IndexItem { item: listing.item.clone(), description: one_line(description), listing: address };
        let mut attempt = 1;
        loop {
            let transport = Transport::open(location).await?;
            let lock = transport.lock().await?;
            let mut index = read_index(&transport).await?.unwrap_or_default();
            index.add(entry.clone(), key.public())?;
            let path = object_path(&address);
            let mut files: Vec<(String, Vec<u8>)> = bundle
                .files()
                .map(|(_, bytes)| (object_path(&ContentHash::of(bytes)), bytes.to_vec()))
                .collect();
            files.push((path.clone(), sealed.listing.clone().into_bytes()));
            files.push((format!("{path}.minisig"), sealed.signature.clone().into_bytes()));
            // The index is written last, so that it never refers to missing objects.
            files.push((INDEX_FILE.into(), index.text()?.into_bytes()));
            let written = transport.write(&files, &format!("Publish {}", listing.item)).await;
            drop(lock);
            match written {
                Err(RepositoryError::Busy(_)) if attempt < ATTEMPTS => attempt += 1,
                Err(error) => return Err(error),
                Ok(()) => return Ok(listing),
            }
        }
    }

    async fn object(&self, hash: &ContentHash, limit: u64) -> Result<Vec<u8>, RepositoryError> {
        let bytes = self.transport.read(&object_path(hash), limit).await?;
        let bytes = bytes.ok_or_else(|| RepositoryError::Unusable {
            location: self.location.to_string(),
            reason: format!("the object {hash} is missing"),
        })?;
        match ContentHash::of(&bytes) == *hash {
            true => Ok(bytes),
            false => Err(RepositoryError::Hash(format!("the object {hash}"))),
        }
    }
}

async fn read_index(transport: &Transport) -> Result<Option<Index>, RepositoryError> {
    let bytes = transport.read(INDEX_FILE, LARGEST_INDEX).await?;
    bytes.map(|bytes| Index::read(&bytes)).transpose()
}

/// Returns the path of an object. The hash prefix limits folders to a few hundred entries.
pub(crate) fn object_path(hash: &ContentHash) -> String {
    let hash = hash.to_string();
    format!("objects/{}/{hash}", &hash[..2])
}

//! The record of installations: their source, version, and confirmed effects. Entries remain when a pack is
//! removed, which prevents rollbacks to an older version.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use semver::Version;
use serde::{Deserialize, Serialize};

use crate::bundle::{Listing, read_file};
use crate::error::RepositoryError;
use crate::hash::ContentHash;
use crate::item::ItemKind;

const LARGEST_FILE: u64 = 8 << 20;

/// The record of installations.
#[derive(Debug)]
pub struct Installed {
    file: PathBuf,
    items: BTreeMap<String, Installation>,
}

/// An installed bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Installation {
    /// The folder into which it was installed.
    pub folder: String,
    /// The version.
    #[serde(with = "written_version")]
    pub version: Version,
    /// The address of its listing.
    pub listing: String,
    /// The source: a repository, an archive or a folder.
    pub source: String,
    /// The digest of the effects that the user confirmed.
    pub effects: String,
}

impl Installed {
    /// Reads the record, which is empty if the file does not exist.
    pub fn open(file: &Path) -> Result<Self, RepositoryError> {
        let items = match read_file(file, LARGEST_FILE, "record of installations") {
            Err(RepositoryError::File { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                BTreeMap::new()
            }
            Err(error) => return Err(error),
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| RepositoryError::File {
                path: file.into(),
                error: std::io::Error::other(error),
            })?,
        };
        Ok(Self { file: file.into(), items })
    }

    /// Returns the installation with that name and author.
    pub fn get(&self, kind: ItemKind, name: &str, author: Option<&str>) -> Option<&Installation> {
        self.items.get(&key(kind, name, author))
    }

    /// Returns all installations of a kind, with names and authors.
    pub fn all(&self, kind: ItemKind) -> impl Iterator<Item = (&str, Option<&str>, &Installation)> {
        self.items.iter().filter_map(move |(key, installation)| {
            let mut parts = key.splitn(3, '/');
            (parts.next() == Some(kind.as_str())).then_some(())?;
            let (author, name) = (parts.next()?, parts.next()?);
            Some((name, Some(author).filter(|author| !author.is_empty()), installation))
        })
    }

    /// Rejects a version that is older than an installed one, and a changed content of a known version.
    pub fn admit(&self, listing: &Listing) -> Result<(), RepositoryError> {
        let item = &listing.item;
        let Some(before) = self.get(item.kind, &item.name, Some(&item.author)) else { return Ok(()) };
        if item.version < before.version {
            return Err(RepositoryError::Older {
                name: item.name.clone(),
                offered: item.version.clone(),
                seen: before.version.clone(),
            });
        }
        let is_same = ContentHash::read(&before.listing) == Some(listing.address());
        if item.version == before.version && !is_same {
            return Err(RepositoryError::Changed { name: item.name.clone(), version: item.version.clone() });
        }
        Ok(())
    }

    /// Records an installation.
    pub fn record(
        &mut self,
        kind: ItemKind,
        name: &str,
        author: Option<&str>,
        installation: Installation,
    ) -> Result<(), RepositoryError> {
        self.items.insert(key(kind, name, author), installation);
        let text = serde_json::to_string_pretty(&self.items).map_err(|error| RepositoryError::File {
            path: self.file.clone(),
            error: std::io::Error::other(error),
        })?;
        let aside = self.file.with_extension("new");
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(RepositoryError::file(folder))?;
        }
        std::fs::write(&aside, text)
            .and_then(|()| std::fs::rename(&aside, &self.file))
            .map_err(RepositoryError::file(&self.file))
    }
}

fn key(kind: ItemKind, name: &str, author: Option<&str>) -> String {
    format!("{}/{}/{name}", kind.as_str(), author.unwrap_or_default())
}

mod written_version {
    use semver::Version;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(version: &Version, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(version)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

//! The index of a repository: its authors and bundles. It is not signed: its claims about a bundle are
//! checked against the listing that the author has signed.

use std::collections::{BTreeMap, BTreeSet};

use semver::Version;
use serde::{Deserialize, Serialize};

use crate::error::RepositoryError;
use crate::hash::ContentHash;
use crate::item::{Item, ItemKind, shortened, validate_author_name};
use crate::keys::PublicKey;

/// The name of the index file.
pub(crate) const INDEX_FILE: &str = "index.json";
/// The maximum size of an index, in bytes.
pub(crate) const LARGEST_INDEX: u64 = 16 << 20;
/// The maximum number of bundles.
const MOST_ITEMS: usize = 50_000;
/// The maximum number of authors.
const MOST_AUTHORS: usize = 10_000;
/// The maximum length of a description.
const LONGEST_DESCRIPTION: usize = 300;
/// The maximum number of search results.
const MOST_RESULTS: usize = 50;
/// The format version.
const FORMAT: u32 = 1;

/// An index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    authors: BTreeMap<String, PublicKey>,
    items: Vec<IndexItem>,
}

/// A bundle in an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexItem {
    /// Its identity.
    pub item: Item,
    /// A one-line description.
    pub description: String,
    /// The address of its listing.
    pub listing: ContentHash,
}

/// The JSON form of an index.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    lemmascope_index: u32,
    authors: BTreeMap<String, String>,
    items: Vec<SerializedIndexItem>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SerializedIndexItem {
    kind: String,
    name: String,
    version: String,
    author: String,
    #[serde(default)]
    description: String,
    listing: String,
}

impl Index {
    /// Parses an index.
    pub fn read(bytes: &[u8]) -> Result<Self, RepositoryError> {
        if bytes.len() as u64 > LARGEST_INDEX {
            return Err(too_large("16 MiB"));
        }
        let written: Written =
            serde_json::from_slice(bytes).map_err(|error| RepositoryError::Index(error.to_string()))?;
        if written.lemmascope_index != FORMAT {
            let reason =
                format!("its format is {}, and this program reads {FORMAT}", written.lemmascope_index);
            return Err(RepositoryError::Index(reason));
        }
        if written.items.len() > MOST_ITEMS {
            return Err(too_large("50,000 entries"));
        }
        if written.authors.len() > MOST_AUTHORS {
            return Err(too_large("10,000 authors"));
        }
        let mut authors = BTreeMap::new();
        for (name, key) in written.authors {
            let key = PublicKey::read(&key)
                .map_err(|error| RepositoryError::Index(format!("{}: {error}", shortened(&name))))?;
            authors.insert(validate_author_name(&name)?, key);
        }
        let mut index = Self { authors, items: Vec::with_capacity(written.items.len()) };
        let mut seen = BTreeSet::new();
        for item in written.items {
            let read = item.read()?;
            let named =
                (read.item.kind, read.item.author.clone(), read.item.name.clone(), read.item.version.clone());
            if !index.authors.contains_key(&read.item.author) {
                return Err(RepositoryError::Index(format!(
                    "there is no key of the author of {}",
                    read.item
                )));
            }
            if !seen.insert(named) {
                return Err(RepositoryError::Index(format!("{} is there twice", read.item)));
            }
            index.items.push(read);
        }
        Ok(index)
    }

    /// Returns the text of the index.
    pub(crate) fn text(&self) -> Result<String, RepositoryError> {
        let items = self.items.iter().map(SerializedIndexItem::of).collect();
        let authors = self.authors.iter().map(|(name, key)| (name.clone(), key.to_string())).collect();
        let written = Written { lemmascope_index: FORMAT, authors, items };
        let text = serde_json::to_string_pretty(&written)
            .map_err(|error| RepositoryError::Index(error.to_string()))?;
        if text.len() as u64 >= LARGEST_INDEX || self.items.len() > MOST_ITEMS {
            return Err(too_large("16 MiB"));
        }
        Ok(format!("{text}\n"))
    }

    /// Returns the bundles.
    pub fn items(&self) -> &[IndexItem] {
        &self.items
    }

    /// Returns the key of an author, as the repository states it.
    pub fn key_of(&self, author: &str) -> Option<&PublicKey> {
        self.authors.get(author)
    }

    /// Adds a bundle. Its version must be higher than those with the same name and author.
    pub(crate) fn add(&mut self, item: IndexItem, key: &PublicKey) -> Result<(), RepositoryError> {
        let author = &item.item.author;
        if self.authors.get(author).is_some_and(|known| known != key) {
            return Err(RepositoryError::AuthorTaken(author.clone()));
        }
        let same = |other: &&IndexItem| {
            other.item.kind == item.item.kind
                && other.item.name == item.item.name
                && other.item.author == *author
        };
        let latest = self.items.iter().filter(same).map(|other| &other.item.version).max();
        if let Some(published) = latest.filter(|published| **published >= item.item.version) {
            return Err(RepositoryError::Published {
                name: item.item.name,
                version: item.item.version,
                published: published.clone(),
            });
        }
        self.authors.insert(author.clone(), key.clone());
        self.items.push(item);
        Ok(())
    }

    /// Returns the latest versions that match these words, the best first. Each word must be the prefix of a
    /// word in the name or the description.
    pub fn search(&self, kind: ItemKind, words: &str) -> Vec<&IndexItem> {
        let wanted: Vec<String> = tokens(words).collect();
        let mut latest: BTreeMap<(&str, &str), (usize, &IndexItem)> = BTreeMap::new();
        for item in self.items.iter().filter(|item| item.item.kind == kind) {
            let Some(score) = item.score(&wanted) else { continue };
            let known = latest.entry((&item.item.name, &item.item.author)).or_insert((score, item));
            if known.1.item.version < item.item.version {
                *known = (score, item);
            }
        }
        let mut found: Vec<(usize, &IndexItem)> = latest.into_values().collect();
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        found.into_iter().take(MOST_RESULTS).map(|(_, item)| item).collect()
    }

    /// Returns the latest version with that name.
    pub(crate) fn find(
        &self,
        kind: ItemKind,
        name: &str,
        author: Option<&str>,
    ) -> Result<&IndexItem, RepositoryError> {
        let is_meant = |item: &&IndexItem| {
            item.item.kind == kind
                && item.item.name == name
                && author.is_none_or(|author| item.item.author == author)
        };
        let mut by_author: BTreeMap<&str, &IndexItem> = BTreeMap::new();
        for item in self.items.iter().filter(is_meant) {
            let known = by_author.entry(&item.item.author).or_insert(item);
            if known.item.version < item.item.version {
                *known = item;
            }
        }
        match by_author.values().copied().collect::<Vec<_>>().as_slice() {
            [item] => Ok(item),
            [] => {
                let of = author.map(|author| format!(" by {}", shortened(author))).unwrap_or_default();
                let kind = kind.as_str();
                let message = format!("the repository has no {kind} \"{}\"{of}", shortened(name));
                Err(RepositoryError::NotFound(message))
            }
            several => Err(RepositoryError::Ambiguous {
                name: name.into(),
                authors: several.iter().map(|item| item.item.author.clone()).collect(),
            }),
        }
    }
}

impl IndexItem {
    /// Returns the score of a match; nothing unless every search word is a prefix of one of its words.
    fn score(&self, wanted: &[String]) -> Option<usize> {
        let name: Vec<String> = tokens(&self.item.name).collect();
        let rest: Vec<String> = tokens(&self.description).chain(tokens(&self.item.author)).collect();
        wanted
            .iter()
            .map(|word| {
                let in_name = name.iter().any(|own| own.starts_with(word.as_str()));
                let in_rest = rest.iter().any(|own| own.starts_with(word.as_str()));
                (in_name || in_rest).then_some(3 * usize::from(in_name) + usize::from(in_rest))
            })
            .sum()
    }
}

impl SerializedIndexItem {
    fn of(item: &IndexItem) -> Self {
        Self {
            kind: item.item.kind.as_str().into(),
            name: item.item.name.clone(),
            version: item.item.version.to_string(),
            author: item.item.author.clone(),
            description: item.description.clone(),
            listing: item.listing.to_string(),
        }
    }

    fn read(self) -> Result<IndexItem, RepositoryError> {
        let wrong = |what: &str| RepositoryError::Index(format!("{}: {what}", shortened(&self.name)));
        let kind = ItemKind::read(&self.kind).ok_or_else(|| wrong("there is no such kind"))?;
        let version: Version = self.version.parse().map_err(|_| wrong("its version is not semantic"))?;
        let listing = ContentHash::read(&self.listing).ok_or_else(|| wrong("its address is no hash"))?;
        let item = Item::new(kind, &self.name, version, &self.author)?;
        Ok(IndexItem { item, description: one_line(&self.description), listing })
    }
}

/// Sanitizes untrusted text for display: one line of limited length, without control and invisible
/// characters.
pub fn one_line(text: &str) -> String {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    plain.chars().filter(|c| !c.is_control() && !is_invisible(*c)).take(LONGEST_DESCRIPTION).collect()
}

/// Whether a character is invisible or changes the text direction.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn tokens(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn too_large(limit: &str) -> RepositoryError {
    RepositoryError::TooLarge { what: "the index of the repository".into(), limit: limit.into() }
}

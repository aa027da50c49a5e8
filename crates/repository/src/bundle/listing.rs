//! The listing of a bundle: its identity, and its files with lengths and hashes. It has a single canonical
//! form, so that its hash is the address of the bundle.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use semver::Version;

use super::{
    LARGEST_FILE, LARGEST_LISTING, LISTING_FILE, MOST_BYTES, MOST_FILES, SIGNATURE_FILE, too_many_bytes,
};
use crate::error::RepositoryError;
use crate::hash::ContentHash;
use crate::item::{Item, ItemKind, ItemPath};

/// The first line, with the format version.
const FIRST_LINE: &str = "lemmascope-listing 1";

/// The listing of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The identity of the bundle.
    pub item: Item,
    files: Vec<FileEntry>,
}

/// A file of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    /// Its path.
    pub path: ItemPath,
    /// Its length, in bytes.
    pub length: u64,
    /// Its hash.
    pub hash: ContentHash,
}

impl Listing {
    pub(super) fn new(item: Item, files: Vec<FileEntry>) -> Self {
        Self { item, files }
    }

    /// Parses a listing in canonical form.
    pub fn read(text: &str) -> Result<Self, RepositoryError> {
        if text.len() as u64 > LARGEST_LISTING {
            return Err(RepositoryError::TooLarge { what: "the listing".into(), limit: "1 MiB".into() });
        }
        let wrong = |line: usize, reason: &'static str| RepositoryError::Listing { line, reason };
        if !text.ends_with('\n') || text.contains('\r') {
            return Err(wrong(text.lines().count().max(1), "it has no end"));
        }
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        if lines.next().is_none_or(|(_, line)| line != FIRST_LINE) {
            return Err(wrong(1, "it is no listing of this format"));
        }
        let mut head = |key: &str| {
            let (at, line) = lines.next().unwrap_or((1, ""));
            let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
            value.map(|value| (at, value)).ok_or(wrong(at, "a line of its head is missing"))
        };
        let (at, kind) = head("kind")?;
        let kind = ItemKind::read(kind).ok_or(wrong(at, "there is no such kind"))?;
        let (_, name) = head("name")?;
        let (at, version) = head("version")?;
        let read: Version = version.parse().map_err(|_| wrong(at, "the version is not semantic"))?;
        if read.to_string() != version {
            return Err(wrong(at, "the version is not written plainly"));
        }
        let (_, author) = head("author")?;
        let item = Item::new(kind, name, read, author)?;
        let mut files: Vec<FileEntry> = Vec::new();
        let mut left = MOST_BYTES;
        for (at, line) in lines {
            let parts: Vec<&str> = line.split(' ').collect();
            let ["file", hash, length, path] = parts.as_slice() else {
                return Err(wrong(at, "it is no line of a file"));
            };
            let hash = ContentHash::read(hash).ok_or(wrong(at, "the hash is none"))?;
            let bytes: u64 = length.parse().map_err(|_| wrong(at, "the length is no number"))?;
            if bytes.to_string() != *length || bytes > LARGEST_FILE {
                return Err(wrong(at, "the length is not one of a file of a pack"));
            }
            left = left.checked_sub(bytes).ok_or_else(too_many_bytes)?;
            let path = ItemPath::read(path)?;
            if files.last().is_some_and(|last| last.path >= path) {
                return Err(wrong(at, "the paths are not sorted"));
            }
            if files.len() == MOST_FILES {
                return Err(super::too_many_files());
            }
            files.push(FileEntry { path, length: bytes, hash });
        }
        check_paths(files.iter().map(|file| &file.path))?;
        Ok(Self { item, files })
    }

    /// Returns the files, sorted by path.
    pub fn files(&self) -> &[FileEntry] {
        &self.files
    }

    /// Returns its address: the hash of its text.
    pub fn address(&self) -> ContentHash {
        ContentHash::of(self.to_string().as_bytes())
    }

    /// Whether the listing contains a file with this content.
    pub fn has(&self, path: &str, bytes: &[u8]) -> bool {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path));
        at.is_ok_and(|at| {
            let file = &self.files[at];
            file.length == bytes.len() as u64 && file.hash == ContentHash::of(bytes)
        })
    }
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Item { kind, name, version, author } = &self.item;
        writeln!(f, "{FIRST_LINE}\nkind {}\nname {name}\nversion {version}\nauthor {author}", kind.as_str())?;
        for file in &self.files {
            writeln!(f, "file {} {} {}", file.hash, file.length, file.path)?;
        }
        Ok(())
    }
}

/// Rejects paths that collide on some file system, that are both a file and a folder, or that are reserved
/// for the signature.
pub(super) fn check_paths<'a>(
    paths: impl Iterator<Item = &'a ItemPath> + Clone,
) -> Result<(), RepositoryError> {
    let refused = |path: &str, reason| Err(RepositoryError::Path { path: path.into(), reason });
    let mut files: BTreeSet<String> = BTreeSet::new();
    for path in paths.clone() {
        let folded = path.as_str().to_ascii_lowercase();
        if [LISTING_FILE, SIGNATURE_FILE].contains(&folded.as_str()) {
            return refused(path.as_str(), "it is the name of the listing or the signature");
        }
        if !files.insert(folded) {
            return refused(path.as_str(), "another file differs from it in the case of its letters alone");
        }
    }
    // A folder that is written in two cases is a single folder on some systems, and two on others.
    let mut folders: BTreeMap<String, &str> = BTreeMap::new();
    for path in paths {
        for folder in path.folders() {
            let folded = folder.to_ascii_lowercase();
            if files.contains(&folded) {
                return refused(path.as_str(), "it is in a folder that is a file as well");
            }
            if folders.insert(folded, folder).is_some_and(|other| other != folder) {
                return refused(
                    path.as_str(),
                    "another folder differs from its own in the case of its letters alone",
                );
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Bundle;
    use super::*;

    fn item() -> Item {
        Item::new(ItemKind::Pack, "shop", Version::new(1, 2, 0), "ana").unwrap()
    }

    fn bundle(paths: &[&str]) -> Result<Bundle, RepositoryError> {
        Bundle::of_files(paths.iter().map(|path| (ItemPath::read(path).unwrap(), path.as_bytes().to_vec())))
    }

    #[test]
    fn listing_has_canonical_form() {
        let listing = bundle(&["pack.yaml", "intents/b.yaml", "intents/a.yaml"]).unwrap().listing(item());
        let text = listing.to_string();
        assert!(
            text.starts_with("lemmascope-listing 1\nkind pack\nname shop\nversion 1.2.0\nauthor ana\nfile "),
            "{text}"
        );
        assert_eq!(Listing::read(&text).unwrap(), listing);
        assert!(listing.has("pack.yaml", b"pack.yaml") && !listing.has("pack.yaml", b"other"));
        assert!(!listing.has("intents/c.yaml", b"intents/c.yaml"));
        let hash = ContentHash::of(b"");
        for (from, to) in [
            ("listing 1", "listing 2"),
            ("kind pack", "kind  pack"),
            ("kind pack", "kind hammer"),
            ("name shop", "name ../shop"),
            ("1.2.0", "1.2"),
            ("author ana\n", ""),
            ("intents/a.yaml", "../a.yaml"),
            ("intents/a.yaml", "intents/c.yaml"),
            ("pack.yaml", "pack.yaml\r"),
            ("pack.yaml\n", "pack.yaml"),
            ("14 intents/a", "014 intents/a"),
            ("14 intents/a", "1048577 intents/a"),
            ("file ", "link "),
            ("pack.yaml\n", &format!("pack.yaml\nfile {hash} 0 pack.files\n")),
        ] {
            let text = text.replacen(from, to, 1);
            assert!(Listing::read(&text).is_err(), "{from} → {to}");
        }
    }

    #[test]
    fn rejects_colliding_paths() {
        for paths in [
            &["a.yaml", "A.yaml"][..],
            &["a", "a/b"],
            &["A", "a/b"],
            &["a/x", "A/y"],
            &["pack.files"],
            &["Pack.minisig"],
        ] {
            assert!(matches!(bundle(paths), Err(RepositoryError::Path { .. })), "{paths:?}");
        }
        assert!(bundle(&["a/x", "a/y", "b"]).is_ok());
    }

    #[test]
    fn limits_size_of_bundles_and_listings() {
        let many = (0..=MOST_FILES).map(|n| (ItemPath::read(&format!("f{n}")).unwrap(), Vec::new()));
        assert!(matches!(Bundle::of_files(many), Err(RepositoryError::TooLarge { .. })));
        let large = (0..17).map(|n| (ItemPath::read(&format!("f{n}")).unwrap(), vec![0; 1 << 20]));
        assert!(matches!(Bundle::of_files(large), Err(RepositoryError::TooLarge { .. })));
        let one = [(ItemPath::read("f").unwrap(), vec![0; (1 << 20) + 1])];
        assert!(matches!(Bundle::of_files(one), Err(RepositoryError::TooLarge { .. })));
        assert!(matches!(Listing::read(&"x\n".repeat(1 << 20)), Err(RepositoryError::TooLarge { .. })));
    }
}

//! The identity of bundles. Names become paths on other machines, so the allowed characters are restricted.

use std::fmt;

use semver::Version;

use crate::error::RepositoryError;

/// The maximum length of a name.
const LONGEST_NAME: usize = 100;
/// The maximum length of a path.
const LONGEST_PATH: usize = 200;
/// The maximum length of a version.
const LONGEST_VERSION: usize = 64;

/// The kind of a bundle: a pack, or a single intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKind {
    /// A pack.
    Pack,
    /// A single intent.
    Intent,
}

impl ItemKind {
    /// Returns the name of the kind in listings and indexes.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pack => "pack",
            Self::Intent => "intent",
        }
    }

    /// Parses the name of a kind.
    pub fn read(text: &str) -> Option<Self> {
        [Self::Pack, Self::Intent].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// The identity of a bundle. The author signs it together with the content, so that nobody can publish the
/// bundle under another name or version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Whether it is a pack or an intent.
    pub kind: ItemKind,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: Version,
    /// The name of its author.
    pub author: String,
}

impl Item {
    /// Creates an identity if all names and the version are valid.
    pub fn new(kind: ItemKind, name: &str, version: Version, author: &str) -> Result<Self, RepositoryError> {
        // Two versions that differ only in their build metadata would have equal precedence.
        let written = version.to_string();
        if !version.build.is_empty() || written.len() > LONGEST_VERSION {
            let reason = "it has numbers and at most a pre-release".to_string();
            return Err(RepositoryError::Name { what: "version", text: written, reason });
        }
        Ok(Self { kind, name: item_name(name)?, version, author: validate_author_name(author)? })
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} of {}", self.kind.as_str(), self.name, self.version, self.author)
    }
}

/// Validates the name of a pack or an intent, which becomes the name of a folder.
pub fn item_name(text: &str) -> Result<String, RepositoryError> {
    name("name", text)
}

/// Validates the name of an author.
pub fn validate_author_name(text: &str) -> Result<String, RepositoryError> {
    name("name of an author", text)
}

fn name(what: &'static str, text: &str) -> Result<String, RepositoryError> {
    let reason = match text {
        "" => "it is empty",
        _ if text.len() > LONGEST_NAME => "it is too long",
        _ if !text.starts_with(|c: char| c.is_ascii_alphanumeric()) => {
            "it does not begin with a letter or a digit"
        }
        _ if !text.chars().all(is_plain) => "it has other characters",
        _ => return Ok(text.to_string()),
    };
    Err(RepositoryError::Name { what, text: shortened(text), reason: reason.into() })
}

/// The path of a file in a bundle: relative, with forward slashes, and portable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemPath(String);

impl ItemPath {
    /// Parses a path.
    pub fn read(text: &str) -> Result<Self, RepositoryError> {
        let reason = match text {
            "" => "it is empty",
            _ if text.len() > LONGEST_PATH => "it is too long",
            _ if text.starts_with('/') => "it begins with a slash",
            _ => match text.split('/').find_map(invalid_part_reason) {
                Some(reason) => reason,
                None => return Ok(Self(text.to_string())),
            },
        };
        Err(RepositoryError::Path { path: shortened(text), reason })
    }

    /// Returns the text of the path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the paths of its parent folders, outermost first.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &str> {
        self.0.match_indices('/').map(|(at, _)| &self.0[..at])
    }
}

impl fmt::Display for ItemPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn invalid_part_reason(part: &str) -> Option<&'static str> {
    match part {
        "" => Some("a part of it is empty"),
        "." | ".." => Some("it leads elsewhere"),
        _ if part.starts_with('.') => Some("a part of it is hidden"),
        _ if part.ends_with('.') => Some("a part of it ends with a dot"),
        _ if !part.chars().all(is_plain) => Some("it has other characters"),
        _ => None,
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')
}

/// Sanitizes untrusted text for a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_paths_outside_the_item() {
        for good in ["pack.yaml", "intents/a-b_c.1.yaml", "a/b/c"] {
            assert_eq!(ItemPath::read(good).unwrap().as_str(), good);
        }
        for bad in [
            "",
            "/",
            "/etc/passwd",
            "../a",
            "a/../b",
            "a/..",
            "./a",
            "a//b",
            "a/",
            "a\\b",
            "C:a",
            ".git/config",
            "a/.x",
            "a\0b",
            "a\nb",
            "é.yaml",
            "nul.",
            "a b",
        ] {
            assert!(matches!(ItemPath::read(bad), Err(RepositoryError::Path { .. })), "{bad:?}");
        }
        assert!(ItemPath::read(&"a/".repeat(500)).is_err());
        assert_eq!(ItemPath::read("a/b/c").unwrap().folders().collect::<Vec<_>>(), ["a", "a/b"]);
    }

    #[test]
    fn item_names_are_portable_directory_names() {
        for good in ["github.com", "write_review", "ana", "7up"] {
            assert_eq!(item_name(good).unwrap(), good);
        }
        for bad in ["", ".", "..", ".a", "-a", "a/b", "a b", "ana\n", "..\\x", &"a".repeat(101)] {
            assert!(item_name(bad).is_err() && validate_author_name(bad).is_err(), "{bad:?}");
        }
        let version = |text: &str| Item::new(ItemKind::Pack, "a", text.parse().unwrap(), "b");
        assert!(version("1.0.0-beta.1").is_ok());
        assert!(version("1.0.0+build").is_err());
    }
}

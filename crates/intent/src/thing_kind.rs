//! Kinds of named objects in containers: a file in a folder, a card in a list.

/// A kind of object.
#[derive(Debug, PartialEq)]
pub struct ThingKind {
    /// Its name in tools, goals, word lists and other kinds.
    pub name: &'static str,
    /// The kinds that it can contain; empty if it is not a container.
    pub contains: &'static [&'static str],
    /// The form of its names.
    pub names: NameShape,
    /// Whether its content is a text.
    pub has_text: bool,
    /// The default name of a new object in a sentence; without it, the user is asked.
    pub default_name: Option<&'static str>,
}

/// The form of the names of a kind of objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameShape {
    /// Any words. A tool receives the name verbatim, and the container separately.
    Words,
    /// A path whose last component is any words. A tool receives the path including those of the containers.
    Path,
    /// A path that ends in an extension.
    File,
}

impl NameShape {
    /// Whether names are path components.
    pub fn is_path(self) -> bool {
        self != Self::Words
    }
}

impl ThingKind {
    /// Whether objects of this kind are containers.
    pub fn is_container(&self) -> bool {
        !self.contains.is_empty()
    }

    /// Whether it can contain objects of that kind.
    pub fn can_contain(&self, kind: &str) -> bool {
        self.contains.contains(&kind)
    }
}

/// The words for the kinds and places of a domain, as the text of a file for each language.
///
/// Each line has a name and its words or phrases, separated by commas: `folder: folder/folders,
/// directory/directories`. The form after a slash is the plural. In a language with genders, `m` or `f`
/// follows the name, and a name can have a line for each. A name in capitals is a place that is identified by
/// its words alone. `sort` with extensions has the words for all things with these extensions: `sort jpg png:
/// photo/photos`; `sort *` is for things with any.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ThingWords {
    /// In English.
    pub english: &'static str,
    /// In Portuguese.
    pub portuguese: &'static str,
}

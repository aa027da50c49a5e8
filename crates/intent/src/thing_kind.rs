//! Kinds of things that have names and are in containers: a file in a folder, a card in a list.

/// A kind of thing.
#[derive(Debug, PartialEq)]
pub struct ThingKind {
    /// The name that tools, goals, word lists and other kinds have for it.
    pub name: &'static str,
    /// The kinds of things that one can contain; none for a kind that is no container.
    pub contains: &'static [&'static str],
    /// How its names are written.
    pub names: NameShape,
    /// Whether its content is a text.
    pub has_text: bool,
    /// The name of one that a sentence creates without a name; without it, the person is asked.
    pub default_name: Option<&'static str>,
}

/// How the names of a kind of things are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameShape {
    /// Any words. A tool gets the name as it is, and the name of the container beside it.
    Words,
    /// A path, whose last part is any words. A tool gets the path, with those of the containers before it.
    Path,
    /// A path that ends in an extension.
    File,
}

impl NameShape {
    /// Whether the name of a thing is a part of a path.
    pub fn is_path(self) -> bool {
        self != Self::Words
    }
}

impl ThingKind {
    /// Whether it contains things.
    pub fn is_container(&self) -> bool {
        !self.contains.is_empty()
    }

    /// Whether it can contain things of that kind.
    pub fn can_contain(&self, kind: &str) -> bool {
        self.contains.contains(&kind)
    }
}

/// The words for the kinds and places of a domain, as the text of a file for each language.
///
/// Each line has a name and the words or phrases for it, separated by commas: `folder: folder/folders, directory/directories`.
/// The form behind a slash is the plural. In a language with genders, `m` or `f` follows the name, and a name can have a line for
/// each. A name in capitals is a place that is known by its words alone.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ThingWords {
    /// In English.
    pub english: &'static str,
    /// In Portuguese.
    pub portuguese: &'static str,
}

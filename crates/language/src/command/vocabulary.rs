//! The names beyond the static table.

use std::collections::BTreeSet;

use super::table;

/// The intents and dotted capability verbs that are registered right now, borrowed from whoever keeps them.
/// The default knows none beyond the static table, which includes the eight built-in intents.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary<'a> {
    names: BTreeSet<&'a str>,
}

impl<'a> Vocabulary<'a> {
    /// A vocabulary of these names.
    pub fn new(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { names: names.into_iter().collect() }
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.names.iter().copied()
    }

    /// The registered spelling of a name.
    pub fn find(&self, name: &str) -> Option<&'a str> {
        self.names
            .get(name)
            .or_else(|| self.names.iter().find(|known| known.eq_ignore_ascii_case(name)))
            .copied()
    }

    /// The command or intent that is spelled most like the given word.
    pub fn nearest(&self, word: &str) -> Option<&'a str> {
        // The distance costs the product of the lengths, and no name is longer than this.
        let word: String = word.chars().take(48).collect::<String>().to_lowercase();
        let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&word, name);
        table::verbs()
            .map(|verb| -> &'a str { verb })
            .chain(self.names.iter().copied())
            .map(|name| (likeness(name), name))
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .map(|(_, name)| name)
    }
}

//! The commands and names that a line may start with.

use std::collections::BTreeSet;

use super::grammar::Grammar;

/// The commands, and the currently registered intents and dotted verbs, borrowed from the engine.
#[derive(Clone, Debug)]
pub struct Vocabulary<'a> {
    grammar: &'a Grammar,
    names: BTreeSet<&'a str>,
}

impl<'a> Vocabulary<'a> {
    /// Creates a vocabulary of these commands and names.
    pub fn new(grammar: &'a Grammar, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { grammar, names: names.into_iter().collect() }
    }

    /// Returns the commands.
    pub fn grammar(&self) -> &'a Grammar {
        self.grammar
    }

    /// Returns the names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.names.iter().copied()
    }

    /// Returns the registered spelling of a name.
    pub fn find(&self, name: &str) -> Option<&'a str> {
        self.names
            .get(name)
            .or_else(|| self.names.iter().find(|known| known.eq_ignore_ascii_case(name)))
            .copied()
    }

    /// Returns the command or intent with the smallest edit distance to the word.
    pub fn nearest(&self, word: &str) -> Option<&'a str> {
        // The cost is the product of the lengths, and no name is longer than this.
        let word: String = word.chars().take(48).collect::<String>().to_lowercase();
        let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&word, name);
        let aliases = self.grammar.aliases().iter().map(|alias| (likeness(alias.words), alias.means));
        self.grammar
            .verbs()
            .map(|verb| -> &'a str { verb })
            .chain(self.names.iter().copied())
            .map(|name| (likeness(name), name))
            .chain(aliases)
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .map(|(_, name)| name)
    }
}

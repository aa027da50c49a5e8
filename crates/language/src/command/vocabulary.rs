//! The commands and the names that a line may start with.

use std::collections::BTreeSet;

use super::grammar::Grammar;

/// The commands, and the intents and dotted verbs that are registered right now, borrowed from the engine.
#[derive(Clone, Debug)]
pub struct Vocabulary<'a> {
    grammar: &'a Grammar,
    names: BTreeSet<&'a str>,
}

impl<'a> Vocabulary<'a> {
    /// A vocabulary of these commands and names.
    pub fn new(grammar: &'a Grammar, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { grammar, names: names.into_iter().collect() }
    }

    /// The commands.
    pub fn grammar(&self) -> &'a Grammar {
        self.grammar
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

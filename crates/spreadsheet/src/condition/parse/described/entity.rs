//! Nouns for what a row describes: "cars with 4 cylinders" in a table of cars. Such a noun adds no condition.
//!
//! A noun for a part of the rows ("the victims", "the smokers") would, so only these kinds are accepted: a noun
//! in the name of the table, or with the same meaning; a noun for single things, unless the name of the table
//! says that its rows are other things; and a noun for groups of them if each row has a name of its own; in a
//! table of orders the cities are not the rows.

use std::sync::LazyLock;

use super::values::singulars;
use crate::condition::parse::{Kind, Parser};
use crate::folding::{folded, shortened};

/// The minimum length of a noun that is looked for in the name of the table.
const SHORTEST: usize = 3;

/// Nouns for single things by topic.
static THINGS: LazyLock<Vec<Things>> = LazyLock::new(|| {
    let lines = include_str!("things.txt").lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(':'));
    lines.map(|(topic, nouns)| Things::new(topic, nouns)).collect()
});

/// Nouns with the same meaning.
struct Things {
    topic: &'static str,
    /// Whether they fit each thing of the topic.
    is_generic: bool,
    nouns: Vec<&'static str>,
}

impl Things {
    fn new(topic: &'static str, nouns: &'static str) -> Self {
        Self {
            topic: topic.trim_end_matches('*').trim(),
            is_generic: topic.ends_with('*'),
            nouns: nouns.split(',').map(str::trim).collect(),
        }
    }

    /// Whether these nouns fit a table of other things.
    fn fits(&self, table: &Things) -> bool {
        std::ptr::eq(self, table) || self.is_generic && table.topic.starts_with(self.topic)
    }
}

/// Nouns for groups, which are often a column of their own.
const GROUPS: &[&str] = &[
    "country",
    "city",
    "province",
    "state",
    "region",
    "customer",
    "client",
    "team",
    "company",
    "school",
    "product",
    "pais",
    "cidade",
    "provincia",
    "estado",
    "regiao",
    "cliente",
    "equipa",
    "equipe",
    "empresa",
    "escola",
    "produto",
];

impl Parser<'_> {
    /// Whether a word is a noun for what the rows describe, and neither a column nor a value.
    pub(super) fn is_entity(&self, at: usize) -> bool {
        if self.kind(at) != Some(Kind::Word) || self.column_by_name(at).is_some() {
            return false;
        }
        let forms = self.noun_forms(at);
        let is_group = forms.iter().any(|it| GROUPS.contains(&it.as_str()));
        let is_free = |it: &String| !self.names.has(it) && self.sample.holders(it).is_empty();
        forms.iter().all(is_free)
            && (self.is_named_by_table(&forms)
                || if is_group { self.rows_have_names() } else { self.is_thing(&forms) })
    }

    /// Whether an entity by itself means all rows: a plural, or the noun of a request for one of them, and the
    /// table is named after it, or each row has a name. "Which car has the highest power" asks for one row.
    pub(super) fn means_all_rows(&self, entity: usize) -> bool {
        let forms = self.noun_forms(entity);
        let is_plural = forms[0].ends_with('s');
        (is_plural || self.asks_for_row)
            && (self.is_named_by_table(&forms) || self.is_synonym_of_table(&forms) || self.rows_have_names())
    }

    /// Whether the whole text is an entity.
    pub(in crate::condition::parse) fn is_only_entity(&self) -> bool {
        self.tokens.len() == 1 && self.is_entity(0)
    }

    /// Adds the note that an entity was taken for the rows.
    pub(in crate::condition::parse) fn note_entity(&mut self, entity: usize) {
        let said = shortened(self.slice(entity, entity + 1), 60);
        self.read.notes.push(format!("every row is taken for one of the \"{said}\""));
    }

    fn noun_forms(&self, at: usize) -> Vec<String> {
        let said = folded(self.slice(at, at + 1));
        let singular = singulars(&said);
        std::iter::once(said).chain(singular).collect()
    }

    fn is_named_by_table(&self, forms: &[String]) -> bool {
        let sheet = folded(self.sheet);
        let is_word = |it: &&String| it.len() >= SHORTEST && it.chars().all(char::is_alphabetic);
        forms.iter().filter(is_word).any(|it| sheet.contains(it.as_str()))
    }

    /// Whether a noun is one for single things, and the table is not one of other things.
    fn is_thing(&self, forms: &[String]) -> bool {
        let table = self.things_of_table();
        let mut named = THINGS.iter().filter(|it| is_one_of(it, forms));
        named.any(|it| table.is_empty() || table.iter().any(|of| it.fits(of)))
    }

    fn is_synonym_of_table(&self, forms: &[String]) -> bool {
        let table = self.things_of_table();
        table.iter().any(|of| THINGS.iter().any(|it| is_one_of(it, forms) && it.fits(of)))
    }

    /// Returns the things that the name of the table names.
    fn things_of_table(&self) -> Vec<&'static Things> {
        let sheet = folded(self.sheet);
        let words: Vec<String> = sheet
            .split(|it: char| !it.is_alphabetic())
            .filter(|it| it.len() >= SHORTEST)
            .flat_map(|word| std::iter::once(word.to_owned()).chain(singulars(word)))
            .collect();
        THINGS.iter().filter(|it| is_one_of(it, &words)).collect()
    }

    fn rows_have_names(&self) -> bool {
        self.sample.columns().any(|it| self.sample.names_rows(it))
    }
}

fn is_one_of(things: &Things, forms: &[String]) -> bool {
    things.nouns.iter().any(|noun| forms.iter().any(|it| it == noun))
}

//! Nouns for what a row describes: "cars with 4 cylinders" in a table of cars. Such a noun adds no condition.
//!
//! A noun for a part of the rows ("the victims", "the smokers") would, so only three kinds are accepted: a noun
//! in the name of the table, a noun for single things, and a noun for groups of them if each row has a name of
//! its own; in a table of orders the cities are not the rows.

use super::values::singulars;
use crate::condition::parse::{Kind, Parser};
use crate::folding::{folded, shortened};

/// The minimum length of a noun that is looked for in the name of the table.
const SHORTEST: usize = 3;

/// Nouns for single things, in the singular, folded.
const THINGS: &[&str] = &[
    "car",
    "vehicle",
    "animal",
    "bird",
    "flower",
    "plant",
    "tree",
    "house",
    "computer",
    "diamond",
    "passenger",
    "patient",
    "employee",
    "student",
    "pupil",
    "player",
    "book",
    "film",
    "movie",
    "song",
    "flight",
    "trip",
    "match",
    "carro",
    "automovel",
    "veiculo",
    "ave",
    "flor",
    "planta",
    "arvore",
    "casa",
    "computador",
    "diamante",
    "passageiro",
    "doente",
    "paciente",
    "empregado",
    "funcionario",
    "aluno",
    "estudante",
    "jogador",
    "livro",
    "filme",
    "cancao",
    "voo",
    "viagem",
    "jogo",
];

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
        let is_one = |nouns: &[&str]| forms.iter().any(|it| nouns.contains(&it.as_str()));
        let is_free = |it: &String| !self.names.has(it) && self.sample.holders(it).is_empty();
        forms.iter().all(is_free)
            && (is_one(THINGS) || self.is_named_by_table(&forms) || is_one(GROUPS) && self.rows_have_names())
    }

    /// Whether an entity by itself means all rows: a plural, and the table is named after it, or each row has a
    /// name. "Which car has the highest power" asks for one row.
    pub(super) fn means_all_rows(&self, entity: usize) -> bool {
        let forms = self.noun_forms(entity);
        let is_plural = forms[0].ends_with('s');
        is_plural && (self.is_named_by_table(&forms) || self.rows_have_names())
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

    fn rows_have_names(&self) -> bool {
        self.sample.columns().any(|it| self.sample.names_rows(it))
    }
}

//! The columns of a file, found by the words of a sentence.

use super::terms::Term;
use crate::words::{Word, words};

/// No name of a column is looked for in more words than this.
const LONGEST: usize = 12;

/// The columns of a file, and what its rows are called after the name of the file.
pub(super) struct Names {
    columns: Vec<Column>,
    stem: Vec<Term>,
}

struct Column {
    name: String,
    words: Vec<Term>,
}

/// How surely words are the name of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// By a word that means the same, or by a word of its name.
    Akin,
    /// But for number and inflection.
    Inflected,
    /// As it is written.
    Same,
}

impl Names {
    pub(super) fn new<'n>(columns: impl Iterator<Item = &'n str>, file: &str) -> Self {
        let column = |name: &str| Column { name: name.to_string(), words: parts(name) };
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let mut known: Vec<Column> = Vec::new();
        for name in columns {
            if !known.iter().any(|it| it.name == name) {
                known.push(column(name));
            }
        }
        Self { columns: known, stem: parts(stem) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    pub(super) fn name(&self, column: usize) -> &str {
        &self.columns[column].name
    }

    /// The words of a column's name, folded.
    pub(super) fn words(&self, column: usize) -> impl Iterator<Item = &str> {
        self.columns[column].words.iter().map(Term::text)
    }

    /// The column that these words begin with, of how many words it is, and how surely.
    pub(super) fn at(&self, said: &[Word]) -> Option<(usize, usize, Likeness)> {
        let mut best: Option<(usize, usize, Likeness)> = None;
        for (at, column) in self.columns.iter().enumerate() {
            let Some((length, likeness)) = column.begins(said) else { continue };
            if best.is_none_or(|(_, longest, surest)| (length, likeness) > (longest, surest)) {
                best = Some((at, length, likeness));
            }
        }
        best.or_else(|| {
            let word = said.first()?.folded.as_str();
            self.akin(word).map(|column| (column, 1, Likeness::Akin))
        })
    }

    /// The only column that has a word, or one that means the same.
    pub(super) fn akin(&self, word: &str) -> Option<usize> {
        let only = |fits: &dyn Fn(&Term) -> bool| {
            let mut found = (0..self.columns.len()).filter(|at| self.columns[*at].words.iter().any(fits));
            found.next().filter(|_| found.next().is_none())
        };
        if word.chars().count() < 3 {
            return None;
        }
        let word = Term::new(word);
        only(&|own| own.is_inflected(&word))
            .or_else(|| only(&|own| own.is_akin(&word)))
            .or_else(|| only(&|own| own.is_lettered(&word)))
    }

    /// Whether a column is called as times are.
    pub(super) fn is_time(&self, column: usize) -> bool {
        const TIMES: [&str; 12] = [
            "year",
            "date",
            "ano",
            "data",
            "built",
            "birth",
            "born",
            "nascimento",
            "founded",
            "started",
            "released",
            "month",
        ];
        self.columns[column].words.iter().any(|it| TIMES.contains(&it.text()))
    }

    /// The column that a word for the rows means as well: in a file of expenses, what was spent.
    pub(super) fn of_rows(&self, word: &str) -> Option<usize> {
        self.akin(word).filter(|_| self.is_rows(word))
    }

    /// Whether a word is what the file is called after, so that it means its rows.
    pub(super) fn is_rows(&self, word: &str) -> bool {
        let word = Term::new(word);
        self.stem.iter().any(|own| own.is_inflected(&word) || own.is_akin(&word))
    }
}

impl Column {
    /// How many of these words the name is, where they begin with it.
    fn begins(&self, said: &[Word]) -> Option<(usize, Likeness)> {
        if self.words.is_empty() {
            return None;
        }
        let mut likeness = Likeness::Same;
        // What is written in one word, or with other signs between its words, may be said in several.
        let own: String = self.words.iter().map(Term::text).collect();
        let mut joined = String::new();
        for (at, word) in said.iter().take(LONGEST).enumerate() {
            joined.push_str(&plain(&word.folded));
            if joined == own {
                return Some((at + 1, likeness));
            }
            if joined.len() > own.len() + 3 {
                break;
            }
        }
        if said.len() < self.words.len() {
            return None;
        }
        for (own, word) in self.words.iter().zip(said) {
            if own.text() != word.folded {
                likeness = Likeness::Inflected;
                if !own.is_inflection_of(&word.folded) {
                    return None;
                }
            }
        }
        Some((self.words.len(), likeness))
    }
}

/// The words of a name, folded.
fn parts(name: &str) -> Vec<Term> {
    let spaced: String = name.chars().map(|it| if it.is_alphanumeric() { it } else { ' ' }).collect();
    words(&spaced).iter().map(|word| Term::new(&word.folded)).collect()
}

fn plain(word: &str) -> String {
    word.chars().filter(|it| it.is_alphanumeric()).collect()
}

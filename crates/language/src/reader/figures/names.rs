//! The columns of a file, found by the words of a sentence.

use std::sync::LazyLock;

use crate::words::{Word, words};

/// Words that mean the same, in both languages: a line each.
static CONCEPTS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let lines = include_str!("concepts.txt").lines();
    lines.map(|line| line.split(',').map(|word| word.trim().to_string()).collect()).collect()
});

/// No name of a column is looked for in more words than this.
const LONGEST: usize = 12;

/// The columns of a file, and what its rows are called after the name of the file.
pub(super) struct Names {
    columns: Vec<Column>,
    stem: Vec<String>,
}

struct Column {
    name: String,
    words: Vec<String>,
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
    pub(super) fn words(&self, column: usize) -> &[String] {
        &self.columns[column].words
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
        let only = |fits: &dyn Fn(&str) -> bool| {
            let mut found =
                (0..self.columns.len()).filter(|at| self.columns[*at].words.iter().any(|it| fits(it)));
            found.next().filter(|_| found.next().is_none())
        };
        if word.chars().count() < 3 {
            return None;
        }
        only(&|own| is_inflected(own, word))
            .or_else(|| only(&|own| is_akin(own, word)))
            .or_else(|| only(&|own| is_lettered(own, word)))
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
        self.columns[column].words.iter().any(|it| TIMES.contains(&it.as_str()))
    }

    /// The column that a word for the rows means as well: in a file of expenses, what was spent.
    pub(super) fn of_rows(&self, word: &str) -> Option<usize> {
        self.akin(word).filter(|_| self.is_rows(word))
    }

    /// Whether a word is what the file is called after, so that it means its rows.
    pub(super) fn is_rows(&self, word: &str) -> bool {
        self.stem.iter().any(|own| is_inflected(own, word) || is_akin(own, word))
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
        let own: String = self.words.concat();
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
            if *own != word.folded {
                likeness = Likeness::Inflected;
                if !is_inflected(own, &word.folded) {
                    return None;
                }
            }
        }
        Some((self.words.len(), likeness))
    }
}

/// The words of a name, folded.
fn parts(name: &str) -> Vec<String> {
    let spaced: String = name.chars().map(|it| if it.is_alphanumeric() { it } else { ' ' }).collect();
    words(&spaced).into_iter().map(|word| word.folded).collect()
}

fn plain(word: &str) -> String {
    word.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Whether two words are one but for number and inflection.
fn is_inflected(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    // "Hired", "remotely"
    let is_formed = |stem: &str, word: &str| {
        let ending = word.strip_prefix(stem).unwrap_or_default();
        stem.len() >= 4 && matches!(ending, "d" | "ed" | "ly" | "mente")
    };
    if is_formed(one, other) || is_formed(other, one) {
        return true;
    }
    let (ones, others) = (singulars(one), singulars(other));
    if ones.iter().any(|it| others.contains(it)) {
        return true;
    }
    let shared = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    shared >= 6 && one.chars().count() <= shared + 1 && other.chars().count() <= shared + 1
}

/// The forms of which a word may be the plural, and itself.
fn singulars(word: &str) -> Vec<String> {
    const ENDINGS: [(&str, &str); 9] = [
        ("ies", "y"),
        ("oes", "ao"),
        ("aes", "ao"),
        ("ais", "al"),
        ("eis", "el"),
        ("ns", "m"),
        ("es", ""),
        ("es", "e"),
        ("s", ""),
    ];
    let mut forms = vec![word.to_string()];
    for (ending, instead) in ENDINGS {
        if let Some(stem) =
            word.strip_suffix(ending).filter(|stem| stem.len() >= 2 && !stem.ends_with('s') || ending == "es")
        {
            forms.push(format!("{stem}{instead}"));
        }
    }
    forms
}

fn is_akin(one: &str, other: &str) -> bool {
    let has = |group: &[String], word: &str| group.iter().any(|it| is_inflected(it, word));
    CONCEPTS.iter().any(|group| has(group, one) && has(group, other))
}

/// Whether a name is a word, or one that means the same, with a letter before it: `Pclass` is a class. A name that is a word itself
/// is not: in Portuguese a city ends as an age does.
fn is_lettered(own: &str, word: &str) -> bool {
    let is_ending = |it: &str| it.len() >= 5 && own.len() == it.len() + 1 && own.ends_with(it);
    let is_word = CONCEPTS.iter().flatten().any(|it| is_inflected(it, own));
    !is_word && (is_ending(word) || CONCEPTS.iter().flatten().any(|it| is_ending(it) && is_akin(it, word)))
}

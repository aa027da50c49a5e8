//! Compares words up to number and inflection, and by synonyms.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::singulars;

/// Groups of synonyms in both languages.
static CONCEPTS: LazyLock<Concepts> = LazyLock::new(|| Concepts::read(include_str!("concepts.txt")));

/// A word with its possible singular forms, which are derived once because a sentence is compared with every
/// column and every concept.
#[derive(Debug, Clone)]
struct Form {
    text: String,
    length: usize,
    singulars: Vec<String>,
}

/// A word with its concepts.
#[derive(Debug, Clone)]
pub(super) struct Term {
    form: Form,
    /// The indices of the concepts, ascending.
    concepts: Vec<usize>,
}

/// The minimum length of an abbreviation.
const SHORTEST_PART: usize = 3;

/// The minimum common length of cognates: the shorter the suffix, the longer the common part must be.
const LEAST_SHARED: usize = 6;

/// Suffixes of cognates, in Portuguese and English.
const ENDINGS: [(&str, &str); 26] = [
    ("cao", "tion"),
    ("coes", "tions"),
    ("sao", "sion"),
    ("soes", "sions"),
    ("dade", "ty"),
    ("idade", "ity"),
    ("encia", "ence"),
    ("encia", "ency"),
    ("ancia", "ance"),
    ("ancia", "ancy"),
    ("ia", "y"),
    ("io", "y"),
    ("ario", "ary"),
    ("ico", "ic"),
    ("ica", "ic"),
    ("ivo", "ive"),
    ("iva", "ive"),
    ("mento", "ment"),
    ("ismo", "ism"),
    ("ista", "ist"),
    ("ura", "ure"),
    ("o", ""),
    ("a", ""),
    ("a", "e"),
    ("o", "e"),
    ("e", ""),
];

struct Concepts {
    words: Vec<(Form, usize)>,
    /// Indices in `words` by first letter: inflections never differ in it.
    by_letter: HashMap<char, Vec<usize>>,
}

impl Term {
    pub(super) fn new(text: &str) -> Self {
        let form = Form::new(text);
        let concepts = CONCEPTS.of(&form);
        Self { form, concepts }
    }

    pub(super) fn text(&self) -> &str {
        &self.form.text
    }

    /// Whether two words are equal up to number and inflection.
    pub(super) fn is_inflected(&self, other: &Self) -> bool {
        self.form.is_inflected(&other.form)
    }

    /// Whether this word is an inflection of a word without computed concepts.
    pub(super) fn is_inflection_of(&self, word: &str) -> bool {
        self.form.text.chars().next() == word.chars().next() && self.form.is_inflected(&Form::new(word))
    }

    /// Whether two words have a common concept.
    pub(super) fn is_akin(&self, other: &Self) -> bool {
        self.concepts.iter().any(|it| other.concepts.contains(it))
    }

    /// Whether this word of a name abbreviates a longer one: `exp` for "expectancy".
    pub(super) fn is_short_for(&self, word: &str) -> bool {
        let own = self.text();
        own.len() >= SHORTEST_PART && word.len() >= own.len() + 2 && word.starts_with(own)
    }

    /// Whether two words are cognates in the two languages: "precipitação" and "precipitation".
    pub(super) fn is_cognate(&self, other: &Self) -> bool {
        let forms = |it: &Self| it.form.singulars.iter().map(|it| without_doubles(it)).collect::<Vec<_>>();
        let (ones, others) = (forms(self), forms(other));
        ENDINGS.iter().any(|(portuguese, english)| {
            let is_pair =
                |one: &str, two: &str| match (one.strip_suffix(portuguese), two.strip_suffix(english)) {
                    (Some(stem), Some(other)) => {
                        stem == other && stem.len() + portuguese.len().min(3) >= LEAST_SHARED
                    }
                    _ => false,
                };
            ones.iter().any(|one| others.iter().any(|two| is_pair(one, two) || is_pair(two, one)))
        })
    }

    /// Whether this name is a word or a synonym of it with a letter in front: `Pclass` is a class. A name
    /// that is a word itself does not count: in Portuguese "cidade" (city) ends with "idade" (age).
    pub(super) fn is_lettered(&self, word: &Self) -> bool {
        let own = self.text();
        let is_ending = |it: &str| it.len() >= 5 && own.len() == it.len() + 1 && own.ends_with(it);
        let is_other = |(form, _): &(Form, usize)| {
            is_ending(&form.text) && CONCEPTS.of(form).iter().any(|it| word.concepts.contains(it))
        };
        self.concepts.is_empty() && (is_ending(word.text()) || CONCEPTS.words.iter().any(is_other))
    }
}

impl Concepts {
    fn read(text: &str) -> Self {
        let mut words = Vec::new();
        for (group, line) in text.lines().enumerate() {
            words.extend(line.split(',').map(|word| (Form::new(word.trim()), group)));
        }
        let mut by_letter: HashMap<char, Vec<usize>> = HashMap::new();
        for (at, (form, _)) in words.iter().enumerate() {
            if let Some(letter) = form.text.chars().next() {
                by_letter.entry(letter).or_default().push(at);
            }
        }
        Self { words, by_letter }
    }

    fn of(&self, form: &Form) -> Vec<usize> {
        let letter = form.text.chars().next();
        let alike = letter.and_then(|it| self.by_letter.get(&it)).map_or(&[][..], Vec::as_slice);
        let mut groups: Vec<usize> = alike
            .iter()
            .filter(|at| self.words[**at].0.is_inflected(form))
            .map(|at| self.words[*at].1)
            .collect();
        groups.dedup();
        groups
    }
}

impl Form {
    fn new(text: &str) -> Self {
        Self { text: text.to_string(), length: text.chars().count(), singulars: singulars(text) }
    }

    fn is_inflected(&self, other: &Self) -> bool {
        if self.text == other.text {
            return true;
        }
        // "Hired", "remotely"
        let is_formed = |stem: &str, word: &str| {
            let ending = word.strip_prefix(stem).unwrap_or_default();
            stem.len() >= 4 && matches!(ending, "d" | "ed" | "ly" | "mente")
        };
        if is_formed(&self.text, &other.text) || is_formed(&other.text, &self.text) {
            return true;
        }
        if self.singulars.iter().any(|it| other.singulars.contains(it)) {
            return true;
        }
        let shared =
            self.text.chars().zip(other.text.chars()).take_while(|(one, other)| one == other).count();
        shared >= 6 && self.length <= shared + 1 && other.length <= shared + 1
    }
}

/// Merges double letters, which Portuguese seldom has: "occupation" and "ocupação".
fn without_doubles(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for letter in word.chars() {
        if !out.ends_with(letter) || matches!(letter, 'r' | 's') {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(text: &str) -> Term {
        Term::new(text)
    }

    #[test]
    fn recognizes_inflected_forms() {
        for (one, other) in [
            ("salary", "salaries"),
            ("hire", "hired"),
            ("remote", "remotely"),
            ("avião", "avião"),
            ("mes", "me"),
        ] {
            assert!(term(one).is_inflected(&term(other)), "{one} {other}");
            assert!(term(other).is_inflected(&term(one)), "{other} {one}");
        }
        for (one, other) in [("age", "wage"), ("date", "rate"), ("", "a"), ("city", "cite")] {
            assert!(!term(one).is_inflected(&term(other)), "{one} {other}");
        }
    }

    #[test]
    fn recognizes_cognates_across_languages() {
        for (one, other) in [
            ("precipitacao", "precipitation"),
            ("densidade", "density"),
            ("industria", "industry"),
            ("temperatura", "temperature"),
            ("documento", "document"),
            ("velocity", "velocidade"),
            ("ocupacao", "occupation"),
            ("ocupacoes", "occupation"),
        ] {
            assert!(term(one).is_cognate(&term(other)), "{one} {other}");
        }
        for (one, other) in [("costa", "cost"), ("porto", "port"), ("precipitacao", "precision")] {
            assert!(!term(one).is_cognate(&term(other)), "{one} {other}");
        }
    }

    #[test]
    fn inflections_share_their_first_letter() {
        let words: Vec<&Form> = CONCEPTS.words.iter().map(|(form, _)| form).collect();
        for one in &words {
            for other in &words {
                let is_same = one.text.chars().next() == other.text.chars().next();
                assert!(is_same || !one.is_inflected(other), "{} {}", one.text, other.text);
            }
        }
    }

    #[test]
    fn recognizes_letter_prefix_in_column_names() {
        assert!(term("pclass").is_lettered(&term("class")));
        assert!(!term("cidade").is_lettered(&term("idade")));
    }
}

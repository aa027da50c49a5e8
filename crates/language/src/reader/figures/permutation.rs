//! Column names whose words are said in another order, as synonyms or spelt out.

use super::terms::Term;
use crate::words::Word;

/// Words that may join the words of a name: "the length of the sepal" for `sepal_length`.
const PARTICLES: [&str; 9] = ["of", "the", "in", "de", "do", "da", "dos", "das", "a"];

/// Words of names that abbreviate or state an operation, with the words that spell them out.
const SPELT: [(&str, &[&str]); 7] = [
    ("min", &["minimum", "minimo", "minima", "minimos", "minimas", "lowest"]),
    ("max", &["maximum", "maximo", "maxima", "maximos", "maximas", "highest"]),
    ("avg", &["average", "mean", "medio", "media"]),
    ("mean", &["average", "avg", "medio", "media"]),
    ("total", &["totals", "totais", "overall"]),
    ("num", &["number", "numero"]),
    ("n", &["number", "numero"]),
];

/// Returns the number of words from the start that say all words of a name, each of them once.
pub(super) fn length(name: &[Term], said: &[Word]) -> Option<usize> {
    if name.len() < 2 || PARTICLES.contains(&said.first()?.folded.as_str()) {
        return None;
    }
    let mut left: Vec<&Term> = name.iter().collect();
    for (at, word) in said.iter().enumerate() {
        if at > 0 && word.pause.is_some() {
            return None;
        }
        let found = left.iter().position(|own| own.text() == word.folded);
        let found = found.or_else(|| left.iter().position(|own| says(own, &word.folded)));
        match found {
            Some(found) => drop(left.remove(found)),
            None if at > 0 && PARTICLES.contains(&word.folded.as_str()) => {}
            None => return None,
        }
        if left.is_empty() {
            return Some(at + 1);
        }
    }
    None
}

/// Whether a word is an inflection, a translation or the full form of a word of a name.
fn says(own: &Term, word: &str) -> bool {
    let spelt = || SPELT.iter().any(|(short, long)| *short == own.text() && long.contains(&word));
    if own.is_inflection_of(word) || own.is_short_for(word) || spelt() {
        return true;
    }
    let word = Term::new(word);
    own.is_akin(&word) || own.is_cognate(&word)
}

//! Similarity between a person's words and titles. Ignores accents, case and small typos.

use lemmascope_intent::fold;

/// The quality of a match, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Exact,
    /// The title contains the words verbatim.
    Part,
    /// The title contains each word, or a word that starts with it.
    Words,
    /// The title contains each word, except for a typo.
    Typos,
}

/// The words with which a person refers to a card.
pub(super) struct Wanted {
    folded: String,
    words: Vec<String>,
}

/// The stop words.
const EMPTY: [&str; 27] = [
    "the", "a", "an", "card", "task", "called", "named", "one", "about", "o", "os", "as", "um", "uma",
    "cartao", "tarefa", "chamado", "chamada", "sobre", "do", "da", "dos", "das", "de", "of", "no", "na",
];
/// The maximum length of a reference. Nobody refers to a title with a longer text.
const LONGEST: usize = 300;

impl Wanted {
    pub(super) fn new(text: &str) -> Self {
        let text: String = text.trim().trim_matches(['"', '\'', '“', '”']).chars().take(LONGEST).collect();
        let folded = fold(&text);
        let mut words: Vec<String> = words(&folded).map(str::to_string).collect();
        if words.iter().any(|word| !EMPTY.contains(&word.as_str())) {
            words.retain(|word| !EMPTY.contains(&word.as_str()));
        }
        Self { folded, words }
    }

    pub(super) fn fit(&self, title: &str) -> Option<Fit> {
        let title = fold(title);
        if title == self.folded {
            return Some(Fit::Exact);
        }
        if self.words.is_empty() {
            return None;
        }
        if contains_words(&title, &self.folded) || contains_words(&title, &self.words.join(" ")) {
            return Some(Fit::Part);
        }
        let known: Vec<&str> = words(&title).collect();
        let begins = |word: &String| {
            known.iter().any(|it| it == word || (word.len() >= 3 && it.starts_with(word.as_str())))
        };
        if self.words.iter().all(begins) {
            return Some(Fit::Words);
        }
        let alike = |word: &String| begins(word) || known.iter().any(|it| is_typo(word, it));
        self.words.iter().all(alike).then_some(Fit::Typos)
    }

    /// Returns the similarity, from 0 (none) to 1.
    pub(super) fn likeness(&self, title: &str) -> f64 {
        let title = fold(title);
        let whole = strsim::jaro_winkler(&self.folded, &title);
        let known: Vec<&str> = words(&title).collect();
        let shared = self.words.iter().filter(|word| known.contains(&word.as_str())).count();
        whole.max(if shared > 0 { 0.9 } else { 0.0 })
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a text contains another one, starting at a word boundary.
fn contains_words(text: &str, part: &str) -> bool {
    !part.is_empty()
        && text.match_indices(part).any(|(at, _)| {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            before.is_none_or(|letter| !letter.is_alphanumeric())
        })
}

fn is_typo(one: &str, other: &str) -> bool {
    let length = one.chars().count().min(other.chars().count());
    let allowed = match length {
        0..=3 => return false,
        4..=7 => 1,
        _ => 2,
    };
    one.len().abs_diff(other.len()) <= 4 && strsim::damerau_levenshtein(one, other) <= allowed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_titles_by_parts_and_despite_typos() {
        for (wanted, title, fit) in [
            ("fix LOGIN bug", "Fix login bug", Some(Fit::Exact)),
            ("pagina inicial", "Página Inicial", Some(Fit::Exact)),
            ("the login bug", "Fix login bug", Some(Fit::Part)),
            ("auth", "Auth tests", Some(Fit::Part)),
            ("auth", "Integrate auth", Some(Fit::Part)),
            ("bug login", "Fix login bug", Some(Fit::Words)),
            ("o bug de login", "Fix login bug", Some(Fit::Words)),
            ("lgoin bug", "Fix login bug", Some(Fit::Typos)),
            ("pagnia", "Página Inicial", Some(Fit::Typos)),
            ("art", "Cart", None),
            ("zebra", "Fix login bug", None),
            ("the", "Fix the roof", Some(Fit::Part)),
            ("", "Fix login bug", None),
        ] {
            assert_eq!(Wanted::new(wanted).fit(title), fit, "{wanted} / {title}");
        }
    }
}

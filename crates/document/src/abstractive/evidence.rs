//! Checks whether the cited sources support a sentence.

use std::collections::HashSet;

use crate::words::{fold, is_function_word, terms, words};

/// The minimum share of a sentence's terms that its sources must contain. Below it, the model made the
/// sentence up.
const LEAST: f64 = 0.5;

/// The content of the sources of a sentence.
pub(super) struct Evidence {
    numbers: HashSet<String>,
    words: HashSet<String>,
    terms: HashSet<String>,
    language: String,
}

impl Evidence {
    pub(super) fn new<'a>(
        sources: impl Iterator<Item = &'a str>,
        title: Option<&str>,
        language: &str,
    ) -> Self {
        let mut evidence = Self {
            numbers: HashSet::new(),
            words: HashSet::new(),
            terms: HashSet::new(),
            language: language.into(),
        };
        for text in sources {
            evidence.numbers.extend(words(text).flat_map(number_forms));
            evidence.learn(text);
        }
        // The title names the subject of the document; numbers in it are not findings.
        evidence.learn(title.unwrap_or(""));
        evidence
    }

    fn learn(&mut self, text: &str) {
        self.words.extend(words(text).flat_map(|word| word.split(['-', '.', '\'', '’'])).map(fold));
        self.words.extend(words(text).map(fold));
        self.terms.extend(terms(text, &self.language));
    }

    /// Returns the parts of the sentence that its sources do not support.
    pub(super) fn unsupported_claims(&self, sentence: &str) -> Vec<String> {
        let mut unsupported_claims = Vec::new();
        for word in words(sentence).filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())) {
            let forms = number_forms(word);
            if !forms.iter().any(|form| self.numbers.contains(form)) {
                unsupported_claims.push(format!("\"{word}\" is not in its sources"));
            }
        }
        for name in names(sentence) {
            let parts = name.split(['-', '.', '\'', '’']).filter(|part| part.len() > 1);
            if !self.words.contains(&fold(name)) && !{ parts }.all(|part| self.words.contains(&fold(part))) {
                unsupported_claims.push(format!("the name \"{name}\" is not in its sources"));
            }
        }
        let said = terms(sentence, &self.language);
        let found = said.iter().filter(|term| self.terms.contains(*term)).count();
        if (found as f64) < said.len() as f64 * LEAST {
            unsupported_claims
                .push(format!("only {found} of its {} telling words are in its sources", said.len()));
        }
        unsupported_claims
    }
}

/// Returns the canonical forms of a number: without thousands separators, and with a decimal point. `1.234`
/// is ambiguous and has both forms. A word that also contains letters is returned unchanged.
fn number_forms(word: &str) -> Vec<String> {
    if !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    if !word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',')) {
        return vec![fold(word)];
    }
    let parts: Vec<&str> = word.split(['.', ',']).collect();
    let Some((last, before)) = parts.split_last().filter(|(_, before)| !before.is_empty()) else {
        return vec![word.to_string()];
    };
    let mut forms = vec![format!("{}.{last}", before.concat())];
    if parts.iter().skip(1).all(|part| part.len() == 3) {
        forms.push(parts.concat());
    }
    forms
}

/// Returns the words that are names: capitalized inside a sentence, or with more than one capital.
fn names(sentence: &str) -> Vec<&str> {
    let all: Vec<&str> = words(sentence).collect();
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    let mut names = Vec::new();
    for (at, word) in all.iter().enumerate() {
        let capitals = word.chars().filter(|letter| letter.is_uppercase()).count();
        let full = at == 0 && all.get(1).is_some_and(|next| capital(next));
        if capital(word) && (at > 0 || capitals > 1 || full) && !is_function_word(&fold(word)) {
            names.push(*word);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{Evidence, number_forms};

    #[test]
    fn normalizes_number_notations() {
        assert_eq!(number_forms("1,234.5"), ["1234.5"]);
        assert_eq!(number_forms("1.234,5"), ["1234.5"]);
        assert_eq!(number_forms("1.234"), ["1.234", "1234"]);
        assert_eq!(number_forms("42"), ["42"]);
    }

    #[test]
    fn rejects_numbers_and_names_absent_from_sources() {
        let evidence = Evidence::new(["Acme sold 1,200 lamps to Peru in 2020."].into_iter(), None, "en");
        assert!(evidence.unsupported_claims("Acme sold 1200 lamps in 2020.").is_empty());
        assert_eq!(evidence.unsupported_claims("Acme sold 1300 lamps.").len(), 1);
        assert_eq!(evidence.unsupported_claims("Acme sold lamps to Chile.").len(), 1);
        assert!(
            !evidence.unsupported_claims("Management praised innovative marketing strategies.").is_empty()
        );
    }
}

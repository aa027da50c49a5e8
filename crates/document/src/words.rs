//! Words and terms of a text.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

/// Returns the words verbatim.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '\'' | '’' | '-' | '.' | ',')))
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| !word.is_empty())
}

/// Counts words like an editor.
pub(crate) fn count(text: &str) -> usize {
    let spaced = text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    // Scripts without spaces have about two letters per word.
    spaced + text.chars().filter(|letter| is_unspaced(*letter)).count() / 2
}

/// Returns the stems of content words.
pub(crate) fn terms(text: &str, language: &str) -> Vec<String> {
    words(text)
        .flat_map(|word| word.split(['-', '.', ',']))
        .map(|word| fold(word.trim_end_matches("'s").trim_end_matches("’s")))
        .filter(|word| word.len() > 1 && !is_function_word(word))
        .filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()))
        .flat_map(
            |word| if word.chars().any(is_unspaced) { pairs(&word) } else { vec![stem(&word, language)] },
        )
        .collect()
}

/// Whether a letter belongs to a script without spaces between words.
pub(crate) fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' | '\u{e00}'..='\u{e7f}')
}

/// Returns bigrams of letters, for scripts without spaces.
fn pairs(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters.windows(2).map(|pair| pair.iter().collect()).collect()
}

/// Lowercases a word and removes accents.
pub(crate) fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let bare = word.nfd().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter));
    bare.flat_map(char::to_lowercase).collect()
}

/// Whether a folded word is a function word.
pub(crate) fn is_function_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let lists =
            [include_str!("words/en.txt"), include_str!("words/pt.txt"), include_str!("words/others.txt")];
        lists.iter().flat_map(|list| list.split_whitespace()).map(fold).collect()
    });
    WORDS.contains(word)
}

/// Suffixes with their replacements, the longest first. They only have to conflate forms such as `translate`,
/// `translated`, `translating` and `translation`.
#[rustfmt::skip]
const ENGLISH: &[(&str, &str)] = &[
    ("ational", "at"), ("ization", "iz"), ("isation", "iz"), ("fulness", "ful"), ("ousness", "ous"),
    ("iveness", "iv"), ("ations", "at"), ("ation", "at"), ("ities", ""), ("ments", ""), ("ment", ""),
    ("ising", "iz"), ("izing", "iz"), ("ised", "iz"), ("ized", "iz"), ("ings", ""), ("ions", ""),
    ("ally", ""), ("ness", ""), ("able", ""), ("ible", ""), ("ical", ""), ("ity", ""), ("ies", "y"),
    ("ing", ""), ("ion", ""), ("ors", ""), ("ers", ""), ("est", ""), ("ive", ""), ("ed", ""), ("er", ""),
    ("or", ""), ("ly", ""), ("al", ""), ("ic", ""), ("es", ""), ("e", ""), ("s", ""),
];

#[rustfmt::skip]
const PORTUGUESE: &[(&str, &str)] = &[
    ("amentos", ""), ("imentos", ""), ("amento", ""), ("imento", ""), ("adores", ""), ("idades", ""),
    ("mente", ""), ("acoes", ""), ("icoes", ""), ("idade", ""), ("antes", ""), ("istas", ""), ("acao", ""),
    ("coes", "c"), ("cao", "c"), ("icao", ""), ("ados", ""), ("adas", ""), ("idos", ""), ("idas", ""),
    ("ador", ""), ("ante", ""), ("ando", ""), ("endo", ""), ("indo", ""), ("aram", ""), ("eram", ""),
    ("iram", ""), ("avam", ""), ("ista", ""), ("ais", "al"), ("eis", "el"), ("oes", "ao"), ("ado", ""),
    ("ada", ""), ("ido", ""), ("ida", ""), ("ava", ""), ("osa", ""), ("oso", ""), ("res", ""), ("ar", ""),
    ("er", ""), ("ir", ""), ("ou", ""), ("am", ""), ("em", ""), ("os", ""), ("as", ""), ("es", ""),
    ("a", ""), ("o", ""), ("e", ""), ("s", ""),
];

/// Returns the stem of a folded word.
fn stem(word: &str, language: &str) -> String {
    let (endings, shortest) = match language {
        "en" => (ENGLISH, 4),
        "pt" => (PORTUGUESE, 3),
        _ => return word.to_string(),
    };
    let base = match language {
        "en" if word.len() > 4 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") => {
            word.strip_suffix("ies")
                .map_or_else(|| word[..word.len() - 1].to_string(), |stem| format!("{stem}y"))
        }
        _ => word.to_string(),
    };
    let ending =
        endings.iter().find(|(ending, _)| base.ends_with(ending) && base.len() >= ending.len() + shortest);
    ending.map_or_else(
        || base.clone(),
        |(ending, instead)| format!("{}{instead}", &base[..base.len() - ending.len()]),
    )
}

#[cfg(test)]
mod tests {
    use super::{count, terms};

    #[test]
    fn stems_word_forms_to_the_same_term() {
        let english =
            terms("The translators translate; it's translated by a translation's model, 3.5 times.", "en");
        assert_eq!(english, ["translat", "translat", "translat", "translat", "model", "time"]);
        let portuguese = terms("As traduções da tradução: o tradutor não traduz.", "pt");
        assert_eq!(portuguese[0], portuguese[1]);
    }

    #[test]
    fn counts_hyphenated_words_and_numbers_once() {
        assert_eq!(count("It is 3.5 % – a well-known fact."), 6);
    }
}

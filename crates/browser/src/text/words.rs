//! Splits texts and identifiers into words that can be compared: without case, accents and punctuation.

pub(crate) use lemmascope_intent::fold;

/// The maximum number of words that are read from a text.
const MOST_WORDS: usize = 60;

/// Splits a text into words. In scripts without spaces, each run of characters is one word.
pub(crate) fn words_of(text: &str) -> Vec<String> {
    split(text, false)
}

/// Splits an identifier into words: `userEmail_2` becomes `user`, `email`, `2`.
pub fn words_of_identifier(text: &str) -> Vec<String> {
    split(text, true)
}

/// Whether a character belongs to a script that does not put spaces between words.
pub(crate) fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' | '\u{f900}'..='\u{faff}')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Gap,
    Letter,
    Digit,
    Unspaced,
}

fn split(text: &str, is_identifier: bool) -> Vec<String> {
    let mut broken = String::new();
    let text = if is_identifier {
        // The boundaries of camelCase words are lost once case is folded.
        let mut last_lower = false;
        let mut characters = text.chars().take(400).peekable();
        let mut last_upper = false;
        while let Some(character) = characters.next() {
            let next_is_lower = characters.peek().is_some_and(|next| next.is_lowercase());
            if character.is_uppercase() && (last_lower || (last_upper && next_is_lower)) {
                broken.push(' ');
            }
            last_lower = character.is_lowercase();
            last_upper = character.is_uppercase();
            broken.push(character);
        }
        broken.as_str()
    } else {
        text
    };
    let mut words: Vec<String> = Vec::new();
    let mut last = Sort::Gap;
    for character in fold(text).chars() {
        let sort = if is_unspaced(character) {
            Sort::Unspaced
        } else if character.is_numeric() {
            Sort::Digit
        } else if character.is_alphabetic() {
            Sort::Letter
        } else {
            Sort::Gap
        };
        if sort != Sort::Gap {
            let is_full = words.len() >= MOST_WORDS;
            match words.last_mut() {
                Some(word) if sort == last => word.push(character),
                _ if is_full => break,
                _ => words.push(character.to_string()),
            }
        }
        last = sort;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_text_and_identifiers_into_words() {
        assert_eq!(words_of("E-Mail-Adresse*"), ["e", "mail", "adresse"]);
        assert_eq!(words_of("Mot de passe oublié ?"), ["mot", "de", "passe", "oublie"]);
        assert_eq!(words_of_identifier("user[newPassword2]"), ["user", "new", "password", "2"]);
        assert_eq!(words_of_identifier("ctl00$Main$txtZIPCode"), ["ctl", "00", "main", "txt", "zip", "code"]);
        assert_eq!(words_of("メールアドレス"), [fold("メールアドレス")]);
        assert_eq!(words_of("Straße 12a"), ["strasse", "12", "a"]);
        assert!(words_of("\u{0}\u{202e}…").is_empty());
    }
}

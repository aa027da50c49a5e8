//! The vocabulary of a document, for rejoining words that are hyphenated at line ends.

use std::collections::HashMap;

use super::line::Line;

/// The frequency of words inside lines.
#[derive(Debug, Default)]
pub(super) struct Words(HashMap<String, u32>);

impl Words {
    /// Counts the words of a line, except those at its ends, which may be parts of words.
    pub(super) fn count(&mut self, line: &Line) {
        let mut words = line.text.split_whitespace();
        let (_, _) = (words.next(), words.next_back());
        for word in words {
            let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
            if word.chars().any(char::is_alphabetic) {
                let word = word.to_lowercase();
                if word.contains('-') {
                    for part in word.split('-').filter(|part| !part.is_empty()) {
                        *self.0.entry(part.to_owned()).or_default() += 1;
                    }
                }
                *self.0.entry(word).or_default() += 1;
            }
        }
    }

    fn times(&self, word: &str) -> u32 {
        self.0.get(&word.to_lowercase()).copied().unwrap_or(0)
    }

    /// Appends a line to a text, and rejoins a word that is hyphenated between them.
    pub(super) fn join(&self, text: &mut String, line: &str) {
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        if text.is_empty() {
            text.push_str(line);
            return;
        }
        match text.chars().next_back() {
            Some('\u{ad}') => {
                text.pop();
            }
            Some('-' | '\u{2010}' | '\u{2011}') => {
                if self.is_line_break_hyphen(text, line) {
                    text.pop();
                } else if !line.starts_with(char::is_alphanumeric) || ends_with_spaced_dash(text) {
                    text.push(' ');
                }
            }
            Some(last) => {
                let next = line.chars().next().unwrap_or(' ');
                if !(is_unspaced_script(last) && is_unspaced_script(next)) && last != '/' {
                    text.push(' ');
                }
            }
            None => {}
        }
        text.push_str(line);
    }

    /// Whether the hyphen at the end of a line results from hyphenation.
    fn is_line_break_hyphen(&self, text: &str, line: &str) -> bool {
        let before = text.trim_end_matches(['-', '\u{2010}', '\u{2011}']);
        let head: &str = before.rsplit(|letter: char| letter.is_whitespace()).next().unwrap_or_default();
        let head = head.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        let tail: &str = line.split(|letter: char| letter.is_whitespace()).next().unwrap_or_default();
        let tail = tail.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let goes_on = tail.starts_with(char::is_lowercase);
        let is_word = head.chars().last().is_some_and(char::is_alphabetic);
        if !is_word || !tail.starts_with(char::is_alphabetic) {
            return false;
        }
        let whole = self.times(&format!("{head}{tail}"));
        let compound = self.times(&format!("{head}-{tail}"));
        if whole != compound {
            return whole > compound;
        }
        if !goes_on {
            return false;
        }
        // Only the part after the last hyphen of a longer compound matters: "state-of-the-" continues with
        // "art".
        if head.contains('-') {
            return false;
        }
        let both = head.chars().count() > 2
            && tail.chars().count() > 2
            && self.times(head) > 1
            && self.times(tail) > 1;
        !both
    }
}

/// Whether a text ends in a dash surrounded by spaces.
fn ends_with_spaced_dash(text: &str) -> bool {
    text.len() == 1 || text.ends_with(" -") || text.ends_with("--")
}

/// Whether a letter belongs to a script without spaces.
fn is_unspaced_script(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::Words;
    use crate::pdf::line::Line;

    fn words(text: &str) -> Words {
        let mut words = Words::default();
        words.count(&Line { text: format!("x {text} x"), ..Line::default() });
        words
    }

    fn join(known: &str, text: &str, line: &str) -> String {
        let mut text = text.to_owned();
        words(known).join(&mut text, line);
        text
    }

    #[test]
    fn rejoins_hyphenated_words() {
        assert_eq!(join("", "a sum-", "mary of it"), "a summary of it");
        assert_eq!(join("", "a sum\u{ad}", "mary"), "a summary");
    }

    #[test]
    fn keeps_hyphens_of_compounds() {
        assert_eq!(join("well-known", "a well-", "known fact"), "a well-known fact");
        assert_eq!(join("word word based based", "a word-", "based model"), "a word-based model");
        assert_eq!(join("", "the Smith-", "Jones rule"), "the Smith-Jones rule");
        assert_eq!(join("WordNet", "the Word-", "Net senses"), "the WordNet senses");
        assert_eq!(join("", "a state-of-the-", "art parser"), "a state-of-the-art parser");
    }

    #[test]
    fn joins_lines_with_spaces_depending_on_script() {
        assert_eq!(join("", "one", "two"), "one two");
        assert_eq!(join("", "日本", "語"), "日本語");
        assert_eq!(join("", "this -", "that"), "this - that");
    }
}

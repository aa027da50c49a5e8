//! The input of the value parsers: tokens, the language, and the current time.

use jiff::civil::DateTime;

use super::token::{Sort, Token};
use crate::words::Tongue;

pub(super) struct Passage {
    pub(super) tokens: Vec<Token>,
    pub(super) tongue: Tongue,
    pub(super) now: DateTime,
}

impl Passage {
    pub(super) fn is_portuguese(&self) -> bool {
        self.tongue == Tongue::Portuguese
    }

    /// Returns the word at an index, in lower case and without accents; empty if there is none.
    pub(super) fn word(&self, at: usize) -> &str {
        match self.tokens.get(at) {
            Some(Token { sort: Sort::Letters { .. }, text, .. }) => text,
            _ => "",
        }
    }

    /// Returns the word before an index; empty if there is none.
    pub(super) fn word_before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Whether the word at an index is one of these.
    pub(super) fn says(&self, at: usize, words: &[&str]) -> bool {
        let word = self.word(at);
        !word.is_empty() && words.contains(&word)
    }

    /// Whether the word before an index is one of these.
    pub(super) fn said_before(&self, at: usize, words: &[&str]) -> bool {
        at > 0 && self.says(at - 1, words)
    }

    /// Returns the end of a phrase that starts here.
    pub(super) fn phrase(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut end = at;
        for word in phrase.split(' ') {
            if self.word(end) != word {
                return None;
            }
            end += 1;
        }
        Some(end)
    }

    /// Returns the end of the longest of these phrases that starts here.
    pub(super) fn phrases(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().filter_map(|phrase| self.phrase(at, phrase)).max()
    }

    pub(super) fn is_accented(&self, at: usize) -> bool {
        matches!(self.tokens.get(at), Some(Token { sort: Sort::Letters { accented: true, .. }, .. }))
    }

    pub(super) fn is_capital(&self, at: usize) -> bool {
        matches!(self.tokens.get(at), Some(Token { sort: Sort::Letters { capital: true, .. }, .. }))
    }

    pub(super) fn digits(&self, at: usize) -> Option<&str> {
        match self.tokens.get(at) {
            Some(Token { sort: Sort::Digits, text, .. }) => Some(text),
            _ => None,
        }
    }

    /// Returns an integer with at most this many digits.
    pub(super) fn figure(&self, at: usize, most_digits: usize) -> Option<u64> {
        self.digits(at).filter(|digits| digits.len() <= most_digits)?.parse().ok()
    }

    pub(super) fn mark(&self, at: usize) -> Option<char> {
        match self.tokens.get(at)?.sort {
            Sort::Mark(c) => Some(c),
            _ => None,
        }
    }

    pub(super) fn is_mark(&self, at: usize, mark: char) -> bool {
        self.mark(at) == Some(mark)
    }

    /// Whether a token directly follows the preceding one, without white space.
    pub(super) fn is_glued(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).is_some_and(|token| !token.spaced)
    }

    /// Whether letters or digits directly follow, so that no word ends here.
    pub(super) fn runs_on(&self, at: usize) -> bool {
        let goes_on = |at| self.is_glued(at) && (self.digits(at).is_some() || !self.word(at).is_empty());
        goes_on(at) || (self.is_mark(at, '_') && self.is_glued(at))
    }

    /// Whether the sentence or a clause ends here.
    pub(super) fn is_end(&self, at: usize) -> bool {
        at >= self.tokens.len()
            || matches!(self.mark(at), Some(',' | ';' | '.' | '!' | '?' | ':' | '…' | ')'))
    }

    /// Skips one of these marks, if present.
    pub(super) fn skip(&self, at: usize, marks: &[char]) -> usize {
        at + usize::from(self.mark(at).is_some_and(|mark| marks.contains(&mark)))
    }

    /// Skips a hyphen inside a word, if present.
    pub(super) fn skip_hyphen(&self, at: usize) -> usize {
        let holds =
            matches!(self.mark(at), Some('-' | '‐' | '‑')) && self.is_glued(at) && self.is_glued(at + 1);
        at + usize::from(holds)
    }

    /// Whether the sentence has no words except those from `start` to `end`, such as the answer to a
    /// question.
    pub(super) fn is_all(&self, start: usize, end: usize) -> bool {
        let marks = |token: &Token| matches!(token.sort, Sort::Mark(_));
        self.tokens[..start].iter().rev().take(4).all(marks)
            && start <= 4
            && self.tokens[end..].iter().take(4).all(marks)
            && self.tokens.len() <= end + 4
    }
}

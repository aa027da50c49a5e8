//! Splits sentences into words.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::word::{Word, form, is_apostrophe, is_hyphen, is_unseen};
use super::{apostrophe, clitic};

/// Returns the words of a sentence, in order. Punctuation marks are not words, but each word stores the mark
/// before it; symbols that are read aloud (`%`, `€`, `+`) are words.
pub fn words(sentence: &str) -> Vec<Word> {
    let mut splitter = Splitter::new(sentence);
    splitter.split(0..sentence.len());
    splitter.finish()
}

/// Splits a sentence piece by piece, so that replacements can be inserted between pieces.
pub(crate) struct Splitter<'a> {
    sentence: &'a str,
    words: Vec<Word>,
    pause: Option<char>,
}

impl<'a> Splitter<'a> {
    pub(crate) fn new(sentence: &'a str) -> Self {
        Self { sentence, words: Vec::with_capacity(16), pause: None }
    }

    /// Adds the words of a byte range of the sentence.
    pub(crate) fn split(&mut self, piece: Range<usize>) {
        let text = self.sentence.get(piece.clone()).unwrap_or_default();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let end = at + word_length(text, at);
            if end > at {
                self.add(piece.start + at..piece.start + end);
                at = end;
                continue;
            }
            if is_pause(c) || (is_dash(c) && stands_alone(text, at, c)) {
                self.pause = Some(c);
            }
            at += c.len_utf8();
        }
    }

    /// Adds a word with this form in place of a byte range of the sentence.
    pub(crate) fn put(&mut self, span: Range<usize>, form: String) {
        let pause = self.take_pause();
        self.words.push(Word::new(span, form, pause));
    }

    pub(crate) fn finish(self) -> Vec<Word> {
        self.words
    }

    fn add(&mut self, span: Range<usize>) {
        let written = &self.sentence[span.clone()];
        let form = form(written);
        if form.is_empty() {
            return;
        }
        let parts = apostrophe::parts(written, &form).or_else(|| clitic::parts(written, &form));
        let Some(parts) = parts else { return self.put(span, form) };
        let middle = span.start + parts.at;
        self.put(span.start..middle, parts.head);
        self.put(middle + parts.gap..span.end, parts.tail);
    }

    /// Returns the mark since the last word; none at the start of the sentence.
    fn take_pause(&mut self) -> Option<char> {
        self.pause.take().filter(|_| !self.words.is_empty())
    }
}

/// A token that consists of two words.
pub(super) struct Parts {
    pub(super) head: String,
    pub(super) tail: String,
    /// The end of the first word, in bytes.
    pub(super) at: usize,
    /// The number of bytes between the two.
    pub(super) gap: usize,
}

/// Returns the length in bytes of the word at `at`; none if no word starts there.
fn word_length(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else { return 0 };
    if is_sign(first) {
        return first.len_utf8();
    }
    if is_apostrophe(first) {
        return apostrophe::bare_ending(rest);
    }
    if !first.is_alphanumeric() {
        return 0;
    }
    // The fast path: nearly all words are ASCII letters up to a space.
    let plain = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    if plain > 1 && rest.as_bytes().get(plain).is_none_or(u8::is_ascii_whitespace) {
        return plain;
    }
    let mut end = 0;
    let mut before = first;
    let mut chars = rest.char_indices().peekable();
    while let Some((index, c)) = chars.next() {
        let inside = c.is_alphanumeric() || is_combining_mark(c) || is_unseen(c);
        let mut joined = || chars.peek().is_some_and(|&(_, next)| joins(before, c, next));
        if !inside && !joined() {
            break;
        }
        end = index + c.len_utf8();
        before = c;
    }
    // Names of programming languages.
    for name in ["++", "#"] {
        if end == 1 && rest[end..].starts_with(name) && first.is_ascii_alphabetic() {
            end += name.len();
        }
    }
    end
}

/// Whether a mark between two characters is part of a word.
fn joins(before: char, mark: char, after: char) -> bool {
    let letters = before.is_alphanumeric() || is_combining_mark(before) || is_unseen(before);
    match mark {
        ',' | ':' => before.is_ascii_digit() && after.is_ascii_digit(),
        '.' | '_' | '&' => letters && after.is_alphanumeric(),
        c if is_apostrophe(c) || is_hyphen(c) => letters && after.is_alphanumeric(),
        _ => false,
    }
}

/// Whether a symbol is read aloud.
fn is_sign(c: char) -> bool {
    matches!(c, '%' | '$' | '€' | '£' | '¥' | '°' | '+' | '=' | '<' | '>' | '#' | '@' | '&' | '*' | '^')
}

fn is_pause(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | '.' | ':' | '!' | '?' | '…' | '\n' | '(' | ')' | '—' | '，' | '。' | '；' | '？' | '！'
    )
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '―')
}

/// Whether white space surrounds a character, such as a dash.
fn stands_alone(text: &str, at: usize, c: char) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + c.len_utf8()..].chars().next();
    before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace)
}

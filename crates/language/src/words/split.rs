//! Where one word ends and the next begins.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::word::{Word, form, is_apostrophe, is_hyphen, is_unseen};
use super::{apostrophe, clitic};

/// The words of a sentence, in order. Marks are no words, but each word remembers the mark before it; signs that people
/// read aloud (`%`, `€`, `+`) are.
pub fn words(sentence: &str) -> Vec<Word> {
    let mut splitter = Splitter::new(sentence);
    splitter.split(0..sentence.len());
    splitter.finish()
}

/// Splits a sentence piece by piece, so that something else can be put between two pieces.
pub(crate) struct Splitter<'a> {
    sentence: &'a str,
    words: Vec<Word>,
    pause: Option<char>,
}

impl<'a> Splitter<'a> {
    pub(crate) fn new(sentence: &'a str) -> Self {
        Self { sentence, words: Vec::with_capacity(16), pause: None }
    }

    /// Adds the words of a piece of the sentence, given in bytes.
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

    /// Puts a word of this form in place of a piece of the sentence.
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

    /// The mark since the last word; a sentence that begins with one has no word before it to be parted from.
    fn take_pause(&mut self) -> Option<char> {
        self.pause.take().filter(|_| !self.words.is_empty())
    }
}

/// A word that is two.
pub(super) struct Parts {
    pub(super) head: String,
    pub(super) tail: String,
    /// Where the first ends, in bytes of what is written.
    pub(super) at: usize,
    /// How many bytes lie between the two.
    pub(super) gap: usize,
}

/// How many bytes from `at` on are one word; none where no word begins.
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
    // Nearly all words are plain letters up to a space.
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

/// Whether a mark between two characters keeps them in one word.
fn joins(before: char, mark: char, after: char) -> bool {
    let letters = before.is_alphanumeric() || is_combining_mark(before) || is_unseen(before);
    match mark {
        ',' | ':' => before.is_ascii_digit() && after.is_ascii_digit(),
        '.' | '_' | '&' => letters && after.is_alphanumeric(),
        c if is_apostrophe(c) || is_hyphen(c) => letters && after.is_alphanumeric(),
        _ => false,
    }
}

/// Signs that are read aloud.
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

/// Whether there is white space on both sides, as around a dash.
fn stands_alone(text: &str, at: usize, c: char) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + c.len_utf8()..].chars().next();
    before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace)
}

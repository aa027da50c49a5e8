//! The tokens of the value parsers: runs of letters, runs of digits, and single marks.

use std::ops::Range;

use crate::words::{is_western, without_accent};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A token of a sentence.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) sort: Sort,
    pub(super) span: Range<usize>,
    /// The letters in lower case without accents, or the digits; empty for marks.
    pub(super) text: String,
    /// Whether white space or the start of the text precedes it.
    pub(super) spaced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Letters {
        accented: bool,
        capital: bool,
    },
    Digits,
    Mark(char),
    /// A literal that was found before, at which parsing stops.
    Taken,
}

/// Splits a sentence into tokens, with each of the spans as a single token.
pub(super) fn tokens(sentence: &str, taken: impl Iterator<Item = Range<usize>>) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(24);
    let mut at = 0;
    for span in taken {
        add(&mut tokens, sentence, at..span.start);
        let spaced = sentence[..span.start].chars().next_back().is_none_or(char::is_whitespace);
        at = span.end;
        tokens.push(Token { sort: Sort::Taken, span, text: String::new(), spaced });
    }
    add(&mut tokens, sentence, at..sentence.len());
    tokens
}

fn add(tokens: &mut Vec<Token>, sentence: &str, piece: Range<usize>) {
    let text = sentence.get(piece.clone()).unwrap_or_default();
    let mut chars = text.char_indices().peekable();
    let mut spaced = sentence[..piece.start].chars().next_back().is_none_or(char::is_whitespace);
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() || c.is_control() {
            spaced = true;
            continue;
        }
        let class = class(c);
        let mut end = start + c.len_utf8();
        if class != Class::Mark {
            while let Some(&(next, c)) = chars.peek()
                && (self::class(c) == class || (class == Class::Letter && is_combining_mark(c)))
            {
                end = next + c.len_utf8();
                chars.next();
            }
        }
        let written = &text[start..end];
        let (sort, text) = match class {
            Class::Letter => letters(written),
            Class::Digit => (Sort::Digits, digits(written)),
            Class::Mark => (Sort::Mark(c), String::new()),
        };
        let span = piece.start + start..piece.start + end;
        tokens.push(Token { sort, span, text, spaced });
        spaced = false;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Mark,
}

fn class(c: char) -> Class {
    match c {
        'a'..='z' | 'A'..='Z' => Class::Letter,
        '0'..='9' | '０'..='９' => Class::Digit,
        // Unicode classifies the marks of ordinals as letters.
        'º' | 'ª' => Class::Mark,
        c if c.is_alphabetic() => Class::Letter,
        _ => Class::Mark,
    }
}

fn letters(written: &str) -> (Sort, String) {
    let capital = written.starts_with(char::is_uppercase);
    if written.is_ascii() {
        return (Sort::Letters { accented: false, capital }, written.to_ascii_lowercase());
    }
    if written.chars().all(is_western) {
        let text: String = written.chars().flat_map(char::to_lowercase).map(without_accent).collect();
        let accented = written.chars().any(|c| without_accent(c) != c);
        return (Sort::Letters { accented, capital }, text);
    }
    let mut accented = false;
    let plain = written.nfkd().filter(|&c| {
        accented |= is_combining_mark(c);
        !is_combining_mark(c)
    });
    let text = plain.flat_map(char::to_lowercase).collect();
    (Sort::Letters { accented, capital }, text)
}

fn digits(written: &str) -> String {
    match written.is_ascii() {
        true => written.to_owned(),
        false => written.nfkc().collect(),
    }
}

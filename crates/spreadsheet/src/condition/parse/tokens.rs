//! The tokenizer for conditions: words, signs, quoted texts and parentheses.

use crate::folding::folded;

/// A token.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The folded text; for a quoted text, the text between the quotes.
    pub(super) word: String,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Quoted,
    Sign,
    Open,
    Close,
    Comma,
}

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    const SIGNS: [&str; 13] = ["!=", "<>", "<=", ">=", "==", "&&", "||", "≠", "≤", "≥", "=", "<", ">"];
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = text.get(at..).and_then(|it| it.chars().next()) {
        let rest = &text[at..];
        if letter.is_whitespace() {
            at += letter.len_utf8();
            continue;
        }
        let closing = match letter {
            '"' | '\'' => Some(letter),
            '\u{201c}' => Some('\u{201d}'),
            '«' => Some('»'),
            _ => None,
        };
        let quoted = closing.and_then(|it| rest[letter.len_utf8()..].find(it).map(|end| (it, end)));
        if let Some((closing, length)) = quoted {
            let start = at + letter.len_utf8();
            let end = start + length + closing.len_utf8();
            let word = text[start..start + length].to_owned();
            tokens.push(Token { start: at, end, word, kind: Kind::Quoted });
            at = end;
            continue;
        }
        let sign = SIGNS.iter().find(|it| rest.starts_with(**it));
        let (length, kind) = match (sign, letter) {
            (Some(sign), _) => (sign.len(), Kind::Sign),
            (None, '(') => (1, Kind::Open),
            (None, ')') => (1, Kind::Close),
            (None, ',' | ';') => (1, Kind::Comma),
            _ => (word_length(rest, &SIGNS), Kind::Word),
        };
        let word = match &text[at..at + length] {
            // With the accent it is the verb, without it the conjunction "and".
            verb @ ("é" | "É") => verb.to_lowercase(),
            word => folded(word),
        };
        tokens.push(Token { start: at, end: at + length, word, kind });
        at += length;
    }
    tokens
}

/// Returns the length of the word at the start of a text. It includes inner commas, as in `1,234`.
fn word_length(text: &str, signs: &[&str]) -> usize {
    for (at, letter) in text.char_indices().skip(1) {
        let rest = &text[at..];
        let comma = matches!(letter, ',' | ';')
            && rest[1..].chars().next().is_none_or(|it| it.is_whitespace() || it == ')');
        if letter.is_whitespace()
            || matches!(letter, '(' | ')')
            || comma
            || signs.iter().any(|sign| rest.starts_with(sign))
        {
            return at;
        }
    }
    text.len()
}

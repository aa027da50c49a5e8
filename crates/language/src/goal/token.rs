use std::ops::Range;

use crate::stance::{is_request_form, lemma};
use crate::words::{Word, fold, is_object};

/// A token of a sentence: a word, or a literal such as a quoted text, a file name, a path, a URL.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// The text in lower case.
    pub(super) form: String,
    /// The text without accents.
    pub(super) folded: String,
    /// The original text in lower case and without accents, which differs from the normalized form for
    /// numbers.
    pub(super) written: String,
    /// Its span, including adjacent symbols.
    pub(super) span: Range<usize>,
    /// The value of a literal.
    pub(super) literal: Option<String>,
    /// The punctuation mark before it.
    pub(super) pause: Option<char>,
    /// The infinitive, if it is a form of a request verb.
    pub(super) verb: Option<String>,
    /// Whether it is a Portuguese clitic pronoun.
    pub(super) is_object: bool,
}

/// Returns the tokens of a sentence, from its words and literals.
pub(super) fn tokens(
    sentence: &str,
    words: &[Word],
    literal: impl Fn(&Word) -> Option<String>,
) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let floor = tokens.last().map_or(0, |last| last.span.end);
        let ceiling = words.get(at + 1).map_or(sentence.len(), |next| next.span.start);
        let signs = sentence[floor..word.span.start].chars().rev().take_while(|sign| is_sign(*sign));
        let start = word.span.start - signs.map(char::len_utf8).sum::<usize>();
        let signs = sentence[word.span.end..ceiling].chars().take_while(|sign| is_sign(*sign));
        let end = word.span.end + signs.map(char::len_utf8).sum::<usize>();
        tokens.push(Token {
            form: word.form.clone(),
            folded: word.folded.clone(),
            written: fold(&sentence[word.span.clone()].to_lowercase()),
            span: start..end,
            literal: literal(word),
            pause: word.pause,
            // "Por" without its accent is a preposition.
            verb: Some(&word.folded)
                .filter(|folded| is_request_form(folded) && word.form != "por")
                .and_then(|folded| lemma(folded)),
            is_object: is_object(word, sentence),
        });
    }
    tokens
}

/// Moves the particle of a verb before the pronoun between them, as in the vocabulary: "throw it away"
/// becomes "throw away it".
pub(super) fn join_particles(tokens: &mut [Token]) {
    const PARTICLES: [&str; 3] = ["away", "out", "fora"];
    const PRONOUNS: [&str; 12] =
        ["it", "them", "that", "those", "this", "these", "ele", "ela", "eles", "elas", "isso", "isto"];
    for at in 1..tokens.len().saturating_sub(1) {
        let is_pronoun = tokens[at].is_object || PRONOUNS.contains(&tokens[at].folded.as_str());
        let next = &tokens[at + 1];
        let is_particle = PARTICLES.contains(&next.folded.as_str()) && next.pause.is_none();
        let is_behind_verb = tokens[at - 1].verb.is_some() && tokens[at].pause.is_none();
        if is_pronoun && is_particle && is_behind_verb {
            tokens.swap(at, at + 1);
        }
    }
}

/// Whether a symbol belongs to the adjacent word, such as one that file names cannot contain.
fn is_sign(sign: char) -> bool {
    matches!(sign, '<' | '>' | '|' | '*' | ':' | '\\' | '/' | '#' | '@' | '&' | '+' | '=' | '$' | '~' | '^')
}

use std::ops::Range;

use crate::stance::{is_request_form, lemma};
use crate::words::{Word, fold, is_object};

/// A word of a sentence about goals, or something that stands for itself: a text in quotes, a file, a path, an address.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// In lower case.
    pub(super) form: String,
    /// The same without accents.
    pub(super) folded: String,
    /// As it was written, in lower case and without accents; a number has another form.
    pub(super) written: String,
    /// Where it stands, with the signs that belong to it.
    pub(super) span: Range<usize>,
    /// What it stands for.
    pub(super) literal: Option<String>,
    /// The mark that parts it from the word before it.
    pub(super) pause: Option<char>,
    /// The verb that it is a form of, where that is one which requests have.
    pub(super) verb: Option<String>,
    /// Whether it hangs on a verb and stands for something that was spoken of, in Portuguese.
    pub(super) is_object: bool,
}

/// The tokens of a sentence, from its words and what stands for itself among them.
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

/// Puts the particle of a verb before the pronoun between the two, as the vocabulary has it: "throw it away" is "throw away
/// it".
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

/// Signs that belong to the word beside them, such as those that no name of a file may have.
fn is_sign(sign: char) -> bool {
    matches!(sign, '<' | '>' | '|' | '*' | ':' | '\\' | '/' | '#' | '@' | '&' | '+' | '=' | '$' | '~' | '^')
}

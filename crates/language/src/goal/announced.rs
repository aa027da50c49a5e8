//! Removes words that announce a text from the text: "a line saying hello", "uma linha a dizer olá".

use crate::words::{Word, words};

/// Nouns for a text that is added to another one.
const NOUNS: [&str; 14] = [
    "line",
    "sentence",
    "text",
    "paragraph",
    "phrase",
    "entry",
    "note",
    "linha",
    "frase",
    "texto",
    "paragrafo",
    "entrada",
    "nota",
    "words",
];
/// Those of them that announce the text without a further word: "the line butter".
const BARE: [&str; 4] = ["line", "sentence", "linha", "frase"];
const ARTICLES: [&str; 10] = ["a", "an", "the", "new", "another", "one", "uma", "um", "o", "outra"];
/// Words between the noun and the text.
const SPEECH: [&[&str]; 15] = [
    &["that", "just", "says"],
    &["que", "so", "diga"],
    &["that", "says"],
    &["which", "says"],
    &["that", "reads"],
    &["which", "reads"],
    &["with", "the", "text"],
    &["with", "the", "words"],
    &["com", "o", "texto"],
    &["a", "dizer"],
    &["que", "diga"],
    &["que", "diz"],
    &["saying"],
    &["reading"],
    &["dizendo"],
];

/// Returns the text of a value without the words that announce it. A text that the sentence has in quotes is
/// returned unchanged.
pub fn announced<'a>(value: &'a str, sentence: &str) -> &'a str {
    let before = sentence.find(value).map(|at| &sentence[..at]).unwrap_or_default();
    if before.trim_end().ends_with(['"', '“', '«', '\'', '‘']) {
        return value;
    }
    let said = words(value);
    let is_in =
        |at: usize, list: &[&str]| said.get(at).is_some_and(|word| list.contains(&word.folded.as_str()));
    let mut at = 0;
    while is_in(at, &ARTICLES) {
        at += 1;
    }
    let is_noun = is_in(at, &NOUNS);
    // "Add a line saying hello": the noun may be outside of the value.
    let is_led = words(before).last().is_some_and(|word| NOUNS.contains(&word.folded.as_str()));
    let behind = match is_noun {
        true => at + 1,
        false if is_led => 0,
        false => return value,
    };
    let spoken = SPEECH.iter().find(|phrase| begins(&said[behind..], phrase)).map(|phrase| phrase.len());
    let start = match spoken {
        Some(length) => behind + length,
        None if is_noun && at > 0 && is_in(at, &BARE) => behind,
        None => return value,
    };
    // Without a text behind them, the words are all that there is.
    let rest = said.get(start).map_or("", |first| &value[first.span.start..]);
    if rest.is_empty() { "" } else { rest.trim_matches(['"', '“', '”', '«', '»']) }
}

fn begins(said: &[Word], phrase: &[&str]) -> bool {
    phrase.len() <= said.len() && phrase.iter().zip(said).all(|(word, said)| said.folded == *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_announce_a_text_are_no_part_of_it() {
        for (sentence, value, text) in [
            ("add a line saying hello to a.txt", "saying hello", "hello"),
            ("add a line saying hello to a.txt", "a line saying hello", "hello"),
            ("append the line buy milk to a.txt", "the line buy milk", "buy milk"),
            ("acrescenta uma linha a dizer olá ao a.txt", "uma linha a dizer olá", "olá"),
            ("adicione uma linha dizendo tchau em a.txt", "uma linha dizendo tchau", "tchau"),
            ("put a sentence that says well done in a.txt", "a sentence that says well done", "well done"),
            ("add \"the line is long\" to a.txt", "the line is long", "the line is long"),
            ("add line dancing to a.txt", "line dancing", "line dancing"),
            ("add milk to a.txt", "milk", "milk"),
            ("add a line to a.txt", "a line", ""),
            ("add saying hello to a.txt", "saying hello", "saying hello"),
        ] {
            assert_eq!(announced(value, sentence), text, "{sentence}");
        }
    }
}

//! Parses requests to find things by words in a place of this machine: "search for invoice in my documents".
//!
//! Without such a place, the words are searched for elsewhere, and the sentence is left to other readers.

use super::goal::Location;
use super::scanner::Scanner;
use super::selection::location;
use super::things::Things;
use super::token::{Token, tokens};
use super::vocabulary::{Role, Vocabulary};
use crate::words::{Tongue, Word};

/// A request to find things by words in their names.
#[derive(Debug, Clone, PartialEq)]
pub struct Seeking {
    /// The words.
    pub query: String,
    /// The container to search.
    pub place: Location,
}

/// Words between the noun for all things and the words to find.
const WITH: [&[&str]; 9] = [
    &["with", "the", "word"],
    &["com", "a", "palavra"],
    &["about"],
    &["named"],
    &["called"],
    &["sobre"],
    &["chamado"],
    &["chamada"],
    &["chamados"],
];

/// Words before what is to be found, if the place comes first.
const FOR: [&str; 8] = ["for", "por", "pelo", "pela", "pelos", "pelas", "o", "a"];

/// Articles before the noun for all things.
const ARTICLES: [&str; 13] =
    ["the", "a", "any", "all", "my", "every", "o", "os", "um", "uns", "todos", "meus", "meu"];

impl Seeking {
    /// Returns the request of a sentence, given its words and the kinds of things.
    pub fn of(
        sentence: &str,
        words: &[Word],
        tongue: Tongue,
        things: &Things,
        literal: impl Fn(&Word) -> Option<String>,
    ) -> Option<Self> {
        let tokens = tokens(sentence, words, literal);
        let parser = Parser { sentence, tokens: &tokens, vocabulary: things.vocabulary(tongue) };
        let mut start = 0;
        while let Some(length) = parser.vocabulary.begins(Role::Filler, tokens.get(start..)?) {
            start += length;
        }
        let start = start + parser.vocabulary.begins(Role::Seek, tokens.get(start..)?)?;
        parser.words_first(start).or_else(|| parser.place_first(start))
    }
}

struct Parser<'a> {
    sentence: &'a str,
    tokens: &'a [Token],
    vocabulary: &'a Vocabulary,
}

impl Parser<'_> {
    /// Parses "search for invoice in my documents".
    fn words_first(&self, start: usize) -> Option<Seeking> {
        let noun = self.noun(start);
        let start = noun.unwrap_or(start);
        // A single word may be a place by itself: "search my documents".
        let mut ends = start + 1..self.tokens.len();
        let found = ends.find_map(|end| Some((end, self.place(end)?)));
        let (end, place) = match (found, noun) {
            (Some(found), _) => found,
            (None, Some(_)) => (self.tokens.len(), Location::default()),
            (None, None) => return None,
        };
        Some(Seeking { query: self.query(start, end)?, place })
    }

    /// Parses "search my documents for invoice".
    fn place_first(&self, start: usize) -> Option<Seeking> {
        let is_for = |at: &usize| FOR.contains(&self.tokens[*at].folded.as_str());
        let end = (start + 1..self.tokens.len().saturating_sub(1)).rev().find(is_for)?;
        let (sentence, vocabulary) = (self.sentence, self.vocabulary);
        let mut scanner = Scanner { sentence, tokens: &self.tokens[..end], vocabulary, at: start };
        let place = scanner.place(&[Role::Inside]).or_else(|| scanner.place_itself())?;
        let is_known = place.anchor.is_some() || place.kind.is_some_and(|kind| kind.names.is_path());
        let place = location(&place).filter(|_| is_known && scanner.at == end)?;
        Some(Seeking { query: self.query(end + 1, self.tokens.len())?, place })
    }

    /// Parses "the file called", and returns the token after it.
    fn noun(&self, start: usize) -> Option<usize> {
        let mut at = start;
        while self.tokens.get(at).is_some_and(|token| ARTICLES.contains(&token.folded.as_str())) {
            at += 1;
        }
        let (_, length) = self.vocabulary.sort(self.tokens.get(at..)?)?;
        at += length;
        let is_there = |words: &&&[&str]| {
            let said = |(next, word): (usize, &&str)| {
                self.tokens.get(at + next).is_some_and(|token| token.folded == *word)
            };
            words.iter().enumerate().all(said)
        };
        WITH.iter().find(is_there).map(|words| at + words.len())
    }

    /// Parses a place that is known, or named as a container, up to the end of the sentence.
    fn place(&self, start: usize) -> Option<Location> {
        let (sentence, tokens, vocabulary) = (self.sentence, self.tokens, self.vocabulary);
        let mut scanner = Scanner { sentence, tokens, vocabulary, at: start };
        let place = scanner.place(&[Role::Inside])?;
        let is_known = place.anchor.is_some() || place.kind.is_some_and(|kind| kind.names.is_path());
        location(&place).filter(|_| is_known && scanner.at == tokens.len())
    }

    /// Returns the words to find. File names are found by other means.
    fn query(&self, start: usize, end: usize) -> Option<String> {
        let said = self.tokens.get(start..end).filter(|said| !said.is_empty())?;
        if let [only] = said
            && let Some(literal) = &only.literal
        {
            return Some(literal.clone()).filter(|literal| !literal.contains('/'));
        }
        let is_name = |token: &Token| token.literal.is_some();
        let text = &self.sentence[said[0].span.start..said[said.len() - 1].span.end];
        (!said.iter().any(is_name)).then(|| text.trim_matches(['"', '“', '”', '«', '»']).to_string())
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::goal::sample;
    use crate::reader::Tokenized;

    fn found(sentence: &str) -> Option<(String, String)> {
        let things = sample();
        let heard = Tokenized::new(sentence, date(2026, 1, 5).at(9, 0, 0, 0)).about(&things);
        let literal = |word: &Word| heard.literal(word).and_then(crate::literal::Found::named);
        let found = Seeking::of(sentence, &heard.request_words(), heard.tongue, &things, literal)?;
        Some((found.query, found.place.container.unwrap_or_default()))
    }

    #[test]
    fn things_are_found_by_words_in_a_place() {
        for (sentence, query, place) in [
            ("search for invoice in the folder accounts", "invoice", "accounts"),
            ("search for electricity bill in the accounts folder", "electricity bill", "accounts"),
            ("find the file called thesis", "thesis", ""),
            ("search the folder accounts for invoice", "invoice", "accounts"),
            ("procura fatura na pasta contas", "fatura", "contas"),
            ("procura na pasta contas por fatura", "fatura", "contas"),
        ] {
            assert_eq!(found(sentence), Some((query.to_string(), place.to_string())), "{sentence}");
        }
    }

    #[test]
    fn other_searches_have_no_place() {
        for sentence in [
            "search for shoes",
            "search for hotels in Porto",
            "procura receitas de bolo",
            "open the folder accounts",
            "don't search for invoice in the folder accounts",
        ] {
            assert_eq!(found(sentence), None, "{sentence}");
        }
    }
}

//! Determines which words can form a name.

use super::token::Token;
use crate::stance::{is_request_form, is_verb_form};
use crate::words::Tongue;

/// A word that may be a part of a name.
pub(crate) struct Part<'a> {
    /// The word without accents.
    pub(crate) folded: &'a str,
    /// Whether it is a literal, such as a file name.
    pub(crate) is_literal: bool,
    /// Whether a punctuation mark precedes it.
    pub(crate) is_parted: bool,
}

impl<'a> From<&'a Token> for Part<'a> {
    fn from(token: &'a Token) -> Self {
        Self { folded: &token.folded, is_literal: token.literal.is_some(), is_parted: token.pause.is_some() }
    }
}

/// Returns the first of some words that cannot belong to an unquoted name which starts with the first of
/// them: a word after a pause, a relative clause, another request. "Bread and butter.txt" is a single name,
/// because of its extension.
pub(crate) fn unnameable(parts: &[Part<'_>], tongue: Tongue) -> Option<usize> {
    let ends_in_name = parts.last().is_some_and(|last| last.is_literal);
    let is_determiner = |part: &Part<'_>| DETERMINERS.contains(&part.folded) || part.is_literal;
    let bids_first = matches!(parts, [first, second] if !first.is_literal && is_request_form(first.folded) && second.is_literal);
    // "While you whistle" is not a name.
    let is_clause = parts.len() > 1
        && parts.first().is_some_and(|first| !first.is_literal && CONDITIONS.contains(&first.folded));
    if bids_first || is_clause {
        return Some(0);
    }
    (1..parts.len()).find(|at| {
        let (part, next) = (&parts[*at], parts.get(at + 1));
        let acts = is_verb_form(part.folded) && next.is_some_and(is_determiner);
        let requests = JOINTS.contains(&part.folded)
            && next.is_some_and(|next| is_verb_form(next.folded))
            && parts.len() > at + 2;
        // In Portuguese, "as" is an article.
        let is_article = tongue == Tongue::Portuguese && part.folded == "as";
        let describes = DESCRIBING.contains(&part.folded) && !is_article;
        // "Lunch plus a sandwich" adds something else.
        let adds = ADDING.contains(&part.folded) && next.is_some_and(is_indefinite);
        let begins_request = part.is_parted && !part.is_literal && is_request_form(part.folded);
        (part.is_parted && !ends_in_name) || begins_request || acts || requests || describes || adds
    })
}

fn is_indefinite(part: &Part<'_>) -> bool {
    matches!(part.folded, "a" | "an" | "another" | "some" | "um" | "uma" | "outro" | "outra")
}

/// Words that add a further object.
const ADDING: [&str; 5] = ["plus", "besides", "alongside", "mais", "alem"];
/// Conjunctions between requests.
const JOINTS: [&str; 4] = ["and", "e", "or", "ou"];
/// Determiners and prepositions before an object.
pub(super) const DETERMINERS: [&str; 20] = [
    "the", "a", "an", "my", "it", "them", "this", "that", "me", "him", "her", "o", "os", "as", "um", "uma",
    "meu", "minha", "isso", "lo",
];
/// Words that start a temporal or conditional clause, and no name.
const CONDITIONS: [&str; 12] = [
    "if", "unless", "when", "while", "until", "whenever", "because", "quando", "caso", "enquanto", "porque",
    "ate",
];
/// Words that start a description, a postponement or a continuation, and do not occur inside names.
const DESCRIBING: [&str; 30] = [
    "that",
    "which",
    "who",
    "then",
    "que",
    "depois",
    "protected",
    "protegida",
    "protegido",
    "except",
    "if",
    "unless",
    "when",
    "while",
    "until",
    "whenever",
    "as",
    "because",
    "once",
    "se",
    "quando",
    "caso",
    "enquanto",
    "porque",
    "tomorrow",
    "amanha",
    "tonight",
    "later",
    "with",
    "com",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    fn ends(text: &str, tongue: Tongue) -> Option<usize> {
        let words = words(text);
        let part = |word: &crate::words::Word| (word.folded.clone(), word.pause.is_some());
        let words: Vec<(String, bool)> = words.iter().map(part).collect();
        let parts: Vec<Part<'_>> = words
            .iter()
            .map(|(folded, is_parted)| Part {
                folded,
                is_literal: folded.contains('.'),
                is_parted: *is_parted,
            })
            .collect();
        unnameable(&parts, tongue)
    }

    #[test]
    fn name_ends_at_following_clause() {
        for (text, end) in [
            ("aa and order a pizza", Some(1)),
            ("archive e imprime-o a cores", Some(1)),
            ("Trip as long as we get the tickets", Some(1)),
            ("plans, tomorrow", Some(1)),
            ("Lunch in Ready plus a sandwich", Some(3)),
            ("Almoço mais uma sandes", Some(1)),
            ("milk plus eggs", None),
            ("bread and butter.txt", None),
            ("research and development", None),
            ("summer holidays", None),
        ] {
            assert_eq!(ends(text, Tongue::English), end, "{text}");
        }
        assert_eq!(ends("regar as plantas", Tongue::Portuguese), None);
    }
}

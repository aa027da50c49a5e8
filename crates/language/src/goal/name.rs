//! Determines which words can form a name.

use super::token::Token;
use crate::literal::Kind;
use crate::stance::{Voice, is_infinitive, is_request_form, is_verb_form, voice};
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
    // "What's on my desktop" is a question, and not a name.
    let is_question = matches!(parts, [first, second, ..] if matches!(first.folded, "what" | "whatever" | "what's") && QUESTION_LEADS.contains(&second.folded));
    if bids_first || is_clause || is_question {
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
        // "Lunch plus a sandwich" adds something else, and so does "Teams mais o Slack".
        let adds = ADDING.contains(&part.folded)
            && next.is_some_and(|next| is_indefinite(next) || is_definite(next));
        let begins_request = part.is_parted && !part.is_literal && is_request_form(part.folded);
        (part.is_parted && !ends_in_name)
            || begins_request
            || acts
            || requests
            || describes
            || adds
            || next.is_some_and(|next| is_modified(part, next, &parts[at - 1], tongue))
    })
}

fn is_indefinite(part: &Part<'_>) -> bool {
    matches!(part.folded, "a" | "an" | "another" | "some" | "um" | "uma" | "outro" | "outra")
}

fn is_definite(part: &Part<'_>) -> bool {
    matches!(part.folded, "the" | "my" | "o" | "a" | "os" | "as")
}

/// Whether two words describe how, where or for whom something is done to the object before them: "archive
/// translated into German", "Urgente a piscar", "reports in all three offices".
fn is_modified(part: &Part<'_>, next: &Part<'_>, before: &Part<'_>, tongue: Tongue) -> bool {
    if part.is_literal || next.is_literal {
        return false;
    }
    let is_preposition = PREPOSITIONS.contains(&part.folded);
    let is_number = next.folded == Kind::Number.placeholder();
    let is_quantified = is_preposition && (QUANTIFIERS.contains(&next.folded) || is_number);
    let is_treated = voice(part.folded) == Some(Voice::Done) && LEADING.contains(&next.folded);
    let is_doing = tongue == Tongue::Portuguese
        && part.folded == "a"
        && is_infinitive(next.folded)
        && !is_verb_form(before.folded);
    is_quantified || is_treated || is_doing
}

/// Prepositions of place or purpose.
const PREPOSITIONS: [&str; 14] =
    ["in", "on", "at", "across", "for", "em", "no", "na", "nos", "nas", "pelos", "para", "pra", "a"];
/// Words that start a set of places or persons.
const QUANTIFIERS: [&str; 16] = [
    "all", "every", "each", "both", "two", "three", "four", "todos", "todas", "cada", "ambos", "ambas",
    "dois", "duas", "tres", "quatro",
];
/// Prepositions behind a participle.
const LEADING: [&str; 18] = [
    "into", "to", "by", "as", "for", "with", "in", "from", "para", "pra", "pro", "por", "pelo", "pela", "em",
    "com", "como", "ao",
];
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
/// Words behind the first word of a question about the contents of a place.
const QUESTION_LEADS: [&str; 8] = ["'s", "s", "is", "are", "was", "on", "in", "inside"];
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
            ("archive translated into German", Some(1)),
            ("relatorios nas duas filiais", Some(1)),
            ("final in all three offices", Some(1)),
            ("Trips for each employee", Some(1)),
            ("milk plus eggs", None),
            ("lost and found", None),
            ("bread and butter.txt", None),
            ("research and development", None),
            ("summer holidays", None),
        ] {
            assert_eq!(ends(text, Tongue::English), end, "{text}");
        }
        for (text, end) in [
            ("regar as plantas", None),
            ("Começar a pintar", None),
            ("Lista de Tarefas", None),
            ("Teams mais o Slack", Some(1)),
            ("backup traduzido para mirandês", Some(1)),
        ] {
            assert_eq!(ends(text, Tongue::Portuguese), end, "{text}");
        }
    }
}

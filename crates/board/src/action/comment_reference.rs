//! Resolution of comments of a card: `#12`, the text, or a part of the text.

use lemmascope_intent::{Cause, Language};

use super::matching::Wanted;
use super::question::{Question, alternatives, either};
use crate::model::{Card, Comment, CommentId};

/// The maximum number of comments that a question lists.
const NAMED: usize = 5;
/// The maximum number of characters of a comment in a question.
const SHOWN: usize = 40;

/// Returns the comment that a wording refers to. Without a wording, returns the only comment of the card.
pub(super) fn find_comment<'c>(
    card: &'c Card,
    wording: Option<&str>,
    language: Language,
) -> Result<&'c Comment, Question> {
    let found: Vec<&Comment> = match wording {
        None => card.comments.iter().collect(),
        Some(wording) => matching(&card.comments, wording.trim()),
    };
    match found.as_slice() {
        [comment] => Ok(comment),
        [] => Err(none(card, wording, language)),
        several => Err(which(card, several, language)),
    }
}

fn matching<'c>(comments: &'c [Comment], wording: &str) -> Vec<&'c Comment> {
    // `#12`, or `#12 'Shipped'`, the form that questions use.
    let first = wording.strip_prefix('#').and_then(|rest| rest.split_whitespace().next());
    if let Some(id) = first.and_then(|first| first.parse().ok()).map(CommentId) {
        return comments.iter().filter(|comment| comment.id == id).collect();
    }
    let wanted = Wanted::new(wording);
    let mut found: Vec<_> =
        comments.iter().filter_map(|comment| Some((wanted.fit(&comment.text)?, comment))).collect();
    let best = found.iter().map(|(fit, _)| *fit).min();
    found.retain(|(fit, _)| Some(*fit) == best);
    found.into_iter().map(|(_, comment)| comment).collect()
}

fn named(comment: &Comment) -> String {
    let line: String = comment.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(SHOWN).collect();
    let more = if short.len() < line.len() { "…" } else { "" };
    format!("#{} '{short}{more}'", comment.id.0)
}

fn which(card: &Card, comments: &[&Comment], language: Language) -> Question {
    let (count, id) = (comments.len(), card.id);
    // The latest comments are the most likely.
    let candidates: Vec<String> = comments.iter().rev().take(NAMED).map(|comment| named(comment)).collect();
    let choice = alternatives(language, &candidates);
    Question {
        cause: Cause::TargetAmbiguous,
        finding: either(
            language,
            format!("{count} comments of {id} can be meant."),
            format!("{count} comentários de {id} podem ser o que queres."),
        ),
        question: either(
            language,
            format!("Which comment of {id} do you mean: {choice}?"),
            format!("A que comentário de {id} te referes: {choice}?"),
        ),
        candidates,
        suggestions: showing(card, language),
        field: "comment",
    }
}

fn none(card: &Card, wording: Option<&str>, language: Language) -> Question {
    let id = card.id;
    let (english, portuguese) = match wording.filter(|_| !card.comments.is_empty()) {
        Some(wording) => (
            format!("{id} has no comment '{wording}'."),
            format!("{id} não tem nenhum comentário '{wording}'."),
        ),
        None => (format!("{id} has no comments."), format!("{id} não tem comentários.")),
    };
    let candidates: Vec<String> = card.comments.iter().rev().take(NAMED).map(named).collect();
    let choice = alternatives(language, &candidates);
    let (asked, perguntado) = match candidates.is_empty() {
        true => ("Which card do you mean?".into(), "A que cartão te referes?".into()),
        false => (format!("Do you mean {choice}?"), format!("Será {choice}?")),
    };
    Question {
        cause: Cause::TargetNotFound,
        question: either(language, format!("{english} {asked}"), format!("{portuguese} {perguntado}")),
        finding: either(language, english, portuguese),
        field: if candidates.is_empty() { "identifier" } else { "comment" },
        candidates,
        suggestions: showing(card, language),
    }
}

fn showing(card: &Card, language: Language) -> Vec<String> {
    vec![
        either(language, format!("Show {}", card.id), format!("Mostrar {}", card.id)),
        either(language, "List all cards".into(), "Listar todos os cartões".into()),
    ]
}

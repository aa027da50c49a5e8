//! Resolution of card identifiers: `#5`, a title, or a part of a title.

use lemmascope_intent::{Cause, Language};

use super::matching::{Fit, Wanted};
use super::question::{Question, alternatives, either};
use crate::model::{Card, CardId, Snapshot};

/// The maximum number of cards that a question lists.
const NAMED: usize = 5;

/// Returns the card on the board that an identifier refers to.
pub(crate) fn find_card<'s>(
    snapshot: &'s Snapshot,
    identifier: &str,
    language: Language,
) -> Result<&'s Card, Question> {
    find(snapshot.live().collect(), identifier, language)
}

/// Returns the deleted card that an identifier refers to.
pub(crate) fn find_deleted<'s>(
    snapshot: &'s Snapshot,
    identifier: &str,
    language: Language,
) -> Result<&'s Card, Question> {
    find(snapshot.deleted().collect(), identifier, language)
}

fn find<'s>(cards: Vec<&'s Card>, identifier: &str, language: Language) -> Result<&'s Card, Question> {
    let identifier = identifier.trim();
    // `#5`, `5`, or `#5 'Fix login bug'`, the form that questions use.
    let first = match identifier.starts_with('#') {
        true => identifier.split_whitespace().next().unwrap_or_default(),
        false => identifier,
    };
    let number = first.strip_prefix('#').unwrap_or(first).trim().parse().ok().map(CardId);
    let is_numbered = |card: &&Card| Some(card.id) == number && !card.id.is_placeholder();
    if let Some(card) = cards.iter().copied().find(is_numbered) {
        return Ok(card);
    }
    if identifier.starts_with('#') && number.is_some() {
        return Err(none(&cards, identifier, language));
    }
    let wanted = Wanted::new(identifier);
    let mut found: Vec<_> =
        cards.iter().filter_map(|card| Some((wanted.fit(&card.fields.title)?, *card))).collect();
    let best = found.iter().map(|(fit, _)| *fit).min();
    found.retain(|(fit, _)| Some(*fit) == best);
    // A card that the same envelope creates takes precedence over an older one with the same title.
    let is_new = |card: &Card| card.id.is_placeholder();
    if best == Some(Fit::Exact) && found.iter().filter(|(_, card)| is_new(card)).count() == 1 {
        found.retain(|(_, card)| is_new(card));
    }
    match found.as_slice() {
        [] => Err(none(&cards, identifier, language)),
        [(_, card)] => Ok(card),
        several => {
            Err(which(&several.iter().map(|(_, card)| *card).collect::<Vec<_>>(), identifier, language))
        }
    }
}

fn named(card: &Card) -> String {
    if card.id.is_placeholder() {
        return format!("'{}'", card.fields.title);
    }
    format!("{} '{}'", card.id, card.fields.title)
}

fn which(cards: &[&Card], identifier: &str, language: Language) -> Question {
    let count = cards.len();
    let mut names: Vec<String> = cards.iter().take(NAMED).map(|card| named(card)).collect();
    if count > NAMED {
        names.push(either(language, format!("{} more", count - NAMED), format!("mais {}", count - NAMED)));
    }
    let choice = alternatives(language, &names);
    Question {
        cause: Cause::TargetAmbiguous,
        finding: either(
            language,
            format!("I found {count} cards with '{identifier}'."),
            format!("Encontrei {count} cartões com '{identifier}'."),
        ),
        question: either(
            language,
            format!("Which one do you mean: {choice}?"),
            format!("A qual te referes: {choice}?"),
        ),
        candidates: cards.iter().take(NAMED).map(|card| named(card)).collect(),
        suggestions: showing(cards, language),
        field: "identifier",
    }
}

fn none(cards: &[&Card], identifier: &str, language: Language) -> Question {
    let wanted = Wanted::new(identifier);
    let mut near: Vec<(f64, &Card)> = cards
        .iter()
        .map(|card| (wanted.likeness(&card.fields.title), *card))
        .filter(|it| it.0 >= 0.7)
        .collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.truncate(3);
    let near: Vec<&Card> = near.into_iter().map(|(_, card)| card).collect();
    let choice = alternatives(language, &near.iter().map(|card| named(card)).collect::<Vec<_>>());
    let question = match near.is_empty() {
        false => either(
            language,
            format!("There is no card '{identifier}'. Do you mean {choice}?"),
            format!("Não há nenhum cartão '{identifier}'. Será {choice}?"),
        ),
        true => either(
            language,
            format!("There is no card '{identifier}'. Which card do you mean?"),
            format!("Não há nenhum cartão '{identifier}'. A que cartão te referes?"),
        ),
    };
    Question {
        cause: Cause::TargetNotFound,
        finding: either(
            language,
            format!("I found no card '{identifier}'."),
            format!("Não encontrei nenhum cartão '{identifier}'."),
        ),
        question,
        candidates: near.iter().map(|card| named(card)).collect(),
        suggestions: match near.is_empty() {
            false => showing(&near, language),
            true => vec![
                either(language, "List all cards".into(), "Listar todos os cartões".into()),
                either(
                    language,
                    format!("Create a card '{identifier}'"),
                    format!("Criar um cartão '{identifier}'"),
                ),
            ],
        },
        field: "identifier",
    }
}

fn showing(cards: &[&Card], language: Language) -> Vec<String> {
    let show = |card: &&Card| either(language, format!("Show {}", card.id), format!("Mostrar {}", card.id));
    let mut shown: Vec<String> = cards.iter().take(3).map(show).collect();
    if shown.len() < 2 {
        shown.push(either(language, "List all cards".into(), "Listar todos os cartões".into()));
    }
    shown
}

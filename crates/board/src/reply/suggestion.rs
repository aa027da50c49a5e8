use lemmascope_intent::Language;

use super::{Fact, Verified};
use crate::action::SUGGESTIONS;
use crate::model::{Card, Snapshot};

/// Returns two or three suggestions for next steps, based on the current board. Each is a valid sentence.
pub(crate) fn suggestions(verified: &[Verified], now: &Snapshot, language: Language) -> Vec<String> {
    let say = |english: String, portuguese: String| match language {
        Language::English => english,
        Language::Portuguese => portuguese,
    };
    let mut suggested = Vec::new();
    let changed = verified.iter().any(|one| one.changed);
    let about = verified.iter().rev().flat_map(|one| one.cards.first()).find_map(|id| now.card(*id));
    match about {
        Some(card) if !card.is_live() => {
            suggested.push(say(format!("Restore {}", card.id), format!("Recuperar {}", card.id)));
        }
        Some(card) => {
            if let Some(next) = next_column(card, now) {
                let (id, title) = (card.id, &next.title);
                suggested.push(say(format!("Move {id} to {title}"), format!("Mover {id} para {title}")));
            }
            let just_commented = verified.iter().any(|one| matches!(one.fact, Fact::Commented { .. }));
            if card.fields.assignee.is_none() && next_column(card, now).is_some() {
                suggested
                    .push(say(format!("Assign {} to me", card.id), format!("Atribuir {} a mim", card.id)));
            } else if card.comments.is_empty() && !just_commented {
                suggested.push(say(format!("Comment on {}", card.id), format!("Comentar {}", card.id)));
            }
        }
        None => {
            if let Some(column) = now.visible().next() {
                let title = &column.title;
                suggested
                    .push(say(format!("Create a card in {title}"), format!("Criar um cartão em {title}")));
            }
        }
    }
    if changed {
        suggested.push(say("Undo".into(), "Desfazer".into()));
    }
    if suggested.len() < 2 {
        let fullest = now.visible().max_by_key(|column| now.cards_in(column.id).count());
        if let Some(column) = fullest {
            let title = &column.title;
            suggested
                .push(say(format!("List the cards in {title}"), format!("Listar os cartões em {title}")));
        }
    }
    if suggested.len() < 2 {
        suggested.push(say("List all cards".into(), "Listar todos os cartões".into()));
    }
    suggested.truncate(SUGGESTIONS);
    suggested
}

/// Returns the next column for a card.
fn next_column<'s>(card: &Card, now: &'s Snapshot) -> Option<&'s crate::model::Column> {
    now.visible().skip_while(|column| column.id != card.column).nth(1)
}

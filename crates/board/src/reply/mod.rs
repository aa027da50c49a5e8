//! Replies to actions, derived from the state of the board after them and never from the intended result.

mod english;
mod language;
mod portuguese;
mod suggestion;

use lemmascope_intent::Language;

pub(crate) use language::language_of;
pub(crate) use suggestion::suggestions;

use crate::action::{Claim, Filter, REPLY_WORDS, matching_cards};
use crate::model::{Card, CardId, Comment, Effect, Operation, Snapshot, Status};

/// The verified result of an action.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Verified {
    /// The fact that holds now.
    pub(crate) fact: Fact,
    /// The affected cards, in their current state.
    pub(crate) cards: Vec<CardId>,
    /// Whether the expected result holds.
    pub(crate) holds: bool,
    /// Whether anything has changed.
    pub(crate) changed: bool,
    /// Whether a later action of the same envelope overrides it.
    pub(crate) is_superseded: bool,
}

/// A verified fact, to be formatted as text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fact {
    Created { title: String, id: CardId, column: String, same: Vec<CardId> },
    CreatedMany { count: usize, columns: Vec<String>, same: usize },
    Moved { title: String, column: String },
    MovedMany { count: usize, column: String },
    AlreadyIn { what: String, column: String },
    NotIn { what: String, column: String },
    Updated { what: String },
    Unchanged { what: String },
    Deleted { title: String, id: CardId },
    Cleared { count: usize, column: String },
    Listed { count: usize, filter: Filter, column: Option<String> },
    Commented { id: CardId },
    CommentRemoved { id: CardId },
    Assigned { title: String, assignee: Option<String> },
    Due { title: String, day: Option<String> },
    Labelled { title: String, label: String },
    Unlabelled { title: String, label: String },
    Prioritized { title: String, priority: &'static str },
    Restored { title: String, id: CardId, column: String },
    ColumnCreated { title: String },
    ColumnRenamed { title: String },
    ColumnMoved { title: String, right_of: Option<String> },
    ColumnUnmoved { title: String },
    ColumnArchived { title: String, archived: bool },
    Failed { what: String },
}

/// Verifies each claim against the current board.
pub(crate) fn verify(
    claims: &[Claim],
    planned: Option<&Snapshot>,
    operation: Option<&Operation>,
    now: &Snapshot,
) -> Vec<Verified> {
    let effects = operation.map(|operation| operation.effects.as_slice()).unwrap_or_default();
    let mut created = effects.iter().filter_map(|effect| match effect {
        Effect::CardCreated { card } => Some(card),
        _ => None,
    });
    let verified = |claim: &Claim| {
        let verified = check(&claim.settled(effects), effects, &mut created, now);
        // A later action of the same envelope intentionally reverted this one.
        let is_superseded = !verified.holds
            && !matches!(claim, Claim::Created(_))
            && planned.is_some_and(|planned| !check(claim, &[], &mut std::iter::empty(), planned).holds);
        Verified { is_superseded, ..verified }
    };
    claims.iter().map(verified).collect()
}

fn check<'e>(
    claim: &Claim,
    effects: &[Effect],
    created: &mut impl Iterator<Item = &'e Card>,
    now: &Snapshot,
) -> Verified {
    let title = |id: &CardId| now.card(*id).map_or_else(|| id.to_string(), |card| card.fields.title.clone());
    let column = |id| now.column(id).map_or_else(String::new, |column| column.title.clone());
    let touched = |id: &CardId| effects.iter().any(|effect| effect.card() == Some(*id));
    let fields = |id: &CardId| now.card(*id).filter(|card| card.is_live()).map(|card| &card.fields);
    let one = |fact: Fact, id: &CardId, holds: bool| {
        let fact = match (holds, touched(id)) {
            (false, _) => Fact::Failed { what: title(id) },
            (true, true) => fact,
            (true, false) => Fact::Unchanged { what: title(id) },
        };
        Verified { fact, cards: vec![*id], holds, changed: touched(id), is_superseded: false }
    };
    match claim {
        Claim::Created(wanted) => {
            let made: Vec<&Card> = created.take(wanted.len()).collect();
            let live: Vec<&Card> =
                made.iter().filter_map(|card| now.card(card.id)).filter(|card| card.is_live()).collect();
            let holds = live.len() == wanted.len();
            let cards = live.iter().map(|card| card.id).collect();
            let fact = match (live.as_slice(), wanted.as_slice()) {
                ([card], [(_, _, same)]) => Fact::Created {
                    title: card.fields.title.clone(),
                    id: card.id,
                    column: column(card.column),
                    same: same.clone(),
                },
                ([], _) => Fact::Failed { what: wanted.first().map_or(String::new(), |it| it.0.clone()) },
                (several, _) => {
                    let mut columns: Vec<String> = several.iter().map(|card| column(card.column)).collect();
                    columns.dedup();
                    let same = wanted.iter().filter(|(_, _, same)| !same.is_empty()).count();
                    Fact::CreatedMany { count: several.len(), columns, same }
                }
            };
            Verified { fact, cards, holds, changed: !live.is_empty(), is_superseded: false }
        }
        Claim::Moved(cards, target) => {
            let is_there =
                |id: &&CardId| now.card(**id).is_some_and(|it| it.is_live() && it.column == *target);
            let there: Vec<&CardId> = cards.iter().filter(is_there).collect();
            let moved = there.iter().filter(|id| touched(id)).count();
            let what = match cards.as_slice() {
                [id] => title(id),
                several => several.len().to_string(),
            };
            let column = column(*target);
            let fact = match (cards.as_slice(), there.len(), moved) {
                (_, found, _) if found < cards.len() => Fact::NotIn { what, column },
                (_, _, 0) => Fact::AlreadyIn { what, column },
                ([id], _, _) => Fact::Moved { title: title(id), column },
                _ => Fact::MovedMany { count: moved, column },
            };
            Verified {
                fact,
                cards: cards.clone(),
                holds: there.len() == cards.len(),
                changed: moved > 0,
                is_superseded: false,
            }
        }
        Claim::Updated(cards, patch) => {
            let holds = cards.iter().all(|id| fields(id).is_some_and(|fields| patch.holds_for(fields)));
            let changed = cards.iter().any(&touched);
            let what = match cards.as_slice() {
                [id] => title(id),
                several => several.len().to_string(),
            };
            let fact = match (holds, changed) {
                (false, _) => Fact::Failed { what },
                (true, true) => Fact::Updated { what },
                (true, false) => Fact::Unchanged { what },
            };
            Verified { fact, cards: cards.clone(), holds, changed, is_superseded: false }
        }
        Claim::Deleted(id, title) => {
            let holds = now.card(*id).is_none_or(|card| !card.is_live());
            let fact = match holds {
                true => Fact::Deleted { title: title.clone(), id: *id },
                false => Fact::Failed { what: title.clone() },
            };
            Verified { fact, cards: vec![*id], holds, changed: holds, is_superseded: false }
        }
        Claim::Cleared(cards, lane) => {
            let gone = cards.iter().filter(|id| now.card(**id).is_none_or(|card| !card.is_live())).count();
            let holds = gone == cards.len();
            let fact = match holds {
                true => Fact::Cleared { count: gone, column: column(*lane) },
                false => Fact::Failed { what: column(*lane) },
            };
            Verified { fact, cards: cards.clone(), holds, changed: gone > 0, is_superseded: false }
        }
        Claim::Listed(filter) => {
            let cards: Vec<CardId> = matching_cards(now, filter).iter().map(|card| card.id).collect();
            let fact = Fact::Listed {
                count: cards.len(),
                filter: filter.clone(),
                column: filter.column.map(column),
            };
            Verified { fact, cards, holds: true, changed: false, is_superseded: false }
        }
        Claim::Commented(id, text) => {
            let holds =
                now.card(*id).is_some_and(|it| it.comments.iter().any(|comment| comment.text == *text));
            one(Fact::Commented { id: *id }, id, holds)
        }
        Claim::CommentRemoved(id, comment) => {
            let is_it = |known: &Comment| known.id == comment.id && known.text == comment.text;
            let holds = !now.card(*id).is_some_and(|card| card.comments.iter().any(is_it));
            one(Fact::CommentRemoved { id: *id }, id, holds)
        }
        Claim::Assigned(id, assignee) => {
            let holds = fields(id).is_some_and(|fields| fields.assignee == *assignee);
            one(Fact::Assigned { title: title(id), assignee: assignee.clone() }, id, holds)
        }
        Claim::Due(id, due) => {
            let holds = fields(id).is_some_and(|fields| fields.due == *due);
            one(Fact::Due { title: title(id), day: due.map(|day| day.to_string()) }, id, holds)
        }
        Claim::Labelled(id, label) => {
            let folded = lemmascope_intent::fold(label);
            let has = |known: &String| lemmascope_intent::fold(known) == folded;
            let holds = fields(id).is_some_and(|fields| fields.labels.iter().any(has));
            one(Fact::Labelled { title: title(id), label: label.clone() }, id, holds)
        }
        Claim::Unlabelled(id, label) => {
            let folded = lemmascope_intent::fold(label);
            let has = |known: &String| lemmascope_intent::fold(known) == folded;
            let holds = fields(id).is_some_and(|fields| !fields.labels.iter().any(has));
            one(Fact::Unlabelled { title: title(id), label: label.clone() }, id, holds)
        }
        Claim::Prioritized(id, priority) => {
            let holds = fields(id).is_some_and(|fields| fields.priority == *priority);
            one(Fact::Prioritized { title: title(id), priority: priority.as_str() }, id, holds)
        }
        Claim::Restored(id) => {
            let card = now.card(*id).filter(|card| card.is_live());
            let lane = card.map_or_else(String::new, |card| column(card.column));
            one(Fact::Restored { title: title(id), id: *id, column: lane }, id, card.is_some())
        }
        Claim::ColumnCreated(title) => {
            let holds = now.visible().any(|column| column.title == *title);
            Verified {
                fact: Fact::ColumnCreated { title: title.clone() },
                cards: Vec::new(),
                holds,
                changed: holds,
                is_superseded: false,
            }
        }
        Claim::ColumnRenamed(id, title) => {
            let holds = column(*id) == *title;
            Verified {
                fact: Fact::ColumnRenamed { title: title.clone() },
                cards: Vec::new(),
                holds,
                changed: holds,
                is_superseded: false,
            }
        }
        Claim::ColumnMoved(id) => {
            let was_moved =
                |effect: &Effect| matches!(effect, Effect::ColumnMoved { after, .. } if after.id == *id);
            let changed = effects.iter().any(was_moved);
            let in_sight: Vec<_> = now.visible().collect();
            let at = in_sight.iter().position(|column| column.id == *id);
            let left = at.and_then(|at| at.checked_sub(1)).map(|at| in_sight[at].title.clone());
            let fact = match changed {
                true => Fact::ColumnMoved { title: column(*id), right_of: left },
                false => Fact::ColumnUnmoved { title: column(*id) },
            };
            Verified { fact, cards: Vec::new(), holds: at.is_some(), changed, is_superseded: false }
        }
        Claim::ColumnArchived(id, archived) => {
            let holds = now.column(*id).is_some_and(|column| column.archived == *archived);
            let fact = Fact::ColumnArchived { title: column(*id), archived: *archived };
            Verified { fact, cards: Vec::new(), holds, changed: holds, is_superseded: false }
        }
    }
}

/// Formats all facts, in at most 60 words.
pub(crate) fn reply(verified: &[Verified], language: Language) -> String {
    let sentence = |verified: &Verified| match language {
        Language::English => english::sentence(&verified.fact),
        Language::Portuguese => portuguese::sentence(&verified.fact),
    };
    let mut said = String::new();
    let mut words = 0;
    let verified: Vec<&Verified> = verified.iter().filter(|one| !one.is_superseded).collect();
    for (at, one) in verified.iter().enumerate() {
        let next = sentence(one);
        let length = next.split_whitespace().count();
        // Reserves words for the number of omitted facts.
        let is_last = at + 1 == verified.len();
        if words + length > if is_last { REPLY_WORDS } else { REPLY_WORDS - 5 } {
            let rest = verified.len() - at;
            let more = match language {
                Language::English => format!("And {rest} more."),
                Language::Portuguese => format!("E mais {rest}."),
            };
            return if said.is_empty() { shortened(&next) } else { format!("{said} {more}") };
        }
        words += length;
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(&next);
    }
    match (said.is_empty(), language) {
        (false, _) => said,
        (true, Language::English) => "Nothing was changed.".into(),
        (true, Language::Portuguese) => "Nada foi alterado.".into(),
    }
}

fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(REPLY_WORDS - 1).collect();
    format!("{}…", words.join(" "))
}

/// Returns the word for a status in a list.
fn status_word(status: Option<Status>, active: &'static str, done: &'static str) -> &'static str {
    match status {
        None => "",
        Some(Status::Active) => active,
        Some(Status::Done) => done,
    }
}

//! What an action says will hold, to be verified against the board afterwards.

use lemmascope_intent::fold;

use crate::model::{
    Card, CardId, CardPatch, ColumnId, Comment, Day, Effect, Priority, Snapshot, Status, made_card,
    made_column,
};

/// What holds after an action.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Claim {
    /// So many cards were made, in the order of the steps. Each has the ids of those that had its title before.
    Created(Vec<(String, ColumnId, Vec<CardId>)>),
    Moved(Vec<CardId>, ColumnId),
    Updated(Vec<CardId>, CardPatch),
    Deleted(CardId, String),
    Listed(Filter),
    Commented(CardId, String),
    CommentRemoved(CardId, Comment),
    Assigned(CardId, Option<String>),
    Due(CardId, Option<Day>),
    Labelled(CardId, String),
    Unlabelled(CardId, String),
    Prioritized(CardId, Priority),
    Restored(CardId),
    ColumnCreated(String),
    ColumnRenamed(ColumnId, String),
    ColumnMoved(ColumnId),
    ColumnArchived(ColumnId, bool),
}

/// Criteria whose references are resolved.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Filter {
    pub(crate) query: Option<String>,
    pub(crate) column: Option<ColumnId>,
    pub(crate) status: Option<Status>,
    pub(crate) assignee: Option<String>,
    /// Whether it is a search, which also looks into comments.
    pub(crate) is_search: bool,
}

impl Claim {
    /// The claim with the ids of what the envelope has made.
    pub(crate) fn settled(&self, effects: &[Effect]) -> Self {
        let card = |id: &CardId| made_card(*id, effects).unwrap_or(*id);
        let column = |id: &ColumnId| made_column(*id, effects).unwrap_or(*id);
        let cards = |ids: &[CardId]| ids.iter().map(card).collect::<Vec<_>>();
        match self {
            Self::Created(made) => Self::Created(
                made.iter().map(|(title, lane, same)| (title.clone(), column(lane), cards(same))).collect(),
            ),
            Self::Moved(ids, lane) => Self::Moved(cards(ids), column(lane)),
            Self::Updated(ids, patch) => Self::Updated(cards(ids), patch.clone()),
            Self::Deleted(id, title) => Self::Deleted(card(id), title.clone()),
            Self::Listed(filter) => {
                Self::Listed(Filter { column: filter.column.as_ref().map(column), ..filter.clone() })
            }
            Self::Commented(id, text) => Self::Commented(card(id), text.clone()),
            Self::CommentRemoved(id, comment) => Self::CommentRemoved(card(id), comment.clone()),
            Self::Assigned(id, assignee) => Self::Assigned(card(id), assignee.clone()),
            Self::Due(id, due) => Self::Due(card(id), *due),
            Self::Labelled(id, label) => Self::Labelled(card(id), label.clone()),
            Self::Unlabelled(id, label) => Self::Unlabelled(card(id), label.clone()),
            Self::Prioritized(id, priority) => Self::Prioritized(card(id), *priority),
            Self::Restored(id) => Self::Restored(card(id)),
            Self::ColumnCreated(title) => Self::ColumnCreated(title.clone()),
            Self::ColumnRenamed(id, title) => Self::ColumnRenamed(column(id), title.clone()),
            Self::ColumnMoved(id) => Self::ColumnMoved(column(id)),
            Self::ColumnArchived(id, archived) => Self::ColumnArchived(column(id), *archived),
        }
    }
}

/// The cards that a filter lets through, in the order of the board.
pub(crate) fn matching_cards<'s>(snapshot: &'s Snapshot, filter: &Filter) -> Vec<&'s Card> {
    let query = filter.query.as_deref().map(fold);
    let assignee = filter.assignee.as_deref().map(fold);
    let holds = |card: &&Card| {
        let fields = &card.fields;
        let found = query.as_ref().is_none_or(|query| {
            let has = |text: &str| fold(text).contains(query.as_str());
            has(&fields.title)
                || has(&fields.description)
                || (filter.is_search && card.comments.iter().any(|comment| has(&comment.text)))
        });
        found
            && filter.column.is_none_or(|column| card.column == column)
            && filter.status.is_none_or(|status| fields.status == status)
            && assignee.as_ref().is_none_or(|wanted| {
                fields.assignee.as_deref().is_some_and(|assignee| fold(assignee) == *wanted)
            })
    };
    snapshot.live().filter(holds).collect()
}

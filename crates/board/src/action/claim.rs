//! The expected results of actions, which are verified against the board afterwards.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use lemmascope_intent::fold;

use super::Deadline;
use crate::model::{
    Card, CardFields, CardId, CardPatch, ColumnId, Comment, Day, Effect, Priority, Snapshot, Status,
    made_card, made_column,
};

/// The expected result of an action.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Claim {
    /// Creation of cards, in the order of the steps. Each has the ids of the older cards with the same title.
    Created(Vec<(String, ColumnId, Vec<CardId>)>),
    Moved(Vec<CardId>, ColumnId),
    Updated(Vec<CardId>, CardPatch),
    Deleted(CardId, String),
    /// Deletion of these cards of a column.
    Cleared(Vec<CardId>, ColumnId),
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

/// The assignee that a filter requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Holder {
    User(String),
    Nobody,
}

/// The label that a filter requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tag {
    Label(String),
    Nothing,
}

/// Search criteria with resolved references.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Filter {
    pub(crate) query: Option<String>,
    pub(crate) column: Option<ColumnId>,
    pub(crate) status: Option<Status>,
    pub(crate) assignee: Option<Holder>,
    pub(crate) label: Option<Tag>,
    pub(crate) priority: Option<Priority>,
    pub(crate) due: Option<Deadline>,
    /// Whether the filter is a search, which also includes comments.
    pub(crate) is_search: bool,
}

impl Claim {
    /// Replaces placeholders by the ids of the created cards and columns.
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
            Self::Cleared(ids, lane) => Self::Cleared(cards(ids), column(lane)),
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

/// Whether the due date of a card matches a filter.
fn is_due(deadline: Deadline, fields: &CardFields, today: Date) -> bool {
    let Some(Day(day)) = fields.due else { return deadline == Deadline::None };
    let monday = today.nth_weekday(-1, Weekday::Monday).ok().filter(|_| today.weekday() != Weekday::Monday);
    match deadline {
        Deadline::None => false,
        Deadline::Overdue => day < today && fields.status != Status::Done,
        Deadline::Today => day == today,
        Deadline::ThisWeek => {
            let monday = monday.unwrap_or(today);
            (monday..monday.saturating_add(7.days())).contains(&day)
        }
    }
}

/// Returns the cards that match a filter, in board order.
pub(crate) fn matching_cards<'s>(snapshot: &'s Snapshot, filter: &Filter) -> Vec<&'s Card> {
    let query = filter.query.as_deref().map(fold);
    let is_held_by = |holder: &Holder, assignee: Option<&str>| match holder {
        Holder::User(user) => assignee.is_some_and(|assignee| fold(assignee) == fold(user)),
        Holder::Nobody => assignee.is_none(),
    };
    let is_tagged = |tag: &Tag, labels: &[String]| match tag {
        Tag::Label(wanted) => labels.iter().any(|label| fold(label) == fold(wanted)),
        Tag::Nothing => labels.is_empty(),
    };
    let today = jiff::Zoned::now().date();
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
            && filter.assignee.as_ref().is_none_or(|holder| is_held_by(holder, fields.assignee.as_deref()))
            && filter.label.as_ref().is_none_or(|tag| is_tagged(tag, &fields.labels))
            && filter.priority.is_none_or(|priority| fields.priority == priority)
            && filter.due.is_none_or(|deadline| is_due(deadline, fields, today))
    };
    snapshot.live().filter(holds).collect()
}

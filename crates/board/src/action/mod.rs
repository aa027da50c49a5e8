//! The actions of people and agents, in their own terms: titles, column names, `#5`.

mod card_reference;
mod claim;
mod column_reference;
mod comment_reference;
mod envelope;
mod fields;
mod matching;
mod overlay;
mod parse;
mod question;
mod resolution;

pub(crate) use card_reference::find_card;

pub(crate) use claim::{Claim, Filter, Holder, Tag, matching_cards};
pub use envelope::Envelope;
pub(crate) use envelope::{REPLY_WORDS, SUGGESTIONS};
pub use fields::InvalidField;
pub(crate) use parse::{TYPES, day};
pub(crate) use question::Question;
pub(crate) use resolution::resolve;

use crate::model::{Day, Priority, Status};

/// An action with unresolved references.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the contract")]
pub enum Action {
    CreateCard(NewCard),
    MoveCard {
        identifier: String,
        to_column: String,
        place: Option<i64>,
    },
    UpdateCard {
        identifier: String,
        updates: Updates,
    },
    DeleteCard {
        identifier: String,
    },
    ListCards(Criteria),
    SearchCards(Criteria),
    BulkMove {
        identifiers: Vec<String>,
        to_column: String,
    },
    AddComment {
        identifier: String,
        comment: String,
    },
    /// Removes a comment. Without a text, the card must have a single comment.
    RemoveComment {
        identifier: String,
        comment: Option<String>,
    },
    AssignCard {
        identifier: String,
        assignee: Option<String>,
    },
    SetDueDate {
        identifier: String,
        due: Option<Day>,
    },
    AddLabel {
        identifier: String,
        label: String,
    },
    RemoveLabel {
        identifier: String,
        label: String,
    },
    SetPriority {
        identifier: String,
        priority: Priority,
    },
    RestoreCard {
        identifier: String,
    },
    BulkCreate {
        cards: Vec<NewCard>,
    },
    BulkUpdate {
        identifiers: Vec<String>,
        updates: Updates,
    },
    CreateColumn {
        title: String,
    },
    RenameColumn {
        column: String,
        title: String,
    },
    /// Moves a column. The place counts the visible columns, from 1 at the left.
    MoveColumn {
        column: String,
        place: i64,
    },
    ArchiveColumn {
        column: String,
    },
    /// Moves all cards of a column to another one.
    MoveAll {
        column: String,
        to_column: String,
    },
    /// Deletes all cards of a column.
    ClearColumn {
        column: String,
    },
    RestoreColumn {
        column: String,
    },
    /// Executes the action only if its card still has the version that the caller has seen.
    IfUnchanged {
        version: i64,
        action: Box<Action>,
    },
}

/// A card to create.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewCard {
    /// Its title.
    pub title: String,
    /// Its column; by default the first one.
    pub column: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// The assignee; `me` is the calling user.
    pub assignee: Option<String>,
    /// The due date.
    pub due: Option<Day>,
    /// Its priority.
    pub priority: Option<Priority>,
    /// Its label.
    pub label: Option<String>,
}

/// New values of fields. A field that is `None` stays unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the fields are those of a card")]
pub struct Updates {
    pub title: Option<String>,
    pub description: Option<String>,
    pub status: Option<Status>,
    pub assignee: Option<Option<String>>,
    pub due: Option<Option<Day>>,
    pub priority: Option<Priority>,
}

/// The search criteria for cards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Criteria {
    /// Words in the title, the description or a comment.
    pub query: Option<String>,
    /// The column.
    pub column: Option<String>,
    /// The status; `None` matches all.
    pub status: Option<Status>,
    /// The assignee; `me` is the calling user.
    pub assignee: Option<String>,
    /// A label.
    pub label: Option<String>,
    /// The priority.
    pub priority: Option<Priority>,
    /// The due date.
    pub due: Option<Deadline>,
}

/// A range of due dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deadline {
    /// Before today, and not done.
    Overdue,
    /// Today.
    Today,
    /// In the current week, which begins on Monday.
    ThisWeek,
    /// Without a due date.
    None,
}

impl Deadline {
    /// All values.
    pub const ALL: [Self; 4] = [Self::Overdue, Self::Today, Self::ThisWeek, Self::None];

    /// Returns the name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Overdue => "overdue",
            Self::Today => "today",
            Self::ThisWeek => "this_week",
            Self::None => "none",
        }
    }
}

impl Action {
    /// Whether the action is bound to a version of its card.
    pub(crate) fn is_bound(&self) -> bool {
        matches!(self, Self::IfUnchanged { .. })
    }

    /// Returns the identifier of its card, if it is about a single one.
    pub(crate) fn identifier(&self) -> Option<&str> {
        match self {
            Self::MoveCard { identifier, .. }
            | Self::UpdateCard { identifier, .. }
            | Self::DeleteCard { identifier }
            | Self::AddComment { identifier, .. }
            | Self::RemoveComment { identifier, .. }
            | Self::AssignCard { identifier, .. }
            | Self::SetDueDate { identifier, .. }
            | Self::AddLabel { identifier, .. }
            | Self::RemoveLabel { identifier, .. }
            | Self::SetPriority { identifier, .. }
            | Self::RestoreCard { identifier } => Some(identifier),
            Self::IfUnchanged { action, .. } => action.identifier(),
            _ => None,
        }
    }

    /// Returns the type of the action, as in the JSON contract.
    pub fn name(&self) -> &'static str {
        match self {
            Self::CreateCard(_) => "create_card",
            Self::MoveCard { .. } => "move_card",
            Self::UpdateCard { .. } => "update_card",
            Self::DeleteCard { .. } => "delete_card",
            Self::ListCards(_) => "list_cards",
            Self::SearchCards(_) => "search_cards",
            Self::BulkMove { .. } => "bulk_move",
            Self::AddComment { .. } => "add_comment",
            Self::RemoveComment { .. } => "remove_comment",
            Self::AssignCard { .. } => "assign_card",
            Self::SetDueDate { .. } => "set_due_date",
            Self::AddLabel { .. } => "add_label",
            Self::RemoveLabel { .. } => "remove_label",
            Self::SetPriority { .. } => "set_priority",
            Self::RestoreCard { .. } => "restore_card",
            Self::BulkCreate { .. } => "bulk_create",
            Self::BulkUpdate { .. } => "bulk_update",
            Self::CreateColumn { .. } => "create_column",
            Self::RenameColumn { .. } => "rename_column",
            Self::MoveColumn { .. } => "move_column",
            Self::ArchiveColumn { .. } => "archive_column",
            Self::RestoreColumn { .. } => "restore_column",
            Self::MoveAll { .. } => "move_all",
            Self::ClearColumn { .. } => "clear_column",
            Self::IfUnchanged { action, .. } => action.name(),
        }
    }
}

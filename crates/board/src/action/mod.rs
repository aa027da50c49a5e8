//! The actions that people and agents ask for, in their own terms: titles, names of columns, `#5`.

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

pub(crate) use claim::{Claim, Filter, Holder, matching_cards};
pub use envelope::Envelope;
pub(crate) use envelope::{REPLY_WORDS, SUGGESTIONS};
pub use fields::InvalidField;
pub(crate) use parse::{TYPES, day};
pub(crate) use question::Question;
pub(crate) use resolution::resolve;

use crate::model::{Day, Priority, Status};

/// One action, as it is asked for.
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
    /// Without the words of a comment, the only one of the card is meant.
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
    /// The place counts the columns in sight, from 1 at the left.
    MoveColumn {
        column: String,
        place: i64,
    },
    ArchiveColumn {
        column: String,
    },
    /// All cards of a column, to another one.
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
    /// The action, if its card still has the version that whoever asks has seen.
    IfUnchanged {
        version: i64,
        action: Box<Action>,
    },
}

/// A card that is to be made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewCard {
    /// Its title.
    pub title: String,
    /// Its column; the first one without a name.
    pub column: Option<String>,
    /// What it says at length.
    pub description: Option<String>,
    /// The user it is assigned to; `me` is the user who asks.
    pub assignee: Option<String>,
    /// The day by which it has to be done.
    pub due: Option<Day>,
    /// How much it matters.
    pub priority: Option<Priority>,
    /// Its label.
    pub label: Option<String>,
}

/// New values of fields. One that is `None` stays as it is.
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

/// Which cards are meant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Criteria {
    /// Words in the title, the description or a comment.
    pub query: Option<String>,
    /// The column.
    pub column: Option<String>,
    /// The status; any without one.
    pub status: Option<Status>,
    /// The assignee; `me` is the user who asks.
    pub assignee: Option<String>,
    /// A label.
    pub label: Option<String>,
    /// The priority.
    pub priority: Option<Priority>,
    /// When it has to be done.
    pub due: Option<Deadline>,
}

/// When the cards that are meant have to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deadline {
    /// Before today, and they are not done.
    Overdue,
    /// Today.
    Today,
    /// In the week of today, which begins on Monday.
    ThisWeek,
    /// On no day.
    None,
}

impl Deadline {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Overdue, Self::Today, Self::ThisWeek, Self::None];

    /// Its name.
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
    /// Whether it is bound to a version of its card.
    pub(crate) fn is_bound(&self) -> bool {
        matches!(self, Self::IfUnchanged { .. })
    }

    /// What names its card, where it is about one.
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

    /// The type of the action, as the contract spells it.
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

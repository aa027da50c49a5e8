use serde::{Deserialize, Serialize};

/// The id of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoardId(pub i64);

/// The id of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ColumnId(pub i64);

/// A board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Its id.
    pub id: BoardId,
    /// Its name.
    pub name: String,
    /// Whether it was put out of sight. Its cards are kept.
    pub archived: bool,
    /// The owner, who may share it and put it out of sight.
    pub owner: String,
    /// The other owners that it is shared with: they see it and change its cards and columns.
    pub members: Vec<String>,
}

impl Board {
    /// Whether an owner may see and change what is on the board.
    pub fn is_open_to(&self, owner: &str) -> bool {
        self.owner == owner || self.members.iter().any(|member| member == owner)
    }
}

/// A column of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its id.
    pub id: ColumnId,
    /// Its title.
    pub title: String,
    /// Where it is, from 1 at the left.
    pub place: i64,
    /// Whether it was put out of sight, with its cards.
    pub archived: bool,
    /// Whether a card that enters it is done, and one that leaves it is active again.
    pub completes: bool,
}

/// The columns that a new board has, and whether a card that enters one is done.
pub const DEFAULT_COLUMNS: [(&str, bool); 4] =
    [("Backlog", false), ("Ready", false), ("Work in progress", false), ("Done", true)];

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
    /// Whether it is archived. Its cards are kept.
    pub archived: bool,
    /// The owner, who may share and archive it.
    pub owner: String,
    /// The other owners with access: they see it, and can change its cards and columns.
    pub members: Vec<String>,
}

impl Board {
    /// Whether an owner may read and change the board.
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
    /// Its place, from 1 at the left.
    pub place: i64,
    /// Whether it is archived, with its cards.
    pub archived: bool,
    /// Whether entering it completes a card, and leaving it reactivates the card.
    pub completes: bool,
}

/// The columns of a new board, and whether entering one completes a card.
pub const DEFAULT_COLUMNS: [(&str, bool); 4] =
    [("Backlog", false), ("Ready", false), ("Work in progress", false), ("Done", true)];

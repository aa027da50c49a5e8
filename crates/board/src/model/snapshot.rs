use std::sync::Arc;

use super::board::{Board, Column, ColumnId};
use super::card::{Card, CardId};

/// Everything on a board at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The board.
    pub board: Board,
    /// The number of the last event that it includes.
    pub number: i64,
    /// Its columns from the left, those out of sight too.
    pub columns: Vec<Column>,
    /// The cards, in the order of the columns and of their places; then those that were deleted.
    pub cards: Vec<Arc<Card>>,
    /// The users that cards can be assigned to; nothing where that can be any name.
    pub users: Option<Vec<User>>,
}

/// A user that cards can be assigned to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The name by which cards have it.
    pub name: String,
    /// The name that people read.
    pub shown: String,
}

impl Snapshot {
    /// The columns that are in sight, from the left.
    pub fn visible(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| !column.archived)
    }

    /// The column of that id.
    pub fn column(&self, id: ColumnId) -> Option<&Column> {
        self.columns.iter().find(|column| column.id == id)
    }

    /// The card of that id, also one that was deleted.
    pub fn card(&self, id: CardId) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == id).map(Arc::as_ref)
    }

    /// The cards in columns that are in sight, in order.
    pub fn live(&self) -> impl Iterator<Item = &Card> {
        let visible: std::collections::HashSet<ColumnId> = self.visible().map(|column| column.id).collect();
        self.cards
            .iter()
            .map(Arc::as_ref)
            .filter(move |card| card.is_live() && visible.contains(&card.column))
    }

    /// The cards of a column, from the top.
    pub fn cards_in(&self, column: ColumnId) -> impl Iterator<Item = &Card> {
        self.cards.iter().map(Arc::as_ref).filter(move |card| card.is_live() && card.column == column)
    }

    /// The cards that were deleted, and not purged yet.
    pub fn deleted(&self) -> impl Iterator<Item = &Card> {
        self.cards.iter().map(Arc::as_ref).filter(|card| !card.is_live())
    }
}

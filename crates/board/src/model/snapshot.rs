use std::sync::Arc;

use super::board::{Board, Column, ColumnId};
use super::card::{Card, CardId};

/// The complete state of a board at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The board.
    pub board: Board,
    /// The number of the last included event.
    pub number: i64,
    /// Its columns from the left, including archived ones.
    pub columns: Vec<Column>,
    /// The cards, ordered by column and place, followed by the deleted ones.
    pub cards: Vec<Arc<Card>>,
    /// The assignable users; `None` if any name can be assigned.
    pub users: Option<Vec<User>>,
}

/// An assignable user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The name in the assignee field of cards.
    pub name: String,
    /// The display name.
    pub shown: String,
}

impl Snapshot {
    /// Returns the columns that are not archived, from the left.
    pub fn visible(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| !column.archived)
    }

    /// Returns the column with an id.
    pub fn column(&self, id: ColumnId) -> Option<&Column> {
        self.columns.iter().find(|column| column.id == id)
    }

    /// Returns the card with an id, even if it is deleted.
    pub fn card(&self, id: CardId) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == id).map(Arc::as_ref)
    }

    /// Returns the cards in columns that are not archived, in order.
    pub fn live(&self) -> impl Iterator<Item = &Card> {
        let visible: std::collections::HashSet<ColumnId> = self.visible().map(|column| column.id).collect();
        self.cards
            .iter()
            .map(Arc::as_ref)
            .filter(move |card| card.is_live() && visible.contains(&card.column))
    }

    /// Returns the cards of a column, from the top.
    pub fn cards_in(&self, column: ColumnId) -> impl Iterator<Item = &Card> {
        self.cards.iter().map(Arc::as_ref).filter(move |card| card.is_live() && card.column == column)
    }

    /// Returns the deleted cards that are not purged.
    pub fn deleted(&self) -> impl Iterator<Item = &Card> {
        self.cards.iter().map(Arc::as_ref).filter(|card| !card.is_live())
    }
}

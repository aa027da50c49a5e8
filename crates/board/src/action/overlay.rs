//! The state of the board between the actions of an envelope, with the effects of the earlier ones, so that
//! later actions can refer to them.

use std::borrow::Cow;
use std::sync::Arc;

use crate::model::{Card, CardFields, CardId, Column, ColumnId, Edit, Snapshot, Status};

pub(super) struct Overlay<'s> {
    snapshot: Cow<'s, Snapshot>,
    cards: usize,
    columns: usize,
}

impl<'s> Overlay<'s> {
    pub(super) fn new(snapshot: &'s Snapshot) -> Self {
        Self { snapshot: Cow::Borrowed(snapshot), cards: 0, columns: 0 }
    }

    /// Returns the board after the edits so far.
    pub(super) fn board(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns the board after the edits, if there are any.
    pub(super) fn into_changed(self) -> Option<Snapshot> {
        match self.snapshot {
            Cow::Owned(snapshot) => Some(snapshot),
            Cow::Borrowed(_) => None,
        }
    }

    /// Applies a planned edit.
    pub(super) fn note(&mut self, edit: &Edit) {
        match edit {
            Edit::CreateCard { column, fields, .. } => {
                let status = if self.completes(*column) { Status::Done } else { fields.status };
                let card = Card {
                    id: CardId::made_after(self.cards),
                    column: *column,
                    place: 0,
                    fields: CardFields { status, ..fields.clone() },
                    version: 0,
                    comments: Vec::new(),
                    created_at: 0,
                    changed_at: 0,
                    changed_by: None,
                    deleted_at: None,
                };
                self.cards += 1;
                self.snapshot.to_mut().cards.push(Arc::new(card));
            }
            Edit::MoveCard { card, column, .. } => {
                let (enters, from) =
                    (self.completes(*column), self.snapshot.card(*card).map(|card| card.column));
                let leaves = from.is_some_and(|from| from != *column && self.completes(from));
                self.change(*card, |card| {
                    card.column = *column;
                    if enters {
                        card.fields.status = Status::Done;
                    } else if leaves {
                        card.fields.status = Status::Active;
                    }
                });
            }
            Edit::UpdateCard { card, patch } => {
                self.change(*card, |card| card.fields = patch.apply(&card.fields))
            }
            Edit::DeleteCard { card } => self.change(*card, |card| card.deleted_at = Some(0)),
            Edit::RestoreCard { card, .. } => self.change(*card, |card| card.deleted_at = None),
            Edit::CreateColumn { title } => {
                let place =
                    self.snapshot.columns.iter().map(|column| column.place).max().unwrap_or_default() + 1;
                let id = ColumnId::made_after(self.columns);
                self.columns += 1;
                let column = Column { id, title: title.clone(), place, archived: false, completes: false };
                self.snapshot.to_mut().columns.push(column);
            }
            Edit::RenameColumn { column, title } => {
                self.change_column(*column, |column| column.title.clone_from(title))
            }
            Edit::MoveColumn { column, place } => self.move_column(*column, *place),
            Edit::ArchiveColumn { column, archived } => {
                self.change_column(*column, |column| column.archived = *archived);
            }
            Edit::RemoveComment { card, comment } => {
                self.change(*card, |card| card.comments.retain(|known| known.id != comment.id));
            }
            Edit::AddComment { .. } | Edit::KeepComment { .. } | Edit::RestoreComment { .. } => {}
        }
    }

    fn move_column(&mut self, id: ColumnId, place: i64) {
        let columns = &mut self.snapshot.to_mut().columns;
        columns.sort_by_key(|column| column.place);
        let Some(from) = columns.iter().position(|column| column.id == id) else { return };
        let column = columns.remove(from);
        let to = usize::try_from(place - 1).unwrap_or_default().min(columns.len());
        columns.insert(to, column);
        for (column, place) in columns.iter_mut().zip(1..) {
            column.place = place;
        }
    }

    fn completes(&self, column: ColumnId) -> bool {
        self.snapshot.column(column).is_some_and(|column| column.completes)
    }

    fn change(&mut self, card: CardId, change: impl FnOnce(&mut Card)) {
        if let Some(card) = self.snapshot.to_mut().cards.iter_mut().find(|known| known.id == card) {
            change(Arc::make_mut(card));
        }
    }

    fn change_column(&mut self, column: ColumnId, change: impl FnOnce(&mut Column)) {
        if let Some(column) = self.snapshot.to_mut().columns.iter_mut().find(|known| known.id == column) {
            change(column);
        }
    }
}

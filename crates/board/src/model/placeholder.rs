//! Placeholder ids for objects that the same batch creates: the first new card is `-1`, the second `-2`, and
//! columns likewise.

use super::board::ColumnId;
use super::card::CardId;
use super::edit::{Edit, Guard, Step};
use super::operation::Effect;

impl CardId {
    /// Returns the placeholder of the card that a batch creates after this many others.
    pub fn made_after(others: usize) -> Self {
        Self(placeholder(others))
    }

    /// Whether the id is a placeholder for a card that does not exist yet.
    pub fn is_placeholder(self) -> bool {
        self.0 < 0
    }
}

impl ColumnId {
    /// Returns the placeholder of the column that a batch creates after this many others.
    pub fn made_after(others: usize) -> Self {
        Self(placeholder(others))
    }

    /// Whether the id is a placeholder for a column that does not exist yet.
    pub fn is_placeholder(self) -> bool {
        self.0 < 0
    }
}

fn placeholder(others: usize) -> i64 {
    -1 - i64::try_from(others).unwrap_or(i64::MAX - 1)
}

impl Step {
    /// Replaces the placeholders in a step by the ids of the created objects.
    pub(crate) fn settled(&self, effects: &[Effect]) -> Result<Self, Unmade> {
        let mut step = self.clone();
        let (card, column) = step.edit.ids();
        settle(card, column, effects)?;
        match &mut step.guard {
            None => {}
            Some(Guard::Version(card, _)) => settle(Some(card), None, effects)?,
            Some(Guard::Fields { card, column, .. }) => settle(Some(card), column.as_mut(), effects)?,
            Some(Guard::Column { column, .. } | Guard::ColumnPlace { column, .. }) => {
                settle(None, Some(column), effects)?
            }
        }
        Ok(step)
    }
}

impl Edit {
    /// Returns the card and the column to which the edit refers.
    fn ids(&mut self) -> (Option<&mut CardId>, Option<&mut ColumnId>) {
        match self {
            Self::CreateCard { column, .. } => (None, Some(column)),
            Self::MoveCard { card, column, .. } => (Some(card), Some(column)),
            Self::UpdateCard { card, .. }
            | Self::DeleteCard { card }
            | Self::RestoreCard { card, .. }
            | Self::AddComment { card, .. }
            | Self::KeepComment { card, .. }
            | Self::RemoveComment { card, .. }
            | Self::RestoreComment { card, .. } => (Some(card), None),
            Self::CreateColumn { .. } => (None, None),
            Self::RenameColumn { column, .. }
            | Self::MoveColumn { column, .. }
            | Self::ArchiveColumn { column, .. } => (None, Some(column)),
        }
    }
}

fn settle(
    card: Option<&mut CardId>,
    column: Option<&mut ColumnId>,
    effects: &[Effect],
) -> Result<(), Unmade> {
    if let Some(card) = card.filter(|card| card.is_placeholder()) {
        *card = made_card(*card, effects).ok_or(Unmade::Card(*card))?;
    }
    if let Some(column) = column.filter(|column| column.is_placeholder()) {
        *column = made_column(*column, effects).ok_or(Unmade::Column(*column))?;
    }
    Ok(())
}

/// The error for a placeholder without an object: the batch has not created it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unmade {
    Card(CardId),
    Column(ColumnId),
}

/// Resolves a placeholder to the id of its card. Returns any other id unchanged.
pub(crate) fn made_card(id: CardId, effects: &[Effect]) -> Option<CardId> {
    let made = effects.iter().filter_map(|effect| match effect {
        Effect::CardCreated { card } => Some(card.id),
        _ => None,
    });
    settled(id.0, made).map_or(Some(id), |made| made)
}

/// Resolves a placeholder to the id of its column. Returns any other id unchanged.
pub(crate) fn made_column(id: ColumnId, effects: &[Effect]) -> Option<ColumnId> {
    let made = effects.iter().filter_map(|effect| match effect {
        Effect::ColumnCreated { column } => Some(column.id),
        _ => None,
    });
    settled(id.0, made).map_or(Some(id), |made| made)
}

/// Returns the created object for a placeholder. The outer `None` is for an id that is not a placeholder.
fn settled<T>(id: i64, mut made: impl Iterator<Item = T>) -> Option<Option<T>> {
    let place = usize::try_from(id.checked_neg()?.checked_sub(1)?).ok()?;
    (id < 0).then(|| made.nth(place))
}

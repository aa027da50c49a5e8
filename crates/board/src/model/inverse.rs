//! The inverse of an operation. Redo is the inverse of the operation that an undo was.

use super::card::{Card, CardPatch};
use super::edit::{Edit, Guard, Step};
use super::operation::{Effect, Operation};

/// Returns the steps that revert an operation, last effect first. Each has a guard, so that changes made in
/// the meantime are not lost.
pub fn inverse(operation: &Operation) -> Vec<Step> {
    operation.effects.iter().rev().flat_map(of_effect).collect()
}

fn of_effect(effect: &Effect) -> Vec<Step> {
    match effect {
        Effect::CardCreated { card } | Effect::CardRestored { card } => {
            vec![guarded(unchanged(card), Edit::DeleteCard { card: card.id })]
        }
        Effect::CardDeleted { before } => {
            vec![Edit::RestoreCard { card: before.id, place: Some(before.place) }.into()]
        }
        // The move may have completed the card because of its column; the move back reverts that too.
        Effect::CardMoved { before, after } => {
            let back = Edit::MoveCard { card: after.id, column: before.column, place: Some(before.place) };
            let moved = guarded(changed(before, after), back);
            let patch = CardPatch::between(&after.fields, &before.fields);
            let rest = (!patch.is_empty()).then_some(Edit::UpdateCard { card: after.id, patch });
            [Some(moved), rest.map(Step::from)].into_iter().flatten().collect()
        }
        Effect::CardUpdated { before, after } => {
            let patch = CardPatch::between(&after.fields, &before.fields);
            vec![guarded(changed(before, after), Edit::UpdateCard { card: after.id, patch })]
        }
        Effect::CommentAdded { card, comment } => {
            vec![Edit::RemoveComment { card: *card, comment: comment.clone() }.into()]
        }
        Effect::CommentRemoved { card, comment } => {
            vec![Edit::RestoreComment { card: *card, comment: comment.clone() }.into()]
        }
        Effect::ColumnCreated { column } => {
            let guard = Guard::Column {
                column: column.id,
                title: column.title.clone(),
                archived: false,
                empty: true,
            };
            vec![guarded(guard, Edit::ArchiveColumn { column: column.id, archived: true })]
        }
        Effect::ColumnMoved { before, after } => {
            let guard = Guard::ColumnPlace { column: after.id, place: after.place };
            vec![guarded(guard, Edit::MoveColumn { column: after.id, place: before.place })]
        }
        Effect::ColumnChanged { before, after } => {
            let guard = Guard::Column {
                column: after.id,
                title: after.title.clone(),
                archived: after.archived,
                empty: false,
            };
            let title = (before.title != after.title)
                .then(|| Edit::RenameColumn { column: after.id, title: before.title.clone() });
            let archived = (before.archived != after.archived)
                .then_some(Edit::ArchiveColumn { column: after.id, archived: before.archived });
            let mut steps: Vec<Step> = title.into_iter().chain(archived).map(Step::from).collect();
            if let Some(first) = steps.first_mut() {
                first.guard = Some(guard);
            }
            steps
        }
    }
}

fn guarded(guard: Guard, edit: Edit) -> Step {
    Step { guard: Some(guard), edit }
}

/// Returns a guard that requires the complete card to be unchanged.
fn unchanged(card: &Card) -> Guard {
    let fields = &card.fields;
    Guard::Fields {
        card: card.id,
        fields: CardPatch {
            title: Some(fields.title.clone()),
            description: Some(fields.description.clone()),
            assignee: Some(fields.assignee.clone()),
            due: Some(fields.due),
            labels: Some(fields.labels.clone()),
            priority: Some(fields.priority),
            status: Some(fields.status),
        },
        column: Some(card.column),
        comments: Some(card.comments.len()),
    }
}

/// Returns a guard that requires the changed fields to be unchanged. Ignores the place, which changes with
/// every neighbor.
fn changed(before: &Card, after: &Card) -> Guard {
    Guard::Fields {
        card: after.id,
        fields: CardPatch::between(&before.fields, &after.fields),
        column: (before.column != after.column || before.place != after.place).then_some(after.column),
        comments: None,
    }
}

//! Limits for all external input.

use crate::error::BoardError;
use crate::model::{CardFields, CardPatch, Edit};

/// The maximum length of a title of a card, column or board, in characters.
pub(crate) const TITLE: usize = 255;
/// The maximum size of a description or comment, in bytes.
pub(crate) const TEXT: usize = 64 << 10;
/// The maximum length of the name of a user or label, in characters.
pub(crate) const NAME: usize = 64;
/// The maximum number of labels of a card.
pub(crate) const LABELS: usize = 32;
/// The maximum number of edits in a batch.
pub(crate) const BATCH: usize = 500;
/// The maximum number of columns of a board.
pub(crate) const COLUMNS: usize = 100;
/// The maximum number of owners that a board is shared with.
pub(crate) const MEMBERS: usize = 100;
/// The maximum number of comments of a card.
pub(crate) const COMMENTS: usize = 1000;

/// Validates a name on one line: not empty, not too long, printable characters only.
pub(crate) fn line(field: &'static str, text: &str, longest: usize) -> Result<(), BoardError> {
    let reason = if text.trim().is_empty() {
        "is empty".to_string()
    } else if text.chars().count() > longest {
        format!("is longer than {longest} characters")
    } else if text.chars().any(char::is_control) {
        "has a character in it that cannot be printed".to_string()
    } else {
        return Ok(());
    };
    Err(BoardError::Invalid { field, reason })
}

/// Validates a text of several lines.
pub(crate) fn text(field: &'static str, text: &str) -> Result<(), BoardError> {
    let reason = if text.len() > TEXT {
        format!("is longer than {TEXT} bytes")
    } else if text.chars().any(|it| it.is_control() && !matches!(it, '\n' | '\r' | '\t')) {
        "has a character in it that cannot be printed".to_string()
    } else {
        return Ok(());
    };
    Err(BoardError::Invalid { field, reason })
}

/// Validates the values of an edit.
pub(crate) fn edit(edit: &Edit) -> Result<(), BoardError> {
    match edit {
        Edit::CreateCard { fields: written, .. } => fields(written),
        Edit::UpdateCard { patch: written, .. } => patch(written),
        Edit::AddComment { text: written, .. } | Edit::KeepComment { text: written, .. } => comment(written),
        Edit::CreateColumn { title } | Edit::RenameColumn { title, .. } => line("title", title, TITLE),
        Edit::MoveCard { .. }
        | Edit::DeleteCard { .. }
        | Edit::RestoreCard { .. }
        | Edit::RemoveComment { .. }
        | Edit::RestoreComment { .. }
        | Edit::MoveColumn { .. }
        | Edit::ArchiveColumn { .. } => Ok(()),
    }
}

/// Validates a comment.
pub(crate) fn comment(written: &str) -> Result<(), BoardError> {
    match written.trim().is_empty() {
        true => Err(BoardError::Invalid { field: "comment", reason: "is empty".into() }),
        false => text("comment", written),
    }
}

/// Validates the fields of a card.
pub(crate) fn fields(fields: &CardFields) -> Result<(), BoardError> {
    line("title", &fields.title, TITLE)?;
    text("description", &fields.description)?;
    fields.assignee.as_deref().map_or(Ok(()), |name| line("assignee", name, NAME))?;
    labels(&fields.labels)
}

/// Validates the values of a patch.
pub(crate) fn patch(patch: &CardPatch) -> Result<(), BoardError> {
    patch.title.as_deref().map_or(Ok(()), |title| line("title", title, TITLE))?;
    patch.description.as_deref().map_or(Ok(()), |it| text("description", it))?;
    if let Some(Some(name)) = &patch.assignee {
        line("assignee", name, NAME)?;
    }
    patch.labels.as_deref().map_or(Ok(()), labels)
}

fn labels(labels: &[String]) -> Result<(), BoardError> {
    if labels.len() > LABELS {
        return Err(BoardError::Full { what: "labels of a card", limit: LABELS });
    }
    labels.iter().try_for_each(|label| line("label", label, NAME))
}

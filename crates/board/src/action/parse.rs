//! Parsing of actions from JSON.

use serde_json::Value as Json;

use super::fields::{Fields, InvalidField, invalid};
use super::{Action, Criteria, NewCard, Updates};
use crate::limits;
use crate::model::{Day, Priority, Status};

/// The types of actions.
pub(crate) const TYPES: [&str; 22] = [
    "create_card",
    "move_card",
    "update_card",
    "delete_card",
    "list_cards",
    "search_cards",
    "bulk_move",
    "add_comment",
    "remove_comment",
    "assign_card",
    "set_due_date",
    "add_label",
    "remove_label",
    "set_priority",
    "restore_card",
    "bulk_create",
    "bulk_update",
    "create_column",
    "rename_column",
    "move_column",
    "archive_column",
    "restore_column",
];

/// Parses an action.
pub(super) fn action(json: &Json, path: &str) -> Result<Action, InvalidField> {
    let mut fields = Fields::of(json, path)?;
    let name = fields.text("type")?;
    let action = match name.as_str() {
        "create_card" => Action::CreateCard(new_card(&mut fields)?),
        "move_card" => Action::MoveCard {
            identifier: fields.text("identifier")?,
            to_column: fields.text("toColumn")?,
            place: fields.optional_count("position")?,
        },
        "update_card" => {
            Action::UpdateCard { identifier: fields.text("identifier")?, updates: updates(&mut fields)? }
        }
        "delete_card" => Action::DeleteCard { identifier: fields.text("identifier")? },
        "list_cards" => Action::ListCards(criteria(&mut fields)?),
        "search_cards" => {
            let criteria = criteria(&mut fields)?;
            if criteria.query.as_deref().is_none_or(|query| query.trim().is_empty()) {
                return Err(fields.missing("query"));
            }
            Action::SearchCards(criteria)
        }
        "bulk_move" => Action::BulkMove {
            identifiers: fields.texts("identifiers", limits::BATCH)?,
            to_column: fields.text("toColumn")?,
        },
        "add_comment" => {
            Action::AddComment { identifier: fields.text("identifier")?, comment: fields.text("comment")? }
        }
        "remove_comment" => Action::RemoveComment {
            identifier: fields.text("identifier")?,
            comment: some_text(&mut fields, "comment")?,
        },
        "assign_card" => Action::AssignCard {
            identifier: fields.text("identifier")?,
            assignee: some_text(&mut fields, "assignee")?,
        },
        "set_due_date" => Action::SetDueDate {
            identifier: fields.text("identifier")?,
            due: some_day(&mut fields, "dueDate")?,
        },
        "add_label" => {
            Action::AddLabel { identifier: fields.text("identifier")?, label: fields.text("label")? }
        }
        "remove_label" => {
            Action::RemoveLabel { identifier: fields.text("identifier")?, label: fields.text("label")? }
        }
        "set_priority" => {
            let identifier = fields.text("identifier")?;
            let priority = some_priority(&mut fields)?.ok_or_else(|| fields.missing("priority"))?;
            Action::SetPriority { identifier, priority }
        }
        "restore_card" => Action::RestoreCard { identifier: fields.text("identifier")? },
        "bulk_create" => {
            let cards =
                fields.optional_list("cards", limits::BATCH)?.ok_or_else(|| fields.missing("cards"))?;
            if cards.is_empty() {
                return Err(invalid(&fields.path("cards"), "is empty"));
            }
            let read = |(at, card): (usize, &Json)| {
                let mut fields = Fields::of(card, &format!("{path}.cards[{at}]"))?;
                let card = new_card(&mut fields)?;
                fields.finish().map(|()| card)
            };
            Action::BulkCreate { cards: cards.iter().enumerate().map(read).collect::<Result<_, _>>()? }
        }
        "bulk_update" => Action::BulkUpdate {
            identifiers: fields.texts("identifiers", limits::BATCH)?,
            updates: updates(&mut fields)?,
        },
        "create_column" => Action::CreateColumn { title: fields.text("title")? },
        "rename_column" => {
            Action::RenameColumn { column: fields.text("column")?, title: fields.text("title")? }
        }
        "move_column" => {
            let column = fields.text("column")?;
            let place = fields.optional_count("position")?.ok_or_else(|| fields.missing("position"))?;
            Action::MoveColumn { column, place }
        }
        "archive_column" => Action::ArchiveColumn { column: fields.text("column")? },
        "restore_column" => Action::RestoreColumn { column: fields.text("column")? },
        other => {
            let near = lemmascope_intent::nearest(other, TYPES);
            let meant = near.map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default();
            let shown: String = other.chars().take(60).collect();
            let reason = format!("\"{shown}\" is not an action{meant}");
            return Err(invalid(&fields.path("type"), reason));
        }
    };
    let version = if is_of_one_card(&name) { fields.optional_count("version")? } else { None };
    fields.finish()?;
    Ok(match version {
        Some(version) => Action::IfUnchanged { version, action: Box::new(action) },
        None => action,
    })
}

/// Whether an action changes a single existing card, so that it can be bound to a version.
fn is_of_one_card(name: &str) -> bool {
    matches!(
        name,
        "move_card"
            | "update_card"
            | "delete_card"
            | "add_comment"
            | "remove_comment"
            | "assign_card"
            | "set_due_date"
            | "add_label"
            | "remove_label"
            | "set_priority"
    )
}

fn new_card(fields: &mut Fields<'_>) -> Result<NewCard, InvalidField> {
    Ok(NewCard {
        title: fields.text("title")?,
        column: Some(fields.text("column")?),
        description: fields.optional_text("description")?,
        ..NewCard::default()
    })
}

fn updates(fields: &mut Fields<'_>) -> Result<Updates, InvalidField> {
    let path = fields.path("updates");
    let json = fields.get("updates").ok_or_else(|| fields.missing("updates"))?;
    let mut inner = Fields::of(json, &path)?;
    let assignee = inner.has("assignee").then(|| some_text(&mut inner, "assignee")).transpose()?;
    let due = inner.has("dueDate").then(|| some_day(&mut inner, "dueDate")).transpose()?;
    let updates = Updates {
        title: inner.get("title").is_some().then(|| inner.text("title")).transpose()?,
        description: inner.optional_text("description")?,
        status: some_status(&mut inner)?,
        assignee,
        due,
        priority: some_priority(&mut inner)?,
    };
    // Marks these fields as known, even if they are absent.
    let _ = (inner.get("assignee"), inner.get("dueDate"));
    inner.finish()?;
    match updates == Updates::default() {
        true => Err(invalid(&path, "changes nothing")),
        false => Ok(updates),
    }
}

fn criteria(fields: &mut Fields<'_>) -> Result<Criteria, InvalidField> {
    let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    Ok(Criteria {
        query: some(fields.optional_text("query")?),
        column: some(fields.optional_text("column")?),
        status: some_status(fields)?,
        assignee: some(fields.optional_text("assignee")?),
        ..Criteria::default()
    })
}

/// Parses a status; `all` is no restriction.
fn some_status(fields: &mut Fields<'_>) -> Result<Option<Status>, InvalidField> {
    match fields.optional_text("status")?.as_deref() {
        None | Some("all") => Ok(None),
        Some("active") => Ok(Some(Status::Active)),
        Some("done") => Ok(Some(Status::Done)),
        Some(_) => Err(invalid(&fields.path("status"), "must be all, active or done")),
    }
}

fn some_priority(fields: &mut Fields<'_>) -> Result<Option<Priority>, InvalidField> {
    let Some(text) = fields.optional_text("priority")? else { return Ok(None) };
    let found = Priority::ALL.into_iter().find(|priority| priority.as_str() == text);
    found.map(Some).ok_or_else(|| invalid(&fields.path("priority"), "must be none, low, medium or high"))
}

fn some_text(fields: &mut Fields<'_>, name: &'static str) -> Result<Option<String>, InvalidField> {
    Ok(fields.optional_text(name)?.filter(|text| !text.trim().is_empty()))
}

fn some_day(fields: &mut Fields<'_>, name: &'static str) -> Result<Option<Day>, InvalidField> {
    let text = some_text(fields, name)?;
    text.map(|text| day(&text).map_err(|reason| invalid(&fields.path(name), reason))).transpose()
}

/// Parses a date.
pub(crate) fn day(text: &str) -> Result<Day, String> {
    text.trim().parse().map_err(|_| "must be a day such as 2026-11-18".to_string())
}

//! Cards and boards as data and as lines.

use lemmascope_intent::{Change, Object, Value};

use crate::model::{Card, Column, Effect, Priority, Snapshot, Status};

/// Returns a card as data.
pub(crate) fn card(card: &Card, now: &Snapshot) -> Value {
    let fields = &card.fields;
    let mut object = Object::new();
    let mut put = |name: &str, value: Value| object.insert(name.into(), value);
    put("id", Value::from(card.id.0));
    put("title", fields.title.as_str().into());
    put("column", now.column(card.column).map_or(Value::Null, |column| column.title.as_str().into()));
    put("position", card.place.into());
    put("status", if fields.status == Status::Done { "done" } else { "active" }.into());
    if !fields.description.is_empty() {
        put("description", fields.description.as_str().into());
    }
    if let Some(assignee) = &fields.assignee {
        put("assignee", assignee.as_str().into());
    }
    if let Some(due) = fields.due {
        put("dueDate", due.to_string().into());
    }
    if !fields.labels.is_empty() {
        put("labels", crate::site::texts(&fields.labels));
    }
    if fields.priority != Priority::None {
        put("priority", fields.priority.as_str().into());
    }
    if !card.comments.is_empty() {
        let comments = card.comments.iter().map(|comment| {
            let mut object = Object::new();
            object.insert("author".into(), comment.author.as_deref().map_or(Value::Null, Value::from));
            object.insert("text".into(), comment.text.as_str().into());
            Value::Object(object)
        });
        put("comments", Value::List(comments.collect()));
    }
    put("version", card.version.into());
    Value::Object(object)
}

/// Formats a card on one line.
pub(crate) fn line(card: &Card) -> String {
    let fields = &card.fields;
    let mut line = format!("{} {}", card.id, fields.title);
    if let Some(assignee) = &fields.assignee {
        line.push_str(&format!(" @{assignee}"));
    }
    if let Some(due) = fields.due {
        line.push_str(&format!(" due {due}"));
    }
    if fields.priority != Priority::None {
        line.push_str(&format!(" ({} priority)", fields.priority.as_str()));
    }
    for label in &fields.labels {
        line.push_str(&format!(" [{label}]"));
    }
    match card.comments.len() {
        0 => {}
        1 => line.push_str(", 1 comment"),
        several => line.push_str(&format!(", {several} comments")),
    }
    line
}

/// Returns the cards grouped by column, as lines and as data.
pub(crate) fn grouped(cards: &[&Card], now: &Snapshot, only: Option<&Column>) -> (Vec<String>, Value) {
    let mut lines = Vec::new();
    let mut groups = Vec::new();
    for column in now.visible().filter(|column| only.is_none_or(|only| only.id == column.id)) {
        let inside: Vec<&&Card> = cards.iter().filter(|card| card.column == column.id).collect();
        lines.push(format!("{} ({})", column.title, inside.len()));
        lines.extend(inside.iter().map(|card| format!("  {}", line(card))));
        let mut group = Object::new();
        group.insert("column".into(), column.title.as_str().into());
        group.insert("cards".into(), Value::List(inside.iter().map(|it| self::card(it, now)).collect()));
        groups.push(Value::Object(group));
    }
    (lines, Value::List(groups))
}

/// Returns the changes of an effect, in sign notation.
pub(crate) fn changes(effect: &Effect, now: &Snapshot) -> Vec<Change> {
    let column = |id| now.column(id).map_or_else(String::new, |column| column.title.clone());
    let named = |card: &Card| format!("card {} \"{}\"", card.id, card.fields.title);
    let altered = |what: String, before: String, after: String| Change::Altered { what, before, after };
    match effect {
        Effect::CardCreated { card } | Effect::CardRestored { card } => {
            vec![Change::Added(format!("{} in {}", named(card), column(card.column)))]
        }
        Effect::CardDeleted { before } => vec![Change::Removed(named(before))],
        Effect::CardMoved { before, after } if before.column == after.column => {
            vec![altered(
                format!("{} position", named(after)),
                before.place.to_string(),
                after.place.to_string(),
            )]
        }
        Effect::CardMoved { before, after } => {
            vec![altered(format!("{} column", named(after)), column(before.column), column(after.column))]
        }
        Effect::CardUpdated { before, after } => {
            let (old, new) = (&before.fields, &after.fields);
            let none = || "none".to_string();
            let pairs = [
                ("title", old.title.clone(), new.title.clone()),
                ("description", short(&old.description), short(&new.description)),
                (
                    "assignee",
                    old.assignee.clone().unwrap_or_else(none),
                    new.assignee.clone().unwrap_or_else(none),
                ),
                (
                    "due date",
                    old.due.map_or_else(none, |day| day.to_string()),
                    new.due.map_or_else(none, |day| day.to_string()),
                ),
                ("labels", old.labels.join(", "), new.labels.join(", ")),
                ("priority", old.priority.as_str().into(), new.priority.as_str().into()),
                ("status", status(old.status).into(), status(new.status).into()),
            ];
            let of = format!("card {}", after.id);
            pairs
                .into_iter()
                .filter(|(_, before, after)| before != after)
                .map(|(field, before, after)| altered(format!("{of} {field}"), before, after))
                .collect()
        }
        Effect::CommentAdded { card, .. } => vec![Change::Added(format!("comment on {card}"))],
        Effect::CommentRemoved { card, .. } => vec![Change::Removed(format!("comment on {card}"))],
        Effect::ColumnCreated { column } => vec![Change::Added(format!("column \"{}\"", column.title))],
        Effect::ColumnMoved { before, after } => vec![altered(
            format!("column \"{}\" position", after.title),
            before.place.to_string(),
            after.place.to_string(),
        )],
        Effect::ColumnChanged { before, after } if before.title != after.title => {
            vec![altered("column".into(), before.title.clone(), after.title.clone())]
        }
        Effect::ColumnChanged { after, .. } => match after.archived {
            true => vec![Change::Removed(format!("column \"{}\"", after.title))],
            false => vec![Change::Added(format!("column \"{}\"", after.title))],
        },
    }
}

fn status(status: Status) -> &'static str {
    if status == Status::Done { "done" } else { "active" }
}

/// Truncates a text to one line.
fn short(text: &str) -> String {
    const ENOUGH: usize = 60;
    let line: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(ENOUGH).collect();
    if text.chars().count() > ENOUGH { format!("{line}…") } else { line }
}

//! Cards as CSV (RFC 4180), one card per row, with a header row.

use lemmascope_intent::{Failure, fold};

use super::{Document, DocumentCard, DocumentColumn, DocumentComment, FORMAT, unreadable};
use crate::model::{Priority, Status};

const NAMES: [&str; 10] = [
    "id",
    "title",
    "column",
    "description",
    "status",
    "assignee",
    "dueDate",
    "labels",
    "priority",
    "comments",
];
/// The separator of labels and comments within a field.
const BETWEEN: char = '\n';

pub(super) fn write(document: &Document) -> String {
    let mut text = NAMES.join(",") + "\r\n";
    for card in document.cards.iter().filter(|card| !card.deleted) {
        let status = if card.status == Status::Done { "done" } else { "active" };
        let comments: Vec<&str> = card.comments.iter().map(|comment| comment.text.as_str()).collect();
        let fields = [
            card.id.to_string(),
            card.title.clone(),
            card.column.clone(),
            card.description.clone(),
            status.to_string(),
            card.assignee.clone().unwrap_or_default(),
            card.due_date.map(|day| day.to_string()).unwrap_or_default(),
            card.labels.join("\n"),
            card.priority.as_str().to_string(),
            comments.join("\n"),
        ];
        let row: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
        text.push_str(&row.join(","));
        text.push_str("\r\n");
    }
    text
}

fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_string(),
    }
}

pub(super) fn read(text: &str) -> Result<Document, Failure> {
    let mut rows = rows(text.trim_start_matches('\u{feff}'))?.into_iter();
    let names = rows.next().ok_or_else(|| unreadable("it is empty"))?;
    let mut places = [None; NAMES.len()];
    for (at, name) in names.iter().enumerate() {
        let known = NAMES.iter().position(|known| fold(known) == fold(name.trim()));
        match known.and_then(|known| places.get_mut(known)) {
            Some(place) => *place = Some(at),
            None => {
                let known = NAMES.join(", ");
                return Err(unreadable(&format!("column \"{name}\" is not known; the columns are {known}")));
            }
        }
    }
    let mut columns: Vec<DocumentColumn> = Vec::new();
    let mut cards = Vec::new();
    for (number, row) in rows.enumerate() {
        let fault = |reason: &str| unreadable(&format!("row {}: {reason}", number + 2));
        let [id, title, column, description, status, assignee, due, labels, priority, comments] = places
            .map(|place| place.and_then(|at| row.get(at)).map(|field| field.trim()).unwrap_or_default());
        if title.is_empty() || column.is_empty() {
            return Err(fault("title and column must not be empty"));
        }
        if columns.iter().all(|known| known.title != column) {
            columns.push(DocumentColumn { title: column.into(), archived: false, completes: false });
        }
        let lines = |field: &str| -> Vec<String> {
            field.split(BETWEEN).map(str::trim).filter(|it| !it.is_empty()).map(str::to_string).collect()
        };
        let comment = |text: String| DocumentComment { author: None, text, at: 0 };
        cards.push(DocumentCard {
            id: id.trim_start_matches('#').parse().unwrap_or_default(),
            title: title.into(),
            column: column.into(),
            description: description.into(),
            status: match fold(status).as_str() {
                "" | "active" => Status::Active,
                "done" => Status::Done,
                _ => return Err(fault("status must be active or done")),
            },
            assignee: (!assignee.is_empty()).then(|| assignee.to_string()),
            due_date: match due {
                "" => None,
                day => Some(day.parse().map_err(|_| fault("dueDate must be a day such as 2026-12-24"))?),
            },
            labels: lines(labels),
            priority: match priority {
                "" => Priority::None,
                name => *Priority::ALL
                    .iter()
                    .find(|known| known.as_str() == fold(name))
                    .ok_or_else(|| fault("priority must be none, low, medium or high"))?,
            },
            comments: lines(comments).into_iter().map(comment).collect(),
            deleted: false,
        });
    }
    Ok(Document { format: FORMAT.into(), version: 1, board: String::new(), columns, cards })
}

/// Returns the fields of each row that is not empty.
fn rows(text: &str) -> Result<Vec<Vec<String>>, Failure> {
    let mut rows = Vec::new();
    let mut row: Vec<String> = Vec::new();
    let mut field = String::new();
    let mut is_quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            '"' if field.is_empty() => is_quoted = true,
            ',' if !is_quoted => row.push(std::mem::take(&mut field)),
            '\r' if !is_quoted && letters.peek() == Some(&'\n') => {}
            '\n' | '\r' if !is_quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    if is_quoted {
        return Err(unreadable("a quoted field does not end"));
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|field| !field.trim().is_empty()));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_export_round_trips() {
        let card = DocumentCard {
            id: 7,
            title: "a \"quoted\", title".into(),
            column: "Ready".into(),
            description: "two\nlines".into(),
            status: Status::Done,
            assignee: Some("ana".into()),
            due_date: Some("2026-12-24".parse().unwrap()),
            labels: vec!["é".into(), "b".into()],
            priority: Priority::High,
            comments: vec![DocumentComment { author: None, text: "one, two".into(), at: 0 }],
            deleted: false,
        };
        let column = DocumentColumn { title: "Ready".into(), archived: false, completes: false };
        let document = Document {
            format: FORMAT.into(),
            version: 1,
            board: String::new(),
            columns: vec![column],
            cards: vec![card],
        };
        assert_eq!(read(&write(&document)).unwrap(), document);
        assert_eq!(read("title,column\nx,Done\n").unwrap().cards.len(), 1);
        for (text, reason) in [
            ("", "it is empty"),
            ("title,colour\n", "column \"colour\" is not known"),
            ("title,column\n\"x,Done\n", "a quoted field does not end"),
            ("title,column\n,Done\n", "row 2: title and column"),
            ("title,column,dueDate\nx,Done,soon\n", "row 2: dueDate"),
        ] {
            let message = read(text).unwrap_err().message;
            assert!(message.contains(reason), "{message}");
        }
    }
}

//! Boards as documents, for backup or transfer to another store: complete boards as JSON, or their cards as
//! CSV.

mod csv;
mod plan;

use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub(crate) use plan::{Plan, columns, edits, plan};

use crate::model::{Card, Day, Priority, Snapshot, Status};

/// The name of the format.
const FORMAT: &str = "lemmascope-board";

/// A board with its complete content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Document {
    format: String,
    version: u32,
    board: String,
    columns: Vec<DocumentColumn>,
    cards: Vec<DocumentCard>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DocumentColumn {
    title: String,
    #[serde(default)]
    archived: bool,
    #[serde(default)]
    completes: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DocumentCard {
    #[serde(default)]
    id: i64,
    title: String,
    column: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    status: Status,
    #[serde(default)]
    assignee: Option<String>,
    #[serde(default)]
    due_date: Option<Day>,
    #[serde(default)]
    labels: Vec<String>,
    #[serde(default)]
    priority: Priority,
    #[serde(default)]
    comments: Vec<DocumentComment>,
    #[serde(default)]
    deleted: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DocumentComment {
    #[serde(default)]
    author: Option<String>,
    text: String,
    /// The time, in milliseconds since 1970.
    #[serde(default)]
    at: i64,
}

impl Document {
    /// Returns the current board as a document, including deleted cards.
    pub(crate) fn of(now: &Snapshot) -> Self {
        let columns = now.columns.iter().map(|column| DocumentColumn {
            title: column.title.clone(),
            archived: column.archived,
            completes: column.completes,
        });
        Self {
            format: FORMAT.into(),
            version: 1,
            board: now.board.name.clone(),
            columns: columns.collect(),
            cards: now.cards.iter().map(|card| document_card(card, now)).collect(),
        }
    }

    /// Parses the output of an export: the document, the result that contains it, or a complete report.
    pub(crate) fn read(json: &Json) -> Result<Self, Failure> {
        let inner = json.get("result").unwrap_or(json);
        if let Some(text) = inner.get("text").and_then(Json::as_str) {
            return csv::read(text);
        }
        let document: Self =
            serde_json::from_value(inner.clone()).map_err(|error| unreadable(&error.to_string()))?;
        match document.format == FORMAT && document.version == 1 {
            true => Ok(document),
            false => Err(unreadable("its format is another, or a newer one")),
        }
    }

    /// Returns the document as JSON.
    pub(crate) fn json(&self) -> Result<Json, Failure> {
        serde_json::to_value(self).map_err(|error| Failure::new(Cause::Failed, error.to_string()))
    }

    /// Returns the cards as CSV, without deleted ones.
    pub(crate) fn csv(&self) -> String {
        csv::write(self)
    }

    /// Returns the number of cards.
    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }
}

fn document_card(card: &Card, now: &Snapshot) -> DocumentCard {
    let fields = card.fields.clone();
    let comments = card.comments.iter().map(|comment| DocumentComment {
        author: comment.author.clone(),
        text: comment.text.clone(),
        at: comment.at,
    });
    DocumentCard {
        id: card.id.0,
        title: fields.title,
        column: now.column(card.column).map_or_else(String::new, |column| column.title.clone()),
        description: fields.description,
        status: fields.status,
        assignee: fields.assignee,
        due_date: fields.due,
        labels: fields.labels,
        priority: fields.priority,
        comments: comments.collect(),
        deleted: !card.is_live(),
    }
}

fn unreadable(reason: &str) -> Failure {
    Failure::new(Cause::InvalidParameter, format!("the document cannot be imported: {reason}"))
        .about("document")
        .hint("`board export` writes documents that can be imported, as JSON or as CSV.")
}

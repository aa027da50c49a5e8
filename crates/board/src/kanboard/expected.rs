//! The expected state on the server after a call, for checking a call that returned an error.

use serde_json::{Map, Value as Json, json};

use super::project::{list, optional, text};
use super::rpc::{Rpc, is_failure, number};
use crate::error::BoardError;

pub(super) enum Expected<'c> {
    /// The task does not exist.
    NoTask(i64),
    /// The task has these values.
    Task(i64, Map<String, Json>),
    /// The task has these tags, in any order.
    Tags(i64, &'c [String]),
    /// The task does not have this comment.
    NoComment(i64, i64),
    /// The project does not have this column.
    NoColumn(i64, i64),
    /// The column has this place.
    ColumnPlace(i64, i64),
    /// The column has this title.
    Title(i64, &'c str),
}

impl Expected<'_> {
    /// Whether the state holds now.
    pub(super) async fn holds(&self, rpc: &Rpc) -> Result<bool, BoardError> {
        Ok(match self {
            Self::NoTask(task) => is_failure(&rpc.read("getTask", json!({"task_id": task})).await?),
            Self::Task(task, values) => {
                let task = rpc.read("getTask", json!({"task_id": task})).await?;
                values.iter().all(|(name, value)| is_same(name, value, &task))
            }
            Self::Tags(task, tags) => {
                let there = rpc.read("getTaskTags", json!({"task_id": task})).await?;
                let mut there: Vec<&str> = list(&there).filter_map(Json::as_str).collect();
                let mut wanted: Vec<&str> = tags.iter().map(String::as_str).collect();
                there.sort_unstable();
                wanted.sort_unstable();
                there == wanted
            }
            Self::NoComment(task, comment) => {
                let comments = rpc.read("getAllComments", json!({"task_id": task})).await?;
                list(&comments).all(|it| optional(it, "id") != Some(*comment))
            }
            Self::NoColumn(project, column) => {
                let columns = rpc.read("getColumns", json!({"project_id": project})).await?;
                list(&columns).all(|it| optional(it, "id") != Some(*column))
            }
            Self::ColumnPlace(column, place) => {
                let column = rpc.read("getColumn", json!({"column_id": column})).await?;
                optional(&column, "position") == Some(*place)
            }
            Self::Title(column, title) => {
                let column = rpc.read("getColumn", json!({"column_id": column})).await?;
                text(&column, "title") == *title
            }
        })
    }
}

fn is_same(name: &str, value: &Json, task: &Json) -> bool {
    match name {
        // The server returns a date in another format than it accepts. Writing it again is harmless.
        "date_due" => false,
        name => {
            task.get(name) == Some(value) || number(value).is_some_and(|it| optional(task, name) == Some(it))
        }
    }
}

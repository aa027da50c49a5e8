//! The current state of a Kanboard project: its columns, its tasks, and the users that tasks can be assigned
//! to.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use lemmascope_intent::fold;
use serde_json::{Value as Json, json};

use super::rpc::{Rpc, number};
use crate::error::BoardError;
use crate::limits;
use crate::model::{BoardId, CardFields, CardId, Column, ColumnId, Day, Priority, Status, User};

pub(super) struct Project {
    /// The columns, from the left.
    pub(super) columns: Vec<Column>,
    /// The tasks, including closed ones. The open tasks of a column are in order.
    pub(super) tasks: Vec<Task>,
    /// The swimlane of new tasks.
    pub(super) lane: i64,
    /// The assignable users, with their ids.
    pub(super) users: Vec<(i64, User)>,
}

pub(super) struct Task {
    pub(super) id: CardId,
    pub(super) column: ColumnId,
    pub(super) lane: i64,
    pub(super) fields: CardFields,
    pub(super) comments: usize,
}

/// Data that rarely changes and is read once.
#[derive(Default)]
pub(super) struct Known {
    zone: Mutex<Option<TimeZone>>,
    users: Mutex<HashMap<i64, String>>,
}

impl Project {
    /// Reads a project. Tasks in the column with this folded title are done.
    pub(super) async fn read(
        rpc: &Rpc,
        known: &Known,
        board: BoardId,
        done: &str,
    ) -> Result<Self, BoardError> {
        let project = json!({"project_id": board.0});
        let calls =
            [("getColumns", project.clone()), ("getBoard", project.clone()), ("getAssignableUsers", project)];
        let mut answers = rpc.read_all(&calls).await?.into_iter();
        let mut next = || answers.next().unwrap_or_default();
        let (columns, lanes, users) = (next(), next(), next());
        let zone = known.zone(rpc).await?;
        let columns =
            list(&columns).map(|column| self::column(column, done)).collect::<Result<Vec<_>, _>>()?;
        let mut tasks = Vec::new();
        let mut lane_of_new = 0;
        for (at, lane) in list(&lanes).enumerate() {
            let id = whole(lane, "id")?;
            if at == 0 {
                lane_of_new = id;
            }
            for column in list(lane.get("columns").unwrap_or(&Json::Null)) {
                for task in list(column.get("tasks").unwrap_or(&Json::Null)) {
                    tasks.push((at, whole(task, "position")?, self::task(task, id, &zone)?));
                }
            }
        }
        tasks.sort_by_key(|(lane, position, task)| (*lane, *position, task.id));
        let tasks = tasks.into_iter().map(|(_, _, task)| task).collect();
        let users = known.users(rpc, &users).await?;
        Ok(Self { columns, tasks, lane: lane_of_new, users })
    }

    /// Returns the user with this account name or display name, ignoring case.
    pub(super) fn user(&self, name: &str) -> Option<&(i64, User)> {
        let folded = fold(name.trim());
        let by_name = self.users.iter().find(|(_, user)| fold(&user.name) == folded);
        by_name.or_else(|| self.users.iter().find(|(_, user)| fold(&user.shown) == folded))
    }

    /// Returns the swimlane of a task.
    pub(super) fn lane_of(&self, card: CardId) -> i64 {
        self.tasks.iter().find(|task| task.id == card).map_or(self.lane, |task| task.lane)
    }

    /// Returns a due date in Kanboard's format.
    pub(super) fn due(day: Option<Day>) -> String {
        day.map(|day| format!("{day} 00:00")).unwrap_or_default()
    }
}

impl Known {
    async fn zone(&self, rpc: &Rpc) -> Result<TimeZone, BoardError> {
        if let Some(zone) = self.zone.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            return Ok(zone);
        }
        let name = rpc.read("getTimezone", json!({})).await?;
        let zone = name.as_str().and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
        *self.zone.lock().unwrap_or_else(PoisonError::into_inner) = Some(zone.clone());
        Ok(zone)
    }

    /// Returns the assignable users. Their account names are read once; an account without permission to read
    /// them gets display names.
    async fn users(&self, rpc: &Rpc, assignable: &Json) -> Result<Vec<(i64, User)>, BoardError> {
        let Json::Object(assignable) = assignable else { return Ok(Vec::new()) };
        let shown: Vec<(i64, String)> = assignable
            .iter()
            .filter_map(|(id, name)| Some((id.parse().ok()?, name.as_str()?.to_string())))
            .collect();
        let accounts = |users: &HashMap<i64, String>, id: i64| users.get(&id).cloned();
        for (id, name) in &shown {
            if self.users.lock().unwrap_or_else(PoisonError::into_inner).contains_key(id) {
                continue;
            }
            let user = match rpc.read("getUser", json!({"user_id": id})).await {
                Err(error) if error.is_transient() => return Err(error),
                answer => answer.ok(),
            };
            let account = user.as_ref().and_then(|user| user.get("username")).and_then(Json::as_str);
            let account = account.unwrap_or(name).to_string();
            self.users.lock().unwrap_or_else(PoisonError::into_inner).insert(*id, account);
        }
        let users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(shown
            .into_iter()
            .map(|(id, shown)| {
                let name = accounts(&users, id).unwrap_or_else(|| shown.clone());
                (id, User { name, shown })
            })
            .collect())
    }
}

/// Parses a column.
fn column(json: &Json, done: &str) -> Result<Column, BoardError> {
    let title = line(text(json, "title"), limits::TITLE);
    Ok(Column {
        id: ColumnId(whole(json, "id")?),
        place: whole(json, "position")?,
        archived: false,
        completes: !done.is_empty() && fold(&title) == done,
        title,
    })
}

fn task(json: &Json, lane: i64, zone: &TimeZone) -> Result<Task, BoardError> {
    let due = optional(json, "date_due").filter(|due| *due > 0);
    let due = due
        .and_then(|due| Timestamp::from_second(due).ok())
        .map(|due| Day(due.to_zoned(zone.clone()).date()));
    let mut labels: Vec<String> = Vec::new();
    for tag in list(json.get("tags").unwrap_or(&Json::Null)) {
        let tag = line(text(tag, "name"), limits::NAME);
        if labels.len() < limits::LABELS && !labels.contains(&tag) {
            labels.push(tag);
        }
    }
    let owner = [json.get("assignee_username"), json.get("assignee_name")];
    let owner = owner.into_iter().flatten().filter_map(Json::as_str).find(|name| !name.trim().is_empty());
    let active = optional(json, "is_active") == Some(1);
    Ok(Task {
        id: CardId(whole(json, "id")?),
        column: ColumnId(whole(json, "column_id")?),
        lane,
        fields: CardFields {
            title: line(text(json, "title"), limits::TITLE),
            description: paragraphs(text(json, "description")),
            assignee: owner.map(|name| line(name, limits::NAME)),
            due,
            labels,
            priority: Priority::of_number(optional(json, "priority").unwrap_or_default()),
            status: if active { Status::Active } else { Status::Done },
        },
        comments: optional(json, "nb_comments")
            .and_then(|count| usize::try_from(count).ok())
            .unwrap_or_default(),
    })
}

/// Returns the items of a list or the values of an object, because PHP encodes some lists as objects.
pub(super) fn list(json: &Json) -> Box<dyn Iterator<Item = &Json> + Send + '_> {
    match json {
        Json::Array(items) => Box::new(items.iter()),
        Json::Object(items) => Box::new(items.values()),
        _ => Box::new(std::iter::empty()),
    }
}

pub(super) fn text<'j>(json: &'j Json, name: &str) -> &'j str {
    json.get(name).and_then(Json::as_str).unwrap_or_default()
}

pub(super) fn optional(json: &Json, name: &str) -> Option<i64> {
    json.get(name).and_then(number)
}

pub(super) fn whole(json: &Json, name: &'static str) -> Result<i64, BoardError> {
    optional(json, name).ok_or_else(|| BoardError::Unreadable {
        what: "answer of Kanboard",
        reason: format!("\"{name}\" is missing or no number"),
    })
}

/// Normalizes a text to one line of limited length, so that invalid input in Kanboard cannot make the board
/// unreadable.
fn line(text: &str, longest: usize) -> String {
    let line: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(longest).collect();
    match line.trim() {
        "" => "(untitled)".into(),
        trimmed => trimmed.into(),
    }
}

/// Normalizes a text of several lines to a limited length.
pub(super) fn paragraphs(text: &str) -> String {
    let mut kept = String::with_capacity(text.len().min(limits::TEXT));
    for letter in text.chars().filter(|it| !it.is_control() || matches!(it, '\n' | '\r' | '\t')) {
        if kept.len() + letter.len_utf8() > limits::TEXT {
            break;
        }
        kept.push(letter);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_task_with_string_numbers_and_control_characters() {
        let json = json!({
            "id": "7", "column_id": "2", "title": "a\u{1b}[31m\nb", "description": "one\ntwo\u{0}", "is_active": "0",
            "date_due": "1798156800", "priority": "9", "nb_comments": "3", "assignee_username": "ana",
            "tags": {"4": {"name": "late"}, "5": {"name": "late"}}
        });
        let zone = TimeZone::UTC;
        let task = task(&json, 1, &zone).unwrap();
        assert_eq!(task.id, CardId(7));
        assert_eq!(task.fields.title, "a [31m b");
        assert_eq!(task.fields.description, "one\ntwo");
        assert_eq!(task.fields.status, Status::Done);
        assert_eq!(task.fields.due.unwrap().to_string(), "2026-12-25");
        assert_eq!((task.fields.priority, task.comments), (Priority::High, 3));
        assert_eq!(task.fields.labels, ["late"]);
        assert_eq!(task.fields.assignee.as_deref(), Some("ana"));
        assert!(super::task(&json!({"id": "x"}), 1, &zone).is_err());
    }
}

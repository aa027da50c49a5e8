//! Replication of a batch to the server, after its edits were made in the local database.

use std::hash::{BuildHasher, RandomState};

use serde_json::{Map, Value as Json, json};

use super::expected::Expected;
use super::project::{Project, list, optional, text};
use super::rpc::{Rpc, is_failure, number, pause};
use crate::embedded::Writing;
use crate::error::BoardError;
use crate::model::{Batch, Card, CardFields, CardId, Column, ColumnId, Edit, Effect, Status, Step};

/// The maximum number of attempts of a write, if the previous attempt is known to have had no effect.
const ATTEMPTS: u32 = 5;
/// A position after all others.
const LAST: usize = 999_999;

pub(super) struct Carrying<'k> {
    rpc: &'k Rpc,
    board: i64,
    /// The prefix of the references of new tasks, which is the same for every attempt of a request.
    reference: String,
    project: Project,
    /// The user who writes comments; `None` if the account can write for any user.
    commenter: Option<i64>,
    /// The effects that were made on the server.
    done: Vec<Effect>,
}

impl<'k> Carrying<'k> {
    pub(super) fn new(rpc: &'k Rpc, batch: &Batch, project: Project, commenter: Option<i64>) -> Self {
        let reference = match batch.key.as_str() {
            "" => format!("{:016x}", RandomState::new().hash_one(&batch.author)),
            // Keys are unique per user.
            key => format!("{}/{key}", batch.author),
        };
        Self { rpc, board: batch.board.0, reference, project, commenter, done: Vec::new() }
    }

    /// Makes an edit in the local database, and then on the server.
    pub(super) async fn step(
        &mut self,
        writing: &mut Writing<'_>,
        at: usize,
        step: &Step,
    ) -> Result<(), BoardError> {
        if let Edit::CreateColumn { title } = &step.edit
            && let Some(column) = hidden(title, writing)
        {
            return self.reuse(&column, writing).await;
        }
        writing.issue_provisionally();
        let Some(mut effect) = writing.perform(step).await? else { return Ok(()) };
        if let Some(id) = self.make(&effect, at, writing).await? {
            effect = writing.renumber(effect, id).await?;
        }
        writing.keep(effect.clone()).await?;
        self.done.push(effect.clone());
        self.carry(&effect, writing).await
    }

    /// Restores a column that is archived locally, instead of creating one: the server rejects a second
    /// column with the same title.
    async fn reuse(&mut self, column: &Column, writing: &mut Writing<'_>) -> Result<(), BoardError> {
        if !writing.order(column.id).await?.is_empty() {
            return Err(BoardError::Taken { what: "column", name: column.title.clone() });
        }
        let shown = Edit::ArchiveColumn { column: column.id, archived: false };
        match writing.perform(&shown.into()).await? {
            Some(Effect::ColumnChanged { after, .. }) => {
                writing.keep(Effect::ColumnCreated { column: after }).await
            }
            _ => Ok(()),
        }
    }

    /// Rolls back the edits on the server, last first. The local database was already rolled back.
    pub(super) async fn take_back(mut self, writing: &mut Writing<'_>) -> Result<(), BoardError> {
        for effect in std::mem::take(&mut self.done).into_iter().rev() {
            match effect {
                Effect::CardCreated { card } => {
                    let task = json!({"task_id": card.id.0});
                    self.ensure("removeTask", task, Expected::NoTask(card.id.0)).await?;
                }
                Effect::ColumnCreated { column } => {
                    let gone = Expected::NoColumn(self.board, column.id.0);
                    self.ensure("removeColumn", json!({"column_id": column.id.0}), gone).await?;
                }
                Effect::CardMoved { before, after } => {
                    self.carry(&Effect::CardMoved { before: after, after: before }, writing).await?;
                }
                Effect::CardUpdated { before, after } => {
                    self.carry(&Effect::CardUpdated { before: after, after: before }, writing).await?;
                }
                Effect::CardDeleted { before } => {
                    self.carry(&Effect::CardRestored { card: before }, writing).await?;
                }
                Effect::CardRestored { card } => {
                    self.carry(&Effect::CardDeleted { before: card }, writing).await?
                }
                Effect::CommentAdded { card, comment } => {
                    self.carry(&Effect::CommentRemoved { card, comment }, writing).await?;
                }
                // The restored comment gets a new id, and is mirrored as a new one.
                Effect::CommentRemoved { card, comment } => {
                    let writer = comment.author.as_deref().unwrap_or_default();
                    self.comment(card, writer, &comment.text, &[]).await?;
                }
                Effect::ColumnMoved { before, after } => {
                    self.carry(&Effect::ColumnMoved { before: after, after: before }, writing).await?;
                }
                Effect::ColumnChanged { before, after } => {
                    self.carry(&Effect::ColumnChanged { before: after, after: before }, writing).await?;
                }
            }
        }
        Ok(())
    }

    /// Creates the new object of an effect on the server, and returns its id.
    async fn make(
        &self,
        effect: &Effect,
        at: usize,
        writing: &mut Writing<'_>,
    ) -> Result<Option<i64>, BoardError> {
        match effect {
            Effect::CardCreated { card } => self.create(card, at).await.map(Some),
            Effect::CommentAdded { card, comment } => {
                let known: Vec<i64> = writing.card(*card).await?.comments.iter().map(|it| it.id.0).collect();
                let writer = comment.author.as_deref().unwrap_or_default();
                self.comment(*card, writer, &comment.text, &known).await.map(Some)
            }
            Effect::ColumnCreated { column } => {
                let known: Vec<i64> = self.project.columns.iter().map(|column| column.id.0).collect();
                self.column(&column.title, &known).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Makes the remaining changes of an effect on the server.
    async fn carry(&mut self, effect: &Effect, writing: &mut Writing<'_>) -> Result<(), BoardError> {
        match effect {
            Effect::CardCreated { card } => {
                // The server treats "0" as an empty title when it creates a task, but not when it changes
                // one.
                if card.fields.title == "0" {
                    let untitled = CardFields { title: String::new(), ..card.fields.clone() };
                    self.update(card.id, &untitled, &card.fields).await?;
                }
                let is_last = card.fields.status == Status::Active && self.follows_all(card, writing).await?;
                if !is_last && card.fields.status == Status::Active {
                    self.place(card, writing).await?;
                }
                if card.fields.status == Status::Done {
                    self.set_status(card).await?;
                }
            }
            Effect::CardMoved { before, after } => {
                let (was, is) = (before.fields.status, after.fields.status);
                if (was, is) == (Status::Done, Status::Active) {
                    self.set_status(after).await?;
                }
                // Closed tasks have no order on the server.
                if is == Status::Active || before.column != after.column {
                    self.place(after, writing).await?;
                }
                if (was, is) == (Status::Active, Status::Done) {
                    self.set_status(after).await?;
                }
            }
            Effect::CardUpdated { before, after } => {
                self.update(after.id, &before.fields, &after.fields).await?;
                if before.fields.status != after.fields.status {
                    self.set_status(after).await?;
                    if after.fields.status == Status::Active {
                        self.place(after, writing).await?;
                    }
                }
            }
            Effect::CardDeleted { before } => {
                if before.fields.status == Status::Active {
                    self.close(before.id).await?;
                }
            }
            Effect::CardRestored { card } => {
                if card.fields.status == Status::Active {
                    self.set_status(card).await?;
                    self.place(card, writing).await?;
                }
            }
            Effect::CommentRemoved { card, comment } => {
                let gone = Expected::NoComment(card.0, comment.id.0);
                self.ensure("removeComment", json!({"comment_id": comment.id.0}), gone).await?;
            }
            Effect::ColumnMoved { after, .. } => {
                let place = json!({
                    "project_id": self.board,
                    "column_id": after.id.0,
                    "position": after.place,
                });
                let there = Expected::ColumnPlace(after.id.0, after.place);
                self.ensure("changeColumnPosition", place, there).await?;
            }
            Effect::ColumnChanged { before, after } => {
                if before.title != after.title {
                    self.rename(after.id, &after.title).await?;
                }
            }
            Effect::CommentAdded { .. } | Effect::ColumnCreated { .. } => {}
        }
        Ok(())
    }

    /// Creates a task exactly once. Its reference reveals whether an earlier attempt has created it.
    async fn create(&self, card: &Card, at: usize) -> Result<i64, BoardError> {
        let reference = format!("lemmascope/{}/{at}", self.reference);
        let fields = &card.fields;
        let mut parameters = Map::new();
        parameters.insert("title".into(), fields.title.as_str().into());
        parameters.insert("project_id".into(), self.board.into());
        parameters.insert("column_id".into(), card.column.0.into());
        parameters.insert("description".into(), fields.description.as_str().into());
        parameters.insert("priority".into(), fields.priority.number().into());
        parameters.insert("reference".into(), reference.as_str().into());
        if let Some(owner) = self.owner(fields) {
            parameters.insert("owner_id".into(), owner.into());
        }
        if fields.due.is_some() {
            parameters.insert("date_due".into(), Project::due(fields.due).into());
        }
        if !fields.labels.is_empty() {
            parameters.insert("tags".into(), fields.labels.clone().into());
        }
        let wanted = json!({"project_id": self.board, "reference": reference});
        let mut attempt = 1;
        loop {
            // The server may have executed an interrupted request.
            let found = self.rpc.read("getTaskByReference", wanted.clone()).await?;
            if let Some(id) = optional(&found, "id") {
                return Ok(id);
            }
            match self.rpc.call("createTask", Json::Object(parameters.clone())).await {
                Ok(made) if !is_failure(&made) => {
                    return number(&made).ok_or_else(|| BoardError::refused("createTask"));
                }
                Ok(_) => return Err(BoardError::refused("createTask")),
                Err(error) if error.is_transient() && attempt < ATTEMPTS => pause(attempt).await,
                Err(error) => return Err(error),
            }
            attempt += 1;
        }
    }

    fn owner(&self, fields: &CardFields) -> Option<i64> {
        fields.assignee.as_deref().and_then(|name| self.project.user(name)).map(|(id, _)| *id)
    }

    /// Writes a comment once. `known` comments are not mistaken for its result.
    async fn comment(
        &self,
        card: CardId,
        writer: &str,
        written: &str,
        known: &[i64],
    ) -> Result<i64, BoardError> {
        // An application account writes in the name of any user, a user account only in its own.
        let writer = self.commenter.unwrap_or_else(|| self.project.user(writer).map_or(0, |(id, _)| *id));
        let parameters = json!({"task_id": card.0, "user_id": writer, "content": written});
        let mut attempt = 1;
        loop {
            let error = match self.rpc.call("createComment", parameters.clone()).await {
                Ok(made) => match number(&made).filter(|id| *id > 0) {
                    Some(id) => return Ok(id),
                    None => BoardError::refused("createComment"),
                },
                Err(error) => error,
            };
            let comments = self.rpc.read("getAllComments", json!({"task_id": card.0})).await?;
            let is_it = |comment: &&Json| {
                text(comment, "comment") == written
                    && optional(comment, "id").is_some_and(|id| !known.contains(&id))
            };
            if let Some(id) = list(&comments).find(is_it).and_then(|comment| optional(comment, "id")) {
                return Ok(id);
            }
            if !error.is_transient() || attempt >= ATTEMPTS {
                return Err(error);
            }
            pause(attempt).await;
            attempt += 1;
        }
    }

    async fn column(&self, title: &str, known: &[i64]) -> Result<i64, BoardError> {
        let answer = self.rpc.call("addColumn", json!({"project_id": self.board, "title": title})).await;
        if let Ok(Some(id)) = answer.as_ref().map(|made| number(made).filter(|id| *id > 0)) {
            return Ok(id);
        }
        let is_it = |column: &&Json| {
            text(column, "title") == title && optional(column, "id").is_some_and(|id| !known.contains(&id))
        };
        match (self.columns().await?.iter().find(is_it).and_then(|column| optional(column, "id")), answer) {
            (Some(id), _) => Ok(id),
            (None, Ok(_)) => Err(BoardError::refused("addColumn")),
            (None, Err(error)) => Err(error),
        }
    }

    async fn columns(&self) -> Result<Vec<Json>, BoardError> {
        let columns = self.rpc.read("getColumns", json!({"project_id": self.board})).await?;
        Ok(list(&columns).cloned().collect())
    }

    /// Renames a column. The limit and the description must be sent too, because the server clears them
    /// otherwise.
    async fn rename(&self, id: ColumnId, title: &str) -> Result<(), BoardError> {
        let column = self.rpc.read("getColumn", json!({"column_id": id.0})).await?;
        let parameters = json!({
            "column_id": id.0,
            "title": title,
            "task_limit": optional(&column, "task_limit").unwrap_or_default(),
            "description": text(&column, "description"),
        });
        self.ensure("updateColumn", parameters, Expected::Title(id.0, title)).await
    }

    /// Updates the changed fields.
    async fn update(&self, card: CardId, before: &CardFields, after: &CardFields) -> Result<(), BoardError> {
        let mut parameters = Map::new();
        if before.title != after.title {
            parameters.insert("title".into(), after.title.as_str().into());
        }
        if before.description != after.description {
            parameters.insert("description".into(), after.description.as_str().into());
        }
        if before.assignee != after.assignee {
            parameters.insert("owner_id".into(), self.owner(after).unwrap_or_default().into());
        }
        if before.due != after.due {
            parameters.insert("date_due".into(), Project::due(after.due).into());
        }
        if before.priority != after.priority {
            parameters.insert("priority".into(), after.priority.number().into());
        }
        if !parameters.is_empty() {
            let wanted = parameters.clone();
            parameters.insert("id".into(), card.0.into());
            self.ensure("updateTask", Json::Object(parameters), Expected::Task(card.0, wanted)).await?;
        }
        if before.labels != after.labels {
            let tags = json!({"project_id": self.board, "task_id": card.0, "tags": after.labels});
            self.ensure("setTaskTags", tags, Expected::Tags(card.0, &after.labels)).await?;
        }
        Ok(())
    }

    async fn set_status(&self, card: &Card) -> Result<(), BoardError> {
        match card.fields.status {
            Status::Done => self.close(card.id).await,
            Status::Active => {
                let open = Expected::Task(card.id.0, active(1));
                self.ensure("openTask", json!({"task_id": card.id.0}), open).await
            }
        }
    }

    async fn close(&self, card: CardId) -> Result<(), BoardError> {
        let closed = Expected::Task(card.0, active(0));
        self.ensure("closeTask", json!({"task_id": card.0}), closed).await
    }

    async fn task(&self, card: CardId) -> Result<Json, BoardError> {
        self.rpc.read("getTask", json!({"task_id": card.0})).await
    }

    /// Whether the task is after all other open tasks of its swimlane and column.
    async fn follows_all(&self, card: &Card, writing: &mut Writing<'_>) -> Result<bool, BoardError> {
        let order = writing.order(card.column).await?;
        let lane = self.project.lane_of(card.id);
        let after = order.iter().skip_while(|(id, _)| *id != card.id).skip(1);
        Ok(!after
            .into_iter()
            .any(|(id, status)| *status == Status::Active && self.project.lane_of(*id) == lane))
    }

    /// Moves a task to the place of its card. Its position, from 1, counts open tasks only.
    async fn place(&self, card: &Card, writing: &mut Writing<'_>) -> Result<(), BoardError> {
        // The server would accept a column of another project, and corrupt the task.
        if !self.project.columns.iter().any(|column| column.id == card.column)
            && !writing.columns().iter().any(|column| column.id == card.column)
        {
            return Err(BoardError::NoColumn(card.column));
        }
        let lane = self.project.lane_of(card.id);
        let order = writing.order(card.column).await?;
        let before = order.iter().take_while(|(id, _)| *id != card.id);
        let others =
            before.filter(|(id, status)| *status == Status::Active && self.project.lane_of(*id) == lane);
        let position = others.count() + 1;
        if self.relocate(card, position).await? {
            return Ok(());
        }
        // The server returns `false` for a task that already has the position, which proves nothing about its
        // order: positions have gaps, and may be shared. Moving it to the end renumbers them.
        self.relocate(card, LAST).await?;
        self.relocate(card, position).await?;
        let task = self.task(card.id).await?;
        match optional(&task, "column_id") == Some(card.column.0) {
            true => Ok(()),
            false => Err(BoardError::refused("moveTaskPosition")),
        }
    }

    /// Moves a task, and returns whether that had an effect.
    async fn relocate(&self, card: &Card, position: usize) -> Result<bool, BoardError> {
        let parameters = json!({
            "project_id": self.board,
            "task_id": card.id.0,
            "column_id": card.column.0,
            "position": position,
            // Keeps the swimlane.
            "swimlane_id": 0,
        });
        let mut attempt = 1;
        loop {
            match self.rpc.call("moveTaskPosition", parameters.clone()).await {
                Ok(answer) => return Ok(!is_failure(&answer)),
                // Repeating the move is idempotent.
                Err(error) if error.is_transient() && attempt < ATTEMPTS => pause(attempt).await,
                Err(error) => return Err(error),
            }
            attempt += 1;
        }
    }

    /// Makes an idempotent call. After an error or the result `false`, checks whether the expected state
    /// holds before it retries, because an error can mean success, and `false` that nothing had to change.
    async fn ensure(
        &self,
        method: &'static str,
        parameters: Json,
        expected: Expected<'_>,
    ) -> Result<(), BoardError> {
        let mut attempt = 1;
        loop {
            let error = match self.rpc.call(method, parameters.clone()).await {
                Ok(answer) if !is_failure(&answer) => return Ok(()),
                Ok(_) => BoardError::refused(method),
                Err(error) => error,
            };
            if expected.holds(self.rpc).await? {
                return Ok(());
            }
            if !error.is_transient() || attempt >= ATTEMPTS {
                return Err(error);
            }
            pause(attempt).await;
            attempt += 1;
        }
    }
}

/// Returns the locally archived column with this title.
fn hidden(title: &str, writing: &Writing<'_>) -> Option<Column> {
    writing.columns().iter().find(|column| column.archived && column.title == title).cloned()
}

fn active(value: i64) -> Map<String, Json> {
    Map::from_iter([("is_active".to_string(), value.into())])
}

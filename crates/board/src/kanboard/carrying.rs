//! Executes on the server what the edits of a batch did beside it.

use std::hash::{BuildHasher, RandomState};

use serde_json::{Map, Value as Json, json};

use super::expected::Expected;
use super::project::{Project, list, optional, text};
use super::rpc::{Rpc, is_failure, number, pause};
use crate::embedded::Writing;
use crate::error::BoardError;
use crate::model::{Batch, Card, CardFields, CardId, Column, ColumnId, Edit, Effect, Status, Step};

/// How often a call that changes something is made, where it is known that the last one changed nothing.
const ATTEMPTS: u32 = 5;
/// A position behind every other.
const LAST: usize = 999_999;

pub(super) struct Carrying<'k> {
    rpc: &'k Rpc,
    board: i64,
    /// What the references of new tasks begin with: the same for every attempt at the same request.
    reference: String,
    project: Project,
    /// The user that comments are written by; nothing where that can be anybody.
    commenter: Option<i64>,
    /// What was done on the server.
    done: Vec<Effect>,
}

impl<'k> Carrying<'k> {
    pub(super) fn new(rpc: &'k Rpc, batch: &Batch, project: Project, commenter: Option<i64>) -> Self {
        let reference = match batch.key.as_str() {
            "" => format!("{:016x}", RandomState::new().hash_one(&batch.author)),
            // The key of another user is another key.
            key => format!("{}/{key}", batch.author),
        };
        Self { rpc, board: batch.board.0, reference, project, commenter, done: Vec::new() }
    }

    /// Makes an edit beside the server, and then on it.
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

    /// Brings a column back that is out of sight here, in place of one that is new. The server takes no second column of a title.
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

    /// Takes back what was done so far, the last first. The database beside the server is as it was before.
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
                // It comes back with another id, and is followed as one that is new.
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

    /// Makes what an effect says is new, and gives its id.
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

    /// Executes the rest of an effect.
    async fn carry(&mut self, effect: &Effect, writing: &mut Writing<'_>) -> Result<(), BoardError> {
        match effect {
            Effect::CardCreated { card } => {
                // It takes "0" for no title when a task is created, and for a title when it is changed.
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
                // Closed tasks have no order there.
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

    /// Creates a task exactly once: its reference says whether an earlier attempt did.
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
            // A request that was interrupted may have been executed.
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

    /// Writes a comment once. Those that are known are not taken for it.
    async fn comment(
        &self,
        card: CardId,
        writer: &str,
        written: &str,
        known: &[i64],
    ) -> Result<i64, BoardError> {
        // The application writes in the name of anybody, a user in their own.
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

    /// Renames a column. Its limit and its description have to be sent as well, or they would be emptied.
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

    /// Changes the fields that differ.
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

    /// Whether all other open tasks of its swimlane and column are before it.
    async fn follows_all(&self, card: &Card, writing: &mut Writing<'_>) -> Result<bool, BoardError> {
        let order = writing.order(card.column).await?;
        let lane = self.project.lane_of(card.id);
        let after = order.iter().skip_while(|(id, _)| *id != card.id).skip(1);
        Ok(!after
            .into_iter()
            .any(|(id, status)| *status == Status::Active && self.project.lane_of(*id) == lane))
    }

    /// Puts a task where its card is. Only open tasks count for the position, which is from 1.
    async fn place(&self, card: &Card, writing: &mut Writing<'_>) -> Result<(), BoardError> {
        // A column of another project would be accepted, and corrupt the task.
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
        // It answers `false` for a task that has the position already, which says nothing of its order: positions have gaps, and
        // may be shared. Going to the end numbers them again.
        self.relocate(card, LAST).await?;
        self.relocate(card, position).await?;
        let task = self.task(card.id).await?;
        match optional(&task, "column_id") == Some(card.column.0) {
            true => Ok(()),
            false => Err(BoardError::refused("moveTaskPosition")),
        }
    }

    /// Whether a move had an effect.
    async fn relocate(&self, card: &Card, position: usize) -> Result<bool, BoardError> {
        let parameters = json!({
            "project_id": self.board,
            "task_id": card.id.0,
            "column_id": card.column.0,
            "position": position,
            // The swimlane is kept.
            "swimlane_id": 0,
        });
        let mut attempt = 1;
        loop {
            match self.rpc.call("moveTaskPosition", parameters.clone()).await {
                Ok(answer) => return Ok(!is_failure(&answer)),
                // To move it there again does no harm.
                Err(error) if error.is_transient() && attempt < ATTEMPTS => pause(attempt).await,
                Err(error) => return Err(error),
            }
            attempt += 1;
        }
    }

    /// Makes a call that may be repeated. An error can mean success, and an answer of `false` that there was nothing to do, so it is
    /// looked before it is made again.
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

/// The column of that title that is out of sight here.
fn hidden(title: &str, writing: &Writing<'_>) -> Option<Column> {
    writing.columns().iter().find(|column| column.archived && column.title == title).cloned()
}

fn active(value: i64) -> Map<String, Json> {
    Map::from_iter([("is_active".to_string(), value.into())])
}

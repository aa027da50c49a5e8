//! Boards on a Kanboard server, over JSON-RPC.
//!
//! Kanboard has no versions, no deleted cards, no history and no archived columns. A local database stores
//! these and mirrors the server: every read loads the project and applies remote changes without an author.
//! An edit is made in this database first, within a transaction, and then on the server, so guards, places
//! and inverses work as in the embedded store. If the server rejects an edit, the earlier ones of the batch
//! are rolled back there, and the transaction is not committed.

mod carrying;
mod expected;
mod following;
mod project;
mod rpc;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use lemmascope_intent::{BoxFuture, Owner, Secret, fold};
use lemmascope_store::query::{Expr, ExprTrait, Query};
use serde_json::{Value as Json, json};
use tokio::sync::Mutex;

use self::carrying::Carrying;
use self::project::{Known, Project, list, optional, text, whole};
use self::rpc::{Rpc, is_failure, number};
use crate::embedded::{EVENTS, Embedded, Writing, now, schema};
use crate::error::BoardError;
use crate::limits;
use crate::model::{Batch, Board, BoardId, Edit, Event, Operation, OperationId, Snapshot, Step};
use crate::store::{Answer, Store};

/// The time for which events are returned without a request to the server.
const PATIENCE: Duration = Duration::from_secs(2);
/// The user name of an application token.
const APPLICATION: &str = "jsonrpc";

/// The connection to a Kanboard server.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Its address: `https://kanboard.example`.
    pub url: String,
    /// The user; `jsonrpc` for an application token.
    pub user: String,
    /// The application token, or the user's password or token.
    pub token: Secret,
    /// The title of the column in which tasks are closed, or empty.
    pub done: String,
    /// The URL of the local database for the data that Kanboard cannot store.
    pub beside: String,
}

/// The store of boards on a Kanboard server.
pub struct Kanboard {
    rpc: Rpc,
    beside: Embedded,
    known: Known,
    history: u64,
    /// The folded title of the column in which tasks are closed.
    done: String,
    is_application: bool,
    /// The id of the user, unless the account is an application.
    me: tokio::sync::OnceCell<i64>,
    /// The time at which each board was last mirrored for its events.
    followed: std::sync::Mutex<HashMap<BoardId, Instant>>,
    /// Serializes writers: with SQLite, a server may return errors to concurrent writers although it has
    /// executed their calls.
    turn: Mutex<()>,
}

impl Kanboard {
    /// Opens the local database; the server is contacted on first use. Also returns a notice for the user, if
    /// there is one.
    pub async fn open(connection: Connection, history: u64) -> Result<(Self, Option<String>), BoardError> {
        let (beside, notice) = Embedded::open(&connection.beside, history).await?;
        let user = if connection.user.trim().is_empty() { APPLICATION } else { connection.user.trim() };
        let kanboard = Self {
            rpc: Rpc::new(&connection.url, user, connection.token)?,
            beside,
            known: Known::default(),
            history,
            done: fold(&connection.done),
            is_application: user == APPLICATION,
            me: tokio::sync::OnceCell::new(),
            followed: std::sync::Mutex::default(),
            turn: Mutex::new(()),
        };
        Ok((kanboard, notice))
    }

    /// Mirrors the projects of the server as boards.
    async fn follow_boards(&self) -> Result<Vec<Board>, BoardError> {
        let method = if self.is_application { "getAllProjects" } else { "getMyProjects" };
        let projects = self.rpc.read(method, json!({})).await?;
        let known = self.beside.all_boards().await?;
        let mut boards = Vec::new();
        for project in list(&projects) {
            let id = BoardId(whole(project, "id")?);
            let name: String =
                text(project, "name").chars().filter(|it| !it.is_control()).take(limits::TITLE).collect();
            let archived = optional(project, "is_active") == Some(0);
            boards.push(match known.iter().find(|board| board.id == id) {
                Some(board) if board.name == name && board.archived == archived => board.clone(),
                Some(_) => {
                    let columns = [("name", name.into()), ("archived", archived.into())];
                    self.beside.change_board(id, columns).await?
                }
                None => self.remember_board(id, &name, archived, Owner::local().as_str()).await?,
            });
        }
        boards.sort_by_key(|board| board.id);
        Ok(boards)
    }

    async fn remember_board(
        &self,
        id: BoardId,
        name: &str,
        archived: bool,
        owner: &str,
    ) -> Result<Board, BoardError> {
        // Two projects may have the same name, so the normalized name includes the id.
        let insert = Query::insert()
            .into_table(schema::BOARD)
            .columns(["id", "name", "folded", "archived", "owner", "number", "generation"])
            .values_panic([
                id.0.into(),
                name.into(),
                id.0.to_string().into(),
                archived.into(),
                owner.into(),
                0.into(),
                0.into(),
            ])
            .take();
        self.beside.database().insert_returning_id(insert).await?;
        Ok(Board { id, name: name.into(), archived, owner: owner.into(), members: Vec::new() })
    }

    /// Mirrors the changes of a board into the local database.
    async fn follow(&self, board: BoardId) -> Result<Project, BoardError> {
        let batch =
            Batch { board, author: String::new(), key: String::new(), steps: Vec::new(), reverts: None };
        // The board is locked before the server is read, so that the response is not older than the local
        // state.
        let begun = Writing::begin(self.beside.database(), &batch, now()).await;
        let writing = match begun {
            Err(BoardError::NoBoard(_)) => {
                self.follow_boards().await?;
                Writing::begin(self.beside.database(), &batch, now()).await?
            }
            begun => begun?,
        };
        let project = Project::read(&self.rpc, &self.known, board, &self.done).await?;
        following::follow(writing, &self.rpc, &project).await?;
        Ok(project)
    }

    /// Returns the steps with users by account name. Kanboard accepts only members of the project.
    fn steps(&self, batch: &Batch, project: &Project) -> Result<Vec<Step>, BoardError> {
        let named = |name: &mut String| match project.user(name) {
            Some((_, user)) => {
                name.clone_from(&user.name);
                Ok(())
            }
            None => {
                let users: Vec<&str> = project.users.iter().map(|(_, user)| user.name.as_str()).collect();
                let who = match users.as_slice() {
                    [] => "the project has no members".to_string(),
                    users => format!("its members are {}", users.join(", ")),
                };
                let reason = format!("\"{name}\" is no member of the project; {who}");
                Err(BoardError::Invalid { field: "assignee", reason })
            }
        };
        let mut steps = batch.steps.clone();
        for step in &mut steps {
            let labels = match &step.edit {
                Edit::CreateCard { fields, .. } => fields.labels.as_slice(),
                Edit::UpdateCard { patch, .. } => patch.labels.as_deref().unwrap_or_default(),
                _ => &[],
            };
            // The server reports success for such a tag without storing it.
            if labels.iter().any(|label| label.trim() == "0") {
                return Err(BoardError::Invalid { field: "label", reason: "cannot be 0 on Kanboard".into() });
            }
            let assignee = match &mut step.edit {
                Edit::CreateCard { fields, .. } => fields.assignee.as_mut(),
                Edit::UpdateCard { patch, .. } => patch.assignee.as_mut().and_then(Option::as_mut),
                _ => None,
            };
            assignee.map_or(Ok(()), named)?;
        }
        Ok(steps)
    }

    /// Returns the user who writes comments, or `None` for an application, which writes for any user.
    async fn commenter(&self) -> Result<Option<i64>, BoardError> {
        if self.is_application {
            return Ok(None);
        }
        let me = self.me.get_or_try_init(|| async {
            let me = self.rpc.read("getMe", json!({})).await?;
            whole(&me, "id")
        });
        me.await.copied().map(Some)
    }
}

impl Store for Kanboard {
    fn boards(&self) -> Answer<'_, Vec<Board>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            self.follow_boards().await
        })
    }

    fn first_board<'a>(&'a self, owner: &'a str) -> Answer<'a, Board> {
        // Projects on a shared server are not created implicitly.
        Box::pin(async move { Err(BoardError::NotShared { owner: owner.to_string() }) })
    }

    fn create_board<'a>(&'a self, name: &'a str, owner: &'a str) -> Answer<'a, Board> {
        Box::pin(async move {
            limits::line("name", name, limits::TITLE)?;
            let _turn = self.turn.lock().await;
            let boards = self.follow_boards().await?;
            if boards.iter().any(|board| board.owner == owner && fold(&board.name) == fold(name)) {
                return Err(BoardError::Taken { what: "board", name: name.into() });
            }
            let method = if self.is_application { "createProject" } else { "createMyPrivateProject" };
            let made = match self.rpc.call(method, json!({"name": name})).await {
                Ok(made) if !is_failure(&made) => number(&made),
                // The server may have created it anyway.
                answer => {
                    let known: Vec<BoardId> = boards.iter().map(|board| board.id).collect();
                    let now = self.follow_boards().await?;
                    let found =
                        now.into_iter().find(|board| board.name == name && !known.contains(&board.id));
                    match (found, answer) {
                        (Some(board), _) => Some(board.id.0),
                        (None, Ok(_)) => None,
                        (None, Err(error)) => return Err(error),
                    }
                }
            };
            let id = made.ok_or_else(|| BoardError::refused("createProject"))?;
            match self.remember_board(BoardId(id), name, false, owner).await {
                Ok(board) => Ok(board),
                // It was mirrored in the meantime.
                Err(_) => self.beside.change_board(BoardId(id), [("owner", owner.into())]).await,
            }
        })
    }

    fn share_board<'a>(&'a self, board: BoardId, members: &'a [String]) -> Answer<'a, Board> {
        self.beside.share_board(board, members)
    }

    fn archive_board(&self, board: BoardId, archived: bool) -> Answer<'_, Board> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            let method = if archived { "disableProject" } else { "enableProject" };
            let answer = self.rpc.call(method, json!({"project_id": board.0})).await;
            let boards = self.follow_boards().await?;
            let now = boards.into_iter().find(|it| it.id == board).ok_or(BoardError::NoBoard(board))?;
            match (now.archived == archived, answer) {
                (true, _) => Ok(now),
                (false, Ok(_)) => Err(BoardError::refused(method)),
                (false, Err(error)) => Err(error),
            }
        })
    }

    fn snapshot(&self, board: BoardId) -> Answer<'_, Arc<Snapshot>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            let project = self.follow(board).await?;
            let snapshot = self.beside.snapshot(board).await?;
            let users = project.users.into_iter().map(|(_, user)| user).collect();
            Ok(Arc::new(Snapshot { users: Some(users), ..Snapshot::clone(&snapshot) }))
        })
    }

    fn apply<'a>(&'a self, batch: &'a Batch) -> Answer<'a, Operation> {
        Box::pin(async move {
            if batch.steps.len() > limits::BATCH {
                return Err(BoardError::Full { what: "changes at once", limit: limits::BATCH });
            }
            let _turn = self.turn.lock().await;
            let project = self.follow(batch.board).await?;
            let batch = Batch { steps: self.steps(batch, &project)?, ..batch.clone() };
            let mut writing = Writing::begin(self.beside.database(), &batch, now()).await?;
            if let Some(operation) = writing.applied_before().await? {
                return Ok(operation);
            }
            let commenter = self.commenter().await?;
            let mut carrying = Carrying::new(&self.rpc, &batch, project, commenter);
            for (at, step) in batch.steps.iter().enumerate() {
                if let Err(error) = carrying.step(&mut writing, at, step).await {
                    writing.rollback().await?;
                    return Err(self.take_back(carrying, &batch, error).await);
                }
            }
            match writing.commit(self.history, EVENTS).await {
                Ok(operation) => Ok(operation),
                Err(error) => Err(self.take_back(carrying, &batch, error).await),
            }
        })
    }

    fn operation(&self, id: OperationId) -> Answer<'_, Option<Operation>> {
        self.beside.operation(id)
    }

    fn history<'a>(&'a self, board: BoardId, author: &'a str, limit: u64) -> Answer<'a, Vec<Operation>> {
        self.beside.history(board, author, limit)
    }

    fn events(&self, board: BoardId, after: i64, limit: u64) -> Answer<'_, Vec<Event>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            // Clients poll for events frequently, so the server is contacted only at intervals.
            let is_due = {
                let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
                let last = followed.insert(board, Instant::now());
                match last.filter(|last| last.elapsed() < PATIENCE) {
                    Some(last) => {
                        followed.insert(board, last);
                        false
                    }
                    None => true,
                }
            };
            if is_due {
                self.follow(board).await?;
            }
            self.beside.events(board, after, limit).await
        })
    }

    fn purge(&self, board: BoardId, before: i64) -> Answer<'_, u64> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            self.follow(board).await?;
            let doomed = Query::select()
                .column("id")
                .from(schema::CARD)
                .and_where(Expr::col("board").eq(board.0))
                .and_where(Expr::col("deleted_at").lt(before))
                .take();
            for row in self.beside.database().fetch_all(doomed).await? {
                let task = json!({"task_id": row.integer("id")?});
                let answer = self.rpc.call("removeTask", task.clone()).await;
                if answer.as_ref().map_or(true, is_failure) {
                    // It is deleted if it is not found, whatever the response was.
                    match (self.rpc.read("getTask", task).await?, answer) {
                        (Json::Null | Json::Bool(false), _) => {}
                        (_, Ok(_)) => return Err(BoardError::refused("removeTask")),
                        (_, Err(error)) => return Err(error),
                    }
                }
            }
            self.beside.purge(board, before).await
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.beside.close()
    }
}

impl Kanboard {
    /// Rolls back a failed batch on the server.
    async fn take_back(&self, carrying: Carrying<'_>, batch: &Batch, error: BoardError) -> BoardError {
        let begun = Writing::begin(self.beside.database(), batch, now()).await;
        let taken_back = match begun {
            Ok(mut writing) => {
                let done = carrying.take_back(&mut writing).await;
                done.and(writing.rollback().await)
            }
            Err(error) => Err(error),
        };
        match taken_back {
            Ok(()) => error,
            Err(second) => BoardError::Partly { reason: format!("{error}; then {second}") },
        }
    }
}

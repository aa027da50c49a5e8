//! The context of the verbs: the store, the default board, and the calling user.

use std::sync::{Arc, Mutex, PoisonError};

use lemmascope_intent::{Cause, Context, Failure, Language, Owner, Value, fold};
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, OnceCell};

use crate::action::{Action, Question, resolve};
use crate::embedded::{Embedded, HISTORY};
use crate::error::BoardError;
use crate::kanboard::{Connection, Kanboard};
use crate::limits;
use crate::model::{Batch, Board, BoardId, Operation, Snapshot};
use crate::reply::{Verified, reply, suggestions, verify};
use crate::retention;
use crate::store::Store;

/// The configuration of the domain.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The URL of the database for boards.
    pub url: String,
    /// The Kanboard server, if it stores the boards instead.
    pub kanboard: Option<Connection>,
}

pub(crate) struct Site {
    settings: Settings,
    store: OnceCell<Arc<dyn Store>>,
    /// A notice of the store that was not shown yet.
    notice: Mutex<Option<String>>,
    /// Notifies waiting callers of changes by this process.
    changed: Notify,
}

/// The result of executed actions.
pub(crate) struct Performed {
    /// The operation; `None` if nothing had to change.
    pub(crate) operation: Option<Operation>,
    /// The verified result of each action.
    pub(crate) verified: Vec<Verified>,
    /// The board after them.
    pub(crate) snapshot: Arc<Snapshot>,
    /// The reply.
    pub(crate) reply: String,
    /// Suggestions for next steps.
    pub(crate) suggestions: Vec<String>,
}

/// The reason why actions were not executed. Nothing was changed.
pub(crate) enum Refusal {
    /// A question about an ambiguous reference.
    Question(Box<Question>),
    /// A failure.
    Failed(Box<Failure>),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Question(question) => (*question).into(),
            Refusal::Failed(failure) => *failure,
        }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

impl From<BoardError> for Refusal {
    fn from(error: BoardError) -> Self {
        Failure::from(error).into()
    }
}

/// The maximum number of attempts to resolve actions, if another writer changes the board in between.
const ATTEMPTS: usize = 8;

impl Site {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, store: OnceCell::new(), notice: Mutex::default(), changed: Notify::new() }
    }

    /// Returns the store. The first call opens it.
    pub(crate) async fn store(&self, cx: &Context) -> Result<&Arc<dyn Store>, Failure> {
        let store = self.open(&|key| cx.setting(key)).await?;
        let notice = self.notice.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(message) = notice {
            cx.events.emit(lemmascope_intent::Event::Warning { message });
        }
        Ok(store)
    }

    /// Opens the store with these settings. Keeps its notice for the first call of a verb.
    pub(crate) async fn open(&self, setting: Setting<'_>) -> Result<&Arc<dyn Store>, Failure> {
        self.store
            .get_or_try_init(|| async {
                let history = setting("board.history").and_then(|value| value.as_number());
                let history =
                    history.and_then(|number| number.as_i64()).and_then(|it| u64::try_from(it).ok());
                let history = history.unwrap_or(HISTORY);
                let (store, notice): (Arc<dyn Store>, _) = match &self.settings.kanboard {
                    None => {
                        let (store, notice) = Embedded::open(&self.settings.url, history).await?;
                        (Arc::new(store), notice)
                    }
                    Some(connection) => {
                        let (store, notice) = Kanboard::open(connection.clone(), history).await?;
                        (Arc::new(store), notice)
                    }
                };
                *self.notice.lock().unwrap_or_else(PoisonError::into_inner) = notice;
                // The store of an unreachable server can still be opened.
                if self.settings.kanboard.is_none() {
                    retention::purge(store.as_ref(), setting).await?;
                }
                Ok(store)
            })
            .await
    }

    /// Notifies waiting callers of a change.
    pub(crate) fn tell_of_changes(&self) {
        self.changed.notify_waiters();
    }

    /// Returns a future that completes at the next change by this process.
    pub(crate) fn changes(&self) -> Notified<'_> {
        self.changed.notified()
    }

    /// Closes the store, if it was opened.
    pub(crate) async fn close(&self) {
        if let Some(store) = self.store.get() {
            store.close().await;
        }
    }

    /// Returns the boards that an owner may see, own ones first.
    pub(crate) async fn boards(&self, owner: &Owner, setting: Setting<'_>) -> Result<Vec<Board>, Failure> {
        let store = self.open(setting).await?;
        let mut boards = store.boards().await?;
        boards.retain(|board| board.is_open_to(owner.as_str()));
        boards.sort_by_key(|board| (board.owner != owner.as_str(), board.id));
        if boards.is_empty() {
            boards.push(store.first_board(owner.as_str()).await?);
        }
        Ok(boards)
    }

    /// Returns the board with this name. Fails unless the caller owns it, because only the owner may share or
    /// archive it.
    pub(crate) async fn own_board(&self, cx: &Context, name: &str) -> Result<Board, Failure> {
        let board = self.board(cx, Some(name)).await?;
        match board.owner == Owner::of_session(&cx.session).as_str() {
            true => Ok(board),
            false => Err(BoardError::NotOwner { board: board.name, owner: board.owner }.into()),
        }
    }

    /// Returns the board with this name, or by default that of the session, of the setting, or the first.
    pub(crate) async fn board(&self, cx: &Context, name: Option<&str>) -> Result<Board, Failure> {
        // Opens the store with the context, so that its notice is shown.
        self.store(cx).await?;
        let owner = Owner::of_session(&cx.session);
        let boards = self.boards(&owner, &|key| cx.setting(key)).await?;
        let shown = board_of_session(&cx.session).filter(|_| name.is_none());
        if let Some(board) = boards.iter().find(|board| Some(board.id) == shown) {
            return Ok(board.clone());
        }
        named_board(&boards, name, &owner, &|key| cx.setting(key))
    }

    /// Returns the default board of an owner, outside of a board's session.
    pub(crate) async fn default_board(&self, owner: &Owner, setting: Setting<'_>) -> Result<Board, Failure> {
        named_board(&self.boards(owner, setting).await?, None, owner, setting)
    }

    /// Executes actions on a board atomically.
    pub(crate) async fn perform(
        &self,
        cx: &Context,
        board: Option<&str>,
        actions: &[Action],
        language: Language,
    ) -> Result<Performed, Refusal> {
        let store = self.store(cx).await?;
        let board = self.board(cx, board).await?;
        let (author, me) = (author(cx), me(cx));
        let mut attempt = 1;
        let (resolved, operation) = loop {
            let before = store.snapshot(board.id).await?;
            let resolved = resolve(actions, &before, me.as_deref(), language)
                .map_err(|question| Refusal::Question(Box::new(question)))?;
            if resolved.steps.is_empty() {
                break (resolved, None);
            }
            // Limits are checked before anything is tried, so that the error names the action.
            for (at, step) in resolved.steps.iter().enumerate() {
                limits::edit(&step.edit).map_err(|error| refused(error, actions, resolved.action_of(at)))?;
            }
            let batch = Batch {
                board: board.id,
                author: author.clone(),
                key: cx.idempotency_key.clone(),
                steps: resolved.steps.clone(),
                reverts: None,
            };
            match store.apply(&batch).await {
                Ok(operation) => break (resolved, Some(operation)),
                // If an action is bound to a version, only the caller can decide how to proceed.
                Err(BoardError::Changed { .. } | BoardError::Deleted(_))
                    if attempt < ATTEMPTS && !actions.iter().any(Action::is_bound) =>
                {
                    attempt += 1
                }
                Err(error) => return Err(refused(error, actions, None)),
            }
        };
        if operation.is_some() {
            self.tell_of_changes();
        }
        let snapshot = store.snapshot(board.id).await?;
        let verified = verify(&resolved.claims, resolved.planned.as_ref(), operation.as_ref(), &snapshot);
        let suggestions = suggestions(&verified, &snapshot, language);
        Ok(Performed { reply: reply(&verified, language), suggestions, operation, verified, snapshot })
    }
}

/// Returns the failure of a batch, with the result of each action, and with the faulty one if it is known.
fn refused(error: BoardError, actions: &[Action], at: Option<usize>) -> Refusal {
    let is_partly = matches!(error, BoardError::Partly { .. });
    let said = error.to_string();
    let mut failure = Failure::from(error);
    if actions.len() < 2 {
        return failure.into();
    }
    if let Some(at) = at {
        failure = failure.about(format!("actions[{at}]"));
    }
    for (number, action) in actions.iter().enumerate() {
        let fate = match at {
            Some(at) if at == number => format!("failed: {said}"),
            _ if is_partly => "unknown".to_string(),
            _ => "not applied".to_string(),
        };
        failure = failure.context(format!("actions[{number}] {}: {fate}", action.name()));
    }
    failure.into()
}

/// Returns the board with this name, or that of the setting, or the first one that is not archived.
fn named_board(
    boards: &[Board],
    name: Option<&str>,
    owner: &Owner,
    setting: Setting<'_>,
) -> Result<Board, Failure> {
    // The setting applies to the person at this machine.
    let configured = text_setting(setting, "board.name").filter(|_| owner.is_local());
    let name = name.or(configured.as_deref());
    let mut open = boards.iter().filter(|board| !board.archived);
    let found = match name {
        Some(name) => {
            // Boards of several owners may have the same name; `planner/Main` includes the owner.
            let wanted = fold(name.trim());
            let named = |board: &&Board| {
                fold(&board.name) == wanted || fold(&format!("{}/{}", board.owner, board.name)) == wanted
            };
            open.find(named).or_else(|| boards.iter().find(named))
        }
        None => open.next(),
    };
    found.cloned().ok_or_else(|| {
        let names: Vec<&str> =
            boards.iter().filter(|board| !board.archived).map(|board| board.name.as_str()).collect();
        let name = name.unwrap_or_default();
        Failure::new(Cause::TargetNotFound, format!("there is no board \"{name}\""))
            .about("board")
            .hint(format!("The boards are {}.", names.join(", ")))
            .instead(names)
    })
}

/// A function that returns the current value of a setting.
pub(crate) type Setting<'a> = &'a (dyn Fn(&str) -> Option<Value> + Sync);

/// Returns the user on whose behalf a call is made.
pub(crate) fn author(cx: &Context) -> String {
    let owner = Owner::of_session(&cx.session);
    user(&owner, &|key| cx.setting(key)).unwrap_or_else(|| owner.as_str().into())
}

/// Returns the calling user, unless the user at this machine is not configured.
fn me(cx: &Context) -> Option<String> {
    user(&Owner::of_session(&cx.session), &|key| cx.setting(key))
}

/// Returns the user name of an owner, unless the user at this machine is not configured.
pub(crate) fn user(owner: &Owner, setting: Setting<'_>) -> Option<String> {
    match owner.is_local() {
        true => text_setting(setting, "board.user"),
        false => Some(owner.as_str().into()),
    }
}

/// Returns the name of the session for a board's conversation and page, so that undo in it affects only this
/// board. Further conversations about the same board have separate names.
pub(crate) fn session_of(board: BoardId, conversation: Option<&str>) -> String {
    match conversation {
        Some(name) => format!("{SESSION}{}.{name}", board.0),
        None => format!("{SESSION}{}", board.0),
    }
}

/// Returns the board to which a session belongs.
fn board_of_session(id: &str) -> Option<BoardId> {
    let name = Owner::of_session(id).session_name(id)?.strip_prefix(SESSION)?;
    name.split('.').next()?.parse().ok().map(BoardId)
}

const SESSION: &str = "board-";

fn text_setting(setting: Setting<'_>, key: &str) -> Option<String> {
    let value = setting(key)?;
    value.as_text().map(str::trim).filter(|text| !text.is_empty()).map(str::to_string)
}

/// Returns the language of the person; English by default.
pub(crate) fn language(cx: &Context) -> Language {
    cx.language.unwrap_or_default()
}

/// Converts a list of texts into a value.
pub(crate) fn texts<T: AsRef<str>>(items: &[T]) -> Value {
    Value::List(items.iter().map(|item| Value::from(item.as_ref())).collect())
}

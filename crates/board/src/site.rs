//! Where boards are, for the verbs: the store, the board that is meant, and who asks.

use std::sync::Arc;

use lemmascope_intent::{Cause, Context, Failure, Language, Owner, Value, fold};
use tokio::sync::OnceCell;

use crate::action::{Action, Question, resolve};
use crate::embedded::{Embedded, HISTORY};
use crate::error::BoardError;
use crate::kanboard::{Connection, Kanboard};
use crate::model::{Batch, Board, Operation, Snapshot};
use crate::reply::{Verified, reply, suggestions, verify};
use crate::store::Store;

/// What the domain needs to know.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The URL of the database that boards are kept in.
    pub url: String,
    /// The Kanboard server that they are kept on instead.
    pub kanboard: Option<Connection>,
}

pub(crate) struct Site {
    settings: Settings,
    store: OnceCell<Arc<dyn Store>>,
}

/// Actions that were carried out.
pub(crate) struct Performed {
    /// The operation; nothing where nothing was to be changed.
    pub(crate) operation: Option<Operation>,
    /// What became of each action.
    pub(crate) verified: Vec<Verified>,
    /// The board after them.
    pub(crate) snapshot: Arc<Snapshot>,
    /// What is said of them.
    pub(crate) reply: String,
    /// What could be done next.
    pub(crate) suggestions: Vec<String>,
}

/// Why actions were not carried out. Nothing was changed.
pub(crate) enum Refusal {
    /// It has to be asked what is meant.
    Question(Box<Question>),
    /// Something failed.
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

/// How often actions are resolved anew where somebody else has changed what they depend on.
const ATTEMPTS: usize = 8;

impl Site {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, store: OnceCell::new() }
    }

    /// The store. The first call opens it.
    pub(crate) async fn store(&self, cx: &Context) -> Result<&Arc<dyn Store>, Failure> {
        self.store
            .get_or_try_init(|| async {
                let history = cx.setting("board.history").and_then(|value| value.as_number());
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
                if let Some(message) = notice {
                    cx.events.emit(lemmascope_intent::Event::Warning { message });
                }
                Ok(store)
            })
            .await
    }

    /// Closes the store, if it was opened.
    pub(crate) async fn close(&self) {
        if let Some(store) = self.store.get() {
            store.close().await;
        }
    }

    /// The boards that the owner of the session may see, their own first.
    pub(crate) async fn boards(&self, cx: &Context) -> Result<Vec<Board>, Failure> {
        let owner = Owner::of_session(&cx.session);
        let owner = owner.as_str();
        let store = self.store(cx).await?;
        let mut boards = store.boards().await?;
        boards.retain(|board| board.is_open_to(owner));
        boards.sort_by_key(|board| (board.owner != owner, board.id));
        if boards.is_empty() {
            boards.push(store.first_board(owner).await?);
        }
        Ok(boards)
    }

    /// The board of that name, which only its owner may share or put out of sight.
    pub(crate) async fn own_board(&self, cx: &Context, name: &str) -> Result<Board, Failure> {
        let board = self.board(cx, Some(name)).await?;
        match board.owner == Owner::of_session(&cx.session).as_str() {
            true => Ok(board),
            false => Err(BoardError::NotOwner { board: board.name, owner: board.owner }.into()),
        }
    }

    /// The board of that name; without a name, the one that is meant where none is named.
    pub(crate) async fn board(&self, cx: &Context, name: Option<&str>) -> Result<Board, Failure> {
        let boards = self.boards(cx).await?;
        let setting = text_setting(cx, "board.name");
        let name = name.or(setting.as_deref());
        let mut open = boards.iter().filter(|board| !board.archived);
        let found = match name {
            Some(name) => {
                // Boards of several owners may share a name; `planner/Main` says whose is meant.
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

    /// Carries out actions on a board as one unit.
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
        let (claims, operation) = loop {
            let before = store.snapshot(board.id).await?;
            let resolved = resolve(actions, &before, me.as_deref(), language)
                .map_err(|question| Refusal::Question(Box::new(question)))?;
            if resolved.steps.is_empty() {
                break (resolved.claims, None);
            }
            let batch = Batch {
                board: board.id,
                author: author.clone(),
                key: cx.idempotency_key.clone(),
                steps: resolved.steps,
                reverts: None,
            };
            match store.apply(&batch).await {
                Ok(operation) => break (resolved.claims, Some(operation)),
                Err(BoardError::Changed { .. } | BoardError::Deleted(_)) if attempt < ATTEMPTS => {
                    attempt += 1
                }
                Err(error) => return Err(error.into()),
            }
        };
        let snapshot = store.snapshot(board.id).await?;
        let verified = verify(&claims, operation.as_ref(), &snapshot);
        let suggestions = suggestions(&verified, &snapshot, language);
        Ok(Performed { reply: reply(&verified, language), suggestions, operation, verified, snapshot })
    }
}

/// The user on whose behalf a call is made.
pub(crate) fn author(cx: &Context) -> String {
    let owner = Owner::of_session(&cx.session);
    match text_setting(cx, "board.user") {
        Some(user) if owner.is_local() => user,
        _ => owner.as_str().into(),
    }
}

/// The same, unless nobody has said who the person at this machine is.
fn me(cx: &Context) -> Option<String> {
    let is_known = !Owner::of_session(&cx.session).is_local() || text_setting(cx, "board.user").is_some();
    is_known.then(|| author(cx))
}

fn text_setting(cx: &Context, key: &str) -> Option<String> {
    let value = cx.setting(key)?;
    value.as_text().map(str::trim).filter(|text| !text.is_empty()).map(str::to_string)
}

/// The language of the person, English where no sentence says it.
pub(crate) fn language(cx: &Context) -> Language {
    cx.language.unwrap_or_default()
}

/// A list of texts as a value.
pub(crate) fn texts<T: AsRef<str>>(items: &[T]) -> Value {
    Value::List(items.iter().map(|item| Value::from(item.as_ref())).collect())
}

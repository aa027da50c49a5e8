//! The database of a test, and a board in it.

use std::sync::Arc;

use lemmascope_board::embedded::Embedded;
use lemmascope_board::model::{
    Batch, BoardId, Card, CardFields, CardId, ColumnId, Edit, Effect, Operation, Snapshot, Step, inverse,
};
use lemmascope_board::{BoardError, Settings, Store};

use crate::kanboard::Served;

pub(crate) struct Backend {
    pub(crate) url: String,
    pub(crate) kanboard: Option<Served>,
    _folder: Option<tempfile::TempDir>,
}

impl Backend {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("board.db").display());
        Backend { url, kanboard: None, _folder: Some(folder) }
    }

    pub(crate) fn postgres() -> Self {
        Backend { url: crate::cluster::database(), kanboard: None, _folder: None }
    }

    pub(crate) async fn kanboard(test: &str) -> Self {
        Backend { url: String::new(), kanboard: Some(Served::new(test).await), _folder: None }
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings { url: self.url.clone(), kanboard: self.kanboard.as_ref().map(Served::connection) }
    }

    pub(crate) async fn open(&self) -> Bench {
        self.open_with(1000).await
    }

    pub(crate) async fn open_with(&self, history: u64) -> Bench {
        let store: Arc<dyn Store> = match &self.kanboard {
            Some(served) => Arc::new(served.open(history).await),
            None => {
                let (store, notice) = Embedded::open(&self.url, history).await.unwrap();
                assert_eq!(notice, None);
                Arc::new(store)
            }
        };
        let board = store.boards().await.unwrap()[0].id;
        Bench { store, board }
    }
}

/// A store with a board.
#[derive(Clone)]
pub(crate) struct Bench {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) board: BoardId,
}

impl Bench {
    pub(crate) async fn snapshot(&self) -> Arc<Snapshot> {
        self.store.snapshot(self.board).await.unwrap()
    }

    pub(crate) async fn column(&self, title: &str) -> ColumnId {
        self.snapshot().await.columns.iter().find(|column| column.title == title).unwrap().id
    }

    pub(crate) async fn card(&self, id: CardId) -> Card {
        self.snapshot().await.card(id).unwrap().clone()
    }

    /// Returns the titles of a column, from the top, after checking their places.
    pub(crate) async fn titles(&self, column: &str) -> Vec<String> {
        let column = self.column(column).await;
        let snapshot = self.snapshot().await;
        let cards: Vec<&Card> = snapshot.cards_in(column).collect();
        let places: Vec<i64> = cards.iter().map(|card| card.place).collect();
        assert_eq!(places, (1..=i64::try_from(cards.len()).unwrap()).collect::<Vec<_>>());
        cards.iter().map(|card| card.fields.title.clone()).collect()
    }

    pub(crate) async fn apply_as(&self, author: &str, steps: Vec<Step>) -> Result<Operation, BoardError> {
        let batch =
            Batch { board: self.board, author: author.into(), key: String::new(), steps, reverts: None };
        self.store.apply(&batch).await
    }

    pub(crate) async fn apply(&self, edits: Vec<Edit>) -> Operation {
        self.apply_as("ana", edits.into_iter().map(Step::from).collect()).await.unwrap()
    }

    pub(crate) async fn create(&self, column: &str, title: &str) -> CardId {
        let column = self.column(column).await;
        let operation = self.apply(vec![create(column, title)]).await;
        match operation.effects.as_slice() {
            [Effect::CardCreated { card }] => card.id,
            other => panic!("{other:?}"),
        }
    }

    /// Reverts an operation.
    pub(crate) async fn revert(&self, author: &str, operation: &Operation) -> Result<Operation, BoardError> {
        let batch = Batch {
            board: self.board,
            author: author.into(),
            key: String::new(),
            steps: inverse(operation),
            reverts: Some(operation.id),
        };
        self.store.apply(&batch).await
    }
}

pub(crate) fn create(column: ColumnId, title: &str) -> Edit {
    Edit::CreateCard {
        column,
        place: None,
        fields: CardFields { title: title.into(), ..CardFields::default() },
    }
}

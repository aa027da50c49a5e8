//! Random actions, undos and redos, compared with a simple model of a board.

use lemmascope_board::model::{Card, CardFields, CardId, CardPatch, Edit, Effect, Operation, Status};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::backend::{Backend, Bench};

/// An action of a person. Its numbers select among the existing cards and columns.
#[derive(Debug, Clone)]
enum Deed {
    Create(usize, Option<i64>, String),
    Move(usize, usize, Option<i64>),
    Rename(usize, String),
    Label(usize, String),
    Comment(usize, String),
    Delete(usize),
    Restore(usize),
    BulkMove(Vec<usize>, usize),
    Undo,
    Redo,
}

fn deed() -> impl Strategy<Value = Deed> {
    let title = "[a-zé]{1,4}";
    let place = proptest::option::of(-1_i64..6);
    prop_oneof![
        4 => (0..4_usize, place.clone(), title).prop_map(|(column, place, title)| Deed::Create(column, place, title)),
        4 => (0..20_usize, 0..4_usize, place).prop_map(|(card, column, place)| Deed::Move(card, column, place)),
        2 => (0..20_usize, title).prop_map(|(card, title)| Deed::Rename(card, title)),
        1 => (0..20_usize, title).prop_map(|(card, label)| Deed::Label(card, label)),
        1 => (0..20_usize, title).prop_map(|(card, text)| Deed::Comment(card, text)),
        2 => (0..20_usize).prop_map(Deed::Delete),
        1 => (0..20_usize).prop_map(Deed::Restore),
        1 => (proptest::collection::vec(0..20_usize, 1..4), 0..4_usize)
            .prop_map(|(cards, column)| Deed::BulkMove(cards, column)),
        5 => Just(Deed::Undo),
        3 => Just(Deed::Redo),
    ]
}

/// The simple model: columns of cards.
#[derive(Debug, Clone, PartialEq, Default)]
struct Plain {
    columns: [Vec<PlainCard>; 4],
    deleted: Vec<(usize, PlainCard)>,
}

#[derive(Debug, Clone, PartialEq)]
struct PlainCard {
    id: CardId,
    title: String,
    labels: Vec<String>,
    comments: Vec<String>,
    done: bool,
}

const DONE: usize = 3;

impl Plain {
    /// Returns this state with the cards that the other state has in addition: they were created in between,
    /// and are deleted here.
    fn with_tombstones_of(mut self, other: &Self) -> Self {
        let live = other.columns.iter().enumerate();
        let live = live.flat_map(|(column, cards)| cards.iter().map(move |card| (column, card.clone())));
        let known = |id: CardId| {
            self.columns.iter().flatten().any(|card| card.id == id)
                || self.deleted.iter().any(|(_, card)| card.id == id)
        };
        let missing: Vec<_> =
            live.chain(other.deleted.iter().cloned()).filter(|(_, card)| !known(card.id)).collect();
        self.deleted.extend(missing);
        self.deleted.sort_by_key(|(_, card)| card.id);
        self
    }

    fn ids(&self) -> Vec<CardId> {
        let mut ids: Vec<CardId> = self.columns.iter().flatten().map(|card| card.id).collect();
        ids.sort();
        ids
    }

    fn take(&mut self, id: CardId) -> (usize, PlainCard) {
        let (at, cards) = self
            .columns
            .iter_mut()
            .enumerate()
            .find(|(_, cards)| cards.iter().any(|it| it.id == id))
            .unwrap();
        let place = cards.iter().position(|card| card.id == id).unwrap();
        (at, cards.remove(place))
    }

    fn put(&mut self, column: usize, place: Option<i64>, card: PlainCard) {
        let cards = &mut self.columns[column];
        let place = place
            .map_or(cards.len(), |place| usize::try_from(Ord::max(place, 1) - 1).unwrap().min(cards.len()));
        cards.insert(place, card);
    }

    fn card(&mut self, id: CardId) -> &mut PlainCard {
        self.columns.iter_mut().flatten().find(|card| card.id == id).unwrap()
    }

    fn shift(&mut self, id: CardId, column: usize, place: Option<i64>) {
        let is_here = self.columns[column].iter().any(|card| card.id == id);
        if is_here && place.is_none() {
            return;
        }
        let (from, mut card) = self.take(id);
        if column == DONE {
            card.done = true;
        } else if from == DONE {
            card.done = false;
        }
        self.put(column, place, card);
    }
}

async fn seen(bench: &Bench) -> Plain {
    let snapshot = bench.snapshot().await;
    let plain = |card: &Card| PlainCard {
        id: card.id,
        title: card.fields.title.clone(),
        labels: card.fields.labels.clone(),
        comments: card.comments.iter().map(|comment| comment.text.clone()).collect(),
        done: card.fields.status == Status::Done,
    };
    let mut board = Plain::default();
    for (at, column) in snapshot.columns.iter().enumerate() {
        board.columns[at] = snapshot.cards_in(column.id).map(plain).collect();
    }
    let at = |card: &Card| snapshot.columns.iter().position(|column| column.id == card.column).unwrap();
    board.deleted = snapshot.deleted().map(|card| (at(card), plain(card))).collect();
    board.deleted.sort_by_key(|(_, card)| card.id);
    board
}

pub(crate) async fn random_histories_go_as_a_plain_model_does(backend: Backend) {
    let bench = backend.open().await;
    let columns: Vec<_> = bench.snapshot().await.columns.iter().map(|column| column.id).collect();
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut model = Plain::default();
    // Fewer cases for Kanboard, because the recording would be too large.
    for _ in 0..if backend.kanboard.is_some() { 3 } else { 12 } {
        let deeds = proptest::collection::vec(deed(), 1..40).new_tree(&mut runner).unwrap().current();
        // Each case starts with an empty history.
        let mut done: Vec<(Operation, Plain)> = Vec::new();
        let mut undone: Vec<(Operation, Plain)> = Vec::new();
        for deed in deeds {
            let before = model.clone();
            let ids = model.ids();
            let pick = |at: usize| ids.get(at % ids.len().max(1)).copied();
            let edits = match &deed {
                Deed::Undo => {
                    let Some((operation, state)) = done.pop() else { continue };
                    let reverse = bench.revert("ana", &operation).await.unwrap();
                    undone.push((reverse, model.clone()));
                    model = state.with_tombstones_of(&model);
                    assert_eq!(seen(&bench).await, model, "{deed:?} of {operation:?}");
                    continue;
                }
                Deed::Redo => {
                    let Some((operation, state)) = undone.pop() else { continue };
                    let again = bench.revert("ana", &operation).await.unwrap();
                    done.push((again, model.clone()));
                    model = state.with_tombstones_of(&model);
                    assert_eq!(seen(&bench).await, model, "{deed:?} of {operation:?}");
                    continue;
                }
                Deed::Create(column, place, title) => vec![Edit::CreateCard {
                    column: columns[*column],
                    place: *place,
                    fields: CardFields { title: title.clone(), ..CardFields::default() },
                }],
                Deed::Move(card, column, place) => {
                    let Some(id) = pick(*card) else { continue };
                    model.shift(id, *column, *place);
                    vec![Edit::MoveCard { card: id, column: columns[*column], place: *place }]
                }
                Deed::Rename(card, title) => {
                    let Some(id) = pick(*card) else { continue };
                    model.card(id).title.clone_from(title);
                    let patch = CardPatch { title: Some(title.clone()), ..CardPatch::default() };
                    vec![Edit::UpdateCard { card: id, patch }]
                }
                Deed::Label(card, label) => {
                    let Some(id) = pick(*card) else { continue };
                    model.card(id).labels = vec![label.clone()];
                    let patch = CardPatch { labels: Some(vec![label.clone()]), ..CardPatch::default() };
                    vec![Edit::UpdateCard { card: id, patch }]
                }
                Deed::Comment(card, text) => {
                    let Some(id) = pick(*card) else { continue };
                    model.card(id).comments.push(text.clone());
                    vec![Edit::AddComment { card: id, text: text.clone() }]
                }
                Deed::Delete(card) => {
                    let Some(id) = pick(*card) else { continue };
                    let taken = model.take(id);
                    model.deleted.push(taken);
                    model.deleted.sort_by_key(|(_, card)| card.id);
                    vec![Edit::DeleteCard { card: id }]
                }
                Deed::Restore(at) => {
                    if model.deleted.is_empty() {
                        continue;
                    }
                    let (column, card) = model.deleted.remove(at % model.deleted.len());
                    let id = card.id;
                    model.put(column, None, card);
                    vec![Edit::RestoreCard { card: id, place: None }]
                }
                Deed::BulkMove(cards, column) => {
                    let cards: Vec<CardId> = cards.iter().filter_map(|at| pick(*at)).collect();
                    cards.iter().for_each(|id| model.shift(*id, *column, None));
                    let edit =
                        |card: &CardId| Edit::MoveCard { card: *card, column: columns[*column], place: None };
                    cards.iter().map(edit).collect()
                }
            };
            let operation = bench.apply(edits).await;
            if let (Deed::Create(column, place, title), [Effect::CardCreated { card }]) =
                (&deed, operation.effects.as_slice())
            {
                let done = *column == DONE;
                let (labels, comments) = (Vec::new(), Vec::new());
                let card = PlainCard { id: card.id, title: title.clone(), labels, comments, done };
                model.put(*column, *place, card);
            }
            assert_eq!(seen(&bench).await, model, "{deed:?}");
            done.push((operation, before));
            undone.clear();
        }
    }
}

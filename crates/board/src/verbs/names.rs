//! The verbs that list names for sentences: the titles of cards and columns, and the assignees and labels of cards.

use lemmascope_intent::{Args, Context, Failure, Format, Outcome, Signature, Type, Value};

use crate::kinds;
use crate::model::Card;
use crate::site::Site;

/// The parameters of listings whose values these verbs list.
const ASSIGNEE: &str = "assignee";
const LABEL: &str = "label";

pub(super) fn cards_signature() -> Signature {
    let lists = Some(Format::Kind(kinds::CARD));
    Signature { lists, ..Signature::observe("board.card_titles", "List the titles of the cards.") }
        .returns(Type::Array)
        .examples(&["board.card_titles"])
}

pub(super) async fn cards(site: &Site, _: Args, cx: &Context) -> Result<Outcome, Failure> {
    let board = site.board(cx, None).await?;
    let now = site.store(cx).await?.snapshot(board.id).await?;
    let titles = now.live().map(|card| Value::from(card.fields.title.as_str()));
    Ok(Outcome::found(Value::List(titles.collect())))
}

pub(super) fn columns_signature() -> Signature {
    let lists = Some(Format::Kind(kinds::COLUMN));
    Signature { lists, ..Signature::observe("board.column_titles", "List the titles of the columns.") }
        .returns(Type::Array)
        .examples(&["board.column_titles"])
}

pub(super) async fn columns(site: &Site, _: Args, cx: &Context) -> Result<Outcome, Failure> {
    let board = site.board(cx, None).await?;
    let now = site.store(cx).await?.snapshot(board.id).await?;
    let titles = now.visible().map(|column| Value::from(column.title.as_str()));
    Ok(Outcome::found(Value::List(titles.collect())))
}

pub(super) fn assignees_signature() -> Signature {
    value_signature("board.assignees", "List the assignees of the cards.", ASSIGNEE)
}

pub(super) async fn assignees(site: &Site, _: Args, cx: &Context) -> Result<Outcome, Failure> {
    distinct(site, cx, |card| card.fields.assignee.iter().cloned().collect()).await
}

pub(super) fn labels_signature() -> Signature {
    value_signature("board.labels", "List the labels of the cards.", LABEL)
}

pub(super) async fn labels(site: &Site, _: Args, cx: &Context) -> Result<Outcome, Failure> {
    distinct(site, cx, |card| card.fields.labels.clone()).await
}

/// Returns the signature of a verb that lists the values of a parameter. Only sentences need it.
fn value_signature(name: &'static str, about: &'static str, parameter: &'static str) -> Signature {
    let lists = Some(Format::Kind(parameter));
    Signature { lists, ..Signature::observe(name, about) }.returns(Type::Array).internal()
}

/// Returns the distinct values of a field of the cards.
async fn distinct(site: &Site, cx: &Context, field: fn(&Card) -> Vec<String>) -> Result<Outcome, Failure> {
    let board = site.board(cx, None).await?;
    let now = site.store(cx).await?.snapshot(board.id).await?;
    let mut found: Vec<String> = now.live().flat_map(field).collect();
    found.sort_unstable();
    found.dedup();
    Ok(Outcome::found(Value::List(found.into_iter().map(Value::from).collect())))
}

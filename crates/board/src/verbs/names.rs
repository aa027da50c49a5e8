//! The verbs that list the titles of cards and columns for sentences.

use lemmascope_intent::{Args, Context, Failure, Format, Outcome, Signature, Type, Value};

use crate::kinds;
use crate::site::Site;

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

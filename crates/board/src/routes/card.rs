use std::sync::Arc;

use lemmascope_intent::{Cause, Failure, Route, RouteAnswer, RouteCall, RouteMethod, RouteSchema};

use super::{Answered, board_of_path, document, schema, store};
use crate::model::CardId;
use crate::site::Site;

pub(super) fn route(site: &Arc<Site>) -> Route {
    super::route(
        site,
        RouteMethod::Get,
        "/v1/boards/{board}/cards/{card}",
        "getCard",
        "Show a card with its description and its comments, also a deleted one.",
        |site, call| Box::pin(answer(site, call)),
    )
    .answers(RouteSchema::Json(schema::card()))
}

async fn answer(site: &Site, call: &RouteCall) -> Answered {
    let board = board_of_path(site, call).await?;
    let now = store(site, call).await?.snapshot(board.id).await.map_err(Failure::from)?;
    let id = call.part("card").parse().ok().map(CardId);
    let card = id.and_then(|id| now.card(id)).ok_or_else(|| {
        Failure::new(Cause::TargetNotFound, "there is no card with this id on the board").about("card")
    })?;
    Ok(RouteAnswer::json(document::card(card, &now)))
}

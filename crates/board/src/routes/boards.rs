use std::sync::Arc;

use lemmascope_intent::{Route, RouteAnswer, RouteCall, RouteMethod, RouteSchema};
use serde_json::json;

use super::{Answered, document, schema};
use crate::site::{Site, user};

pub(super) fn route(site: &Arc<Site>) -> Route {
    super::route(site, RouteMethod::Get, "/v1/boards", "listBoards", "List the boards.", |site, call| {
        Box::pin(answer(site, call))
    })
    .answers(RouteSchema::Json(schema::boards()))
}

async fn answer(site: &Site, call: &RouteCall) -> Answered {
    let setting = |key: &str| call.engine.setting(key);
    let boards = site.boards(&call.owner, &setting).await?;
    let default = site.default_board(&call.owner, &setting).await?;
    Ok(RouteAnswer::json(json!({
        "boards": boards.iter().map(document::board).collect::<Vec<_>>(),
        "default": default.id.0,
        "user": user(&call.owner, &setting),
    })))
}

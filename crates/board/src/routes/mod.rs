//! The HTTP routes of boards: the envelope and the conversation for agents, and the data for the page.
//!
//! Changes go through the engine, in a session of the board, so that they are recorded, undoable and
//! permission-checked like every other call. Reads use the store directly.

mod boards;
mod card;
mod document;
mod events;
mod history;
mod intents;
mod messages;
mod problem;
mod schema;
mod snapshot;

use std::sync::Arc;

use lemmascope_intent::{
    BoxFuture, Cause, Failure, Route, RouteAnswer, RouteCall, RouteMethod, RouteRefusal,
};

use crate::model::{Board, BoardId};
use crate::site::Site;
use crate::store::Store;

/// The tag of the routes in the API documentation.
const TAG: &str = "boards";

/// Returns the routes.
pub(crate) fn all(site: &Arc<Site>) -> Vec<Route> {
    let routes = [
        intents::route(site),
        messages::route(site),
        boards::route(site),
        snapshot::route(site),
        card::route(site),
        history::route(site),
        events::route(site),
    ];
    routes.into_iter().map(|route| route.tag(TAG)).collect()
}

type Answered = Result<RouteAnswer, RouteRefusal>;
type Handler = for<'a> fn(&'a Arc<Site>, &'a RouteCall) -> BoxFuture<'a, Answered>;

fn route(
    site: &Arc<Site>,
    method: RouteMethod,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    handle: Handler,
) -> Route {
    let site = Arc::clone(site);
    Route::new(method, path, id, summary, move |call| {
        let site = Arc::clone(&site);
        Box::pin(async move { handle(&site, &call).await })
    })
}

async fn store<'s>(site: &'s Site, call: &RouteCall) -> Result<&'s Arc<dyn Store>, Failure> {
    site.open(&|key| call.engine.setting(key)).await
}

/// Returns the board in the path of a request.
async fn board_of_path(site: &Site, call: &RouteCall) -> Result<Board, Failure> {
    board_of_id(site, call, call.part("board")).await
}

/// Returns the board with an id.
async fn board_of_id(site: &Site, call: &RouteCall, id: &str) -> Result<Board, Failure> {
    let wanted = id.parse().ok().map(BoardId);
    let boards = site.boards(&call.owner, &|key| call.engine.setting(key)).await?;
    boards.into_iter().find(|board| Some(board.id) == wanted).ok_or_else(|| {
        Failure::new(Cause::TargetNotFound, "there is no board with this id")
            .about("board")
            .hint("`GET /v1/boards` lists the boards.")
    })
}

/// Returns the board with an id, or by default that of the setting or the first one that is not archived.
async fn board_or_default(site: &Site, call: &RouteCall, id: Option<&str>) -> Result<Board, Failure> {
    match id {
        Some(id) => board_of_id(site, call, id).await,
        None => site.default_board(&call.owner, &|key| call.engine.setting(key)).await,
    }
}

/// Parses a number in the query.
fn number(call: &RouteCall, name: &str) -> Option<i64> {
    call.query.get(name).and_then(|text| text.parse().ok())
}

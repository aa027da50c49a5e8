//! stub

use axum::Router;

pub(crate) fn site() -> Router {
    Router::new()
}

//! A small pottery whose products can be reviewed: three pages with the same form behind buttons with
//! different labels.

use axum::Router;

pub(crate) fn site() -> Router {
    Router::new()
}

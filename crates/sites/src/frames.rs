//! The theatre: frames and shadow roots in every combination. Files alone; nothing is decided on the server.

use axum::Router;

pub(crate) fn site() -> Router {
    Router::new()
}

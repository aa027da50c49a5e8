//! The theater: frames and shadow roots in every combination. It consists of static files only.

use axum::Router;

pub(crate) fn site() -> Router {
    Router::new()
}

//! The yardstick of the server: axum with a handler for each of the two requests, and nothing around them.
//!
//! It prints its address and serves until standard input ends.

use std::io::Write;

use axum::routing::{get, post};
use axum::{Json, Router};
use tokio::io::AsyncReadExt;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let routes = Router::new()
        .route("/health", get(|| async { Json(serde_json::json!({ "status": "ok" })) }))
        .route("/call", post(|Json(body): Json<serde_json::Value>| async { Json(body) }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(std::io::stdout(), "{}", listener.local_addr()?)?;
    let ended = async {
        let mut rest = Vec::new();
        // Either way the harness is gone.
        tokio::io::stdin().read_to_end(&mut rest).await.ok();
    };
    axum::serve(listener, routes).with_graceful_shutdown(ended).await?;
    Ok(())
}

//! The web domain: a scanner, a browser driver, and the verbs of pages.
#![allow(dead_code, unused_imports)]

mod settings;

mod address;

mod page;
mod reading;
mod scanner;

mod observation;
mod target;

mod driver;

mod session;

mod verbs;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use lemmascope_intent::{Close, Domain};

use session::Sessions;
pub use settings::{Settings, settings};

/// The verbs and definitions of this domain.
pub fn domain(settings: Settings) -> Domain {
    let sessions = Arc::new(Sessions::new(settings));
    let capabilities = verbs::all(&sessions);
    let close: Close = Box::new(move || {
        let sessions = Arc::clone(&sessions);
        Box::pin(async move { sessions.close_all().await })
    });
    Domain { close: Some(close), ..Domain::new("web", capabilities) }
}

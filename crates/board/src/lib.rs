//! The board domain: cards and columns, in an embedded database or on a Kanboard server.
//!
//! Reading order: the values of a board, the store trait, its embedded and its Kanboard implementation, the
//! actions of people and agents, the replies to them, and the verbs.

mod limits;
pub mod model;

mod error;
mod store;

pub mod embedded;
pub mod kanboard;

pub mod action;
mod reply;

mod document;
mod kinds;
mod page;
mod purging;
mod retention;
mod routes;
mod settings;
mod shown;
mod site;
mod verbs;

use std::sync::Arc;

use lemmascope_intent::{Category, Domain, Source};

pub use error::BoardError;
pub use kanboard::Connection;
pub use settings::settings;
pub use site::Settings;
pub use store::{Answer, Store};

use crate::site::Site;

/// Returns the verbs and definitions of this domain.
pub fn domain(settings: Settings) -> Domain {
    let site = Arc::new(Site::new(settings));
    let domain = Domain::new("board", verbs::all(&site));
    Domain {
        routes: routes::all(&site),
        pages: page::PAGES,
        background: Some(purging::work(&site)),
        sentences: &[Source { name: "board", text: include_str!("sentences/sentences.txt") }],
        categories: &[("board", Category::OfficeOperation)],
        close: Some(Box::new(move || {
            let site = Arc::clone(&site);
            Box::pin(async move { site.close().await })
        })),
        ..domain.kinds(kinds::KINDS, kinds::WORDS).things(kinds::TOOLS)
    }
}

//! The channels domain: intents between agents, delivered exactly once.
//!
//! Reading order: the envelope and its schemas, the adapters that create envelopes from requests of other
//! systems, the contacts that resolve the names of recipients, the gateway that accepts and delivers intents,
//! and the database that all of them share.

pub mod adapters;
pub mod contacts;
pub mod envelope;
pub mod gateway;

pub mod store;

mod verbs;

mod kinds;
mod page;

mod address;
mod fault;
mod settings;
mod site;

use std::sync::Arc;

use lemmascope_intent::{Category, Domain, Operation, Source};

pub use address::Address;
pub use fault::{Fault, Step};
pub use settings::{Settings, settings};
pub use site::Site;

/// Returns the routes and the background work of this domain.
pub fn domain(settings: Settings) -> Domain {
    let site = Arc::new(Site::new(settings));
    let mut routes = gateway::routes(&site);
    routes.extend(adapters::routes(&site));
    routes.extend(contacts::routes(&site));
    let capabilities = verbs::all(&site);
    let checks = site.settings().bus.clone().map(gateway::check_bus).into_iter().collect();
    let working = Arc::clone(&site);
    Domain {
        sentences: &[Source { name: "channels", text: include_str!("sentences/sentences.txt") }],
        categories: &[("channels", Category::OfficeOperation)],
        operations: &[(Operation::Message, "channels.send")],
        kinds: kinds::KINDS,
        words: kinds::WORDS,
        things: kinds::TOOLS,
        routes,
        pages: page::PAGES,
        checks,
        background: Some(Box::new(move |engine, cancellation| {
            Box::pin(gateway::work(Arc::clone(&working), engine, cancellation))
        })),
        close: Some(Box::new(move || {
            let site = Arc::clone(&site);
            Box::pin(async move { site.close().await })
        })),
        ..Domain::new("channels", capabilities)
    }
}

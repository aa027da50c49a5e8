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

use lemmascope_intent::Domain;

pub use settings::{Settings, settings};

/// The verbs and definitions of this domain.
pub fn domain(settings: Settings) -> Domain {
    Domain::new("web", verbs::all(settings))
}

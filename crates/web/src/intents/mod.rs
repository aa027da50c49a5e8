//! The intents that are built in. Each is a verb like any other, made of looks, clicks and keys, and a small definition by
//! which it has a name, parameters and triggers as every intent has. What such a verb does on its way it tells in the
//! call's logbook, line by line.

mod collect;
mod form;
mod lines;
mod page_actor;
mod session_indicators;

mod login;
mod login_as;
mod logout;

mod overlays;

mod accept_cookies;
mod dismiss_popups;
mod search;

mod fill_form;
mod proceed;
mod submit_form;

use std::sync::Arc;
use std::time::Duration;

use lemmascope_browser::session::Sessions;
use lemmascope_intent::{Args, Failure, Source};

use crate::verbs::{Verb, duration, page_table, table};
use dismiss_popups::dismiss;

use page_actor::PageActor;

/// The definitions by which they are called.
/// The built-in intents of pages.
pub const DEFINITIONS: &[Source] = &[
    source("login", include_str!("login.yaml")),
    source("login_as", include_str!("login_as.yaml")),
    source("logout", include_str!("logout.yaml")),
    source("search", include_str!("search.yaml")),
    source("accept_cookies", include_str!("accept_cookies.yaml")),
    source("dismiss_popups", include_str!("dismiss_popups.yaml")),
    source("dismiss", include_str!("dismiss.yaml")),
    source("fill_form", include_str!("fill_form.yaml")),
    source("submit_form", include_str!("submit_form.yaml")),
    source("scroll_to", include_str!("scroll_to.yaml")),
];

const fn source(name: &'static str, text: &'static str) -> Source {
    Source { name, text }
}

/// What the definitions call.
pub(crate) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    let of_page = page_table!(sessions:
        login logout search accept_cookies dismiss_popups dismiss fill_form submit_form collect proceed
    );
    let kept: Vec<Verb> = table!(sessions: login_as);
    of_page.into_iter().chain(kept).collect()
}

/// A duration among the arguments, or how long it is otherwise.
fn duration_of(args: &Args, name: &str, otherwise: Duration) -> Result<Duration, Failure> {
    args.optional_text(name).map_or(Ok(otherwise), duration)
}

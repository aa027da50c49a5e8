//! The web domain: the verbs of pages, and the intents that consist of them. The browser crate contains the
//! browser itself and the analysis of pages.

mod values;

mod submission;

mod verbs;

mod intents;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;
use lemmascope_intent::{Capability, Category, Close, Domain, Here, Operation};

pub use intents::DEFINITIONS;
pub use lemmascope_browser::driver::Proxy;
pub use lemmascope_browser::settings::{Settings, settings};

/// The verbs and definitions of this domain.
pub fn domain(settings: Settings) -> Domain {
    let checks = vec![lemmascope_browser::check(settings.clone())];
    let sessions = Arc::new(Sessions::new(settings));
    let capabilities = capabilities(&sessions);
    let places = Arc::clone(&sessions);
    let here: Here = Arc::new(move |session| places.address(session));
    let close: Close = Box::new(move || {
        let sessions = Arc::clone(&sessions);
        Box::pin(async move { sessions.close_all().await })
    });
    Domain {
        definitions: intents::DEFINITIONS,
        sentences: verbs::SENTENCES,
        categories: &[("web", Category::BrowserControl), ("browsers", Category::BrowserControl)],
        synonyms: &[("browsers.chrome.navigate", "web.goto"), ("browsers.chrome.search", "search")],
        blocks: &[verbs::BLOCK],
        operations: OPERATIONS,
        checks,
        close: Some(close),
        here: Some(here),
        ..Domain::new("web", capabilities)
    }
}

/// Returns all verbs of pages, and those of the built-in intents. They share the sessions and thus the
/// browser.
fn capabilities(sessions: &Arc<Sessions>) -> Vec<Arc<dyn Capability>> {
    let mut all = verbs::all(sessions);
    all.extend(verbs::capabilities("intents", intents::verbs(sessions)));
    all
}

/// The verbs and intents that the engine calls by their function.
const OPERATIONS: &[(Operation, &str)] = &[
    (Operation::Observe, "web.observe"),
    (Operation::Visit, "web.goto"),
    (Operation::Visit, "web.tab_new"),
    (Operation::Search, "search"),
    (Operation::Reveal, "web.scroll_to"),
    (Operation::Fill, "web.fill_form"),
    (Operation::Clear, "web.clear"),
    (Operation::PressKey, "web.press"),
    (Operation::Elements, "web.elements"),
    (Operation::RunFunction, "web.run_function"),
    (Operation::AskFunction, "web.ask_function"),
    (Operation::Extract, "web.extract"),
    (Operation::Picture, "web.picture"),
    (Operation::Input, "web.input"),
    (Operation::OpenSession, "web.session_new"),
    (Operation::CloseSession, "web.session_close"),
    (Operation::ListSessions, "web.sessions"),
];

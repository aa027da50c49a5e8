//! The web domain: a scanner, a browser driver, and the verbs of pages.

mod settings;

mod text;

mod address;
mod files;

mod page;
mod reading;
mod remembered;
mod scanner;

mod observation;
mod targets;

mod driver;

mod session;

mod values;

mod intents;
mod verbs;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use lemmascope_intent::{Capability, Category, Close, Domain, Here, Operation};

pub use intents::DEFINITIONS;
use session::Sessions;
pub use settings::{Settings, settings};

/// The verbs and definitions of this domain.
pub fn domain(settings: Settings) -> Domain {
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
        close: Some(close),
        here: Some(here),
        ..Domain::new("web", capabilities)
    }
}

/// All verbs of pages, and those of the built-in intents; they share the sessions and with them the browser.
fn capabilities(sessions: &Arc<Sessions>) -> Vec<Arc<dyn Capability>> {
    let mut all = verbs::all(sessions);
    all.extend(verbs::capabilities("intents", intents::verbs(sessions)));
    all
}

/// The verbs and intents that the engine calls by their meaning.
const OPERATIONS: &[(Operation, &str)] = &[
    (Operation::Observe, "web.observe"),
    (Operation::Visit, "web.goto"),
    (Operation::Visit, "web.tab_new"),
    (Operation::Search, "search"),
    (Operation::Reveal, "web.scroll_to"),
    (Operation::Clear, "web.clear"),
    (Operation::PressKey, "web.press"),
    (Operation::Elements, "web.elements"),
    (Operation::Extract, "web.extract"),
    (Operation::OpenSession, "web.session_new"),
    (Operation::CloseSession, "web.session_close"),
    (Operation::ListSessions, "web.sessions"),
];

/// Reads what a page's process may answer when it is asked for a scan, and says how many elements came of it. For the
/// fuzzer, which tries answers that no page of ours would give.
#[doc(hidden)]
pub fn read_scan_answer(answer: &str) -> Option<usize> {
    let answer = serde_json::Value::String(answer.to_owned());
    let scan = reading::RawScan::from_answer(&answer).ok()?;
    // Told in terms of itself, so that what is taken over is tried as well.
    let earlier = reading::RawScan { look: scan.since, ..scan.clone() };
    let scan = scan.complete(Some(earlier)).ok()?;
    let frame =
        |parent, owner| reading::ScannedFrame { parent, owner, scan: scan.clone(), ..Default::default() };
    let frames = [frame(None, None), frame(Some(0), Some(1))];
    Some(reading::read(&frames, &mut reading::Ids::default(), &[]).elements.len())
}

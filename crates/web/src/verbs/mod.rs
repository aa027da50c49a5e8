//! The verbs of pages. Every verb is one file in the folder of its family, with its signature and
//! implementation. To add a verb, add the file, and in the `mod.rs` of the family its `mod` line and its name
//! in the table. The signature determines its command line, its step in a definition, its help and its
//! reference page.

mod verb;
mod visit;
mod watchdog;

mod output_file;
mod parameters;
mod reading;

mod acting;
mod asking;
mod debugging;
mod emulating;
mod extracting;
mod functions;
mod handover;
mod looking;
mod navigation;
mod session;
mod state;
mod waiting;
mod windows;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;
use lemmascope_intent::{Capability, Source};

pub(crate) use acting::{click, count_to, file_paths, keypad, pick, pick_day, set_input_files, shows_date};
pub(crate) use extracting::rows_of;
pub(crate) use navigation::open;
pub(crate) use parameters::{switch, timeout};
pub(crate) use reading::{Of, read};
pub(crate) use verb::{Verb, page_table, table};
pub(crate) use visit::{BLOCK, Visit, duration};

/// The sentences that users say for them.
pub(crate) const SENTENCES: &[Source] = &[
    Source { name: "pages", text: include_str!("sentences.txt") },
    Source { name: "developer", text: include_str!("developer.txt") },
];

/// Returns all verbs of pages. They share the sessions and thus the browser.
pub(crate) fn all(sessions: &Arc<Sessions>) -> Vec<Arc<dyn Capability>> {
    let families = [
        ("navigation", navigation::verbs(sessions)),
        ("looking", looking::verbs(sessions)),
        ("acting", acting::verbs(sessions)),
        ("waiting", waiting::verbs(sessions)),
        ("extracting", extracting::verbs(sessions)),
        ("asking", asking::verbs(sessions)),
        ("state", state::verbs(sessions)),
        ("tabs, frames, dialogs", windows::verbs(sessions)),
        ("network and debug", debugging::verbs(sessions)),
        ("viewport", emulating::verbs(sessions)),
        ("sessions", session::verbs(sessions)),
        ("sessions", handover::verbs(sessions)),
    ];
    families.into_iter().flat_map(|(family, verbs)| capabilities(family, verbs)).collect()
}

/// Converts the verbs of a family for the engine.
pub(crate) fn capabilities(family: &'static str, verbs: Vec<Verb>) -> Vec<Arc<dyn Capability>> {
    verbs.into_iter().map(|verb| Arc::new(verb.with_family(family)) as Arc<dyn Capability>).collect()
}

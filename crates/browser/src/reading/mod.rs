//! Converts scans into a [`Snapshot`]: kinds, roles, regions, patterns.
//!
//! A scan comes from the process that runs the page, so it is untrusted: values out of bounds are dropped,
//! and no size or index in it is trusted.

mod assembly;
mod classification;
mod completion;
mod forms;
mod ids;
mod kind;
mod lexicon;
mod loaded;
mod patterns;
mod raw;
mod roles;
mod session;
mod tone;

pub(crate) use assembly::ScannedFrame;
pub use forms::{Cluster, clusters, is_field};
pub(crate) use ids::Ids;
pub use lexicon::{ACTIONS, ANSWERS, Evidence, FIELDS, Lexicon, REPLIES, is_filler};
pub(crate) use loaded::{selectors, selectors_of};
pub use patterns::is_results;
pub(crate) use raw::RawScan;
#[cfg(test)]
pub(crate) use roles::ROLES;
pub use roles::actions_of;
pub use tone::{Tone, is_error, is_success};

use std::collections::HashSet;

use lemmascope_intent::PatternDefinition;

use crate::page::Snapshot;

/// Converts the scans of a page's frames; the main frame comes first, and each frame after its parent. A
/// loaded pattern takes precedence over a built-in one of the same name.
pub(crate) fn read(frames: &[ScannedFrame], ids: &mut Ids, loaded: &[&PatternDefinition]) -> Snapshot {
    let (mut snapshot, mut clues) = assembly::assemble(frames, ids);
    session::mark(&snapshot, frames, &mut clues);
    let mut actions = roles::actions_of(&snapshot.elements);
    session::add_logout_actions(&snapshot, &mut actions);
    let forms = classification::classify(&mut snapshot, &clues, &actions);
    let known = patterns::detect(&snapshot, &clues, &actions, &forms);
    let mut patterns = loaded::find(&snapshot, frames, loaded, &known);
    let own: HashSet<String> = patterns.iter().map(|pattern| pattern.name.clone()).collect();
    patterns.extend(known.into_iter().filter(|pattern| !own.contains(&pattern.name)));
    snapshot.patterns = patterns;
    snapshot
}

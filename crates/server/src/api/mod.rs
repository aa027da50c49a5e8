//! The endpoints, a file for each resource.

mod approvals;
mod calls;
mod definitions;
mod journal;
mod keys;
mod runs;
mod sessions;
mod system;

use crate::endpoint::Endpoint;

/// All endpoints.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    let groups = [
        ("calls", calls::endpoints()),
        ("runs", runs::endpoints()),
        ("approvals", approvals::endpoints()),
        ("sessions", sessions::endpoints()),
        ("definitions", definitions::endpoints()),
        ("journal", journal::endpoints()),
        ("keys", keys::endpoints()),
        ("system", system::endpoints()),
    ];
    groups.into_iter().flat_map(|(tag, all)| all.into_iter().map(move |it| Endpoint { tag, ..it })).collect()
}

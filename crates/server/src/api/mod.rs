//! The endpoints, one file per resource.

mod approvals;
mod calls;
mod definitions;
mod journal;
mod keys;
mod runs;
mod sessions;
mod system;

use crate::domain_routes;
use crate::endpoint::Endpoint;
use crate::service::Service;

/// Returns all endpoints: those of the engine, then the routes of the domains.
pub(crate) fn endpoints(service: &Service) -> Vec<Endpoint> {
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
    let own = groups.into_iter().flat_map(|(tag, all)| all.into_iter().map(move |it| Endpoint { tag, ..it }));
    own.chain(service.routes.iter().map(domain_routes::endpoint)).collect()
}

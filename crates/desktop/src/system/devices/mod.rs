use std::sync::Arc;

use lemmascope_intent::Capability;

use super::settings::Settings;

/// The verbs.
pub(super) fn verbs(_settings: &Arc<Settings>) -> Vec<Arc<dyn Capability>> {
    Vec::new()
}

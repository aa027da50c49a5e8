//! What all interfaces have in common.

use serde_json::Value as Json;
use url::Url;

use super::fault::ModelFault;

/// The address with more parts at its end.
pub(super) fn extended(base: &Url, parts: &[&str]) -> Result<Url, ModelFault> {
    let mut url = base.clone();
    url.path_segments_mut()
        .map_err(|()| ModelFault::Unreachable { why: "its address has no path".into() })?
        .pop_if_empty()
        .extend(parts);
    Ok(url)
}

/// What a model says, as JSON. Models put fences around it even when they are told not to.
pub(super) fn said_as_json(said: &str) -> Result<Json, ModelFault> {
    let said = said.trim();
    let fenced = said.strip_prefix("```json").or_else(|| said.strip_prefix("```"));
    let said = fenced.map_or(said, |rest| rest.trim_end().trim_end_matches("```"));
    serde_json::from_str(said).map_err(|_| unusable("what it says is not JSON"))
}

pub(super) fn unusable(why: &str) -> ModelFault {
    ModelFault::Unusable { why: why.into() }
}

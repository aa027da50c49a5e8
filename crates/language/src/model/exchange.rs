//! What all interfaces have in common.

use lemmascope_intent::Prompt;
use serde_json::Value as Json;
use url::Url;

use super::fault::ModelFault;

/// How a server is told which JSON is wanted. There are several ways, and each server knows some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// By a schema, as each interface has it today.
    Named,
    /// As llama.cpp's servers had it first; at other interfaces by a wish for JSON.
    Plain,
    /// In words alone, and with nothing else that a server may not know.
    Bare,
}

/// The task for a server that is not told the schema in another way.
pub(super) fn with_schema(prompt: &Prompt) -> String {
    format!(
        "{}\nAnswer with JSON alone, which keeps to this schema: {}",
        prompt.task.trim_end(),
        prompt.schema
    )
}

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

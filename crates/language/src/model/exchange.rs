//! Functions that all APIs share.

use lemmascope_intent::Prompt;
use serde_json::Value as Json;
use url::Url;

use super::fault::ModelFault;

/// The way in which a request specifies the JSON schema of the answer. Servers support different ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The current schema parameter of the API.
    Named,
    /// The original schema parameter of llama.cpp servers; for other APIs, the JSON mode.
    Plain,
    /// The prompt only, without any optional parameters.
    Bare,
}

/// Returns the task with the schema, for servers without a schema parameter.
pub(super) fn with_schema(prompt: &Prompt) -> String {
    format!(
        "{}\nAnswer with JSON alone, which keeps to this schema: {}",
        prompt.task.trim_end(),
        prompt.schema
    )
}

/// Appends path segments to a URL.
pub(super) fn extended(base: &Url, parts: &[&str]) -> Result<Url, ModelFault> {
    let mut url = base.clone();
    url.path_segments_mut()
        .map_err(|()| ModelFault::Unreachable { why: "its address has no path".into() })?
        .pop_if_empty()
        .extend(parts);
    Ok(url)
}

/// Parses the answer of a model as JSON. Models may add code fences despite instructions.
pub(super) fn said_as_json(said: &str) -> Result<Json, ModelFault> {
    let said = said.trim();
    let fenced = said.strip_prefix("```json").or_else(|| said.strip_prefix("```"));
    let said = fenced.map_or(said, |rest| rest.trim_end().trim_end_matches("```"));
    serde_json::from_str(said).map_err(|_| unusable("what it says is not JSON"))
}

pub(super) fn unusable(why: &str) -> ModelFault {
    ModelFault::Unusable { why: why.into() }
}

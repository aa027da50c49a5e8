//! The Anthropic API. The answer is the input of a tool that the model is forced to use.

use lemmascope_intent::Prompt;
use serde_json::{Value as Json, json};
use url::Url;

use super::exchange::{extended, unusable};
use super::fault::ModelFault;

/// The API version.
pub(super) const VERSION: &str = "2023-06-01";

pub(super) fn address(base: &Url) -> Result<Url, ModelFault> {
    extended(base, &["messages"])
}

pub(super) fn request(model: &str, prompt: &Prompt) -> Json {
    json!({
        "model": model,
        "temperature": 0,
        "max_tokens": prompt.most_tokens,
        "system": prompt.task,
        "messages": [{"role": "user", "content": prompt.material}],
        "tools": [{"name": "answer", "description": "Gives the answer.", "input_schema": prompt.schema}],
        "tool_choice": {"type": "tool", "name": "answer"},
    })
}

pub(super) fn answer(body: &Json) -> Result<Json, ModelFault> {
    match body.get("stop_reason").and_then(Json::as_str) {
        Some("max_tokens") => return Err(unusable("it was cut off")),
        Some("refusal") => return Err(unusable("it refuses")),
        _ => {}
    }
    let parts = body.get("content").and_then(Json::as_array).ok_or_else(|| unusable("it says nothing"))?;
    let used = parts.iter().find(|part| part.get("type").and_then(Json::as_str) == Some("tool_use"));
    used.and_then(|part| part.get("input")).cloned().ok_or_else(|| unusable("it did not give an answer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_is_the_tool_input() {
        let body = json!({"stop_reason": "tool_use", "content": [
            {"type": "text", "text": "Here."},
            {"type": "tool_use", "name": "answer", "input": {"a": 1}},
        ]});
        assert_eq!(answer(&body), Ok(json!({"a": 1})));
        for body in [json!({}), json!({"content": []}), json!({"stop_reason": "max_tokens", "content": []})] {
            assert!(answer(&body).is_err(), "{body}");
        }
    }
}

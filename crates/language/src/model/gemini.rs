//! The Google Gemini API.

use lemmascope_intent::Prompt;
use serde_json::{Value as Json, json};
use url::Url;

use super::exchange::{Form, extended, said_as_json, unusable, with_schema};
use super::fault::ModelFault;

pub(super) fn address(base: &Url, model: &str) -> Result<Url, ModelFault> {
    extended(base, &["models", &format!("{model}:generateContent")])
}

/// Builds the request: with a schema if the model supports it, otherwise in JSON mode with the schema in the
/// prompt.
pub(super) fn request(prompt: &Prompt, form: Form) -> Json {
    let task = if form == Form::Named { prompt.task.clone() } else { with_schema(prompt) };
    let mut request = json!({
        "systemInstruction": {"parts": [{"text": task}]},
        "contents": [{"role": "user", "parts": [{"text": prompt.material}]}],
        "generationConfig": {
            "temperature": 0,
            "seed": 1,
            "maxOutputTokens": prompt.most_tokens,
            "responseMimeType": "application/json",
        },
    });
    if form == Form::Named {
        request["generationConfig"]["responseJsonSchema"] = prompt.schema.clone();
    }
    request
}

pub(super) fn answer(body: &Json) -> Result<Json, ModelFault> {
    if body.pointer("/promptFeedback/blockReason").is_some() {
        return Err(unusable("it refuses"));
    }
    let candidate = body.pointer("/candidates/0").ok_or_else(|| unusable("it has no candidates"))?;
    if candidate.get("finishReason").and_then(Json::as_str) == Some("MAX_TOKENS") {
        return Err(unusable("it was cut off"));
    }
    let parts = candidate.pointer("/content/parts").and_then(Json::as_array);
    let parts = parts.ok_or_else(|| unusable("it says nothing"))?;
    // Thoughts are not part of the answer.
    let said = parts.iter().filter(|part| part.get("thought").and_then(Json::as_bool) != Some(true));
    let said: String = said.filter_map(|part| part.get("text").and_then(Json::as_str)).collect();
    said_as_json(&said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_concatenates_text_parts() {
        let body = json!({"candidates": [{"finishReason": "STOP", "content": {"parts": [
            {"thought": true, "text": "hm"}, {"text": "{\"a\":"}, {"text": " 1}"},
        ]}}]});
        assert_eq!(answer(&body), Ok(json!({"a": 1})));
        for body in
            [json!({}), json!({"candidates": [{"finishReason": "MAX_TOKENS"}]}), json!({"candidates": [{}]})]
        {
            assert!(answer(&body).is_err(), "{body}");
        }
    }

    #[test]
    fn url_contains_the_model_name() {
        let base = Url::parse("https://example.org/v1beta/").unwrap();
        assert_eq!(
            address(&base, "gemini").unwrap().as_str(),
            "https://example.org/v1beta/models/gemini:generateContent"
        );
    }
}

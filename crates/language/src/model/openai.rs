//! The interface that OpenAI began and most servers speak, local ones among them.

use lemmascope_intent::Prompt;
use serde_json::{Value as Json, json};
use url::Url;

use super::fault::ModelFault;

pub(super) fn address(base: &Url) -> Result<Url, ModelFault> {
    let mut url = base.clone();
    url.path_segments_mut()
        .map_err(|()| ModelFault::Unreachable { why: "its address has no path".into() })?
        .pop_if_empty()
        .extend(["chat", "completions"]);
    Ok(url)
}

/// How a server is told which JSON is wanted. There are two ways, and most servers know one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As OpenAI has it, and most others after it.
    Named,
    /// As llama.cpp's servers had it first.
    Plain,
}

/// The same question gives the same answer, as far as the server can help it.
pub(super) fn request(model: &str, prompt: &Prompt, form: Form) -> Json {
    let format = match form {
        Form::Named => json!({
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": true, "schema": prompt.schema},
        }),
        Form::Plain => json!({"type": "json_object", "schema": prompt.schema}),
    };
    json!({
        "model": model,
        "temperature": 0,
        "seed": 1,
        "max_tokens": prompt.most_tokens,
        "messages": [
            {"role": "system", "content": prompt.task},
            {"role": "user", "content": prompt.material},
        ],
        "response_format": format,
    })
}

/// What was answered. Models put fences around JSON even when they are told not to.
pub(super) fn answer(body: &[u8]) -> Result<Json, ModelFault> {
    let unusable = |why: &str| ModelFault::Unusable { why: why.into() };
    let body: Json = serde_json::from_slice(body).map_err(|_| unusable("it is not JSON"))?;
    let choice = body.pointer("/choices/0").ok_or_else(|| unusable("it has no choices"))?;
    if choice.get("finish_reason").and_then(Json::as_str) == Some("length") {
        return Err(unusable("it was cut off"));
    }
    let content = choice.pointer("/message/content").and_then(Json::as_str);
    let content = content.ok_or_else(|| unusable("it says nothing"))?.trim();
    let fenced = content.strip_prefix("```json").or_else(|| content.strip_prefix("```"));
    let content = fenced.map_or(content, |rest| rest.trim_end().trim_end_matches("```"));
    serde_json::from_str(content).map_err(|_| unusable("what it says is not JSON"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_that_of_the_chat() {
        for base in ["http://localhost:8000/v1", "http://localhost:8000/v1/"] {
            let url = address(&Url::parse(base).unwrap()).unwrap();
            assert_eq!(url.as_str(), "http://localhost:8000/v1/chat/completions");
        }
    }

    #[test]
    fn answers_are_read_or_refused() {
        let said = |content: &str, reason: &str| {
            let body = json!({"choices": [{"finish_reason": reason, "message": {"content": content}}]});
            answer(body.to_string().as_bytes())
        };
        assert_eq!(said(r#"{"a": 1}"#, "stop"), Ok(json!({"a": 1})));
        assert_eq!(said("```json\n{\"a\": 1}\n```", "stop"), Ok(json!({"a": 1})));
        assert!(said(r#"{"a": 1"#, "stop").is_err());
        assert!(said(r#"{"a": 1}"#, "length").is_err());
        for body in ["", "[]", "{}", r#"{"choices":[]}"#, r#"{"choices":[{"message":{"content":5}}]}"#] {
            assert!(answer(body.as_bytes()).is_err(), "{body}");
        }
    }
}

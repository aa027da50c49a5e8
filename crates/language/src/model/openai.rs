//! The interface that OpenAI began and most servers speak, local ones among them.

use lemmascope_intent::Prompt;
use serde_json::{Value as Json, json};
use url::Url;

use super::exchange::{extended, said_as_json, unusable};
use super::fault::ModelFault;

pub(super) fn address(base: &Url) -> Result<Url, ModelFault> {
    extended(base, &["chat", "completions"])
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

/// What was answered.
pub(super) fn answer(body: &Json) -> Result<Json, ModelFault> {
    let choice = body.pointer("/choices/0").ok_or_else(|| unusable("it has no choices"))?;
    if choice.get("finish_reason").and_then(Json::as_str) == Some("length") {
        return Err(unusable("it was cut off"));
    }
    let content = choice.pointer("/message/content").and_then(Json::as_str);
    said_as_json(content.ok_or_else(|| unusable("it says nothing"))?)
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
            answer(&body)
        };
        assert_eq!(said(r#"{"a": 1}"#, "stop"), Ok(json!({"a": 1})));
        assert_eq!(said("```json\n{\"a\": 1}\n```", "stop"), Ok(json!({"a": 1})));
        assert!(said(r#"{"a": 1"#, "stop").is_err());
        assert!(said(r#"{"a": 1}"#, "length").is_err());
        for body in
            [json!([]), json!({}), json!({"choices": []}), json!({"choices": [{"message": {"content": 5}}]})]
        {
            assert!(answer(&body).is_err(), "{body}");
        }
    }
}

//! The OpenAI API, which most servers implement, including local ones.

use lemmascope_intent::Prompt;
use serde_json::{Value as Json, json};
use url::Url;

use super::exchange::{Form, extended, said_as_json, unusable, with_schema};
use super::fault::ModelFault;

pub(super) fn address(base: &Url) -> Result<Url, ModelFault> {
    extended(base, &["chat", "completions"])
}

/// Builds a request for deterministic answers, as far as the server supports them.
pub(super) fn request(model: &str, prompt: &Prompt, form: Form) -> Json {
    let mut request = json!({
        "model": model,
        "messages": [
            {"role": "system", "content": prompt.task},
            {"role": "user", "content": prompt.material},
        ],
    });
    let format = match form {
        Form::Named => json!({
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": true, "schema": prompt.schema},
        }),
        Form::Plain => json!({"type": "json_object", "schema": prompt.schema}),
        Form::Bare => {
            // Reasoning models support neither a temperature nor the old name of the token limit.
            request["max_completion_tokens"] = prompt.most_tokens.into();
            request["messages"][0]["content"] = with_schema(prompt).into();
            return request;
        }
    };
    request["temperature"] = 0.into();
    request["seed"] = 1.into();
    request["max_tokens"] = prompt.most_tokens.into();
    request["response_format"] = format;
    request
}

/// Extracts the answer.
pub(super) fn answer(body: &Json) -> Result<Json, ModelFault> {
    let choice = body.pointer("/choices/0").ok_or_else(|| unusable("it has no choices"))?;
    if choice.get("finish_reason").and_then(Json::as_str) == Some("length") {
        return Err(unusable("it was cut off"));
    }
    if choice.pointer("/message/refusal").is_some_and(Json::is_string) {
        return Err(unusable("it refuses"));
    }
    let content = choice.pointer("/message/content").and_then(Json::as_str);
    said_as_json(content.ok_or_else(|| unusable("it says nothing"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_is_the_chat_completions_endpoint() {
        for base in ["http://localhost:8000/v1", "http://localhost:8000/v1/"] {
            let url = address(&Url::parse(base).unwrap()).unwrap();
            assert_eq!(url.as_str(), "http://localhost:8000/v1/chat/completions");
        }
    }

    #[test]
    fn parses_or_rejects_responses() {
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

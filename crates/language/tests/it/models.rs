//! Clients of all three language model APIs, against a local server.

use std::time::Duration;

use lemmascope_intent::{Prompt, Secret};
use lemmascope_language::model::{Endpoint, Interface, ModelFault};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use url::Url;

const KEY: &str = "k3y-of-the-model";

/// Starts a server that returns these responses, one per connection, and collects the heads and bodies of the
/// requests.
async fn serve(answers: Vec<String>) -> (Url, tokio::task::JoinHandle<Vec<(String, Json)>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
    let served = tokio::spawn(async move {
        let mut all = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = Vec::new();
            let (head, body) = loop {
                let mut part = [0; 4096];
                let read = stream.read(&mut part).await.unwrap();
                asked.extend_from_slice(&part[..read]);
                let text = String::from_utf8_lossy(&asked);
                let parts = text.split_once("\r\n\r\n");
                if let Some((head, body)) =
                    parts.and_then(|(head, body)| Some((head, serde_json::from_str(body).ok()?)))
                {
                    break (head.to_lowercase(), body);
                }
            };
            stream.write_all(answer.as_bytes()).await.unwrap();
            all.push((head, body));
        }
        all
    });
    (url, served)
}

fn answer(status: &str, said: &str) -> String {
    format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{said}", said.len())
}

/// Returns a valid response of an API.
fn good(interface: Interface) -> String {
    let said = match interface {
        Interface::OpenAi => {
            json!({"choices": [{"finish_reason": "stop", "message": {"content": "{\"a\":1}"}}]})
        }
        Interface::Anthropic => {
            json!({"stop_reason": "tool_use", "content": [{"type": "tool_use", "input": {"a": 1}}]})
        }
        Interface::Gemini => json!({"candidates": [{"content": {"parts": [{"text": "{\"a\":1}"}]}}]}),
    };
    answer("200 OK", &said.to_string())
}

fn endpoint(interface: Interface, url: Url) -> Endpoint {
    let limit = Duration::from_secs(30);
    Endpoint { interface, url, name: "m".into(), key: Some(Secret::new(KEY.into())), limit }
}

fn prompt() -> Prompt {
    let schema = json!({"type": "object", "properties": {"a": {"type": "number"}}});
    Prompt { task: "Answer.".into(), material: "Hello".into(), schema, most_tokens: 10 }
}

#[tokio::test]
async fn sends_request_format_of_each_provider() {
    for (interface, path, header, shape) in [
        (
            Interface::OpenAi,
            "post /v1/chat/completions ",
            format!("authorization: bearer {KEY}"),
            json!({
                "model": "m", "max_tokens": 10, "temperature": 0, "seed": 1,
                "messages": [{"role": "system", "content": "Answer."}, {"role": "user", "content": "Hello"}],
                "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "strict": true, "schema": prompt().schema}},
            }),
        ),
        (
            Interface::Anthropic,
            "post /v1/messages ",
            format!("x-api-key: {KEY}"),
            json!({
                "model": "m", "max_tokens": 10, "temperature": 0, "system": "Answer.",
                "messages": [{"role": "user", "content": "Hello"}],
                "tools": [{"name": "answer", "description": "Gives the answer.", "input_schema": prompt().schema}],
                "tool_choice": {"type": "tool", "name": "answer"},
            }),
        ),
        (
            Interface::Gemini,
            "post /v1/models/m:generatecontent ",
            format!("x-goog-api-key: {KEY}"),
            json!({
                "systemInstruction": {"parts": [{"text": "Answer."}]},
                "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
                "generationConfig": {
                    "temperature": 0, "seed": 1, "maxOutputTokens": 10,
                    "responseMimeType": "application/json", "responseJsonSchema": prompt().schema,
                },
            }),
        ),
    ] {
        let (url, served) = serve(vec![good(interface)]).await;
        assert_eq!(endpoint(interface, url).ask(&prompt()).await, Ok(json!({"a": 1})));
        let (head, body) = served.await.unwrap().remove(0);
        assert!(head.starts_with(path), "{head}");
        assert_eq!(head.matches(KEY).count(), 1, "{head}");
        assert!(head.contains(&header), "{head}");
        assert_eq!(body, shape);
    }
}

#[tokio::test]
async fn retries_rejected_request_in_simpler_format() {
    let refusal = || answer("422 Unprocessable Entity", "{}");
    for (interface, forms) in [(Interface::OpenAi, 3), (Interface::Gemini, 2)] {
        let answers = std::iter::repeat_with(refusal).take(forms - 1).chain([good(interface)]).collect();
        let (url, served) = serve(answers).await;
        assert_eq!(endpoint(interface, url).ask(&prompt()).await, Ok(json!({"a": 1})));
        let asked = served.await.unwrap();
        let last = asked.last().unwrap().1.to_string();
        assert!(last.contains("keeps to this schema") && !last.contains("json_schema"), "{last}");
    }
    let (url, served) = serve(vec![refusal(), good(Interface::OpenAi)]).await;
    endpoint(Interface::OpenAi, url).ask(&prompt()).await.unwrap();
    assert_eq!(served.await.unwrap()[1].1["response_format"]["type"], "json_object");
}

#[tokio::test]
async fn distinguishes_model_errors_without_leaking_key() {
    let there = "302 There\r\nlocation: http://127.0.0.1:9/";
    let unusable = |why: &str| ModelFault::Unusable { why: why.into() };
    let prose = |interface| match interface {
        Interface::OpenAi => json!({"choices": [{"message": {"content": "Sure! I think so."}}]}),
        Interface::Anthropic => json!({"content": [{"type": "text", "text": "Sure! I think so."}]}),
        Interface::Gemini => json!({"candidates": [{"content": {"parts": [{"text": "Sure! I think so."}]}}]}),
    };
    let refused = |interface| match interface {
        Interface::OpenAi => json!({"choices": [{"message": {"content": null, "refusal": "No."}}]}),
        Interface::Anthropic => json!({"stop_reason": "refusal", "content": []}),
        Interface::Gemini => json!({"promptFeedback": {"blockReason": "SAFETY"}}),
    };
    let cut_off = |interface| match interface {
        Interface::OpenAi => {
            json!({"choices": [{"finish_reason": "length", "message": {"content": "{\"a\""}}]})
        }
        Interface::Anthropic => {
            json!({"stop_reason": "max_tokens", "content": [{"type": "tool_use", "input": {}}]})
        }
        Interface::Gemini => {
            json!({"candidates": [{"finishReason": "MAX_TOKENS", "content": {"parts": [{"text": "{"}]}}]})
        }
    };
    for interface in Interface::ALL {
        let told = if interface == Interface::Anthropic {
            "it did not give an answer"
        } else {
            "what it says is not JSON"
        };
        for (status, said, fault) in [
            ("401 No", format!("the key {KEY} is wrong"), ModelFault::NotAdmitted),
            ("429 Later", String::new(), ModelFault::Busy),
            ("529 Later", String::new(), ModelFault::Busy),
            (there, String::new(), ModelFault::Refused { code: 302 }),
            ("404 Not Found", String::new(), ModelFault::Refused { code: 404 }),
            ("200 OK", "{\"choices\": [".into(), unusable("it is not JSON")),
            ("200 OK", prose(interface).to_string(), unusable(told)),
            ("200 OK", refused(interface).to_string(), unusable("it refuses")),
            ("200 OK", cut_off(interface).to_string(), unusable("it was cut off")),
        ] {
            let (url, _served) = serve(vec![answer(status, &said)]).await;
            let endpoint = endpoint(interface, url);
            let asked = endpoint.ask(&prompt()).await;
            assert_eq!(asked, Err(fault), "{interface:?} {said}");
            let shown = format!("{} {asked:?} {endpoint:?}", asked.clone().unwrap_err());
            assert!(!shown.contains(KEY), "{shown}");
        }
        // A failing server returns the same error for every request form.
        let broken = vec![answer("500 Oh", ""); 3];
        let (url, _served) = serve(broken).await;
        assert_eq!(endpoint(interface, url).ask(&prompt()).await, Err(ModelFault::Refused { code: 500 }));
    }
}

#[tokio::test]
async fn slow_or_unreachable_model_fails() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
    let limit = Duration::from_millis(50);
    let slow = Endpoint { limit, ..endpoint(Interface::OpenAi, url.clone()) };
    assert_eq!(slow.ask(&prompt()).await, Err(ModelFault::TooSlow { limit }));
    drop(listener);
    let away = endpoint(Interface::OpenAi, url).ask(&prompt()).await;
    assert!(matches!(away, Err(ModelFault::Unreachable { .. })), "{away:?}");
}

//! A language model, where somebody has configured one.
//!
//! It is asked for JSON that keeps to a schema, with a limit on time and on length. What it answers is a proposal: whoever
//! asked checks it as if a stranger had said it.

mod anthropic;
mod exchange;
mod fault;
mod gemini;
mod openai;

use std::time::Duration;

use lemmascope_intent::{Prompt, Secret};
use serde_json::Value as Json;
use url::Url;

pub use fault::ModelFault;

use self::openai::Form;

/// No answer to a prompt is longer than this.
const LONGEST: usize = 4 << 20;

/// Whose interface a model is asked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interface {
    /// The one that OpenAI began and most servers speak, local ones among them.
    #[default]
    OpenAi,
    /// Anthropic's.
    Anthropic,
    /// Google's, to Gemini.
    Gemini,
}

impl Interface {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];

    /// As the configuration names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The interface of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|interface| interface.as_str() == name)
    }
}

/// Where a model is asked.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Whose interface it has.
    pub interface: Interface,
    /// The address of its interface, up to the version: `http://localhost:8000/v1`.
    pub url: Url,
    /// Which model.
    pub name: String,
    /// What lets one ask it, where something has to.
    pub key: Option<Secret>,
    /// How long an answer may take.
    pub limit: Duration,
}

impl Endpoint {
    /// Asks, and gives back what was answered as JSON.
    pub async fn ask(&self, prompt: &Prompt) -> Result<Json, ModelFault> {
        tokio::time::timeout(self.limit, self.exchange(prompt))
            .await
            .map_err(|_| ModelFault::TooSlow { limit: self.limit })?
    }

    async fn exchange(&self, prompt: &Prompt) -> Result<Json, ModelFault> {
        // Which cryptography is used is settled once for the process; the browser's connection may have done so already.
        let _already = rustls::crypto::ring::default_provider().install_default();
        // A redirection would carry the material to a place that nobody has configured.
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| ModelFault::Unreachable { why: error.to_string() })?;
        for form in [Form::Named, Form::Plain] {
            let response = self.question(&client, prompt, form)?.send().await.map_err(unreachable)?;
            match response.status().as_u16() {
                200..=299 => return self.answer(&whole(response).await?),
                401 | 403 => return Err(ModelFault::NotAdmitted),
                429 | 503 | 529 => return Err(ModelFault::Busy),
                // It does not take the question as it was put; some servers call that a fault of their own.
                400 | 422 | 500 | 501 if form == Form::Named => {}
                code => return Err(ModelFault::Unusable { why: format!("it answered with {code}") }),
            }
        }
        Err(ModelFault::Unusable { why: "it does not take the question".into() })
    }

    fn question(
        &self,
        client: &reqwest::Client,
        prompt: &Prompt,
        form: Form,
    ) -> Result<reqwest::RequestBuilder, ModelFault> {
        let key = self.key.as_ref().map(Secret::expose);
        Ok(match self.interface {
            Interface::OpenAi => {
                let question = client.post(openai::address(&self.url)?);
                let question = question.json(&openai::request(&self.name, prompt, form));
                key.into_iter().fold(question, |question, key| question.bearer_auth(key))
            }
            Interface::Anthropic => {
                let question =
                    client.post(anthropic::address(&self.url)?).json(&anthropic::request(&self.name, prompt));
                let question = question.header("anthropic-version", anthropic::VERSION);
                key.into_iter().fold(question, |question, key| question.header("x-api-key", key))
            }
            Interface::Gemini => {
                let question = client.post(gemini::address(&self.url, &self.name)?);
                let question = question.json(&gemini::request(prompt, form == Form::Named));
                key.into_iter().fold(question, |question, key| question.header("x-goog-api-key", key))
            }
        })
    }

    fn answer(&self, body: &[u8]) -> Result<Json, ModelFault> {
        let body: Json = serde_json::from_slice(body).map_err(|_| exchange::unusable("it is not JSON"))?;
        match self.interface {
            Interface::OpenAi => openai::answer(&body),
            Interface::Anthropic => anthropic::answer(&body),
            Interface::Gemini => gemini::answer(&body),
        }
    }
}

fn unreachable(error: reqwest::Error) -> ModelFault {
    ModelFault::Unreachable { why: error.without_url().to_string() }
}

/// What a response says, within bounds.
async fn whole(mut response: reqwest::Response) -> Result<Vec<u8>, ModelFault> {
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(unreachable)? {
        body.extend_from_slice(&part);
        if body.len() > LONGEST {
            return Err(ModelFault::Unusable { why: "the answer is too long".into() });
        }
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// A server that gives these answers, one for each connection, and gives back what it was asked.
    async fn serve(answers: &[String]) -> (Url, tokio::task::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = Url::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
        let answers = answers.to_vec();
        let served = tokio::spawn(async move {
            let mut all = Vec::new();
            for answer in answers {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut asked = Vec::new();
                while !asked.ends_with(b"}") {
                    let mut part = [0; 4096];
                    let read = stream.read(&mut part).await.unwrap();
                    asked.extend_from_slice(&part[..read]);
                }
                stream.write_all(answer.as_bytes()).await.unwrap();
                all.push(String::from_utf8(asked).unwrap());
            }
            all
        });
        (url, served)
    }

    fn answer(status: &str, said: &str) -> String {
        format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{said}", said.len())
    }

    const SAID: &str = r#"{"choices":[{"message":{"content":"{\"a\":1}"}}]}"#;

    fn prompt() -> Prompt {
        Prompt {
            task: "Answer.".into(),
            material: "Hello".into(),
            schema: serde_json::json!({"type": "object"}),
            most_tokens: 10,
        }
    }

    #[tokio::test]
    async fn the_key_goes_with_the_question_and_the_answer_comes_back() {
        let (url, served) = serve(&[answer("200 OK", SAID)]).await;
        let key = Some(Secret::new("k3y".into()));
        let endpoint = Endpoint {
            interface: Interface::OpenAi,
            url,
            name: "m".into(),
            key,
            limit: Duration::from_secs(30),
        };
        assert_eq!(endpoint.ask(&prompt()).await, Ok(serde_json::json!({"a": 1})));
        let asked = served.await.unwrap().concat();
        assert!(asked.starts_with("POST /v1/chat/completions"), "{asked}");
        assert!(asked.to_lowercase().contains("authorization: bearer k3y"), "{asked}");
        assert!(asked.contains("json_schema"), "{asked}");
    }

    #[tokio::test]
    async fn every_interface_is_spoken_as_it_wants() {
        let claude = r#"{"stop_reason":"tool_use","content":[{"type":"tool_use","input":{"a":1}}]}"#;
        let gemini = r#"{"candidates":[{"content":{"parts":[{"text":"{\"a\":1}"}]}}]}"#;
        for (interface, said, path, header) in [
            (Interface::Anthropic, claude, "POST /v1/messages", "x-api-key: k3y"),
            (Interface::Gemini, gemini, "POST /v1/models/m:generateContent", "x-goog-api-key: k3y"),
        ] {
            let (url, served) = serve(&[answer("200 OK", said)]).await;
            let key = Some(Secret::new("k3y".into()));
            let endpoint = Endpoint { interface, url, name: "m".into(), key, limit: Duration::from_secs(30) };
            assert_eq!(endpoint.ask(&prompt()).await, Ok(serde_json::json!({"a": 1})));
            let asked = served.await.unwrap().concat();
            assert!(asked.starts_with(path), "{asked}");
            assert!(asked.to_lowercase().contains(header), "{asked}");
        }
    }

    #[tokio::test]
    async fn a_server_that_knows_the_other_form_is_asked_in_it() {
        let refusal = answer("422 Unprocessable Entity", "{}");
        let (url, served) = serve(&[refusal, answer("200 OK", SAID)]).await;
        let endpoint = Endpoint {
            interface: Interface::OpenAi,
            url,
            name: "m".into(),
            key: None,
            limit: Duration::from_secs(30),
        };
        assert_eq!(endpoint.ask(&prompt()).await, Ok(serde_json::json!({"a": 1})));
        let asked = served.await.unwrap();
        assert!(asked[0].contains("json_schema") && asked[1].contains("json_object"), "{asked:?}");
    }

    #[tokio::test]
    async fn what_goes_wrong_is_told_apart() {
        for (status, fault) in [
            ("401 No", ModelFault::NotAdmitted),
            ("429 Later", ModelFault::Busy),
            (
                "302 There\r\nlocation: http://127.0.0.1:9/",
                ModelFault::Unusable { why: "it answered with 302".into() },
            ),
        ] {
            let (url, _served) = serve(&[answer(status, "")]).await;
            let endpoint = Endpoint {
                interface: Interface::OpenAi,
                url,
                name: "m".into(),
                key: None,
                limit: Duration::from_secs(30),
            };
            assert_eq!(endpoint.ask(&prompt()).await, Err(fault));
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = Url::parse(&format!("http://{}/v1", listener.local_addr().unwrap())).unwrap();
        let limit = Duration::from_millis(50);
        let endpoint = Endpoint { interface: Interface::OpenAi, url, name: "m".into(), key: None, limit };
        assert_eq!(endpoint.ask(&prompt()).await, Err(ModelFault::TooSlow { limit }));
        drop(listener);
        let endpoint = Endpoint { limit: Duration::from_secs(30), ..endpoint };
        assert!(matches!(endpoint.ask(&prompt()).await, Err(ModelFault::Unreachable { .. })));
    }
}

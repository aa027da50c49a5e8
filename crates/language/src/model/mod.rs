//! The client for a language model, if one is configured.
//!
//! A request asks for JSON that conforms to a schema, with limits on time and length. The answer is
//! untrusted: the caller has to validate it.

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

use self::exchange::Form;

/// The maximum size of a response, in bytes.
const LONGEST: usize = 4 << 20;

/// The API of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interface {
    /// The OpenAI API, which most servers implement, including local ones.
    #[default]
    OpenAi,
    /// The Anthropic API.
    Anthropic,
    /// The Google Gemini API.
    Gemini,
}

impl Interface {
    /// All APIs.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];

    /// Returns the supported request forms, the best first.
    fn forms(self) -> &'static [Form] {
        match self {
            Self::OpenAi => &[Form::Named, Form::Plain, Form::Bare],
            Self::Anthropic => &[Form::Named],
            Self::Gemini => &[Form::Named, Form::Plain],
        }
    }

    /// Returns the name in the configuration.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// Returns the API with that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|interface| interface.as_str() == name)
    }
}

/// The endpoint of a model.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The API.
    pub interface: Interface,
    /// The base URL up to the version: `http://localhost:8000/v1`.
    pub url: Url,
    /// The name of the model.
    pub name: String,
    /// The API key, if one is required.
    pub key: Option<Secret>,
    /// The timeout.
    pub limit: Duration,
}

impl Endpoint {
    /// Sends a prompt, and returns the answer as JSON.
    pub async fn ask(&self, prompt: &Prompt) -> Result<Json, ModelFault> {
        tokio::time::timeout(self.limit, self.exchange(prompt))
            .await
            .map_err(|_| ModelFault::TooSlow { limit: self.limit })?
    }

    async fn exchange(&self, prompt: &Prompt) -> Result<Json, ModelFault> {
        // The crypto provider is installed once per process; the browser connection may already have done so.
        let _already = rustls::crypto::ring::default_provider().install_default();
        // A redirect would send the input to a server that is not configured.
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| ModelFault::Unreachable { why: error.to_string() })?;
        let (last, others) = self.interface.forms().split_last().unwrap_or((&Form::Named, &[]));
        for form in others {
            let response = self.question(&client, prompt, *form)?.send().await.map_err(unreachable)?;
            // The server rejected this form of the request; some servers report that as an internal error.
            if !matches!(response.status().as_u16(), 400 | 422 | 500 | 501) {
                return self.answered(response).await;
            }
        }
        self.answered(self.question(&client, prompt, *last)?.send().await.map_err(unreachable)?).await
    }

    async fn answered(&self, response: reqwest::Response) -> Result<Json, ModelFault> {
        match response.status().as_u16() {
            200..=299 => self.answer(&whole(response).await?),
            401 | 403 => Err(ModelFault::NotAdmitted),
            429 | 503 | 529 => Err(ModelFault::Busy),
            code => Err(ModelFault::Refused { code }),
        }
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
                let question = question.json(&gemini::request(prompt, form));
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

/// Reads a response up to the maximum size.
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

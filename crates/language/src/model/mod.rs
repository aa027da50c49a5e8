//! A language model, where a person has configured one.
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

use self::exchange::Form;

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

    /// The ways in which it can be asked, the best first.
    fn forms(self) -> &'static [Form] {
        match self {
            Self::OpenAi => &[Form::Named, Form::Plain, Form::Bare],
            Self::Anthropic => &[Form::Named],
            Self::Gemini => &[Form::Named, Form::Plain],
        }
    }

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
        let (last, others) = self.interface.forms().split_last().unwrap_or((&Form::Named, &[]));
        for form in others {
            let response = self.question(&client, prompt, *form)?.send().await.map_err(unreachable)?;
            // It does not take the question as it was put; some servers call that a separate fault.
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

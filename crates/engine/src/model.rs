//! The language model that is configured, as calls may ask it.

use std::sync::Arc;

use lemmascope_intent::{Cause, Credentials, Failure, Model, Prompt, Secret};
use lemmascope_language::model::{Endpoint, Interface, ModelFault};
use url::Url;

use crate::engine::Engine;

impl Engine {
    /// The model, if one is configured.
    pub(crate) fn model(&self) -> Option<Model> {
        let (url, interface, name, credential, limit) = self.read(|state| {
            let configuration = &state.configuration;
            (
                configuration.text("model.url"),
                Interface::named(&configuration.text("model.interface")).unwrap_or_default(),
                configuration.text("model.name"),
                configuration.text("model.credential"),
                configuration.duration("model.timeout"),
            )
        });
        if url.is_empty() {
            return None;
        }
        let credentials = self.credentials();
        Some(Arc::new(move |prompt: Prompt| {
            let (url, name, credential) = (url.clone(), name.clone(), credential.clone());
            let credentials = Arc::clone(&credentials);
            Box::pin(async move {
                let url = Url::parse(&url).map_err(|error| misconfigured(&format!("model.url: {error}")))?;
                let key = key(&credentials, &credential, &url).await?;
                let endpoint = Endpoint { interface, url, name, key, limit };
                endpoint.ask(&prompt).await.map_err(told)
            })
        }))
    }
}

/// The key is kept like any password, and given to the place that it is kept for alone.
async fn key(credentials: &Credentials, name: &str, url: &Url) -> Result<Option<Secret>, Failure> {
    if name.is_empty() {
        return Ok(None);
    }
    let credential = credentials(name.to_string()).await?;
    match credential.origin == url.origin().ascii_serialization() {
        true => Ok(Some(credential.password)),
        false => Err(misconfigured(&format!(
            "the credentials \"{name}\" are for {}, and model.url is elsewhere",
            credential.origin
        ))),
    }
}

fn misconfigured(why: &str) -> Failure {
    Failure::new(Cause::Unavailable, format!("the language model is not configured rightly: {why}"))
        .hint("See `config show model`.")
}

fn told(fault: ModelFault) -> Failure {
    let failure = Failure::new(Cause::Unavailable, fault.to_string());
    match fault {
        ModelFault::NotAdmitted => {
            failure.hint("Keep the right key with `credentials add`, and name it in model.credential.")
        }
        ModelFault::Unreachable { .. } => failure.hint("Check model.url, and that the server runs."),
        _ => failure,
    }
}

/// The model as a call may ask it: what is secret in this run stays out of the prompt.
pub(crate) fn discreet(
    model: Option<Model>,
    mask: impl Fn(&str) -> String + Send + Sync + Clone + 'static,
) -> Option<Model> {
    let model = model?;
    Some(Arc::new(move |mut prompt: Prompt| {
        prompt.material = mask(&prompt.material);
        prompt.task = mask(&prompt.task);
        model(prompt)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_secret_is_not_sent() {
        let echo: Model =
            Arc::new(|prompt| Box::pin(async move { Ok(serde_json::Value::from(prompt.material)) }));
        let model = discreet(Some(echo), |text| text.replace("hunter2", "••••")).unwrap();
        let prompt = Prompt {
            task: String::new(),
            material: "the password is hunter2".into(),
            schema: serde_json::Value::Null,
            most_tokens: 1,
        };
        assert_eq!(model(prompt).await.unwrap(), "the password is ••••");
    }

    #[test]
    fn a_slow_model_is_told_so() {
        let limit = std::time::Duration::from_secs(3);
        assert!(told(ModelFault::TooSlow { limit }).message.contains("3 seconds"));
    }
}

//! The configured language model, as calls may use it.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{
    Cause, Credentials, Failure, MASK, Model, Prompt, Redactor, Secret, SensitiveFields, discreet,
};
use lemmascope_language::model::{Endpoint, Interface, ModelFault};
use serde_json::Value as Json;
use url::Url;

use crate::configuration::Configuration;

/// Returns the model, if one is configured. A prompt contains no text that looks secret, and no known secret.
pub(crate) fn configured(
    configuration: &Configuration,
    credentials: Credentials,
    known: Redactor,
) -> Option<Model> {
    let url = configuration.text("model.url");
    let interface = Interface::named(&configuration.text("model.interface")).unwrap_or_default();
    let (name, credential) = (configuration.text("model.name"), configuration.text("model.credential"));
    let (limit, sensitive) = (configuration.duration("model.timeout"), configuration.sensitive());
    if url.is_empty() {
        return None;
    }
    Some(Arc::new(move |mut prompt: Prompt| {
        prompt.material = without_secrets(&prompt.material, &known, &sensitive);
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

/// Returns the model's API key. It is stored as a credential, and sent only to the origin for which it was
/// stored.
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

/// Masks the secrets in the material. If each of its lines is a JSON object, masks each text separately, and
/// every text and number whose name is sensitive.
fn without_secrets(material: &str, known: &Redactor, sensitive: &SensitiveFields) -> String {
    let mask = |text: &str| discreet(&known.mask(text)).into_owned();
    let objects: Option<Vec<Json>> =
        material.lines().map(|line| serde_json::from_str(line).ok().filter(Json::is_object)).collect();
    match objects {
        Some(lines) => {
            let lines = lines.into_iter().map(|line| masked(line, &mask, sensitive).to_string());
            lines.collect::<Vec<_>>().join("\n")
        }
        None => mask(material),
    }
}

fn masked(json: Json, mask: &impl Fn(&str) -> String, sensitive: &SensitiveFields) -> Json {
    match json {
        Json::String(text) => Json::String(mask(&text)),
        Json::Array(items) => items.into_iter().map(|item| masked(item, mask, sensitive)).collect(),
        Json::Object(fields) => Json::Object(
            fields
                .into_iter()
                .map(|(name, field)| match (sensitive.matches(&name), &field) {
                    (true, Json::String(_) | Json::Number(_)) => (name, MASK.into()),
                    _ => (mask(&name), masked(field, mask, sensitive)),
                })
                .collect(),
        ),
        other => other,
    }
}

/// Returns the failure for a model that did not answer within its timeout.
pub(crate) fn too_slow(limit: Duration) -> Failure {
    told(ModelFault::TooSlow { limit })
}

fn misconfigured(why: &str) -> Failure {
    Failure::new(Cause::Unavailable, format!("the language model is not configured rightly: {why}"))
        .hint("See `config show model`.")
}

fn told(fault: ModelFault) -> Failure {
    // A retry may fix an unusable answer; it does not help if the model is unavailable.
    let cause = if let ModelFault::Unusable { .. } = fault { Cause::Failed } else { Cause::Unavailable };
    let failure = Failure::new(cause, fault.to_string());
    match fault {
        ModelFault::NotAdmitted => {
            failure.hint("Keep the right key with `credentials add`, and name it in model.credential.")
        }
        ModelFault::Unreachable { .. } => failure.hint("Check model.url, and that the server runs."),
        _ => failure,
    }
}

/// Wraps the model so that the secrets of this run are masked in its prompts.
pub(crate) fn discreet_model(
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
    async fn model_prompt_is_redacted() {
        let echo: Model =
            Arc::new(|prompt| Box::pin(async move { Ok(serde_json::Value::from(prompt.material)) }));
        let model = discreet_model(Some(echo), |text| text.replace("hunter2", "••••")).unwrap();
        let prompt = Prompt {
            task: String::new(),
            material: "the password is hunter2".into(),
            schema: serde_json::Value::Null,
            most_tokens: 1,
        };
        assert_eq!(model(prompt).await.unwrap(), "the password is ••••");
    }

    #[test]
    fn redacts_secrets_in_text_and_json() {
        let mut known = Redactor::default();
        known.learn(&Secret::new("rosebud".into()));
        let sensitive = SensitiveFields::default();
        let json = r#"{"sentence": "my PIN is 4711, say rosebud", "password": "x", "files": ["sk-Ab12Cd34Ef56Gh78.txt", "senha: y"]}"#;
        let sent = without_secrets(&format!("{json}\n{{\"a\": \"PIN \\\"12\\\"\"}}"), &known, &sensitive);
        let (first, last) = sent.split_once('\n').unwrap();
        assert_eq!(last, format!(r#"{{"a":"PIN \"{MASK}\""}}"#));
        let read: Json = serde_json::from_str(first).unwrap();
        assert_eq!(read["sentence"], format!("my PIN is {MASK}, say {MASK}"));
        assert_eq!(read["password"], MASK);
        assert_eq!(read["files"][1], format!("senha: {MASK}"));
        assert_eq!(
            without_secrets("the password is x", &known, &sensitive),
            format!("the password is {MASK}")
        );
    }

    #[test]
    fn model_timeout_message_states_the_limit() {
        let limit = std::time::Duration::from_secs(3);
        assert!(told(ModelFault::TooSlow { limit }).message.contains("3 seconds"));
    }
}

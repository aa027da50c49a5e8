use lemmascope_intent::{Cause, Failure, Value};
use serde::Deserialize;
use serde_json::json;

use super::WebSession;
use super::aim::read;
use super::found::{Found, stale};
use super::looking::LookOptions;
use crate::page::ElementId;

impl WebSession {
    /// The element that a target means.
    pub(crate) async fn find(&mut self, target: &Value) -> Result<Found, Failure> {
        let snapshot = self.look(&LookOptions::default()).await?;
        let object = target.as_object();
        let get = |key: &str| object.and_then(|object| object.get(key));
        let id = get("id").and_then(|id| id.to_string().parse().ok());
        if let Some(id) = id {
            let element = snapshot.element(ElementId(id)).ok_or_else(|| stale(ElementId(id)))?;
            return Found::listed(element, &snapshot);
        }
        if let Some(css) = get("selector").and_then(Value::as_text) {
            let tab = self.tab()?;
            for frame in tab.frames() {
                #[derive(Deserialize, Default)]
                #[serde(default)]
                struct Answer {
                    keys: Vec<u32>,
                }
                let answer = tab
                    .call(&frame.id, "lemmascope.find", json!([{"css": css}]), std::time::Duration::from_secs(2))
                    .await?;
                let answer: Answer = read(answer)?;
                if let Some(key) = answer.keys.first() {
                    let id = self.ids.number(&frame.document, *key);
                    if let Some(element) = snapshot.element(id) {
                        return Found::listed(element, &snapshot);
                    }
                    return Ok(Found {
                        id,
                        frame: frame.id,
                        key: *key,
                        name: css.into(),
                        kind: "element",
                        secret: false,
                        healed: None,
                    });
                }
            }
        }
        if let Some(text) = target.as_text().or_else(|| get("text").and_then(Value::as_text)) {
            let wanted = text.to_lowercase();
            let found = snapshot.elements.iter().find(|element| {
                [&element.name, &element.label, &element.placeholder, &element.text]
                    .iter()
                    .any(|name| name.to_lowercase().contains(&wanted))
            });
            if let Some(element) = found {
                return Found::listed(element, &snapshot);
            }
        }
        Err(Failure::new(Cause::TargetNotFound, format!("there is no {target} on the page")).verdict("not_found"))
    }
}

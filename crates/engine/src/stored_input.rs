//! Requests as documents in the store. A request that contains a secret is not stored.

use lemmascope_intent::{Object, SensitiveFields, Value, tells_a_secret};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::request::{Input, NamedCall};

/// The stored form of a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredInput {
    /// A line.
    Line(String),
    /// A call by name.
    Call {
        /// The name.
        name: String,
        /// The values.
        parameters: Json,
        /// The options.
        options: Vec<(String, Option<Json>)>,
    },
}

impl StoredInput {
    /// Returns the stored form of a request. Returns `None` if a part of it is secret by its type, its name
    /// or its pattern.
    pub(crate) fn of(input: &Input, sensitive: &SensitiveFields) -> Option<Self> {
        let is_open = |value: &Value| is_open(value, sensitive);
        Some(match input {
            Input::Line(line) => Self::Line(Some(line).filter(|line| !tells_a_secret(line))?.clone()),
            Input::Call(call) => {
                let options = call.options.iter();
                let mut given =
                    options.filter_map(|(name, value)| Some((name, value.as_ref()?))).chain(&call.parameters);
                if !given.all(|(name, value)| !sensitive.matches(name) && is_open(value)) {
                    return None;
                }
                let json = |value: &Value| serde_json::json!(value);
                Self::Call {
                    name: call.name.clone(),
                    parameters: serde_json::json!(call.parameters),
                    options: call
                        .options
                        .iter()
                        .map(|(name, value)| (name.clone(), value.as_ref().map(json)))
                        .collect(),
                }
            }
        })
    }

    /// Returns the request.
    pub(crate) fn restored(self) -> Option<Input> {
        Some(match self {
            Self::Line(line) => Input::Line(line),
            Self::Call { name, parameters, options } => {
                let parameters: Object = Value::from(parameters).as_object()?.clone();
                let options = options.into_iter().map(|(name, value)| (name, value.map(Value::from)));
                NamedCall { name, parameters, options: options.collect() }.into()
            }
        })
    }
}

/// Whether a value may be stored.
fn is_open(value: &Value, sensitive: &SensitiveFields) -> bool {
    match value {
        Value::Secret(_) => false,
        Value::Text(text) => !tells_a_secret(text),
        Value::List(items) => items.iter().all(|item| is_open(item, sensitive)),
        Value::Object(fields) => {
            fields.iter().all(|(name, field)| !sensitive.matches(name) && is_open(field, sensitive))
        }
        Value::Null | Value::Boolean(_) | Value::Number(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::Secret;

    use super::*;

    fn call(name: &str, value: Value) -> Input {
        let parameters = Object::from_iter([(name.to_string(), value)]);
        let options = vec![("dry_run".to_string(), None), ("retry".to_string(), Some(2.into()))];
        NamedCall { name: "lab.mail".into(), parameters, options }.into()
    }

    #[test]
    fn stored_request_round_trips() {
        let sensitive = SensitiveFields::default();
        for input in [call("note", "hi".into()), Input::Line("lab.mail hi".into())] {
            let stored = StoredInput::of(&input, &sensitive).unwrap();
            let read: StoredInput = serde_json::from_str(&serde_json::to_string(&stored).unwrap()).unwrap();
            assert_eq!(format!("{:?}", read.restored().unwrap()), format!("{input:?}"));
        }
    }

    #[test]
    fn does_not_store_requests_with_secrets() {
        let inner = |name: &str| Value::Object(Object::from_iter([(name.to_string(), "x".into())]));
        for secret in [
            call("password", "x".into()),
            call("note", Value::Secret(Secret::new("x".into()))),
            call("note", Value::List(vec![inner("apiKey")])),
            call("note", "my password is hunter2".into()),
            Input::Line("say \"my password is hunter2\"".into()),
        ] {
            assert_eq!(StoredInput::of(&secret, &SensitiveFields::default()), None, "{secret:?}");
        }
    }
}

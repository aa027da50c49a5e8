use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The maximum depth of a value; deeper parts are left out.
const DEEPEST: usize = 200;

/// The result of a script.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Evaluated {
    Success {
        result: Value,
    },
    Exception {
        #[serde(rename = "exceptionDetails")]
        details: ExceptionDetails,
    },
}

#[derive(Debug, Deserialize)]
pub(super) struct ExceptionDetails {
    #[serde(default)]
    text: String,
}

impl Evaluated {
    /// Returns the remote value, or a failure when the script threw.
    pub(super) fn remote(self) -> Result<Value, Failure> {
        match self {
            Self::Success { result } => Ok(result),
            Self::Exception { details } => {
                let message: String =
                    details.text.lines().next().unwrap_or_default().chars().take(500).collect();
                Err(Failure::new(Cause::Failed, format!("the script failed: {message}")))
            }
        }
    }
}

/// Converts a remote value to JSON. Values without a JSON form become a text or an empty object.
pub(super) fn plain(remote: &Value) -> Value {
    plain_below(remote, 0)
}

fn plain_below(remote: &Value, depth: usize) -> Value {
    let (kind, value) = (remote["type"].as_str().unwrap_or_default(), &remote["value"]);
    if depth > DEEPEST {
        return Value::Null;
    }
    match kind {
        "undefined" | "null" => Value::Null,
        // NaN and infinities are already texts in the protocol.
        "string" | "boolean" | "number" | "bigint" | "date" => value.clone(),
        "array" | "set" | "nodelist" | "htmlcollection" => match value.as_array() {
            Some(items) => items.iter().map(|item| plain_below(item, depth + 1)).collect(),
            None => Value::Array(Vec::new()),
        },
        "object" | "map" => {
            let mut object = Map::new();
            for pair in value.as_array().into_iter().flatten() {
                let key = match &pair[0] {
                    Value::String(key) => key.clone(),
                    key => plain_below(key, depth + 1).to_string(),
                };
                // Undefined properties are left out, as in `JSON.stringify`.
                if pair[1]["type"] != "undefined" {
                    object.insert(key, plain_below(&pair[1], depth + 1));
                }
            }
            Value::Object(object)
        }
        _ => Value::Object(Map::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn converts_remote_values_to_json() {
        let object = json!({"type": "object", "value": [
            ["a", {"type": "number", "value": 1}],
            ["b", {"type": "undefined"}],
            ["c", {"type": "array", "value": [{"type": "null"}, {"type": "string", "value": "x"}]}],
        ]});
        assert_eq!(plain(&object), json!({"a": 1, "c": [null, "x"]}));
        assert_eq!(plain(&json!({"type": "number", "value": "NaN"})), json!("NaN"));
        assert_eq!(plain(&json!({"type": "node", "sharedId": "1"})), json!({}));
        assert_eq!(plain(&json!({"type": "undefined"})), Value::Null);
        assert_eq!(plain(&json!(7)), json!({}));
    }

    #[test]
    fn script_exception_is_reported_on_one_line() {
        let answer = json!({"type": "exception", "exceptionDetails": {"text": "Error: no\nat x"}});
        let failure = Evaluated::deserialize(answer).unwrap().remote().unwrap_err();
        assert_eq!(failure.message, "the script failed: Error: no");
    }
}

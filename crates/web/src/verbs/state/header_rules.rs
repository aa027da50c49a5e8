use std::collections::BTreeMap;

use lemmascope_browser::driver::HeaderRule;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, Object, SensitiveFields, Value};

/// Words in the names of headers that grant access.
const KEYS: [&str; 6] = ["authorization", "cookie", "auth", "key", "jwt", "session"];

/// Parses headers as names and texts.
pub(in crate::verbs) fn read(given: &Object) -> Result<BTreeMap<String, String>, Failure> {
    let mut headers = BTreeMap::new();
    for (name, value) in given {
        let invalid = |why: &str| {
            Failure::new(Cause::InvalidParameter, format!("the header {} {why}", quote(name, 60)))
                .hint("Write headers as {\"name\": \"value\"}.")
        };
        let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        if name.is_empty() || !name.chars().all(is_token) {
            return Err(invalid("has a name that is none"));
        }
        let value = match value {
            Value::Text(_) | Value::Secret(_) => value.expose_text().unwrap_or_default().to_string(),
            Value::Number(number) => number.to_string(),
            Value::Boolean(boolean) => boolean.to_string(),
            _ => return Err(invalid("is not a text")),
        };
        if value.contains(['\r', '\n', '\0']) {
            return Err(invalid("has more than one line"));
        }
        headers.insert(name.clone(), value);
    }
    Ok(headers)
}

/// Converts a rule for display.
pub(super) fn rule_value(rule: &HeaderRule) -> Value {
    let sensitive = (SensitiveFields::default(), SensitiveFields::new(KEYS));
    let headers = rule.headers.iter().map(|(name, value)| {
        let value = Value::from(value.as_str());
        let is_secret = sensitive.0.matches(name) || sensitive.1.matches(name);
        (name.clone(), if is_secret { value.into_secret() } else { value })
    });
    let headers = Value::Object(headers.collect());
    let domain = Value::from(rule.domain.as_deref().unwrap_or("*"));
    Value::Object([("domain".to_string(), domain), ("headers".to_string(), headers)].into_iter().collect())
}

/// Normalizes a domain for comparison.
pub(super) fn domain(given: &str) -> String {
    given.trim().trim_start_matches("*.").trim_matches('.').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(json: serde_json::Value) -> Object {
        Value::from(json).as_object().unwrap().clone()
    }

    #[test]
    fn rejects_invalid_header_names_and_values() {
        assert!(read(&object(serde_json::json!({"X-A": "b", "n": 1}))).is_ok());
        for bad in [
            serde_json::json!({"": "x"}),
            serde_json::json!({"a b": "x"}),
            serde_json::json!({"a": "x\r\nB: c"}),
            serde_json::json!({"a": ["x"]}),
            serde_json::json!({"a\n": "x"}),
        ] {
            assert!(read(&object(bad.clone())).is_err(), "{bad}");
        }
    }

    #[test]
    fn authorization_header_is_masked() {
        let headers = [("Authorization".to_string(), "Bearer abc".to_string())].into();
        let shown = rule_value(&HeaderRule { domain: None, headers }).to_string();
        assert!(!shown.contains("abc"), "{shown}");
    }
}

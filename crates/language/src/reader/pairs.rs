//! Parses several named values in a sentence: a JSON object, or a sequence of names and values.

use lemmascope_intent::{Object, Value};
use serde_json::Value as Json;

/// Returns the JSON objects in a text with their offsets. All other text is skipped.
pub(super) fn objects(text: &str) -> Vec<(usize, Object)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|gap| at + gap) {
        let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Json>();
        at = start + 1;
        if found.len() < MOST
            && let Some(Ok(Json::Object(fields))) = stream.next()
        {
            at = start + stream.byte_offset();
            found.push((start, fields.into_iter().map(|(name, value)| (name, Value::from(value))).collect()));
        }
    }
    found
}

/// Parses names and values in words: "name Ann and city Porto", "job = Nurse, country: Spain". Fails unless
/// the whole text consists of pairs.
pub(super) fn pairs(text: &str) -> Option<Object> {
    let mut pairs = Object::new();
    let spaced = text.replace([',', ';'], " , ").replace('=', " = ").replace(": ", " = ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    for piece in words.split(|word| [",", "and", "e"].contains(word)).filter(|piece| !piece.is_empty()) {
        let (name, value) = piece.split_first()?;
        let value: Vec<&str> = match value {
            ["=" | "is" | "as" | "é" | "como", value @ ..] => value.to_vec(),
            value => value.to_vec(),
        };
        let is_name =
            name.contains(char::is_alphabetic) && !DETERMINERS.contains(&name.to_lowercase().as_str());
        if value.is_empty() || !is_name {
            return None;
        }
        let value = value.join(" ");
        let value = value.trim_matches(['"', '“', '”', '«', '»']);
        pairs.insert((*name).to_string(), Value::from(value));
    }
    (!pairs.is_empty()).then_some(pairs)
}

/// Determiners, which are not names: "with my data".
const DETERMINERS: [&str; 16] = [
    "the", "a", "an", "my", "our", "your", "this", "that", "these", "those", "o", "os", "as", "um", "uma",
    "meus",
];

/// The maximum number of objects in a sentence.
const MOST: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_json_objects_in_text() {
        let found = objects(r#"use {"a": 1} and {broken} and {"b": "}"} {"#);
        let told: Vec<String> =
            found.into_iter().map(|(at, object)| format!("{at} {}", Value::Object(object))).collect();
        assert_eq!(told, [r#"4 {"a":1}"#, r#"30 {"b":"}"}"#]);
        assert!(objects(&"{".repeat(10_000)).is_empty());
    }

    #[test]
    fn parses_name_value_pairs() {
        let told = |text: &str| pairs(text).map(|it| Value::Object(it).to_string());
        let expected = Some(r#"{"name":"Ann Lee","city":"Porto"}"#.to_string());
        assert_eq!(told("name Ann Lee and city Porto"), expected);
        assert_eq!(told("name = Ann Lee, city: Porto"), expected);
        assert_eq!(told("name is \"Ann Lee\" e city é Porto"), expected);
        assert_eq!(told("my data"), None);
        assert_eq!(told("these"), None);
        assert_eq!(told(""), None);
    }
}

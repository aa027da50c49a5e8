use lemmascope_intent::{Object, Value};

use super::shorten::{LONGEST, shorten};

/// The maximum number of alternative texts that are shown.
const MOST: usize = 3;

/// Formats a target as commands write it: `[5]`, `"Add" near "Shirt"`. Returns `None` for values of any other
/// shape.
pub(super) fn target_line(value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    let mut line = element(fields)?;
    for related in fields.get("relations").and_then(Value::as_list).unwrap_or_default() {
        let related = related.as_object()?;
        let relation = related.get("relation").and_then(Value::as_text)?;
        line.push_str(&format!(" {relation} {}", related.get("target").and_then(target_line)?));
    }
    Some(line)
}

/// Shows the first signal only, which is enough to recognize the element.
fn element(fields: &Object) -> Option<String> {
    let (key, value) = fields.first()?;
    Some(match (key.as_str(), value) {
        ("id", id) => format!("[{id}]"),
        ("number", number) => number.to_string(),
        ("text" | "name" | "label", Value::Text(text)) => {
            format!("{:?}", shorten(text, LONGEST))
        }
        ("role" | "pattern", Value::Text(word)) => word.clone(),
        ("selector", Value::Text(selector)) => format!("css({selector:?})"),
        ("xpath", Value::Text(xpath)) => format!("xpath({xpath:?})"),
        ("text_contains", Value::List(texts)) if texts.len() > MOST => {
            let first: Vec<String> =
                texts.iter().take(MOST).map(|text| format!("{:?}", text.to_string())).collect();
            format!("[{},…]", first.join(","))
        }
        ("text_contains", texts) => texts.to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_targets_in_command_syntax() {
        for (json, line) in [
            (r#"{"id": 5}"#, Some("[5]")),
            (r#"{"text": "Add", "match": "exact"}"#, Some("\"Add\"")),
            (r#"{"role": "email"}"#, Some("email")),
            (
                r#"{"selector": ".x", "relations": [{"relation": "near", "target": {"text": "a"}}]}"#,
                Some("css(\".x\") near \"a\""),
            ),
            (r#"{"text_contains": ["a", "b"]}"#, Some(r#"["a","b"]"#)),
            (r#"{"text_contains": ["a", "b", "c", "d"]}"#, Some(r#"["a","b","c",…]"#)),
            (r#"{"data": 1}"#, None),
            (r#"{"id": 1, "relations": [5]}"#, None),
            (r#""a text""#, None),
        ] {
            let value = Value::from(serde_json::from_str::<serde_json::Value>(json).unwrap());
            assert_eq!(target_line(&value).as_deref(), line, "{json}");
        }
    }
}

use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Type, Value, View};
use serde_json::{Map, Value as Json};

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// As data.
    Json,
    /// As comma-separated values with a header line.
    Csv,
    /// As readable lines.
    Text,
}

impl Format {
    pub(super) fn given(args: &Args) -> Result<Self, Failure> {
        match args.optional_text("format") {
            None | Some("json") => Ok(Self::Json),
            Some("csv") => Ok(Self::Csv),
            Some("text") => Ok(Self::Text),
            Some(other) => Err(Failure::new(
                Cause::InvalidParameter,
                format!("the format is json, csv or text, not {other}"),
            )),
        }
    }
}

/// Returns the extracted data. An explicit JSON format prints only the JSON, for other programs; in a
/// definition the value is the data in any case.
pub(super) fn outcome(value: Value, args: &Args) -> Outcome {
    let outcome = Outcome::found(value.clone());
    if args.optional_text("format") != Some("json") {
        return outcome;
    }
    let head = ascii(&serde_json::to_string(&value).unwrap_or_default());
    let data = Value::Object([("result".to_string(), value)].into_iter().collect());
    outcome.view(View { head, data: data.into(), ..View::default() })
}

/// Escapes everything but plain text in JSON, so that no other escaping is necessary.
fn ascii(json: &str) -> String {
    let mut written = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_control() || (!c.is_ascii() && !c.is_alphanumeric()) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                written.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            written.push(c);
        }
    }
    written
}

/// The parameters of all extracting verbs.
pub(super) fn parameters() -> [Parameter; 2] {
    [
        Parameter::optional("selector", Type::String, "Only within the elements that match this selector.")
            .written(Notation::Selector),
        Parameter::optional("format", Type::String, "json, csv or text.")
            .written(Notation::Choice(&["json", "csv", "text"])),
    ]
}

/// Formats objects with the same fields.
pub(super) fn list(items: Vec<Json>, format: Format) -> Value {
    match format {
        Format::Json => Value::from(Json::Array(items)),
        Format::Csv => {
            let names = names(&items);
            let rows = items.iter().map(|item| names.iter().map(|name| plain(item.get(name))).collect());
            csv(&names, rows).into()
        }
        Format::Text => {
            let lines = items.iter().map(|item| match item {
                Json::Object(fields) => {
                    let parts =
                        fields.values().map(|value| plain(Some(value))).filter(|part| !part.is_empty());
                    parts.collect::<Vec<_>>().join("  ")
                }
                other => plain(Some(other)),
            });
            lines.collect::<Vec<_>>().join("\n").into()
        }
    }
}

/// Formats named values.
pub(super) fn fields(fields: Map<String, Json>, format: Format) -> Value {
    match format {
        Format::Json => Value::from(Json::Object(fields)),
        Format::Csv => {
            let rows = fields.iter().map(|(name, value)| vec![name.clone(), plain(Some(value))]);
            csv(&["name".into(), "value".into()], rows).into()
        }
        Format::Text => {
            let lines = fields.iter().map(|(name, value)| format!("{name}: {}", plain(Some(value))));
            lines.collect::<Vec<_>>().join("\n").into()
        }
    }
}

/// Formats a header line and data lines.
pub(super) fn csv(names: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| cells.iter().map(|cell| quote_csv_cell(cell)).collect::<Vec<_>>().join(",");
    let mut lines = Vec::new();
    if !names.is_empty() {
        lines.push(line(names));
    }
    lines.extend(rows.map(|row| line(&row)));
    lines.join("\n")
}

fn quote_csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

/// Returns all field names of the items, in order of first occurrence.
fn names(items: &[Json]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in items.iter().filter_map(Json::as_object).flat_map(Map::keys) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn plain(value: Option<&Json>) -> String {
    match value {
        None | Some(Json::Null) => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_escapes_bidi_controls_and_astral_characters() {
        let asked = |format: &str| Args::new([("format".to_string(), format.into())].into_iter().collect());
        let found = Value::from(json!([{"text": "né \u{202e}\u{1f600} \"x\""}]));
        let given = outcome(found.clone(), &asked("json"));
        let head = given.view.map(|view| view.head).unwrap_or_default();
        assert_eq!(head, r#"[{"text":"né \u202e\ud83d\ude00 \"x\""}]"#);
        assert_eq!(Value::from(serde_json::from_str::<Json>(&head).unwrap()), found);
        assert_eq!(given.value, found);
        assert_eq!(outcome(found, &asked("csv")).view, None);
    }

    #[test]
    fn writes_each_format() {
        let items = vec![json!({"text": "a, b", "url": "/x"}), json!({"text": "say \"hi\"", "n": 2})];
        assert_eq!(
            list(items.clone(), Format::Csv),
            Value::from("text,url,n\n\"a, b\",/x,\n\"say \"\"hi\"\"\",,2")
        );
        assert_eq!(list(items.clone(), Format::Text), Value::from("a, b  /x\nsay \"hi\"  2"));
        assert_eq!(list(items, Format::Json).length(), Some(2));
    }
}

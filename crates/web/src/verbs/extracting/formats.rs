use lemmascope_intent::{Args, Cause, Failure, Parameter, Type, Value};
use serde_json::{Map, Value as Json};

/// How what was extracted is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// As it is.
    Json,
    /// As lines of values with commas between them, under a line of names.
    Csv,
    /// As lines for people.
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

/// What every extracting command takes.
pub(super) fn parameters() -> [Parameter; 2] {
    [
        Parameter::optional("selector", Type::String, "Only within what this selects."),
        Parameter::optional("format", Type::String, "json, csv or text."),
    ]
}

/// Objects with the same fields.
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

/// Named values.
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

/// A line of names and lines of values.
pub(super) fn csv(names: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| cells.iter().map(|cell| cell_of(cell)).collect::<Vec<_>>().join(",");
    let mut lines = Vec::new();
    if !names.is_empty() {
        lines.push(line(names));
    }
    lines.extend(rows.map(|row| line(&row)));
    lines.join("\n")
}

fn cell_of(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

/// All names that any of the items has, in the order in which they first come.
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

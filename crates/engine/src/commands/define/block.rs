//! Parts of a definition as YAML text.

use lemmascope_intent::Value;

/// A part of a definition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    /// A mapping with one entry per line.
    Entries(Vec<(String, Block)>),
    /// A list with one item per line.
    Items(Vec<Block>),
    /// A value on one line, as YAML.
    Inline(String),
}

impl Block {
    /// Returns a value as a block on one line.
    pub(super) fn of(value: &Value) -> Self {
        Self::Inline(inline(value))
    }

    /// Returns the lines of the block, all but the first indented: the first one follows existing text.
    pub(super) fn lines(&self, indent: usize) -> Vec<String> {
        match self {
            Self::Inline(text) => vec![text.clone()],
            Self::Entries(entries) => entries.iter().flat_map(|(key, block)| entry(key, block)).collect(),
            Self::Items(items) => items.iter().flat_map(item).collect(),
        }
        .into_iter()
        .enumerate()
        .map(|(number, line)| if number == 0 { line } else { format!("{}{line}", " ".repeat(indent)) })
        .collect()
    }
}

fn entry(key: &str, block: &Block) -> Vec<String> {
    match block {
        Block::Inline(text) => vec![format!("{key}: {text}")],
        nested => std::iter::once(format!("{key}:")).chain(indented(nested)).collect(),
    }
}

fn item(block: &Block) -> Vec<String> {
    let mut lines = block.lines(2);
    if let Some(first) = lines.first_mut() {
        *first = format!("- {first}");
    }
    lines
}

fn indented(block: &Block) -> Vec<String> {
    block.lines(0).into_iter().map(|line| format!("  {line}")).collect()
}

/// Returns a value as YAML on one line. A quoted JSON text is also a quoted YAML text.
fn inline(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(key, value)| format!("{}: {}", key_of(key), inline(value))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::List(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Text(text) => quoted(text),
        other => other.to_string(),
    }
}

fn key_of(key: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_plain) {
        true => key.into(),
        false => quoted(key),
    }
}

/// Returns a text in double quotes.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renders_nested_blocks_as_yaml() {
        let click = |text: &str| {
            Block::Entries(vec![
                ("action".to_string(), Block::Inline("click".into())),
                (
                    "target".to_string(),
                    Block::of(&Value::Object([("text".to_string(), text.into())].into_iter().collect())),
                ),
            ])
        };
        let both = Block::Entries(vec![(
            "try".to_string(),
            Block::Entries(vec![
                ("steps".to_string(), Block::Items(vec![click("A")])),
                ("catch".to_string(), Block::Items(vec![click("♡ \"B\": 1")])),
            ]),
        )]);
        let text = format!("- {}", both.lines(2).join("\n"));
        let expected = "\
- try:
    steps:
      - action: click
        target: { text: \"A\" }
    catch:
      - action: click
        target: { text: \"♡ \\\"B\\\": 1\" }";
        assert_eq!(text, expected);
    }
}

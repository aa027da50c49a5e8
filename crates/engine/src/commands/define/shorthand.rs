//! Expansion of the short form of a definition, as typed after `define`, into the long form of a file.
//!
//! Rewrites only the short parts: steps that are commands, parameters on one line, conditions of `success`
//! without their key. All other lines are unchanged, so both forms can be mixed.

use lemmascope_intent::{Cause, Failure, Type};

use super::block::Block;

/// The keys whose lists contain steps.
const STEPS: [&str; 5] = ["steps", "then", "else", "catch", "recovery"];
/// The maximum size of a typed definition. Files may be larger.
const LONGEST: usize = 256 << 10;

/// Expands a short definition into the long form. `step` parses a command.
pub(super) fn expand(body: &str, step: &dyn Fn(&str) -> Result<Block, Failure>) -> Result<String, Failure> {
    if body.len() > LONGEST {
        let message = format!("the definition has more than {} KiB", LONGEST >> 10);
        return Err(Failure::new(Cause::DefinitionInvalid, message)
            .hint("Put it into a file in the intents folder of the engine's home."));
    }
    let lines: Vec<&str> = body.lines().collect();
    let mut written = Vec::new();
    let mut keys: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at).copied() {
        at += 1;
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        if text.is_empty() || text.starts_with('#') {
            written.push(line.to_string());
            continue;
        }
        keys.retain(|(known, _)| *known < indent || (*known == indent && text.starts_with('-')));
        let Some(item) = text.strip_prefix("- ").map(str::trim_start) else {
            if let Some((key, value)) = entry(text) {
                keys.retain(|(known, _)| *known < indent);
                keys.push((indent, key.to_string()));
                if indent == 0 && key == "success" && value.is_empty() && is_list(&lines, at) {
                    written.push("success:".into());
                    written.push("  conditions:".into());
                    at = indent_list(&lines, at, &mut written);
                    continue;
                }
            }
            written.push(line.to_string());
            continue;
        };
        let parent = keys.last().map(|(_, key)| key.as_str()).unwrap_or_default();
        if parent == "parameters" && keys.len() == 1 {
            written.extend(placed(parameter(item).map_err(|failure| on_line(failure, at))?, indent, line));
            continue;
        }
        if STEPS.contains(&parent) && is_command(item) {
            let mut command = item.to_string();
            let first = at;
            while let Some(more) = lines.get(at).filter(|more| continues(more, indent)) {
                command = format!("{command} {}", more.trim());
                at += 1;
            }
            let block = step(&unquoted(&command)).map_err(|failure| on_line(failure, first))?;
            written.extend(placed(Some(block), indent, line));
            continue;
        }
        // A step in the long form may contain lists of steps.
        if let Some((key, _)) = entry(item) {
            keys.push((line.len() - item.len(), key.to_string()));
        }
        written.push(line.to_string());
    }
    Ok(written.join("\n"))
}

/// Returns the key and the value of a line that is an entry of a mapping.
fn entry(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c));
    (is_key && (value.is_empty() || value.starts_with(' '))).then(|| (key, value.trim()))
}

/// Whether a list item is a command rather than a mapping.
fn is_command(item: &str) -> bool {
    entry(item).is_none() && !item.starts_with(['{', '[', '&', '*', '!', '|', '>'])
}

/// Whether a line continues the command of an item.
fn continues(line: &str, indent: usize) -> bool {
    let text = line.trim_start_matches(' ');
    line.len() - text.len() > indent && !text.is_empty() && !text.starts_with(['-', '#'])
}

/// Removes the quotes around a command, which YAML requires for texts with colons.
fn unquoted(command: &str) -> String {
    let single = command.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    match single {
        Some(text) => text.replace("''", "'"),
        None if command.starts_with('"') => serde_json::from_str(command).unwrap_or_else(|_| command.into()),
        None => command.into(),
    }
}

fn is_list(lines: &[&str], from: usize) -> bool {
    let next = lines.get(from..).unwrap_or_default().iter().find(|line| !line.trim().is_empty());
    next.is_some_and(|line| line.trim_start().starts_with("- "))
}

/// Copies the list that begins at a line, indented under its key. Returns the number of the line after it.
fn indent_list(lines: &[&str], from: usize, written: &mut Vec<String>) -> usize {
    let first = lines.get(from..).unwrap_or_default().iter().find(|line| !line.trim().is_empty());
    let shared = first.map_or(0, |line| line.len() - line.trim_start_matches(' ').len());
    let mut at = from;
    while let Some(line) = lines.get(at) {
        let is_inside = line.starts_with([' ', '-']) || line.trim().is_empty();
        if !is_inside {
            break;
        }
        let rest = line.get(shared..).unwrap_or_default();
        written.push(if rest.trim().is_empty() { String::new() } else { format!("    {rest}") });
        at += 1;
    }
    at
}

/// Parses a parameter on one line: `rating: number, required`. Returns `None` for a parameter in the long
/// form.
fn parameter(item: &str) -> Result<Option<Block>, Failure> {
    let (name, rest) = match item.split_once(':') {
        Some((name, rest)) => (name.trim(), rest.trim()),
        None => (item.trim(), "string"),
    };
    let is_long = name == "name" || item.starts_with('{') || rest.is_empty();
    let mut words = rest.split(',').map(str::trim);
    let kind = words.next().unwrap_or_default();
    if is_long {
        return Ok(None);
    }
    let known = [Type::String, Type::Number, Type::Boolean, Type::Object, Type::Array];
    if !known.iter().any(|it| it.as_str() == kind) {
        let names = known.map(Type::as_str).join(", ");
        let message = format!("the parameter \"{name}\" has no type \"{kind}\"");
        return Err(Failure::new(Cause::DefinitionInvalid, message).hint(format!("The types are {names}.")));
    }
    let text = |text: &str| Block::Inline(text.into());
    let mut entries = vec![("name".to_string(), text(name)), ("type".into(), text(kind))];
    for word in words {
        match word
            .split_once(|c: char| c.is_whitespace() || c == '=')
            .map(|(a, b)| (a, b.trim_start_matches(['=', ' '])))
        {
            None if word == "required" => entries.push(("required".into(), text("true"))),
            None if word == "optional" => entries.push(("required".into(), text("false"))),
            Some(("default", value)) => entries.push(("default".into(), text(value))),
            _ => {
                let message = format!("\"{word}\" says nothing of the parameter \"{name}\"");
                return Err(Failure::new(Cause::DefinitionInvalid, message).hint(
                    "A parameter is `name: type`, and perhaps `required`, `optional` or `default VALUE`.",
                ));
            }
        }
    }
    Ok(Some(Block::Entries(entries)))
}

/// Returns the lines of a block as a list item, or the line itself if there is no block.
fn placed(block: Option<Block>, indent: usize, line: &str) -> Vec<String> {
    let Some(block) = block else { return vec![line.to_string()] };
    let mut lines = block.lines(indent + 2);
    if let Some(first) = lines.first_mut() {
        *first = format!("{}- {first}", " ".repeat(indent));
    }
    lines
}

fn on_line(mut failure: Failure, line: usize) -> Failure {
    failure.context.push(format!("in line {line} under the name"));
    failure
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(body: &str) -> String {
        let step = |command: &str| {
            Ok(Block::Entries(vec![("action".into(), Block::Inline(command.to_uppercase()))]))
        };
        expand(body, &step).unwrap()
    }

    #[test]
    fn expands_shorthand_and_keeps_other_lines() {
        let body = "\
description: \"A: b\"
parameters:
  - rating: number, required
  - text
  - name: long
    type: string
  - size: number, default 3
steps:
  - click \"Add: it\"
    or click \"♡\"
  # between
  - action: press
    key: Enter
  - try:
      steps:
        - click A
      catch: []
  - branch:
      if: $x
      then:
      - click B
success:
- text_contains: [added]
options:
  timeout: 5s";
        let expected = "\
description: \"A: b\"
parameters:
  - name: rating
    type: number
    required: true
  - name: text
    type: string
  - name: long
    type: string
  - name: size
    type: number
    default: 3
steps:
  - action: CLICK \"ADD: IT\" OR CLICK \"♡\"
  # between
  - action: press
    key: Enter
  - try:
      steps:
        - action: CLICK A
      catch: []
  - branch:
      if: $x
      then:
      - action: CLICK B
success:
  conditions:
    - text_contains: [added]
options:
  timeout: 5s";
        assert_eq!(expanded(body), expected);
    }

    #[test]
    fn does_not_expand_lists_other_than_steps() {
        let body = "steps:\n  - action: wait\n    condition:\n      text_contains:\n        - click here\nexamples:\n  - click the button";
        assert_eq!(expanded(body), body);
    }

    #[test]
    fn rejects_unknown_parameter_types() {
        let failure = expand("parameters:\n  - n: integer", &|_| Ok(Block::Items(Vec::new()))).unwrap_err();
        assert!(failure.hint.unwrap().contains("number"));
        assert_eq!(failure.context, ["in line 2 under the name"]);
        assert!(expand("parameters:\n  - n: number, big", &|_| Ok(Block::Items(Vec::new()))).is_err());
    }
}

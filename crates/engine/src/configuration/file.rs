use lemmascope_intent::yaml::{self, Content, Entry, Node};
use lemmascope_intent::{Diagnostic, Setting, Value, nearest};

use super::{Configuration, Origin};

/// Applies a configuration file. Returns all faults with their positions; faulty entries are skipped.
pub fn read_file(source: &str, configuration: &mut Configuration) -> Vec<Diagnostic> {
    // Unlike an empty definition, an empty configuration is valid.
    if source.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#') || line == "---") {
        return Vec::new();
    }
    let document = yaml::read(source);
    let mut faults = document.diagnostics;
    if let Some(root) = document.root.as_ref().filter(|root| !root.is_null()) {
        match &root.content {
            Content::Mapping(entries) => read_entries("", entries, configuration, &mut faults),
            _ => faults.push(Diagnostic::error(
                root.span.clone(),
                "the configuration is not a mapping",
                "Write settings as `intent_engine:` with keys under it.",
            )),
        }
    }
    faults
}

fn read_entries(
    prefix: &str,
    entries: &[Entry],
    configuration: &mut Configuration,
    faults: &mut Vec<Diagnostic>,
) {
    for entry in entries {
        let key = match prefix {
            "" => entry.key.value.clone(),
            prefix => format!("{prefix}.{}", entry.key.value),
        };
        if let Some(setting) = configuration.find(&key) {
            match read_setting(setting, &entry.value) {
                Ok((key, value)) => configuration.put(key, Origin::File, value),
                Err(fault) => faults.push(fault),
            }
        } else if configuration.settings().iter().any(|setting| setting.key.starts_with(&format!("{key}."))) {
            match &entry.value.content {
                Content::Mapping(entries) => read_entries(&key, entries, configuration, faults),
                _ if entry.value.is_null() => {}
                _ => faults.push(Diagnostic::error(
                    entry.value.span.clone(),
                    format!("{key} is a group of settings, not a setting"),
                    format!("Put the settings under `{}:`, a line each.", entry.key.value),
                )),
            }
        } else {
            faults.push(unknown_key(prefix, entry, configuration.settings()));
        }
    }
}

fn read_setting(setting: &Setting, node: &Node) -> Result<(&'static str, Value), Diagnostic> {
    // A scalar that looks like a number is accepted where a text is expected.
    let value = match (setting.accept(node.value()), node.as_scalar()) {
        (Err(_), Some(scalar)) => setting.accept(Value::from(scalar.text.as_str())),
        (result, _) => result,
    };
    value.map(|value| (setting.key, value)).map_err(|wanted| {
        let message = format!("{} must be {wanted}", setting.key);
        Diagnostic::error(node.span.clone(), message, format!("Give {wanted}."))
    })
}

fn unknown_key(prefix: &str, entry: &Entry, table: &[Setting]) -> Diagnostic {
    let inside = if prefix.is_empty() { String::new() } else { format!("{prefix}.") };
    let siblings: Vec<&str> = table
        .iter()
        .filter_map(|setting| setting.key.strip_prefix(&inside))
        .map(|rest| rest.split('.').next().unwrap_or(rest))
        .collect();
    let remedy = match nearest(&entry.key.value, siblings) {
        Some(meant) => format!("Did you mean `{meant}`?"),
        None => "`lemmascope config show` lists every setting.".into(),
    };
    Diagnostic::error(
        entry.key.span.clone(),
        format!("unknown setting \"{inside}{}\"", entry.key.value),
        remedy,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_nested_settings() {
        let mut configuration = Configuration::default();
        let source = "intent_engine:\n  execution:\n    step_timeout: 3s\n    max_retries: 5\nsensitive_fields: [pin]\n";
        assert_eq!(read_file(source, &mut configuration), []);
        assert_eq!(configuration.count("intent_engine.execution.max_retries"), 5);
        assert!(configuration.sensitive().matches("pin"));
    }

    #[test]
    fn errors_locate_invalid_key_and_value() {
        let mut configuration = Configuration::default();
        let source = "intent_engine:\n  execution:\n    step_timout: 3s\n    max_retries: many\n";
        let faults = read_file(source, &mut configuration);
        assert_eq!(&source[faults[0].span.clone()], "step_timout");
        assert_eq!(faults[0].remedy, "Did you mean `step_timeout`?");
        assert_eq!(&source[faults[1].span.clone()], "many");
    }

    #[test]
    fn empty_file_changes_no_settings() {
        for source in ["", "# nothing\n", "intent_engine:\n"] {
            assert_eq!(read_file(source, &mut Configuration::default()), [], "{source:?}");
        }
    }
}

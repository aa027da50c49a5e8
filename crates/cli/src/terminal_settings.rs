//! Changes of settings that limit agents, made by the person at the terminal.

use std::path::Path;

use lemmascope_engine::command_signatures;
use lemmascope_engine::configuration::{Configuration, read_file};
use lemmascope_intent::{Cause, Failure, Report, Value};
use lemmascope_language::command::{self, Grammar, Vocabulary};

use crate::answer::Answer;
use crate::compose;
use crate::confirmation::Person;
use crate::engine_handle;
use crate::environment::Environment;

/// Returns the answer to a line that changes a guarded setting at a terminal, or `None` for any other line.
pub(crate) async fn change(place: &Environment, line: &str, json: bool) -> Result<Option<Answer>, Failure> {
    let own = Grammar::new(&command_signatures());
    let parsed = command::parse(line, &Vocabulary::new(&own, [])).ok().flatten();
    let Some(command) = parsed.as_ref().and_then(|line| line.command()) else { return Ok(None) };
    let text = |name: &str| command.argument(name).and_then(|value| value.as_str());
    let ("config set", Some(key), Some(given)) = (command.name(), text("key"), text("value")) else {
        return Ok(None);
    };
    let configuration = compose::configuration(place, &[])?;
    let Some(setting) = configuration.find(key).filter(|setting| setting.guarded) else { return Ok(None) };
    // Without a terminal, the engine rejects the line, as for any caller.
    let Some(mut person) = Person::at_terminal() else { return Ok(None) };
    let value = setting.read(given).map_err(|wanted| {
        Failure::new(Cause::InvalidParameter, format!("{key} must be {wanted}"))
            .hint(format!("Give {wanted}."))
    })?;
    let before = configuration.get(setting).0;
    let question = format!("{} bounds what an agent may do.\nNow: {before}\nThen: {value}", setting.key);
    if !person.agrees(&question, "change it")? {
        let failure =
            Failure::new(Cause::Cancelled, "the code was not entered correctly; nothing is changed");
        return Ok(Some(Answer::failed("config set", &failure, json)));
    }
    write(&place.configuration(), key, &value, configuration)?;
    // The engine reads these settings when it starts.
    engine_handle::stop(place, json).await?;
    let mut report = Report::ok("config set");
    report.summary = Some(key.into());
    report.result = format!("It is written to {}.", place.configuration().display()).into();
    Ok(Some(Answer::of_report(&report, json)))
}

/// Writes the setting to the configuration file, as a separate line at the end, which overrides earlier ones.
fn write(path: &Path, key: &str, value: &Value, mut configuration: Configuration) -> Result<(), Failure> {
    let unwritable = |error: std::io::Error| {
        Failure::new(Cause::PermissionDenied, format!("{} cannot be written: {error}", path.display()))
    };
    let before = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.map_err(unwritable)?,
    };
    let text = set_line(&before, key, value);
    if let Some(fault) = read_file(&text, &mut configuration).into_iter().next() {
        return Err(Failure::new(Cause::DefinitionInvalid, fault.message).hint(fault.remedy));
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(unwritable)?;
    }
    // Written to a temporary file and renamed, so that a crash leaves a complete file.
    let aside = path.with_extension("yaml.new");
    std::fs::write(&aside, text).and_then(|()| std::fs::rename(&aside, path)).map_err(unwritable)
}

fn set_line(before: &str, key: &str, value: &Value) -> String {
    let own = format!("{key}:");
    let kept = before.lines().filter(|line| !line.starts_with(&own));
    let mut text: String = kept.map(|line| format!("{line}\n")).collect();
    // JSON is also valid YAML.
    text.push_str(&format!("{own} {}\n", serde_json::to_string(value).unwrap_or_default()));
    text
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::texts;

    use super::*;

    #[test]
    fn setting_line_replaces_the_previous_one() {
        let once = set_line("# mine\nweb:\n  mode: headless\n", "pack_trust.local", &"full".into());
        assert_eq!(once, "# mine\nweb:\n  mode: headless\npack_trust.local: \"full\"\n");
        let twice = set_line(&once, "pack_trust.local", &texts(["a", "b"]));
        assert_eq!(twice, "# mine\nweb:\n  mode: headless\npack_trust.local: [\"a\",\"b\"]\n");
    }
}

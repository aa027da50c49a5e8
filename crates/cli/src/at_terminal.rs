//! Settings that bound an agent, changed by the person at the terminal. The person types back a code that is shown on the
//! controlling terminal and nowhere else; neither a pipe nor a script nor the socket of the engine has one.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;

use lemmascope_engine::command_signatures;
use lemmascope_engine::configuration::{Configuration, read_file};
use lemmascope_intent::{Cause, Failure, Report, Setting, Value};
use lemmascope_language::command::{self, Grammar, Vocabulary};

use crate::answer::Answer;
use crate::compose;
use crate::engine_handle;
use crate::environment::Environment;

/// How many signs the code has.
const SIGNS: usize = 6;

/// The answer to a line that changes a bounding setting at a terminal; nothing for every other line.
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
    // Without a terminal the engine refuses, as it does everybody.
    let Some(mut terminal) = terminal() else { return Ok(None) };
    let value = setting.read(given).map_err(|wanted| {
        Failure::new(Cause::InvalidParameter, format!("{key} must be {wanted}"))
            .hint(format!("Give {wanted}."))
    })?;
    let before = configuration.get(setting).0;
    if !agrees(&mut terminal, setting, &before, &value)? {
        let failure = Failure::new(Cause::Cancelled, "the code was not typed back, and nothing is changed");
        return Ok(Some(Answer::failed("config set", &failure, json)));
    }
    write(&place.configuration(), key, &value, configuration)?;
    // What bounds an agent is read when the engine starts.
    engine_handle::stop(place, json).await?;
    let mut report = Report::ok("config set");
    report.summary = Some(key.into());
    report.result = format!("It is written to {}.", place.configuration().display()).into();
    Ok(Some(Answer::of_report(&report, json)))
}

/// The controlling terminal of a person: what is typed and what is shown are both on it.
fn terminal() -> Option<File> {
    if !std::io::stdin().is_terminal() {
        return None;
    }
    OpenOptions::new().read(true).write(true).open("/dev/tty").ok().filter(File::is_terminal)
}

fn agrees(terminal: &mut File, setting: &Setting, before: &Value, value: &Value) -> Result<bool, Failure> {
    let gone = |_| Failure::new(Cause::Cancelled, "the terminal is gone, and nothing is changed");
    let code = code();
    let question = format!(
        "{} bounds what an agent may do.\nNow: {before}\nThen: {value}\nType {code} to change it: ",
        setting.key
    );
    terminal.write_all(question.as_bytes()).and_then(|()| terminal.flush()).map_err(gone)?;
    let mut line = String::new();
    BufReader::new(terminal.try_clone().map_err(gone)?).read_line(&mut line).map_err(gone)?;
    Ok(line.trim() == code)
}

/// A code that nobody knows before it is shown, of signs that are not mistaken for one another.
fn code() -> String {
    use std::hash::{BuildHasher, RandomState};
    let mut random = RandomState::new().hash_one(std::process::id());
    let alphabet = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut sign = || {
        let at = random % alphabet.len() as u64;
        random /= alphabet.len() as u64;
        char::from(alphabet[at as usize])
    };
    (0..SIGNS).map(|_| sign()).collect()
}

/// Puts the setting into the configuration file, in a line of its own below everything else, which wins.
fn write(path: &Path, key: &str, value: &Value, mut configuration: Configuration) -> Result<(), Failure> {
    let unwritable = |error: std::io::Error| {
        Failure::new(Cause::PermissionDenied, format!("{} cannot be written: {error}", path.display()))
    };
    let before = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.map_err(unwritable)?,
    };
    let text = with_line(&before, key, value);
    if let Some(fault) = read_file(&text, &mut configuration).into_iter().next() {
        return Err(Failure::new(Cause::DefinitionInvalid, fault.message).hint(fault.remedy));
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(unwritable)?;
    }
    // Written aside and moved, so that a crash leaves the one or the other.
    let aside = path.with_extension("yaml.new");
    std::fs::write(&aside, text).and_then(|()| std::fs::rename(&aside, path)).map_err(unwritable)
}

fn with_line(before: &str, key: &str, value: &Value) -> String {
    let own = format!("{key}:");
    let kept = before.lines().filter(|line| !line.starts_with(&own));
    let mut text: String = kept.map(|line| format!("{line}\n")).collect();
    // JSON is YAML too.
    text.push_str(&format!("{own} {}\n", serde_json::to_string(value).unwrap_or_default()));
    text
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::texts;

    use super::*;

    #[test]
    fn a_line_of_its_own_is_put_in_the_place_of_the_last() {
        let once = with_line("# mine\nweb:\n  mode: headless\n", "pack_trust.local", &"full".into());
        assert_eq!(once, "# mine\nweb:\n  mode: headless\npack_trust.local: \"full\"\n");
        let twice = with_line(&once, "pack_trust.local", &texts(["a", "b"]));
        assert_eq!(twice, "# mine\nweb:\n  mode: headless\npack_trust.local: [\"a\",\"b\"]\n");
    }

    #[test]
    fn a_code_is_new_each_time() {
        let codes: std::collections::BTreeSet<String> = (0..50).map(|_| code()).collect();
        assert!(codes.len() > 45 && codes.iter().all(|code| code.len() == SIGNS), "{codes:?}");
    }
}

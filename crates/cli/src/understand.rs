//! Readings of sentences from standard input.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use lemmascope_desktop::files;
use lemmascope_engine::definition_files;
use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Cause, Definition, Diagnostic, Failure, Redactor, SensitiveFields, Value};
use lemmascope_language::goal::Things;
use lemmascope_language::reader::{Lexicon, Reader, Reading, Speakable, Surroundings};
use lemmascope_language::words::Tongue;
use serde_json::json;

use crate::answer::Answer;
use crate::compose;
use crate::credential_prompt::Beside;
use crate::diagnose::render;
use crate::engine_handle::EngineHandle;

/// The maximum size of a sentence.
const LONGEST: u64 = 1 << 20;

/// Reads sentences, and prints the reading of each immediately.
pub(crate) async fn run(
    door: EngineHandle,
    intents: Option<&Path>,
    sentence: &[String],
    why: bool,
    json: bool,
) -> Result<Answer, Failure> {
    let mut lines: Box<dyn BufRead> = match sentence {
        [] => Box::new(std::io::stdin().lock()),
        words => Box::new(std::io::Cursor::new(words.join(" "))),
    };
    match intents {
        Some(folder) => {
            let place = door.place();
            let sensitive = compose::configuration(place, &[])?.sensitive();
            let things = Arc::new(Things::new([(files::KINDS, files::WORDS)]));
            let reader = Reader::kept_in(&place.home, &place.program, speakables(folder)?, things);
            while let Some(sentence) = next(&mut lines)? {
                if !told(&shown(&reader, &sentence, &sensitive, why, json)) {
                    break;
                }
            }
        }
        None => {
            let mut engine = door.open().await?;
            while let Some(sentence) = next(&mut lines)? {
                let sentence: String =
                    sentence.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
                if sentence.trim().is_empty() {
                    told(&written(&Reading::of_nothing(Tongue::English), &Redactor::default(), why, json));
                    continue;
                }
                let line = format!("understand {}{}", json!(sentence), if why { " --why" } else { "" });
                if !told(&engine.submit(&line, Beside::person(), json).await?.text) {
                    break;
                }
            }
            engine.close().await;
        }
    }
    Ok(Answer::default())
}

/// Returns the next sentence, or `None` at the end. Invalid UTF-8 is replaced.
fn next(lines: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    match std::io::Read::take(&mut *lines, LONGEST).read_until(b'\n', &mut line) {
        Ok(0) => Ok(None),
        Ok(_) => {
            let text = String::from_utf8_lossy(&line);
            Ok(Some(text.trim_end_matches(['\n', '\r']).to_string()))
        }
        Err(error) => Err(Failure::new(Cause::Failed, format!("standard input cannot be read: {error}"))),
    }
}

/// Prints a reading. Returns whether standard output is still open.
fn told(text: &str) -> bool {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok()
}

fn shown(reader: &Reader, sentence: &str, sensitive: &SensitiveFields, why: bool, json: bool) -> String {
    let lexicon = Lexicon::default();
    let around = Surroundings { lexicon: &lexicon, mentioned: &[] };
    let heard = reader.tokenize(sentence, jiff::Zoned::now().datetime());
    let mut reading = reader.read_heard(&heard, &around);
    if why {
        reader.explain(&heard, &mut reading);
    }
    let mut secrets = Redactor::default();
    secrets.learn_by_look(&Value::from(sentence));
    for (name, value) in &reading.parameters {
        secrets.learn_from(&value.clone().guarded(name, sensitive));
    }
    written(&reading, &secrets, why, json)
}

/// Formats a reading, with its secrets masked.
fn written(reading: &Reading, secrets: &Redactor, why: bool, json: bool) -> String {
    if json {
        let mut object = reading.to_json();
        if why {
            object["why"] = json!(reading.why);
        }
        let masked = secrets.mask_value(&Value::from(object));
        return format!("{}\n", serde_json::to_string(&masked).unwrap_or_default());
    }
    let lines = reading.lines(why).iter().map(|line| format!("  {line}\n")).collect::<String>();
    secrets.mask(&format!("{}\n{lines}", reading.head())).into_owned()
}

/// Returns the sentence patterns of the definitions in a folder. Fails if one has faults, because the folder
/// is expected to be complete.
fn speakables(folder: &Path) -> Result<Vec<Speakable>, Failure> {
    let files = definition_files(folder);
    if files.is_empty() {
        let message = format!("there are no definitions in {}", folder.display());
        return Err(
            Failure::new(Cause::TargetNotFound, message).hint("Give a folder with YAML or JSON files.")
        );
    }
    let rules = Rules { spoken_only: true, ..Rules::default() };
    files.iter().map(|path| speakable(path, &rules)).collect()
}

fn speakable(path: &Path, rules: &Rules<'_>) -> Result<Speakable, Failure> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path)
        .map_err(|error| Failure::new(Cause::TargetNotFound, format!("{name} cannot be read: {error}")))?;
    let source = String::from_utf8_lossy(&bytes);
    let checked = Definition::read(&source, rules);
    let definition =
        checked.definition.map(Arc::new).ok_or_else(|| {
            let mut failure = Failure::new(Cause::DefinitionInvalid, format!("{name} has faults"));
            let faults = checked.diagnostics.iter().filter(|fault| Diagnostic::is_error(fault));
            failure.context.extend(faults.flat_map(|fault| {
                render(&name, &source, fault).lines().map(str::to_string).collect::<Vec<_>>()
            }));
            failure
        })?;
    let parameters = definition.parameters.iter().map(|parameter| parameter.value.clone()).collect();
    Ok(Speakable::new(definition.intent.value.clone(), parameters, definition.examples.clone()))
}

//! Lines from files, from standard input and from command-line arguments.

mod commands;

use std::io::{BufRead, BufReader, Cursor, Read};

use lemmascope_intent::{Cause, Failure};

use crate::answer::Answer;
use crate::credential_prompt::Beside;
use crate::engine_handle::EngineHandle;
use crate::environment::Environment;

pub(crate) use commands::is_definition;
use commands::{Command, LONGEST};

/// Executes a script line by line, and prints each answer immediately, so that a program can interact with
/// the engine through one process. Stops at the first failed line unless `keep_going` is set. Returns the
/// exit code of the first failed line.
pub(crate) async fn run(
    door: EngineHandle,
    place: &Environment,
    script: &str,
    keep_going: bool,
    rest: Vec<String>,
    json: bool,
) -> Result<Answer, Failure> {
    let (rest, asked) = extract_json_flag(rest);
    let json = json || asked;
    if script != "-" && !place.workspace.join(script).is_file() {
        if script.contains(['/', '.']) {
            let message = format!("there is no script \"{script}\"");
            return Err(Failure::new(Cause::TargetNotFound, message).hint("Check the path."));
        }
        // Not a file, so it is the command `run`, which runs an intent by its name.
        let words: Vec<String> = ["run".to_string(), script.to_string()].into_iter().chain(rest).collect();
        return door.open().await?.submit_once(&join_words(&words), Beside::script(), json).await;
    }
    if let Some(stray) = rest.iter().find(|word| *word != "--keep-going") {
        return Err(Failure::new(Cause::InvalidParameter, format!("a script takes no \"{stray}\"")));
    }
    let keep_going = keep_going || rest.iter().any(|word| word == "--keep-going");
    let mut script = commands::arriving(open(place, script)?);
    let mut engine = door.open().await?;
    let mut first_bad = 0;
    let mut answered = false;
    while let Some(command) = script.recv().await {
        let done = match command {
            Ok(Command { line, text }) => {
                engine.submit(&text, Beside::script(), json).await.map(|answer| (line, answer))
            }
            Err(failure) => Err(failure),
        };
        let (line, answer) = match done {
            Ok(done) => done,
            Err(failure) => {
                engine.close().await;
                return Err(failure);
            }
        };
        if answered && !json && !answer.text.is_empty() {
            Answer { text: "\n".into(), ..Answer::default() }.print();
        }
        answered |= !answer.text.is_empty();
        answer.print();
        if answer.over {
            break;
        }
        if answer.exit != 0 {
            if first_bad == 0 {
                first_bad = answer.exit;
            }
            if !keep_going {
                crate::answer::notice(&format!("stopped at line {line}; --keep-going goes on"));
                break;
            }
        }
    }
    engine.close().await;
    Ok(Answer { exit: first_bad, ..Answer::default() })
}

/// Opens a script. A file is read completely first, and is limited to the size of one command, so that no
/// line of an unreadable file is executed.
fn open(place: &Environment, script: &str) -> Result<Box<dyn BufRead + Send>, Failure> {
    if script == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let mut text = String::new();
    let file = std::fs::File::open(place.workspace.join(script));
    match file.and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text)) {
        Err(error) => Err(Failure::new(Cause::TargetNotFound, format!("{script} cannot be read: {error}"))
            .hint("A script is UTF-8 text, one command a line.")),
        Ok(length) if length as u64 > LONGEST => {
            Err(Failure::new(Cause::InvalidParameter, format!("{script} has more than 16 MiB")))
        }
        Ok(_) => Ok(Box::new(Cursor::new(text))),
    }
}

/// Removes `--json` from the words, at any position, because it concerns the output and is not part of the
/// line.
pub(crate) fn extract_json_flag(words: Vec<String>) -> (Vec<String>, bool) {
    let count = words.len();
    // A single word is a complete, quoted line.
    if let [line] = words.as_slice() {
        let (line, json) = strip_json_flag(line);
        return (vec![line.to_string()], json);
    }
    let rest: Vec<String> = words.into_iter().filter(|word| word != "--json").collect();
    let json = rest.len() != count;
    (rest, json)
}

/// Removes a final `--json` from a line.
pub(crate) fn strip_json_flag(line: &str) -> (&str, bool) {
    match line.trim_end().strip_suffix(" --json") {
        Some(rest) => (rest, true),
        None => (line, false),
    }
}

/// Joins the words of the shell into a line. A single word is the line itself; otherwise, words with a space
/// are quoted again.
pub(crate) fn join_words(words: &[String]) -> String {
    match words {
        [line] => line.clone(),
        words => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
    }
}

fn quoted(word: &str) -> String {
    let plain = !word.is_empty()
        && !word.starts_with('#')
        && !word.contains(|c: char| c.is_whitespace() || c.is_control() || c == '"' || c == '\'');
    // A selector has its own quotes. Any other word, including JSON, can be quoted.
    let selector =
        ["css(", "xpath(", "text("].iter().any(|kind| word.starts_with(kind)) && word.ends_with(')');
    if plain || selector {
        return word.to_string();
    }
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_arguments_into_a_quoted_line() {
        let line = |words: &[&str]| join_words(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(line(&["click \"Sign in\""]), "click \"Sign in\"");
        assert_eq!(line(&["click", "Sign in"]), "click \"Sign in\"");
        assert_eq!(line(&["type", "email", "a\"b\nc"]), "type email \"a\\\"b\\nc\"");
        assert_eq!(line(&["fill_form", "{\"a\": 1}"]), "fill_form \"{\\\"a\\\": 1}\"");
        assert_eq!(line(&["click", "css(\".x\")"]), "click css(\".x\")");
        assert_eq!(line(&["click", "text(Sign in)"]), "click text(Sign in)");
        assert_eq!(line(&["files.create_file", "report (final)"]), "files.create_file \"report (final)\"");
        assert_eq!(line(&["files.create_file", "[draft] notes"]), "files.create_file \"[draft] notes\"");
        assert_eq!(line(&["goto", "example.com#a"]), "goto example.com#a");
    }

    #[test]
    fn extracts_json_flag_at_any_position() {
        let take = |words: &[&str]| extract_json_flag(words.iter().map(ToString::to_string).collect());
        assert_eq!(take(&["undo", "--json"]), (vec!["undo".to_string()], true));
        assert_eq!(take(&["undo --json"]), (vec!["undo".to_string()], true));
        assert_eq!(take(&["undo"]), (vec!["undo".to_string()], false));
    }
}

use lemmascope_engine::definition_files;
use lemmascope_language::command::{self, ErrorCode, Vocabulary};

use crate::answer::Answer;
use crate::compose::CORE;
use crate::place::Place;
use crate::script::line_of;

/// Prints the canonical form of a line. What is printed is the caller's own line, passwords and all;
/// everything else that is ever printed or stored has them masked.
pub(crate) fn parse(place: &Place, words: &[String], json: bool) -> Answer {
    let line = line_of(words);
    let shipped = CORE.iter().map(|source| source.name);
    let read = match command::parse(&line, &Vocabulary::new(shipped.clone())) {
        // Only a word that is no command can be an intent of the user's own, and only then is it worth
        // the time to look for those.
        Err(error) if error.code == ErrorCode::UnknownCommand => {
            let installed = names(place);
            let vocabulary = Vocabulary::new(shipped.chain(installed.iter().map(String::as_str)));
            command::parse(&line, &vocabulary)
        }
        read => read,
    };
    match read {
        Ok(Some(line)) if json => {
            let canonical = serde_json::json!({ "status": "ok", "canonical": line.to_string() });
            Answer { text: format!("{canonical}\n"), ..Answer::default() }
        }
        Ok(Some(line)) => Answer { text: format!("{line}\n"), ..Answer::default() },
        Ok(None) => Answer::default(),
        Err(error) => Answer::not_understood(&error, json),
    }
}

/// The names of the user's own intents, taken from the line of each file that says it: whether the rest
/// of the file is right does not matter here, and reading it would take too long.
fn names(place: &Place) -> Vec<String> {
    let name = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("intent:"))?;
        Some(line.split('#').next()?.trim().trim_matches(['"', '\'']).to_string())
    };
    definition_files(&place.intents())
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .filter_map(|text| name(&text))
        .collect()
}

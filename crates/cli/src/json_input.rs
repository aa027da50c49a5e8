//! A JSON value of a command that comes by standard input: `-` as the last word stands for it.

use lemmascope_intent::Failure;
use lemmascope_language::command::{self, Vocabulary};

use crate::compose::{self, CORE};
use crate::document;
use crate::environment::Environment;
use crate::script::line_of;

/// The words, with standard input in place of a last `-` where the command takes JSON there. Text that is no JSON is given as an
/// object with `text`.
pub(crate) fn fill_in(place: &Environment, mut words: Vec<String>) -> Result<Vec<String>, Failure> {
    if words.len() < 2 || words.last().is_none_or(|word| word != "-") || !takes_json(place, &words) {
        return Ok(words);
    }
    let text = document::read("-".into())?;
    let given = match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(json) => json,
        Err(_) => serde_json::json!({ "text": text }),
    };
    words.pop();
    words.push(given.to_string());
    Ok(words)
}

/// Whether a JSON object can be in the last place, and a `-` cannot.
fn takes_json(place: &Environment, words: &[String]) -> bool {
    let catalog = compose::catalog(place);
    let vocabulary = Vocabulary::new(catalog.grammar(), CORE.iter().map(|source| source.name));
    let reads = |last: &str| {
        let mut words = words.to_vec();
        words.pop();
        words.push(last.into());
        matches!(command::parse(&line_of(&words), &vocabulary), Ok(Some(_)))
    };
    reads("{}") && !reads("-")
}

//! JSON arguments from standard input, for which `-` is the last word.

use lemmascope_intent::Failure;
use lemmascope_language::command::{self, Vocabulary};

use crate::compose::{self, CORE};
use crate::document;
use crate::environment::Environment;
use crate::script::join_words;

/// Replaces a last `-` by standard input if the command takes JSON there. Text that is not JSON becomes an
/// object with `text`.
pub(crate) fn fill_in(place: &Environment, mut words: Vec<String>) -> Result<Vec<String>, Failure> {
    if words.len() < 2 || words.last().is_none_or(|word| word != "-") || !accepts_json_argument(place, &words)
    {
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

/// Whether the last argument can be a JSON object and cannot be `-`.
fn accepts_json_argument(place: &Environment, words: &[String]) -> bool {
    let catalog = compose::catalog(place);
    let vocabulary = Vocabulary::new(catalog.grammar(), CORE.iter().map(|source| source.name));
    let reads = |last: &str| {
        let mut words = words.to_vec();
        words.pop();
        words.push(last.into());
        matches!(command::parse(&join_words(&words), &vocabulary), Ok(Some(_)))
    };
    reads("{}") && !reads("-")
}

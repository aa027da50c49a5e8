use lemmascope_engine::{Catalog, definition_files};
use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Definition, Parameter, Redactor, Secret, SensitiveFields, Signature, Value};
use lemmascope_language::command::{self, ErrorCode, Line, Vocabulary};

use crate::answer::Answer;
use crate::compose::{self, CORE};
use crate::environment::Environment;
use crate::script::join_words;

/// Prints the canonical form of a line, with its secrets masked, because the output ends up in logs and
/// chats.
pub(crate) fn parse(place: &Environment, words: &[String], json: bool) -> Answer {
    let line = join_words(words);
    let catalog = compose::catalog(place);
    let shipped = CORE.iter().map(|source| source.name);
    let read = match command::parse(&line, &Vocabulary::new(catalog.grammar(), shipped.clone())) {
        // Only an unknown command can be one of the user's own intents, so the files are read only in this
        // case.
        Err(error) if error.code == ErrorCode::UnknownCommand => {
            let installed = names(place);
            let vocabulary =
                Vocabulary::new(catalog.grammar(), shipped.chain(installed.iter().map(String::as_str)));
            command::parse(&line, &vocabulary)
        }
        read => read,
    };
    match read {
        Ok(Some(line)) => {
            let canonical = masked(&line, place, &catalog);
            match json {
                true => {
                    let canonical = serde_json::json!({ "status": "ok", "canonical": canonical });
                    Answer { text: format!("{canonical}\n"), ..Answer::default() }
                }
                false => Answer { text: format!("{canonical}\n"), ..Answer::default() },
            }
        }
        Ok(None) => Answer::default(),
        Err(error) => Answer::format_parse_error(&error, json),
    }
}

/// Returns the canonical form of a line without its secrets: values with sensitive names, in the signature of
/// a verb or the parameters of an intent, and values that look like secrets.
fn masked(line: &Line, place: &Environment, catalog: &Catalog) -> String {
    let canonical = line.to_string();
    let Some(command) = line.clone().into_command() else { return canonical };
    let sensitive = SensitiveFields::default();
    let mut secrets = Redactor::default();
    for secret in command.secrets_with(&sensitive) {
        secrets.learn(&Secret::new(secret.into_owned()));
    }
    // Positional arguments fill the required parameters first.
    let parameters = parameters(command.name(), place, catalog);
    let (required, others): (Vec<_>, Vec<_>) = parameters.into_iter().partition(|it| it.required);
    for (parameter, argument) in required.iter().chain(&others).zip(command.arguments()) {
        if let Some(text) = argument.value.as_str().filter(|_| sensitive.matches(&parameter.name)) {
            secrets.learn(&Secret::new(text.to_string()));
        }
    }
    secrets.learn_by_look(&Value::from(canonical.as_str()));
    secrets.mask(&canonical).into_owned()
}

/// Returns the parameters of a shipped intent or of one of the user's own.
fn parameters(name: &str, place: &Environment, catalog: &Catalog) -> Vec<Parameter> {
    let verbs: Vec<&Signature> = catalog.signatures().collect();
    let rules = Rules { catalog: Some(&verbs), trusts_full_names: true, ..Rules::default() };
    let read = |text: &str| -> Option<Vec<Parameter>> {
        let definition = Definition::read(text, &rules).definition?;
        let is_meant = definition.intent.value == name;
        is_meant.then(|| definition.parameters.into_iter().map(|it| it.value).collect())
    };
    let own = definition_files(&place.intents());
    let own = own.iter().filter_map(|path| std::fs::read_to_string(path).ok()).find_map(|text| read(&text));
    let shipped = CORE.iter().chain(lemmascope_web::DEFINITIONS).filter(|source| source.name == name);
    own.or_else(|| shipped.into_iter().find_map(|source| read(source.text))).unwrap_or_default()
}

/// Returns the names of the user's own intents. Reads only the line with the name in each file, because
/// parsing the files would take too long.
fn names(place: &Environment) -> Vec<String> {
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

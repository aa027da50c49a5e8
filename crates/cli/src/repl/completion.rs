use std::sync::Arc;

use lemmascope_engine::{Callable, Catalog};
use lemmascope_intent::Notation;
use reedline::{Completer, CompletionResult, Span, Suggestion};

/// Completes commands, intents and verbs, and their options, from the signatures.
pub(crate) struct Completion {
    callables: Vec<Callable>,
    catalog: Arc<Catalog>,
}

impl Completion {
    pub(crate) fn new(callables: Vec<Callable>, catalog: Arc<Catalog>) -> Self {
        Self { callables, catalog }
    }

    /// Returns the completions at the cursor, with their descriptions.
    pub(crate) fn words(&self, before: &str) -> Vec<(String, String)> {
        let first = before.split_whitespace().next().unwrap_or_default();
        if let Some(values) = self.values(before) {
            return values.iter().map(|value| (value.to_string(), String::new())).collect();
        }
        if let Some(callable) = self.callables.iter().find(|callable| callable.name == first) {
            let options = callable.parameters.iter().map(|name| (format!("--{name}"), String::new()));
            return options.chain(common_options()).collect();
        }
        let so_far: Vec<&str> = before.split_whitespace().collect();
        let mut words: Vec<(String, String)> = Vec::new();
        for form in self.catalog.grammar().forms() {
            let names: Vec<&str> = form.words().collect();
            if names.len() > so_far.len() && names.starts_with(&so_far) {
                words.push((names[so_far.len()].to_string(), form.summary.to_string()));
            }
            if !so_far.is_empty() && so_far.starts_with(&names) {
                words.extend(form.options.iter().map(|option| (format!("--{}", option.name), String::new())));
            }
        }
        if so_far.is_empty() {
            words.extend(self.callables.iter().map(|it| (it.name.clone(), it.summary.clone())));
        }
        words.sort();
        words.dedup_by(|a, b| a.0 == b.0);
        words
    }
}

impl Completion {
    /// Returns the values of the option before the cursor, if they are enumerated.
    fn values(&self, before: &str) -> Option<Vec<&'static str>> {
        let so_far: Vec<&str> = before.split_whitespace().collect();
        let option = so_far.last()?.strip_prefix("--")?;
        let forms = self.catalog.grammar().forms();
        let known = forms.filter(|form| so_far.starts_with(&form.words().collect::<Vec<_>>()));
        let mut kinds = known.flat_map(|form| &form.options).filter(|it| it.name == option);
        match kinds.find_map(|option| option.kind)? {
            Notation::Choice(words) => Some(words.to_vec()),
            _ => None,
        }
    }
}

fn common_options() -> impl Iterator<Item = (String, String)> {
    ["--timeout", "--retry", "--no-verify", "--resume", "--dry-run", "--json", "--yes"]
        .into_iter()
        .map(|option| (option.to_string(), String::new()))
}

impl Completion {
    fn suggestions(&self, line: &str, position: usize) -> Vec<Suggestion> {
        let line = line.get(..position).unwrap_or(line);
        let start = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let (before, word) = line.split_at(start);
        self.words(before)
            .into_iter()
            .filter(|(candidate, _)| candidate.starts_with(word))
            .map(|(value, about)| Suggestion {
                value,
                description: Some(about).filter(|about| !about.is_empty()),
                span: Span::new(start, position),
                append_whitespace: true,
                ..Suggestion::default()
            })
            .collect()
    }
}

impl Completer for Completion {
    fn complete(&mut self, line: &str, position: usize) -> CompletionResult {
        CompletionResult::fresh(self.suggestions(line, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(line: &str) -> Vec<String> {
        let callable = Callable {
            name: "files.copy".into(),
            summary: "Copy".into(),
            parameters: vec!["source".into(), "overwrite".into()],
            guarded: false,
        };
        let catalog =
            lemmascope_engine::compose(&[lemmascope_web::domain(lemmascope_web::Settings::default())]);
        let completion = Completion::new(vec![callable], Arc::new(catalog));
        completion.suggestions(line, line.len()).into_iter().map(|suggestion| suggestion.value).collect()
    }

    #[test]
    fn completes_commands_verbs_and_their_options() {
        assert_eq!(complete("und"), ["undefine", "understand", "undo"]);
        assert_eq!(complete("files.c"), ["files.copy"]);
        assert_eq!(complete("files.copy a --o"), ["--overwrite"]);
        assert_eq!(complete("config s"), ["set", "show"]);
        assert!(complete("observe --fu").contains(&"--full".to_string()));
        assert_eq!(complete("screenshot --format "), ["png", "jpeg"]);
    }
}

//! A draft of a definition under refinement: its parameters and its steps as lines, and the edits of them.

use lemmascope_intent::{Cause, Failure, Signature};
use lemmascope_learner::{Proposal, quoted};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::LEARNED;

/// The maximum number of steps and of parameters.
const MOST: usize = 200;

/// A draft of a definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Draft {
    /// The name of the intent.
    pub(crate) name: String,
    /// The key of the proposal from which it was made.
    pub(crate) key: Option<String>,
    description: String,
    parameters: Vec<DraftParameter>,
    steps: Vec<String>,
    /// The intent that is tried first, as a command.
    tried_first: Option<String>,
    /// The text that proves success.
    success: Option<String>,
}

/// A parameter of a draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct DraftParameter {
    name: String,
    kind: String,
    format: Option<String>,
    is_optional: bool,
    /// The default value.
    default: Option<Json>,
}

/// A position among the steps, starting at 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Place {
    /// The position of the step to replace.
    At(usize),
    /// The position at which a step is inserted.
    Before(usize),
}

impl Draft {
    /// Creates the draft of a proposal.
    pub(crate) fn of<'s>(proposal: &Proposal, signature: impl Fn(&str) -> Option<&'s Signature>) -> Self {
        let parameters = proposal.parameters.iter().map(|parameter| DraftParameter {
            name: parameter.name.clone(),
            kind: parameter.kind.definition_type().into(),
            format: parameter.kind.definition_format().map(str::to_string),
            is_optional: false,
            default: None,
        });
        Self {
            name: proposal.name.clone(),
            key: Some(proposal.key.clone()),
            description: format!("Learned from {} observations.", proposal.observations),
            parameters: parameters.collect(),
            steps: proposal.step_lines(signature),
            tried_first: proposal.repaired_call(),
            success: proposal.success.clone(),
        }
    }

    /// Creates the draft of a recording, with an unused name. The recorded values become the defaults of the
    /// parameters, except for secrets.
    pub(crate) fn recorded<'s>(
        name: String,
        proposal: &Proposal,
        signature: impl Fn(&str) -> Option<&'s Signature>,
    ) -> Self {
        let mut draft = Self::of(proposal, signature);
        (draft.name, draft.key, draft.description) = (name, None, "Recorded by hand.".into());
        for (parameter, inferred) in draft.parameters.iter_mut().zip(&proposal.parameters) {
            parameter.default = inferred.latest.clone();
            parameter.is_optional = parameter.default.is_some();
        }
        draft
    }

    /// Returns the body of the definition, in the syntax of `define`.
    pub(crate) fn body(&self) -> String {
        let mut lines = vec![
            format!("description: {}", quoted(&self.description)),
            "author: intent_learner".to_string(),
            format!("tags: [{LEARNED}]"),
        ];
        if !self.parameters.is_empty() {
            lines.push("parameters:".into());
            lines.extend(self.parameters.iter().flat_map(DraftParameter::definition));
        }
        lines.push("steps:".into());
        match &self.tried_first {
            None => lines.extend(self.steps.iter().map(|step| format!("  - {step}"))),
            Some(call) => {
                lines.extend(["  - try:", "      steps:"].map(str::to_string));
                lines.push(format!("        - {call}"));
                lines.push("      catch:".into());
                lines.extend(self.steps.iter().map(|step| format!("        - {step}")));
            }
        }
        if let Some(success) = &self.success {
            lines.extend(["success:".to_string(), format!("  - text_contains: {}", quoted(success))]);
        }
        lines.join("\n")
    }

    /// Returns the draft as the dialogue shows it.
    pub(crate) fn shown(&self) -> Vec<String> {
        let mut lines = vec![format!("intent: {}", self.name)];
        lines.extend(self.shown_parameters());
        lines.push("steps:".into());
        lines.extend(self.tried_first.iter().map(|call| format!("  - {call}, and if that fails:")));
        lines.extend(self.steps.iter().map(|step| format!("  - {step}")));
        if let Some(success) = &self.success {
            lines.extend(["success:".to_string(), format!("  - text {}", Json::from(success.as_str()))]);
        }
        lines
    }

    /// Returns the parameters as the dialogue shows them.
    pub(crate) fn shown_parameters(&self) -> Vec<String> {
        if self.parameters.is_empty() {
            return Vec::new();
        }
        let shown = self.parameters.iter().map(|parameter| format!("  - {}", parameter.shown()));
        std::iter::once("parameters:".to_string()).chain(shown).collect()
    }

    /// Returns the steps as the dialogue shows them.
    pub(crate) fn shown_steps(&self) -> Vec<String> {
        let shown = self.steps.iter().enumerate().map(|(at, step)| format!("  {}. {step}", at + 1));
        std::iter::once("steps:".to_string()).chain(shown).collect()
    }

    /// Returns the number of steps.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns a step by its number.
    pub(crate) fn step(&self, number: usize) -> Result<&str, Failure> {
        let step = number.checked_sub(1).and_then(|at| self.steps.get(at));
        step.map(String::as_str).ok_or_else(|| self.no_step(number))
    }

    fn no_step(&self, number: usize) -> Failure {
        let message = format!("there is no step {number}");
        Failure::new(Cause::InvalidParameter, message).hint(format!(
            "\"{}\" has steps 1 to {}.",
            self.name,
            self.steps.len()
        ))
    }

    /// Adds a parameter.
    pub(crate) fn add_parameter(&mut self, name: &str, kind: &str, is_optional: bool) -> Result<(), Failure> {
        let invalid = |message: String, hint: &str| {
            Err(Failure::new(Cause::InvalidParameter, message).hint(hint.to_string()))
        };
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            let message = format!("\"{name}\" is no name for a parameter");
            return invalid(message, "Use letters, digits and `_`, and begin with a letter.");
        }
        if self.parameters.iter().any(|known| known.name == name) {
            return invalid(format!("there is a parameter \"{name}\" already"), "Give another name.");
        }
        if !lemmascope_intent::Type::ALL.iter().any(|known| known.as_str() == kind) {
            let message = format!("the parameter \"{name}\" has no type \"{kind}\"");
            return invalid(message, "The types are string, number, boolean, object, array.");
        }
        if self.parameters.len() >= MOST {
            return invalid(format!("a definition has at most {MOST} parameters"), "Remove one first.");
        }
        let parameter =
            DraftParameter { name: name.into(), kind: kind.into(), format: None, is_optional, default: None };
        self.parameters.push(parameter);
        Ok(())
    }

    /// Removes a parameter, unless a step uses it.
    pub(crate) fn remove_parameter(&mut self, name: &str) -> Result<(), Failure> {
        let Some(at) = self.parameters.iter().position(|known| known.name == name) else {
            let names: Vec<&str> = self.parameters.iter().map(|known| known.name.as_str()).collect();
            let message = format!("there is no parameter \"{name}\"");
            return Err(Failure::new(Cause::InvalidParameter, message)
                .hint(format!("The parameters are {}.", names.join(", "))));
        };
        if let Some(step) = self.steps.iter().position(|step| uses(step, name)) {
            let message = format!("step {} uses ${name}", step + 1);
            return Err(Failure::new(Cause::InvalidParameter, message)
                .hint(format!("Change it with `edit step {}` first.", step + 1)));
        }
        self.parameters.remove(at);
        Ok(())
    }

    /// Inserts or replaces a step. Returns its number.
    pub(crate) fn put_step(&mut self, place: Place, step: &str) -> Result<usize, Failure> {
        if let Place::Before(_) = place
            && self.steps.len() >= MOST
        {
            return Err(Failure::new(Cause::InvalidParameter, format!("a draft has at most {MOST} steps"))
                .hint("Export it, and go on in the file."));
        }
        match place {
            Place::At(number) => {
                self.step(number)?;
                self.steps[number - 1] = step.into();
                Ok(number)
            }
            Place::Before(number) if (1..=self.steps.len() + 1).contains(&number) => {
                self.steps.insert(number - 1, step.into());
                Ok(number)
            }
            Place::Before(number) => Err(self.no_step(number)),
        }
    }

    /// Removes a step.
    pub(crate) fn remove_step(&mut self, number: usize) -> Result<String, Failure> {
        self.step(number)?;
        if self.steps.len() == 1 {
            return Err(Failure::new(Cause::InvalidParameter, "a definition has at least one step")
                .hint("`cancel` drops the draft."));
        }
        Ok(self.steps.remove(number - 1))
    }
}

impl DraftParameter {
    /// Returns the long form, because in the short form no parameter can be called `name`.
    fn definition(&self) -> Vec<String> {
        let format = self.format.iter().map(|format| format!("    format: {format}"));
        let default = self.default.iter().map(|value| format!("    default: {value}"));
        [format!("  - name: {}", self.name), format!("    type: {}", self.kind)]
            .into_iter()
            .chain(format)
            .chain([format!("    required: {}", !self.is_optional)])
            .chain(default)
            .collect()
    }

    fn shown(&self) -> String {
        let format = self.format.as_ref().map(|format| format!(" ({format})")).unwrap_or_default();
        let optional = if self.is_optional { " (optional)" } else { "" };
        format!("{}: {}{format}{optional}", self.name, self.kind)
    }
}

/// Whether a step refers to a parameter.
fn uses(step: &str, name: &str) -> bool {
    step.match_indices(&format!("${name}")).any(|(at, found)| {
        let next = step[at + found.len()..].chars().next();
        next.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_')
    })
}

/// Translates an answer to a proposal into a command. Returns `None` if the line is not an answer.
pub(super) fn answer(line: &str, name: &str) -> Option<String> {
    match line.trim().to_lowercase().as_str() {
        "yes" | "y" | "sim" => Some(format!("learn save {name}")),
        "no" | "n" | "não" | "nao" => Some(format!("learn discard {name}")),
        "refine" => Some(format!("refine {name}")),
        _ => None,
    }
}

/// Translates a line of the dialogue about a draft into a command. Returns `None` if the line is not part of
/// the dialogue.
pub(super) fn command(line: &str, name: &str, awaiting: Option<Place>) -> Option<String> {
    let line = line.trim();
    let text = |text: &str| Json::from(text).to_string();
    if line == "cancel" {
        return Some("refine cancel".into());
    }
    if let Some(place) = awaiting.filter(|_| !line.is_empty()) {
        return Some(match place {
            Place::At(number) => format!("refine edit step {number} {}", text(line)),
            Place::Before(number) => format!("refine add step {number} {}", text(line)),
        });
    }
    for known in ["add param", "remove param", "remove step"] {
        if let Some(rest) = line.strip_prefix(known) {
            return Some(format!("refine {known}{rest}"));
        }
    }
    for known in ["edit step", "add step"] {
        let Some(rest) = line.strip_prefix(known) else { continue };
        let (number, step) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        let step = if step.trim().is_empty() { String::new() } else { format!(" {}", text(step.trim())) };
        return Some(format!("refine {known} {number}{step}"));
    }
    match line.split_once(' ').unwrap_or((line, "")) {
        ("save", "") => Some("refine save".into()),
        ("test", given) => test(name, given),
        _ => None,
    }
}

/// Translates `test --rating 5 --text "…"` into a command.
fn test(name: &str, given: &str) -> Option<String> {
    let mut values = serde_json::Map::new();
    let mut options = String::new();
    let mut words = words(given)?.into_iter().peekable();
    while let Some(word) = words.next() {
        let option = word.strip_prefix("--")?;
        let (key, joined) = match option.split_once('=') {
            Some((key, value)) => (key, Some(value.to_string())),
            None => (option, words.next_if(|next| !next.starts_with("--"))),
        };
        match (key, joined) {
            ("here", None) => options.push_str(" --here"),
            (key, Some(value)) => {
                let read =
                    serde_json::from_str(&value).ok().filter(|it: &Json| it.is_number() || it.is_boolean());
                values.insert(key.replace('-', "_"), read.unwrap_or_else(|| value.into()));
            }
            (key, None) => drop(values.insert(key.replace('-', "_"), true.into())),
        }
    }
    if !values.is_empty() {
        let values = Json::from(Json::Object(values).to_string()).to_string();
        options.push_str(&format!(" --values {values}"));
    }
    Some(format!("learn test {name}{options}"))
}

/// Splits a line into words, without the quotes around them. Returns `None` if a quote is not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialogue_lines_map_to_refine_and_learn_commands() {
        for (line, awaiting, expected) in [
            ("add param title:string --optional", None, Some("refine add param title:string --optional")),
            ("edit step 3", None, Some("refine edit step 3")),
            ("edit step 3 click \"A\"", None, Some(r#"refine edit step 3 "click \"A\"""#)),
            ("click { text: x }", Some(Place::At(3)), Some(r#"refine edit step 3 "click { text: x }""#)),
            ("press enter", Some(Place::Before(1)), Some(r#"refine add step 1 "press enter""#)),
            ("cancel", Some(Place::Before(1)), Some("refine cancel")),
            (
                "test --rating 5 --text \"A \\\"b\\\"\" --here",
                None,
                Some(r#"learn test write_review --here --values "{\"rating\":5,\"text\":\"A \\\"b\\\"\"}""#),
            ),
            ("test", None, Some("learn test write_review")),
            ("save", None, Some("refine save")),
            ("save the world", None, None),
            ("click 3", None, None),
        ] {
            assert_eq!(command(line, "write_review", awaiting).as_deref(), expected, "{line}");
        }
        assert_eq!(answer(" Yes ", "a").as_deref(), Some("learn save a"));
        assert_eq!(answer("yes please", "a"), None);
    }

    #[test]
    fn parameter_reference_matches_whole_name() {
        assert!(uses("type x $text", "text") && uses("type x \"$text!\"", "text"));
        assert!(!uses("type x $text_2", "text"));
    }
}

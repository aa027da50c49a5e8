use indexmap::IndexMap;
use lemmascope_intent::definition::{Extract, ExtractKind};
use lemmascope_intent::{Cause, Definition, Failure, Object, Operation, Value};
use regex::Regex;

use crate::execution::{Frame, Runner};

/// The maximum length of a condition in the headline. A longer one is shown below it.
const READABLE: usize = 120;

/// The data that was extracted after a run, and the parts that are missing.
#[derive(Debug, Default)]
pub(crate) struct Extracted {
    /// The extracted values, by name.
    pub values: Object,
    /// The names and the reasons of missing values.
    pub missing: Vec<(String, Failure)>,
}

impl Runner<'_> {
    /// Evaluates the success and failure conditions of a definition.
    pub(crate) async fn verify(&self, definition: &Definition, frame: &Frame<'_>) -> Result<(), Failure> {
        if self.checks.failure {
            for condition in &definition.failure.conditions {
                if self.holds(condition, frame).await? {
                    let shown = self.tell(condition, frame);
                    return Err(Failure::new(Cause::VerificationFailed, format!("it failed: {shown}")));
                }
            }
        }
        if self.checks.success {
            for condition in &definition.success.conditions {
                if !self.holds(condition, frame).await? {
                    let shown = self.tell(condition, frame);
                    let failure = match shown.chars().count() <= READABLE {
                        true => Failure::new(
                            Cause::VerificationFailed,
                            format!("the steps ran, but this does not hold: {shown}"),
                        ),
                        false => Failure::new(
                            Cause::VerificationFailed,
                            "the steps ran, but nothing shows that it worked",
                        )
                        .context(format!("looked for: {shown}")),
                    };
                    return Err(failure.hint("Check the current state; --no-verify skips this check."));
                }
            }
        }
        Ok(())
    }

    /// Extracts data by name.
    pub(crate) async fn extract(&self, wanted: &IndexMap<String, Extract>, frame: &Frame<'_>) -> Extracted {
        let mut extracted = Extracted::default();
        for (name, extract) in wanted {
            match self.extract_one(extract, frame).await {
                Ok(value) => {
                    extracted.values.insert(name.clone(), value.guarded(name, &self.sensitive));
                }
                Err(failure) => extracted.missing.push((name.clone(), failure)),
            }
        }
        extracted
    }

    async fn extract_one(&self, extract: &Extract, frame: &Frame<'_>) -> Result<Value, Failure> {
        let (source, target, pattern, arguments) = match &extract.kind {
            ExtractKind::Value(template) => return Ok(template.resolve(&frame.scope)),
            ExtractKind::From { source, target, pattern, arguments } => (source, target, pattern, arguments),
        };
        let mut arguments: Object =
            arguments.iter().map(|(name, argument)| (name.clone(), argument.resolve(&frame.scope))).collect();
        if let Some(target) = target {
            arguments.insert("target".into(), target.to_template().resolve(&frame.scope));
        }
        let value = if source.value.contains('.') {
            self.observe(&source.value, arguments, frame).await?
        } else {
            arguments.insert("from".into(), source.value.as_str().into());
            self.observe_by(Operation::Extract, arguments, frame).await?
        };
        match pattern {
            Some(pattern) => matched(&pattern.value, &value),
            None => Ok(value),
        }
    }
}

/// Returns the first group of the pattern in the value's text, or the whole match if it has no group.
fn matched(pattern: &str, value: &Value) -> Result<Value, Failure> {
    let regex = Regex::new(pattern)
        .map_err(|error| Failure::new(Cause::DefinitionInvalid, format!("bad pattern: {error}")))?;
    let text = value.to_string();
    let found = regex.captures(&text).and_then(|groups| groups.get(1).or_else(|| groups.get(0)));
    match found {
        Some(found) => Ok(found.as_str().into()),
        None => Err(Failure::new(Cause::TargetNotFound, format!("nothing matches {pattern}"))),
    }
}

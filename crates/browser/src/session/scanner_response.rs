use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;
use serde_json::Value;

/// Parses a response of the scanner, which is untrusted because it comes from the page's process.
pub fn read<T: for<'a> Deserialize<'a>>(answer: Value) -> Result<T, Failure> {
    serde_json::from_value(answer)
        .map_err(|error| Failure::new(Cause::Failed, format!("the page's answer cannot be read: {error}")))
}

/// A short description of an element.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Brief {
    /// The scanner's keys of the element and its ancestors.
    pub(crate) path: Vec<u32>,
    pub(crate) tag: String,
    pub(crate) marks: String,
    /// Its text.
    pub text: String,
}

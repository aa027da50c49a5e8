use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;
use serde_json::Value;

/// What the page's side answers is data from the process that runs the page.
pub fn read<T: for<'a> Deserialize<'a>>(answer: Value) -> Result<T, Failure> {
    serde_json::from_value(answer)
        .map_err(|error| Failure::new(Cause::Failed, format!("the page's answer cannot be read: {error}")))
}

/// An element in few words, as the page's side tells it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Brief {
    /// Its number and those of the elements around it.
    pub(crate) path: Vec<u32>,
    pub(crate) tag: String,
    pub(crate) marks: String,
    /// The text that it shows.
    pub text: String,
}

use serde::Serialize;

use crate::value::Value;

/// A named section of a response.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    /// The heading, without `#`.
    pub name: String,
    /// The lines, for people.
    pub lines: Vec<String>,
    /// The content as structured data, if there is more of it than the lines show.
    #[serde(skip)]
    pub data: Value,
}

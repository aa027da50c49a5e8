use serde::Serialize;

use crate::value::Value;

/// A named block of lines.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Section {
    /// The word after `#`.
    pub name: String,
    /// Its lines, for reading.
    pub lines: Vec<String>,
    /// The same as data, where there is more to it than lines.
    #[serde(skip)]
    pub data: Value,
}

//! Units of numbers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The unit of a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Percent: the number is 0.25 for 25 %.
    Percent,
    /// A currency, by its symbol or code: `€`, `R$`, `USD`.
    Currency(String),
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent => f.write_str("%"),
            Self::Currency(sign) => f.write_str(sign),
        }
    }
}

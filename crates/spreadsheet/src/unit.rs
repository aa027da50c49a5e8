//! What numbers are amounts of.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a number is an amount of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Hundredths: the number is 0.25 where 25 % is shown.
    Percent,
    /// Money, by the sign or the code that is written: `€`, `R$`, `USD`.
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

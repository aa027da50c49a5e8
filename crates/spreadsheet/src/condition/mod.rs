//! Conditions that a row must meet.

mod comparison;
mod parse;
mod sample;
mod words;

use crate::value::Value;

pub(crate) use comparison::{Test, text};
pub(crate) use parse::{Context, parse};
pub(crate) use sample::Sample;

/// A boolean expression over tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Condition {
    /// A test, by index.
    Test(usize),
    /// Conjunction.
    All(Vec<Condition>),
    /// Disjunction.
    Any(Vec<Condition>),
    /// Negation.
    Not(Box<Condition>),
}

impl Condition {
    /// Evaluates the expression for the results of the tests.
    pub(crate) fn holds(&self, met: &[bool]) -> bool {
        match self {
            Condition::Test(at) => met.get(*at).copied().unwrap_or(false),
            Condition::All(all) => all.iter().all(|it| it.holds(met)),
            Condition::Any(any) => any.iter().any(|it| it.holds(met)),
            Condition::Not(other) => !other.holds(met),
        }
    }
}

/// The conditions of a request, with their tests.
#[derive(Debug, Clone)]
pub(crate) struct Conditions {
    pub(crate) condition: Condition,
    pub(crate) tests: Vec<Test>,
    /// Decisions of the parser.
    pub(crate) notes: Vec<String>,
    /// A column with several of its values joined by "and": "men and women".
    pub(crate) listed: Option<(usize, Vec<String>)>,
}

impl Conditions {
    /// Returns an empty condition, which every row satisfies.
    pub(crate) fn none() -> Conditions {
        Conditions {
            condition: Condition::All(Vec::new()),
            tests: Vec::new(),
            notes: Vec::new(),
            listed: None,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }
}

/// Whether a value is missing: the cell is empty or contains a placeholder.
pub(crate) fn is_missing(value: &Value<'_>) -> bool {
    matches!(value, Value::Empty | Value::Missing(_))
}

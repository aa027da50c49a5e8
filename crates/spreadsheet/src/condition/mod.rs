//! Conditions that a row must meet.

mod comparison;
mod parse;
mod sample;
mod words;

use crate::value::Value;

pub(crate) use comparison::{Test, text};
pub(crate) use parse::parse;
pub(crate) use sample::Sample;

/// Conditions as they depend on one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Condition {
    /// A test, by its place in the list.
    Test(usize),
    /// All of them.
    All(Vec<Condition>),
    /// One of them at least.
    Any(Vec<Condition>),
    /// The opposite.
    Not(Box<Condition>),
}

impl Condition {
    /// Whether it holds, by the outcome of each test.
    pub(crate) fn holds(&self, met: &[bool]) -> bool {
        match self {
            Condition::Test(at) => met.get(*at).copied().unwrap_or(false),
            Condition::All(all) => all.iter().all(|it| it.holds(met)),
            Condition::Any(any) => any.iter().any(|it| it.holds(met)),
            Condition::Not(other) => !other.holds(met),
        }
    }
}

/// All conditions of a request, and the tests that they consist of.
#[derive(Debug, Clone)]
pub(crate) struct Conditions {
    pub(crate) condition: Condition,
    pub(crate) tests: Vec<Test>,
    /// What was decided in reading them.
    pub(crate) notes: Vec<String>,
    /// A column, and values of it that "and" joins: "men and women".
    pub(crate) listed: Option<(usize, Vec<String>)>,
}

impl Conditions {
    /// No condition at all.
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

/// Whether a value is none: an empty cell, or one that says that it has no value.
pub(crate) fn is_missing(value: &Value<'_>) -> bool {
    matches!(value, Value::Empty | Value::Missing(_))
}

use lemmascope_intent::Subject;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A command that was carried out in a session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    /// The verb, or the intent that failed.
    pub verb: String,
    /// What kind of step it is.
    pub kind: Kind,
    /// The things that it acted on, as the domain reported them.
    pub subjects: Vec<Subject>,
    /// The arguments that were given, without those that name a thing.
    pub arguments: Vec<(String, Held)>,
    /// The address of the session before the step.
    pub place: Option<String>,
    /// The messages that appeared after it.
    pub said: Vec<String>,
    /// The run that carried it out, by which it can be retracted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

/// What kind of step it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// It changed something.
    #[default]
    Act,
    /// It only went to an address. A sequence neither begins nor ends with such a step.
    Visit,
    /// It only looked or waited. Such steps are ignored.
    Look,
    /// An intent failed. What follows may repair it.
    Failure,
}

/// A value of an argument.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Held {
    /// The value.
    Value(Value),
    /// A value that is not kept, because it is secret or its field is excluded.
    Hole,
}

impl Step {
    /// The subject that a parameter names.
    pub fn subject(&self, parameter: &str) -> Option<&Subject> {
        self.subjects.iter().find(|subject| subject.parameter == parameter)
    }

    /// The value of an argument.
    pub fn argument(&self, name: &str) -> Option<&Held> {
        self.arguments.iter().find(|(known, _)| known == name).map(|(_, held)| held)
    }
}

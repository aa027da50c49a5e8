use lemmascope_intent::Subject;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A command that was executed in a session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    /// The verb, or the failed intent.
    pub verb: String,
    /// Its kind.
    pub kind: Kind,
    /// The objects that it acted on, as reported by the domain.
    pub subjects: Vec<Subject>,
    /// The arguments, without those that identify an object.
    pub arguments: Vec<(String, Held)>,
    /// The URL of the session before the step.
    pub place: Option<String>,
    /// The messages that appeared after it.
    pub said: Vec<String>,
    /// The ID of its run, for retraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

/// The kind of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// It changed something.
    #[default]
    Act,
    /// It navigated to a URL. A sequence neither starts nor ends with such a step.
    Visit,
    /// It observed or waited. Such steps are ignored.
    Look,
    /// An intent failed. The following steps may repair it.
    Failure,
}

/// The value of an argument.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Held {
    /// The value.
    Value(Value),
    /// A value that was not stored, because it is secret or its field is excluded.
    Hole,
}

impl Step {
    /// Returns the object that a parameter identifies.
    pub fn subject(&self, parameter: &str) -> Option<&Subject> {
        self.subjects.iter().find(|subject| subject.parameter == parameter)
    }

    /// Returns the value of an argument.
    pub fn argument(&self, name: &str) -> Option<&Held> {
        self.arguments.iter().find(|(known, _)| known == name).map(|(_, held)| held)
    }
}

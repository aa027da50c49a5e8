use serde::{Deserialize, Serialize};

/// The object that a call acted on, such as an element of a page. A domain reports it through the
/// [`Logbook`](crate::Logbook), so that the action log need not be parsed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subject {
    /// The parameter of the call that identified it.
    pub parameter: String,
    /// Its kind: `button`, `textarea`.
    pub kind: String,
    /// Its purpose, if known: `submit`, `email`.
    pub role: Option<String>,
    /// Its accessible name.
    pub name: String,
    /// The words of its name that are unique on its page.
    pub telling: Vec<String>,
    /// Whether it is the only object on its page with its purpose, or of its kind if the purpose is unknown.
    pub alone: bool,
    /// Its programmatic name: the `name` of a form field.
    pub field: Option<String>,
    /// The path of the pattern that contains it: `review_form.body`.
    pub pattern: Option<String>,
    /// Its group, if a target can refer to it by its index there.
    pub group: Option<SubjectGroup>,
    /// Whether its value is secret, and must neither be shown nor stored.
    pub secret: bool,
}

/// A group of similar objects: the stars of a rating, the tabs of a panel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectGroup {
    /// The part of a class name that all of them share, and no other object has.
    pub class: String,
    /// The name of the group, if it has one.
    pub name: Option<String>,
    /// The index of the object, from 1.
    pub index: u32,
    /// The number of objects.
    pub size: u32,
}

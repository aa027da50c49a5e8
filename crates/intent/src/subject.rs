use serde::{Deserialize, Serialize};

/// The thing that a call acted on, as its domain knows it: an element of a page. A domain reports it through the
/// [`Logbook`](crate::Logbook), so that nobody has to parse the action log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subject {
    /// The parameter of the call that named it.
    pub parameter: String,
    /// The kind of thing: `button`, `textarea`.
    pub kind: String,
    /// Its purpose, where that is known: `submit`, `email`.
    pub role: Option<String>,
    /// Its name, as a person reads it.
    pub name: String,
    /// The words of the name that no other thing in its place has.
    pub telling: Vec<String>,
    /// Whether nothing else in its place has its purpose, or is of its kind where the purpose is not known.
    pub alone: bool,
    /// Its name in the program that it is part of: the `name` of a form field.
    pub field: Option<String>,
    /// The path of the pattern that it is a part of: `review_form.body`.
    pub pattern: Option<String>,
    /// The group that it is one of, where a target can name it by its number in there.
    pub group: Option<SubjectGroup>,
    /// Whether its value must not be shown or stored.
    pub secret: bool,
}

/// A row of similar things: the stars of a rating, the tabs of a panel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectGroup {
    /// The part of their class names that all of them share, and nothing else has.
    pub class: String,
    /// The name of the group, where it has one.
    pub name: Option<String>,
    /// The number of the thing among them, from 1.
    pub index: u32,
    /// The number of things.
    pub size: u32,
}

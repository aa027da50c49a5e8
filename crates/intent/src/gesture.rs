use crate::subject::Subject;
use crate::value::Object;

/// An input of a person, as the call of a verb that does the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Gesture {
    /// The verb.
    pub verb: String,
    /// The element that it acts on.
    pub subject: Option<Subject>,
    /// The arguments of the call, without the one that names the element.
    pub arguments: Object,
    /// The address of the session before the input.
    pub place: String,
    /// Identifies the element for as long as its page is open.
    pub element: String,
    /// Whether it says all that earlier gestures on the same element did: a text as a whole after each key.
    pub supersedes: bool,
}

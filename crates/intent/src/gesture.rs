use crate::subject::Subject;
use crate::value::Object;

/// An input of a person, as the equivalent call of a verb.
#[derive(Debug, Clone, PartialEq)]
pub struct Gesture {
    /// The verb.
    pub verb: String,
    /// The element that it acts on.
    pub subject: Option<Subject>,
    /// The arguments of the call, without the one that names the element.
    pub arguments: Object,
    /// The URL of the session before the input.
    pub place: String,
    /// The ID of the element, valid while its page is open.
    pub element: String,
    /// Whether it replaces earlier gestures on the same element: the complete text after each keystroke.
    pub supersedes: bool,
}

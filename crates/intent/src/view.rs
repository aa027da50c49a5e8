use crate::change::Change;
use crate::deferred::Deferred;
use crate::section::Section;

/// The view of a page or screen, as `observe` returns it. Its text form is a head, a blank line, the lines
/// and then sections; its JSON form is the data alone.
///
/// The creator of the view quotes external text; the engine still escapes control characters.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct View {
    /// The current location: `@ example.com/login "Sign in"`.
    pub head: String,
    /// The content, a line each.
    pub lines: Vec<String>,
    /// Sections with headings.
    pub sections: Vec<Section>,
    /// The complete view for programs, an object.
    pub data: Deferred,
    /// The situation for selecting available intents; without it none are listed.
    pub situation: Option<Situation>,
    /// The remaining budget for additions, if the view has a size limit.
    pub room: Option<Room>,
    /// Whether the view is the whole response; otherwise it follows the report of the call. The engine sets
    /// it for calls that only observe.
    pub alone: bool,
}

/// The remaining budget of a view with a size limit.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// The budget for the text.
    pub left: usize,
    /// The budget for the data, if that is limited too.
    pub data: Option<usize>,
    /// Returns the cost of a line. The code that sets the limit defines the unit.
    pub cost: fn(&str) -> usize,
}

impl PartialEq for Room {
    fn eq(&self, other: &Self) -> bool {
        (self.left, self.data) == (other.left, other.data)
    }
}

/// The features of the current page that determine the available intents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Situation {
    /// The URL.
    pub url: String,
    /// The names of the detected patterns.
    pub patterns: Vec<String>,
    /// The patterns among these that express the purpose of the page, such as a product, but not a cookie
    /// banner.
    pub subjects: Vec<String>,
    /// Prominent texts: the title, headings, button labels.
    pub texts: Vec<String>,
    /// The messages about refusals.
    pub complaints: Vec<Change>,
}

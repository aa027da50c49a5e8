use crate::change::Change;
use crate::deferred::Deferred;
use crate::section::Section;

/// What there is to see: a page as `observe` shows it. As text it is a head, a blank line, the lines and
/// then sections; as JSON it is the data alone.
///
/// What comes from elsewhere has been quoted by whoever made the view; the engine makes control
/// characters visible all the same.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct View {
    /// Where one is: `@ example.com/login "Sign in"`.
    pub head: String,
    /// What is there, a line each.
    pub lines: Vec<String>,
    /// Blocks under a separate heading.
    pub sections: Vec<Section>,
    /// All of it for programs, an object.
    pub data: Deferred,
    /// Where one is, for choosing the intents that could be called now; without it none are listed.
    pub situation: Option<Situation>,
    /// How much may be added to it, when the whole of it has a limit.
    pub room: Option<Room>,
    /// Whether it is all that is answered; otherwise it follows what is said of the call. The engine sets
    /// it: who only looks gets to see.
    pub alone: bool,
}

/// The rest of a limit on the size of a view.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// How much of the text.
    pub left: usize,
    /// How much of the data, where that is limited too.
    pub data: Option<usize>,
    /// What a line costs of it. Whoever sets the limit knows how it is counted.
    pub cost: fn(&str) -> usize,
}

impl PartialEq for Room {
    fn eq(&self, other: &Self) -> bool {
        (self.left, self.data) == (other.left, other.data)
    }
}

/// Where one is, as far as intents are chosen by it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Situation {
    /// The address.
    pub url: String,
    /// The names of the patterns that were found.
    pub patterns: Vec<String>,
    /// Those of them that say what the page is for, as that of a product does and a cookie banner does not.
    pub subjects: Vec<String>,
    /// What stands out on it: its title, its headings, what its buttons say.
    pub texts: Vec<String>,
    /// The messages that something was refused.
    pub complaints: Vec<Change>,
}

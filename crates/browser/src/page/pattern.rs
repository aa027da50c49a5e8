use super::element::ElementId;

/// A pattern that was recognized on the page, with the elements for its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// The name: `login_form`, `cookie_banner`, …
    pub name: String,
    /// The parts in display order: `email`, `password`, `submit`. A part may have several elements (search
    /// results, pages of a pagination).
    pub parts: Vec<(String, Vec<ElementId>)>,
    /// The region of the pattern, as an index into the snapshot's regions.
    pub region: usize,
    /// The confidence, from 0 to 1.
    pub confidence: f32,
    /// The text in it: the message of a form error, the heading of a dialog.
    pub says: Option<String>,
}

impl Pattern {
    /// Returns the first element of a part.
    pub fn part(&self, name: &str) -> Option<ElementId> {
        self.parts.iter().find(|(part, _)| part == name).and_then(|(_, ids)| ids.first().copied())
    }
}

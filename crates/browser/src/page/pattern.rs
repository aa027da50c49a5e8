use super::element::ElementId;

/// Something that pages have in common, found on this one, with the elements that play its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// `login_form`, `cookie_banner`, …
    pub name: String,
    /// The parts in the order in which they are told: `email`, `password`, `submit`. A part may have several elements
    /// (the results of a search, the pages of a pagination).
    pub parts: Vec<(String, Vec<ElementId>)>,
    /// The region that it was found in, as an index into the snapshot's regions.
    pub region: usize,
    /// How sure it is, from 0 to 1.
    pub confidence: f32,
    /// What the page says in it: the message of a form error, the heading of a dialog.
    pub says: Option<String>,
}

impl Pattern {
    /// The first element that plays this part.
    pub fn part(&self, name: &str) -> Option<ElementId> {
        self.parts.iter().find(|(part, _)| part == name).and_then(|(_, ids)| ids.first().copied())
    }
}

use crate::page::Element;

/// The options of the resolution.
#[derive(Clone, Copy, Default)]
pub struct Rules<'a> {
    /// Whether several matches are an error, instead of choosing the best.
    pub strict: bool,
    /// Whether invisible elements match too.
    pub hidden: bool,
    /// The current frame of the session, whose elements are preferred.
    pub frame: Option<usize>,
    /// A predicate for elements that suit the verb, which are preferred.
    pub suits: Option<&'a (dyn Fn(&Element) -> bool + Send + Sync)>,
}

impl Rules<'_> {
    pub(super) fn suits(&self, element: &Element) -> bool {
        self.suits.is_none_or(|suits| suits(element))
    }
}

use crate::page::Element;

/// How a target is resolved.
#[derive(Clone, Copy, Default)]
pub struct Rules<'a> {
    /// Fail when several things are what was asked for, instead of taking the best.
    pub strict: bool,
    /// Take what cannot be seen as well.
    pub hidden: bool,
    /// The frame that the session is in: it comes first.
    pub frame: Option<usize>,
    /// What the verb can do something with: it comes first.
    pub suits: Option<&'a (dyn Fn(&Element) -> bool + Send + Sync)>,
}

impl Rules<'_> {
    pub(super) fn suits(&self, element: &Element) -> bool {
        self.suits.is_none_or(|suits| suits(element))
    }
}

/// A pattern that a pack brings: how it is recognised, and its elements.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct LoadedPattern {
    pub(crate) name: String,
}

impl LoadedPattern {
    /// The selectors that a scan is asked to match, in the order in which `read` expects the answers: given to the
    /// scan as `selectors` in its options.
    pub(crate) fn selectors(_loaded: &[Self]) -> Vec<String> {
        Vec::new()
    }
}

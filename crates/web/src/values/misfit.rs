/// The reason why a field cannot have a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Misfit {
    pub(crate) reason: String,
    pub(crate) hint: Option<String>,
}

/// Creates a misfit without a hint.
pub(crate) fn misfit(reason: impl Into<String>) -> Misfit {
    Misfit { reason: reason.into(), hint: None }
}

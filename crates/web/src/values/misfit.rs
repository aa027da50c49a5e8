/// Why a field cannot hold a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Misfit {
    pub(crate) reason: String,
    pub(crate) hint: Option<String>,
}

/// A misfit for which there is no remedy to state.
pub(crate) fn misfit(reason: impl Into<String>) -> Misfit {
    Misfit { reason: reason.into(), hint: None }
}

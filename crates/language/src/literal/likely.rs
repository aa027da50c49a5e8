//! Ambiguous values.

/// The most likely value, with an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likely<T> {
    /// The most likely value.
    pub value: T,
    /// Another possible value: 3 February for `02/03`, 17:00 for `at 5`. Callers that act on it should ask.
    pub otherwise: Option<T>,
}

impl<T: PartialEq> Likely<T> {
    /// Creates an unambiguous value.
    pub fn sure(value: T) -> Self {
        Self { value, otherwise: None }
    }

    /// Creates a value with an alternative; none if both are equal.
    pub(super) fn or(value: T, otherwise: Option<T>) -> Self {
        let otherwise = otherwise.filter(|other| *other != value);
        Self { value, otherwise }
    }

    /// Whether the value is unambiguous.
    pub fn is_sure(&self) -> bool {
        self.otherwise.is_none()
    }
}

//! A value that the words leave open.

/// What was most likely meant, and what else it may have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likely<T> {
    /// What was most likely meant.
    pub value: T,
    /// What the same words may mean: 3 February for `02/03`, 17:00 for `at 5`. Who acts on it should ask.
    pub otherwise: Option<T>,
}

impl<T: PartialEq> Likely<T> {
    /// A value that the words leave no doubt about.
    pub fn sure(value: T) -> Self {
        Self { value, otherwise: None }
    }

    /// A value with another that is as possible; none if both are the same.
    pub(super) fn or(value: T, otherwise: Option<T>) -> Self {
        let otherwise = otherwise.filter(|other| *other != value);
        Self { value, otherwise }
    }

    /// Whether the words leave no doubt.
    pub fn is_sure(&self) -> bool {
        self.otherwise.is_none()
    }
}

//! The time limit of reading.

use std::time::{Duration, Instant};

/// A deadline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Option<Instant>);

impl Deadline {
    pub(super) fn new(time: Duration) -> Self {
        Self(Instant::now().checked_add(time))
    }

    pub(super) fn is_over(self) -> bool {
        self.0.is_some_and(|until| Instant::now() >= until)
    }
}

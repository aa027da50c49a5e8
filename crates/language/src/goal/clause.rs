use std::ops::Range;

use super::thing_clause::ThingClause;

/// A part of a sentence that wants one thing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// What it wants done with a thing, if that is what it wants.
    pub(super) thing: Option<ThingClause>,
    /// The whole request, where the part leaves out words that stand in the part before it.
    pub(super) request: Option<String>,
}

use std::ops::Range;

use super::thing_clause::ThingClause;

/// A clause: the part of a sentence with a single goal.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// The action on a named object, if the clause is one.
    pub(super) thing: Option<ThingClause>,
    /// The complete request, if the clause omits words of the preceding one.
    pub(super) request: Option<String>,
}

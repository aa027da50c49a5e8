use indexmap::IndexMap;

use super::{CustomAction, CustomCondition};
use crate::sandbox::PackDomain;
use crate::signature::Signature;

/// What a definition is checked against besides its own format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules<'a> {
    /// Whether the file is trusted to run scripts.
    pub allow_execute: bool,
    /// The verbs that actions and conditions may name. Without a catalog every name is taken on trust.
    pub catalog: Option<&'a [&'a Signature]>,
    /// Whether full names that the catalog lacks are taken on trust.
    pub trusts_full_names: bool,
    /// The words for blocks of steps that are done at another place: `tab`.
    pub blocks: &'a [&'a str],
    /// Whether the file is there for its sentences alone: it may be called as it likes, say nothing of how it is carried
    /// out, and mark values of parameters that it does not declare.
    pub spoken_only: bool,
    /// The code that the pack of the file brings.
    pub custom: Option<CustomCode<'a>>,
}

/// The actions and conditions that a pack brings, and the verbs that carry them out. They are calls of these verbs, so that the
/// engine needs nothing else for them.
#[derive(Debug, Clone, Copy)]
pub struct CustomCode<'a> {
    /// Its actions by name.
    pub actions: &'a IndexMap<String, CustomAction>,
    /// Its conditions by name.
    pub conditions: &'a IndexMap<String, CustomCondition>,
    /// The verb that runs a function in the page: `name`, `function` and `params`.
    pub run: Option<&'a str>,
    /// The verb that asks a function in the page whether something holds: `name` and `function`.
    pub ask: Option<&'a str>,
    /// The domains that the pack declares: its functions run on their pages only. Without any they run everywhere.
    pub domains: &'a [PackDomain],
}

impl<'a> Rules<'a> {
    /// The verb that a step calls by this name: its full name, or its short one.
    pub(super) fn verb(&self, name: &str) -> Option<&'a Signature> {
        let catalog = self.catalog?;
        let full = catalog.iter().find(|verb| verb.name == name);
        full.or_else(|| catalog.iter().find(|verb| verb.is_called(name))).copied()
    }

    /// Whether a name that is no verb of the catalog is taken on trust.
    pub(super) fn trusts(&self, name: &str) -> bool {
        self.catalog.is_none() || (self.trusts_full_names && name.contains('.'))
    }

    /// The names by which steps call verbs.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        let verbs = self.catalog.unwrap_or_default().iter();
        verbs.flat_map(|verb| [Some(verb.verb()).filter(|_| verb.is_action), Some(verb.name)]).flatten()
    }
}

use indexmap::IndexMap;

use super::{CustomAction, CustomCondition};
use crate::sandbox::PackDomain;
use crate::signature::Signature;

/// The rules that a definition is checked against, besides the file format.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules<'a> {
    /// Whether the file is trusted to run scripts.
    pub allow_execute: bool,
    /// The verbs that actions and conditions may name. Without a catalog, every name is accepted.
    pub catalog: Option<&'a [&'a Signature]>,
    /// Whether full names that are not in the catalog are accepted.
    pub trusts_full_names: bool,
    /// The keywords of blocks that run steps at another place: `tab`.
    pub blocks: &'a [&'a str],
    /// Whether the file only provides sentences: it may have any name, need not define a body, and may mark
    /// values of undeclared parameters.
    pub spoken_only: bool,
    /// The custom code of the pack that contains the file.
    pub custom: Option<CustomCode<'a>>,
}

/// The custom actions and conditions of a pack, and the verbs that execute them. They compile to calls of
/// these verbs, so that the engine needs no special case for them.
#[derive(Debug, Clone, Copy)]
pub struct CustomCode<'a> {
    /// Its actions by name.
    pub actions: &'a IndexMap<String, CustomAction>,
    /// Its conditions by name.
    pub conditions: &'a IndexMap<String, CustomCondition>,
    /// The verb that runs a function in the page: `name`, `function` and `params`.
    pub run: Option<&'a str>,
    /// The verb that evaluates a function in the page as a condition: `name` and `function`.
    pub ask: Option<&'a str>,
    /// The domains that the pack declares: its functions run on their pages only. Without domains they run
    /// everywhere.
    pub domains: &'a [PackDomain],
}

impl<'a> Rules<'a> {
    /// Returns the verb with this full or short name.
    pub(super) fn verb(&self, name: &str) -> Option<&'a Signature> {
        let catalog = self.catalog?;
        let full = catalog.iter().find(|verb| verb.name == name);
        full.or_else(|| catalog.iter().find(|verb| verb.is_called(name))).copied()
    }

    /// Whether a name that is not in the catalog is accepted.
    pub(super) fn trusts(&self, name: &str) -> bool {
        self.catalog.is_none() || (self.trusts_full_names && name.contains('.'))
    }

    /// Returns the names by which steps can call verbs.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        let verbs = self.catalog.unwrap_or_default().iter();
        verbs.flat_map(|verb| [Some(verb.verb()).filter(|_| verb.is_action), Some(verb.name)]).flatten()
    }
}

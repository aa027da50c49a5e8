//! Optional content: the layers that are hidden by default.

use std::collections::HashSet;

use hayro_syntax::content::Instruction;
use hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier};
use hayro_syntax::page::Resources;

/// The hidden layers.
#[derive(Debug, Default)]
pub(super) struct HiddenLayers(HashSet<ObjectIdentifier>);

impl HiddenLayers {
    pub(super) fn of(catalog: &Dict<'_>) -> Self {
        let Some(properties) = catalog.get::<Dict<'_>>("OCProperties") else { return Self::default() };
        let Some(settings) = properties.get::<Dict<'_>>("D") else { return Self::default() };
        let mut hidden = HashSet::new();
        if settings.get::<Name<'_>>("BaseState").is_some_and(|state| state.as_ref() == b"OFF") {
            hidden.extend(listed(&properties, "OCGs"));
        }
        hidden.extend(listed(&settings, "OFF"));
        for shown in listed(&settings, "ON") {
            hidden.remove(&shown);
        }
        Self(hidden)
    }

    /// Whether the marked-content sequence that an operator starts is on a hidden layer.
    pub(super) fn hold(&self, instruction: &Instruction<'_, '_>, resources: &Resources<'_>) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let Some(Object::Name(name)) = instruction.operands().nth(1) else { return false };
        let layer = resources.properties.get_ref(name.as_ref()).map(ObjectIdentifier::from);
        layer.is_some_and(|layer| self.0.contains(&layer))
            || resources
                .properties
                .get::<Dict<'_>>(name.as_ref())
                .is_some_and(|group| self.contains_all_layers(&group))
    }

    /// Whether an object is on a hidden layer.
    pub(super) fn contains_object(&self, dict: &Dict<'_>) -> bool {
        dict.get_ref("OC").is_some_and(|layer| self.0.contains(&layer.into()))
    }

    /// Whether all layers of a group are hidden.
    fn contains_all_layers(&self, group: &Dict<'_>) -> bool {
        if group.get_ref("OCGs").is_some_and(|layer| self.0.contains(&layer.into())) {
            return true;
        }
        let layers = listed(group, "OCGs");
        !layers.is_empty() && layers.iter().all(|layer| self.0.contains(layer))
    }
}

fn listed(dict: &Dict<'_>, key: &str) -> Vec<ObjectIdentifier> {
    dict.get::<Array<'_>>(key)
        .map(|list| list.raw_iter().filter_map(|item| item.as_obj_ref().map(Into::into)).collect())
        .unwrap_or_default()
}

//! The packs that are active in a session: those that were loaded, by name or by a visit to their pages, and
//! not unloaded.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Pack;

/// The pack choices of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Choice {
    /// The packs that were loaded with `pack load`. Their intents resolve by short names on all pages.
    pub(crate) loaded: BTreeSet<String>,
    /// The packs that were unloaded with `pack unload`. They stay inactive until they are loaded again.
    pub(crate) unloaded: BTreeSet<String>,
    /// The packs that were loaded by a visit to one of their pages. Not stored: like the page, this state
    /// ends with the process.
    #[serde(skip)]
    pub(crate) visited: BTreeSet<String>,
}

impl Choice {
    /// Loads packs.
    pub(crate) fn load(&mut self, names: impl IntoIterator<Item = String>) {
        for name in names {
            self.unloaded.remove(&name);
            self.loaded.insert(name);
        }
    }

    /// Unloads a pack.
    pub(crate) fn unload(&mut self, name: &str) {
        self.loaded.remove(name);
        self.visited.remove(name);
        self.unloaded.insert(name.into());
    }

    /// Whether a pack was loaded, by name or by a visit.
    pub(crate) fn has_loaded(&self, name: &str) -> bool {
        self.loaded.contains(name) || self.visited.contains(name)
    }

    /// Whether the stored parts of both are equal.
    pub(crate) fn is_stored_as(&self, other: &Self) -> bool {
        self.loaded == other.loaded && self.unloaded == other.unloaded
    }
}

/// A person: the open page and the pack choices of the session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Visitor {
    /// The address of the open page, with its host and port.
    page: Option<(String, String, Option<u16>)>,
    choice: Choice,
    /// Whether packs are loaded automatically on their pages.
    loads_alone: bool,
}

impl Visitor {
    pub(crate) fn new(address: Option<&str>, choice: Choice, loads_alone: bool) -> Self {
        let page = address.and_then(|address| {
            let (host, port) = lemmascope_intent::host_and_port(address)?;
            Some((address.to_string(), host, port))
        });
        Self { page, choice, loads_alone }
    }

    /// Whether the open page belongs to the pack, and the pack is active on it.
    pub(crate) fn is_on_page_of(&self, pack: &Pack) -> bool {
        let Some((address, host, port)) = &self.page else { return false };
        let is_there = pack.domains.iter().any(|domain| domain.covers(host, *port));
        let is_loaded = || self.choice.has_loaded(&pack.name);
        is_there
            && !self.choice.unloaded.contains(&*pack.name)
            && (is_loaded() || (self.loads_alone && pack.loads_at(address)))
    }

    /// Whether the session has loaded the pack by name, so that it is active on all pages.
    pub(crate) fn has_loaded(&self, pack: &Pack) -> bool {
        self.choice.loaded.contains(&*pack.name)
    }

    /// Whether the visit to the open page loads the pack.
    pub(crate) fn is_to_load(&self, pack: &Pack) -> bool {
        !self.choice.has_loaded(&pack.name) && self.is_on_page_of(pack)
    }

    /// Whether the patterns of a pack are matched: it is not unloaded, and is active on its pages.
    pub(crate) fn looks_for(&self, pack: &str) -> bool {
        !self.choice.unloaded.contains(pack) && (self.loads_alone || self.choice.has_loaded(pack))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lemmascope_intent::definition::Rules;
    use lemmascope_intent::{PackDomain, PackManifest};

    use super::super::Origin;
    use super::*;

    fn pack(manifest: &str) -> Pack {
        let checked = PackManifest::read(manifest, &Rules::default());
        Pack {
            name: "shop".into(),
            path: "shop".into(),
            origin: Origin::Folder,
            domains: PackDomain::read("shop.test").into_iter().collect(),
            manifest: Arc::new(checked.manifest.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))),
            seal: None,
        }
    }

    #[test]
    fn pack_is_active_on_its_pages_unless_unloaded() {
        let (everywhere, orders) = (pack("pack: shop"), pack("auto_load: ['https://shop.test/orders/*']"));
        let mut choice = Choice::default();
        let sees = |choice: &Choice, pack: &Pack, address: &str, loads_alone: bool| {
            let visitor = Visitor::new(Some(address), choice.clone(), loads_alone);
            (visitor.is_on_page_of(pack), visitor.is_to_load(pack), visitor.has_loaded(pack))
        };
        let page = "https://www.shop.test/cart";
        assert_eq!(sees(&choice, &everywhere, page, true), (true, true, false));
        assert_eq!(sees(&choice, &everywhere, page, false), (false, false, false));
        assert_eq!(sees(&choice, &everywhere, "https://other.test/", true), (false, false, false));
        assert_eq!(sees(&choice, &orders, page, true), (false, false, false));
        assert_eq!(sees(&choice, &orders, "https://shop.test/orders/5", true), (true, true, false));
        choice.visited.insert("shop".into());
        // A loaded pack is active on all pages of its domains.
        assert_eq!(sees(&choice, &orders, page, true), (true, false, false));
        choice.load(["shop".to_string()]);
        assert_eq!(sees(&choice, &everywhere, page, false), (true, false, true));
        choice.unload("shop");
        assert_eq!(sees(&choice, &everywhere, page, true), (false, false, false));
        assert!(!Visitor::new(None, choice, true).looks_for("shop"));
    }
}

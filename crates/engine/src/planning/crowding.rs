use std::collections::HashSet;

use lemmascope_intent::definition::TabOf;
use lemmascope_intent::{Cause, Effect, Failure, Node};

use crate::catalog::Catalog;

/// Of the nodes that go at once, no two may act on the same tab. Definitions are checked for it when they are read; what
/// the intents do that they run is only known here.
pub(super) fn refuse_crowding(nodes: &[Node], catalog: &Catalog, number: &str) -> Result<(), Failure> {
    let mut taken: HashSet<Option<TabOf>> = HashSet::new();
    for node in nodes {
        let mut acted_on = HashSet::new();
        tabs_acted_on(node, catalog, None, &mut acted_on);
        acted_on.remove(&Some(TabOf::New));
        if acted_on.iter().any(|tab| taken.contains(tab)) {
            return Err(Failure::new(
                Cause::DefinitionInvalid,
                "two steps of a parallel block act on the same tab",
            )
            .context(format!("step {number}: parallel"))
            .hint("Put one of them into a tab of its own: `- tab: { at: new, steps: [...] }`."));
        }
        taken.extend(acted_on);
    }
    Ok(())
}

/// Whether any of the nodes acts on the tab that the intent is in.
pub(crate) fn acts_here(nodes: &[Node], catalog: &Catalog) -> bool {
    let mut found = HashSet::new();
    nodes.iter().for_each(|node| tabs_acted_on(node, catalog, None, &mut found));
    found.contains(&None)
}

fn tabs_acted_on(node: &Node, catalog: &Catalog, tab: Option<TabOf>, found: &mut HashSet<Option<TabOf>>) {
    let tab = match node {
        Node::InTab { at, .. } => Some(*at),
        _ => tab,
    };
    if let Node::Call(call) = node
        && call.effect != Effect::Observe
        && catalog.acts_here(&call.capability)
    {
        found.insert(tab);
    }
    node.children().into_iter().flatten().for_each(|inner| tabs_acted_on(inner, catalog, tab, found));
}

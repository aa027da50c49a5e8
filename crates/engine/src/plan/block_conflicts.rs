use std::collections::HashSet;

use lemmascope_intent::definition::BlockPlace;
use lemmascope_intent::{Cause, Effect, Failure, Node};

use crate::catalog::Catalog;

/// A location on which verbs of a domain act: its keyword, and the block; `None` for the current location of
/// the session.
type Place = (&'static str, Option<BlockPlace>);

/// Checks that no two parallel nodes act on the same location. Definitions are checked when they are parsed;
/// the calls of nested intents are only known here.
pub(super) fn refuse_crowding(nodes: &[Node], catalog: &Catalog, number: &str) -> Result<(), Failure> {
    let mut taken: HashSet<Place> = HashSet::new();
    for node in nodes {
        let mut acted_at = HashSet::new();
        places_acted_at(node, catalog, &[], &mut acted_at);
        acted_at.retain(|(_, at)| *at != Some(BlockPlace::New));
        if let Some((place, _)) = acted_at.iter().find(|place| taken.contains(*place)) {
            return Err(Failure::new(
                Cause::DefinitionInvalid,
                format!("two steps of a parallel block act on the same {place}"),
            )
            .context(format!("step {number}: parallel"))
            .hint(format!(
                "Put one of them into a separate {place}: `- {place}: {{ at: new, steps: [...] }}`."
            )));
        }
        taken.extend(acted_at);
    }
    Ok(())
}

/// Whether any of the nodes acts on the current location of the intent.
pub(crate) fn acts_here(nodes: &[Node], catalog: &Catalog) -> bool {
    let mut found = HashSet::new();
    nodes.iter().for_each(|node| places_acted_at(node, catalog, &[], &mut found));
    found.iter().any(|(_, at)| at.is_none())
}

fn places_acted_at(
    node: &Node,
    catalog: &Catalog,
    blocks: &[(&str, BlockPlace)],
    found: &mut HashSet<Place>,
) {
    let mut blocks = blocks.to_vec();
    if let Node::Block { keyword, at, .. } = node {
        blocks.push((keyword, *at));
    }
    if let Node::Call(call) = node
        && call.effect != Effect::Observe
        && let Some(word) = catalog.block_of(&call.capability)
    {
        let innermost = blocks.iter().rev().find(|(keyword, _)| *keyword == word);
        found.insert((word, innermost.map(|(_, at)| *at)));
    }
    node.children().into_iter().flatten().for_each(|inner| places_acted_at(inner, catalog, &blocks, found));
}

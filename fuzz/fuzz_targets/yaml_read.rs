//! Any text is a bounded tree, or has faults at places that are in it.
#![no_main]

use lemmascope_intent::yaml::{Content, MAX_DEPTH, MAX_NODES, Node, decode, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode(bytes) else { return };
    let document = read(source);
    for diagnostic in &document.diagnostics {
        assert!(source.get(diagnostic.span.clone()).is_some(), "no place in the file: {diagnostic:?}");
    }
    let Some(root) = &document.root else { return };
    let mut nodes = 0;
    visit(root, source, 1, &mut nodes);
    let _value = root.value();
});

fn visit(node: &Node, source: &str, depth: usize, nodes: &mut usize) {
    *nodes += 1;
    assert!(depth <= MAX_DEPTH + 1, "deeper than it may be");
    assert!(*nodes <= MAX_NODES, "more nodes than there may be");
    assert!(source.get(node.span.clone()).is_some(), "{:?} is no place in the file", node.span);
    assert!(source.get(node.text_span(source)).is_some(), "the text of {:?} is not in the file", node.span);
    match &node.content {
        Content::Scalar(_) => {}
        Content::List(items) => items.iter().for_each(|item| visit(item, source, depth + 1, nodes)),
        Content::Mapping(entries) => entries.iter().for_each(|entry| {
            assert!(source.get(entry.key.span.clone()).is_some(), "{:?} is no place", entry.key.span);
            visit(&entry.value, source, depth + 1, nodes);
        }),
    }
}

//! The examples of the reference page are definitions that can be read, and its table of causes is complete.

use lemmascope_intent::{Cause, PatternDefinition};

use crate::definition::read;

const PAGE: &str = include_str!("../../../../docs/definitions.md");

#[test]
fn the_examples_are_valid() {
    let mut read_so_far = 0;
    for block in PAGE.split("```yaml\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        if block.starts_with("patterns:") {
            let checked = PatternDefinition::read(block);
            assert!(checked.patterns.is_some(), "{:?}\nin\n{block}", checked.diagnostics);
            read_so_far += 1;
        }
        if block.starts_with("intent:") {
            if let Err(told) = read(block) {
                panic!("{told}\nin\n{block}");
            }
            read_so_far += 1;
        }
    }
    assert!(read_so_far >= 5);
}

#[test]
fn every_cause_is_listed() {
    for cause in Cause::ALL {
        assert!(PAGE.contains(&format!("`{}`", cause.as_str())), "{}", cause.as_str());
    }
}

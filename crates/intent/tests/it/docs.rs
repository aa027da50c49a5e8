//! Checks that the examples in the reference pages are valid definitions, and that the table of causes is
//! complete.

use lemmascope_intent::definition::{CustomCode, Rules};
use lemmascope_intent::{Cause, Definition, PackManifest, PatternDefinition};

use crate::definition::read;
use crate::pages::rules;

const PAGE: &str = include_str!("../../../../docs/definitions.md");
const PACKS: &str = include_str!("../../../../docs/packs.md");

#[test]
fn documented_examples_are_valid() {
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
fn documentation_lists_every_cause() {
    for cause in Cause::ALL {
        assert!(PAGE.contains(&format!("`{}`", cause.as_str())), "{}", cause.as_str());
    }
}

/// The examples in the page about packs form a single pack.
#[test]
fn documented_pack_examples_are_valid() {
    let rules = Rules { allow_execute: true, ..rules() };
    let blocks = PACKS.split("```yaml\n").skip(1).map(|block| block.split("```").next().unwrap_or_default());
    let (definitions, manifests): (Vec<&str>, Vec<&str>) =
        blocks.partition(|block| block.starts_with("intent:"));
    assert!(definitions.len() == 1 && manifests.len() >= 3, "{} {}", definitions.len(), manifests.len());
    let mut whole = PackManifest::default();
    for block in manifests {
        let custom = CustomCode {
            actions: &Default::default(),
            conditions: &Default::default(),
            run: Some("web.run_function"),
            ask: Some("web.ask_function"),
            domains: &[],
        };
        let checked = PackManifest::read(block, &Rules { custom: Some(custom), ..rules });
        let manifest = checked.manifest.unwrap_or_else(|| panic!("{:?}\nin\n{block}", checked.diagnostics));
        whole.custom_actions.extend(manifest.custom_actions);
        whole.custom_conditions.extend(manifest.custom_conditions);
    }
    let custom = CustomCode {
        actions: &whole.custom_actions,
        conditions: &whole.custom_conditions,
        run: Some("web.run_function"),
        ask: Some("web.ask_function"),
        domains: &[],
    };
    for block in definitions {
        let checked = Definition::read(block, &Rules { custom: Some(custom), ..rules });
        assert_eq!(checked.diagnostics, [], "{block}");
        // An untrusted pack with the same file is rejected.
        let checked = Definition::read(block, &Rules { custom: Some(custom), allow_execute: false, ..rules });
        assert!(checked.diagnostics.iter().any(|fault| fault.message.contains("not trusted to run")));
    }
}

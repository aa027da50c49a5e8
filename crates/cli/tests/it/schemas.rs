//! The published JSON Schemas of definition files: `UPDATE_DOCS=1` writes them again.

use std::path::Path;

use lemmascope_intent::Signature;
use lemmascope_intent::definition::{definition_schema, hooks_schema, manifest_schema, patterns_schema};

use crate::composed::catalog;

#[test]
fn definition_schemas_are_up_to_date() {
    let catalog = catalog();
    let verbs: Vec<&Signature> = catalog.signatures().collect();
    let blocks = catalog.blocks();
    for (name, schema) in [
        ("definition", definition_schema(&verbs, &blocks)),
        ("pack", manifest_schema(&verbs, &blocks)),
        ("patterns", patterns_schema()),
        ("hooks", hooks_schema(&verbs, &blocks)),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../schemas/{name}.schema.json"));
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == text, "{} is out of date; UPDATE_DOCS=1 writes it", path.display());
    }
}

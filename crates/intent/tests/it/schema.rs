//! The JSON Schemas of the files: they accept everything that a reader accepts, and reject structural errors.

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use lemmascope_intent::definition::{
    Rules, definition_schema, hooks_schema, manifest_schema, patterns_schema,
};
use lemmascope_intent::{Definition, PackManifest, PatternDefinition, yaml};
use serde_json::Value as Json;

use crate::definition::files;
use crate::pages::rules;

fn validator(schema: &Json) -> Validator {
    jsonschema::validator_for(schema).unwrap()
}

fn of_definitions() -> Validator {
    let rules = rules();
    validator(&definition_schema(rules.catalog.unwrap_or_default(), rules.blocks))
}

/// Returns a file as an editor parses it.
fn seen(source: &str) -> Option<Json> {
    let root = yaml::read(source).root?;
    serde_json::to_value(root.value()).ok()
}

fn faults(validator: &Validator, source: &str) -> Vec<String> {
    let Some(seen) = seen(source) else { return vec!["it is not YAML".into()] };
    validator.iter_errors(&seen).map(|error| format!("{} at {}", error, error.instance_path())).collect()
}

/// Returns the matching files below a folder of the repository.
fn below(folder: &str, wanted: fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn is_definition(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yaml")
        && !is_named(path, "pack")
        && !is_named(path, "patterns")
}

fn is_named(path: &Path, name: &str) -> bool {
    path.file_stem().is_some_and(|stem| stem == name)
}

#[test]
fn schema_accepts_every_valid_definition() {
    let validator = of_definitions();
    let mut all = files("valid");
    for folder in ["intents", "examples/packs", "examples/intents"] {
        all.extend(below(folder, is_definition));
    }
    assert!(all.len() > 25, "{}", all.len());
    for file in all {
        let source = fs::read_to_string(&file).unwrap();
        assert_eq!(faults(&validator, &source), [""; 0], "{}", file.display());
    }
}

#[test]
fn schemas_accept_all_shipped_manifests_and_patterns() {
    let rules = rules();
    let manifests = validator(&manifest_schema(rules.catalog.unwrap_or_default(), rules.blocks));
    let patterns = validator(&patterns_schema());
    for (name, validator) in [("pack", &manifests), ("patterns", &patterns)] {
        let mut seen = 0;
        for file in below("intents", |_| true).into_iter().chain(below("examples", |_| true)) {
            if is_named(&file, name) {
                let source = fs::read_to_string(&file).unwrap();
                assert_eq!(faults(validator, &source), [""; 0], "{}", file.display());
                seen += 1;
            }
        }
        assert!(seen >= 4, "{seen} {name}");
    }
}

/// Checks that the schema rejects what a reader rejects for structural reasons. The exceptions are listed:
/// errors in an expression, a reference, or another part of the file.
#[test]
fn schema_rejects_structural_errors() {
    let validator = of_definitions();
    let patterns = validator_of_patterns();
    let mut left: Vec<String> = Vec::new();
    let mut refused = 0;
    for (folder, validator) in [("broken", &validator), ("broken_patterns", &patterns)] {
        for file in files(folder) {
            let source = fs::read_to_string(&file).unwrap();
            match faults(validator, &source).is_empty() {
                true => left.push(format!("{folder}/{}", file.file_name().unwrap().to_string_lossy())),
                false => refused += 1,
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema_leaves.txt");
    let told = left.iter().map(|name| format!("{name}\n")).collect::<String>();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &told).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), told);
    assert!(refused > 75, "only {refused} of {} are refused", refused + left.len());
}

fn validator_of_patterns() -> Validator {
    validator(&patterns_schema())
}

/// Checks that the schema accepts unusual notations that a reader accepts.
#[test]
fn schemas_accept_everything_the_readers_accept() {
    let validator = of_definitions();
    let read = |source: &str| {
        let checked = Definition::read(source, &Rules { allow_execute: true, ..rules() });
        checked.definition.is_some()
            && !checked.diagnostics.iter().any(lemmascope_intent::Diagnostic::is_error)
    };
    let mut accepted = 0;
    let base = "intent: x\nversion: 1\nsteps: [{ action: click, target: Save }]\n";
    for extra in [
        "$schema: https://example.com/s.json\n",
        "description: 5\n",
        "tags: web\n",
        "tags: [1, true]\n",
        "triggers: { patterns: a }\n",
        "options: { timeout: 5 }\n",
        "options: { timeout: 5s, retry: { on: timeout, max_attempts: 3 } }\n",
        "options: { on_error: { default: { action: skip } } }\n",
        "success: { extract: [total] }\n",
        "success: { conditions: [idle, true, { visible: Save, url_contains: [a, b] }] }\n",
        "failure: { recovery: [{ action: click, target: { id: 3 } }] }\n",
        "parameters: [{ name: a_1, type: array, default: [1] }]\n",
        "examples: [do it]\n",
        "author:\n",
        "triggers:\n",
        "parameters: []\n",
        "version: 2\n",
        "unknown: 1\n",
    ] {
        let source = match extra.starts_with("version") {
            true => base.replace("version: 1\n", extra),
            false => format!("{base}{extra}"),
        };
        if read(&source) {
            accepted += 1;
            assert_eq!(faults(&validator, &source), [""; 0], "{source}");
        }
    }
    assert!(accepted >= 10, "{accepted}");
    let rules = rules();
    let manifests = manifest_schema(rules.catalog.unwrap_or_default(), rules.blocks);
    let hooks = hooks_schema(rules.catalog.unwrap_or_default(), rules.blocks);
    let (manifests, hooks) = (self::validator(&manifests), self::validator(&hooks));
    for source in [
        "pack: 7\nversion: 1.2\n",
        "pack: a.b\nversion: 1.2.3-beta.1+5\nrequires: { lemmascope: '>=1', other: '*' }\n",
        "domains: [a.com]\npatterns: [patterns.yaml]\nintents: ['intents/*.yaml']\nauto_load: ['https://a.com/*']\n",
        "custom_actions: { go: { parameters: [{ n: number }], implementation: { type: javascript, code: '() => 1' } } }\n",
        "custom_conditions: { in: { implementation: { type: pattern_check, patterns: [a] } } }\n",
        "hooks: { before_intent: [{ action: click, target: Save, condition: { pattern_exists: a } }] }\n",
    ] {
        let checked = PackManifest::read(source, &Rules { allow_execute: true, ..rules });
        assert!(checked.manifest.is_some(), "{source}: {:?}", checked.diagnostics);
        assert_eq!(faults(&manifests, source), [""; 0], "{source}");
    }
    assert_eq!(faults(&hooks, "hooks: { on_error: [{ action: click, target: Save }] }"), [""; 0]);
    assert!(
        PatternDefinition::read("$schema: x\npatterns: { a: { elements: { b: { role: button } } } }")
            .patterns
            .is_some()
    );
    // Both reject these.
    for source in [
        "pack: a/b\n",
        "domains: { a: b }\n",
        "hooks: { always: [] }\n",
        "custom_actions: { a: { implementation: { type: python, code: x } } }\n",
    ] {
        let checked = PackManifest::read(source, &Rules { allow_execute: true, ..rules });
        assert!(checked.manifest.is_none(), "{source}");
        assert_ne!(faults(&manifests, source), [""; 0], "{source}");
    }
}

//! The allowed imports between crates.

use std::collections::BTreeSet;

use cargo_metadata::{DependencyKind, PackageId};

use super::workspace::{METADATA, crates, named, short};

/// The complete table. `cli` is the composition root and may import everything.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("intent", &[]),
    // Trains and applies models, independent of languages and intents.
    ("statistics", &[]),
    ("language", &["intent", "statistics"]),
    ("learner", &["intent"]),
    ("store", &[]),
    // Sharing: bundles of files and keys, independent of definitions and verbs.
    ("repository", &["intent"]),
    ("engine", &["intent", "language", "learner", "store", "repository"]),
    // The browser crate operates on pages and has no verbs; they are in the crate above it.
    ("browser", &["intent"]),
    ("web", &["intent", "browser"]),
    // File readers without privileges: they get an open file, and are independent of intents.
    ("package", &[]),
    ("spreadsheet", &["package"]),
    ("document", &["package"]),
    ("desktop", &["intent", "store", "spreadsheet", "document"]),
    ("board", &["intent", "store"]),
    ("channels", &["intent", "store"]),
    ("server", &["intent", "engine", "channels", "board"]),
    // For tests and the demo only; the shipped program does not contain it.
    ("sites", &[]),
    // For benchmarks only; neither the shipped program nor its tests contain it.
    ("bench", &[]),
    (
        "cli",
        &[
            "intent",
            "language",
            "learner",
            "store",
            "engine",
            "web",
            "spreadsheet",
            "document",
            "desktop",
            "board",
            "channels",
            "server",
            "repository",
        ],
    ),
];

/// Crates with input, output or waiting. The `intent` crate must not depend on them, not even indirectly.
const EFFECTS: &[&str] = &[
    "tokio",
    "async-std",
    "smol",
    "mio",
    "futures-executor",
    "sqlx",
    "reqwest",
    "hyper",
    "socket2",
    "rustix",
];

#[test]
fn crate_imports_match_the_allowed_table() {
    for package in crates() {
        let name = short(package.name.as_ref()).expect("a name that begins with lemmascope-");
        let allowed = MAY_IMPORT.iter().find(|(known, _)| *known == name).expect(name).1;
        let normal = package.dependencies.iter().filter(|it| it.kind != DependencyKind::Development);
        for import in normal.filter_map(|dependency| short(&dependency.name)) {
            assert!(allowed.contains(&import), "{name} may not import {import}");
        }
    }
}

#[test]
fn only_tests_depend_on_the_sites_crate() {
    let users: Vec<&str> = crates()
        .into_iter()
        .filter(|package| package.dependencies.iter().any(|it| short(&it.name) == Some("sites")))
        .filter_map(|package| short(package.name.as_ref()))
        .collect();
    assert!(users.iter().all(|user| ["browser", "web", "cli"].contains(user)), "{users:?}");
}

#[test]
fn import_table_lists_every_crate_once() {
    let listed: Vec<&str> = MAY_IMPORT.iter().map(|(name, _)| *name).collect();
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), unique.len());
    assert_eq!(unique, crates().iter().filter_map(|package| short(package.name.as_ref())).collect());
}

#[test]
fn intent_crate_has_no_dependencies_with_side_effects() {
    let reached = transitive_dependencies(&named("intent").id);
    assert!(reached.contains("serde"), "the walk goes somewhere: {reached:?}");
    for effect in EFFECTS {
        assert!(!reached.contains(*effect), "intent reaches {effect}");
    }
    assert!(transitive_dependencies(&named("store").id).contains("sqlx"), "the walk would find one");
}

#[test]
fn learner_depends_only_on_the_intent_crate() {
    let reached = transitive_dependencies(&named("learner").id);
    let ours: Vec<&str> = reached.iter().filter_map(|name| short(name)).collect();
    assert!(ours.iter().all(|name| *name == "intent"), "learner reaches {ours:?}");
}

/// Returns the names of all packages that a package depends on, including itself and indirect dependencies.
fn transitive_dependencies(from: &PackageId) -> BTreeSet<String> {
    let resolve = METADATA.resolve.as_ref().expect("a resolved graph");
    let mut names = BTreeSet::new();
    let mut open = vec![from];
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        let node = resolve.nodes.iter().find(|node| node.id == *id).expect("a node");
        for dependency in &node.deps {
            let built = dependency.dep_kinds.iter().any(|it| it.kind == DependencyKind::Normal);
            if built && seen.insert(&dependency.pkg) {
                names.insert(METADATA[&dependency.pkg].name.to_string());
                open.push(&dependency.pkg);
            }
        }
    }
    names
}

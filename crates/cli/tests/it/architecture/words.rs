//! The names that the sources of a crate must not contain.

use super::source::{Source, Tests, names};
use super::unused_files::reached;
use super::workspace::{crates, folder, named, root, short, shown};

/// The crates that provide verbs.
const DOMAINS: &[&str] = &["web", "desktop", "board", "channels"];

/// The composition root reads the environment, once. The benchmark peer is a separate program.
const MAY_READ_THE_ENVIRONMENT: &[&str] =
    &["crates/cli/src/main.rs", "crates/cli/src/environment.rs", "crates/bench/src/bare_calamine.rs"];

#[test]
fn intent_crate_performs_no_io() {
    for (path, words) in sources("intent") {
        for module in ["fs", "net", "process", "env", "thread"] {
            assert!(!names(&words, "std", module), "{path} uses std::{module}");
        }
    }
}

#[test]
fn only_composition_root_reads_environment_variables() {
    for package in crates() {
        for (path, words) in sources(short(package.name.as_ref()).expect("one of ours")) {
            let reads = names(&words, "std", "env");
            assert!(!reads || MAY_READ_THE_ENVIRONMENT.contains(&path.as_str()), "{path} uses std::env");
        }
    }
    let place = Source::read(&root().join("crates/cli/src/environment.rs")).words(Tests::LeftOut);
    assert!(names(&place, "std", "env"), "the search would find one");
}

#[test]
fn only_domains_implement_capabilities() {
    let implements = |words: &[String]| words.windows(2).any(|pair| pair == ["Capability", "for"]);
    for package in crates() {
        let name = short(package.name.as_ref()).expect("one of ours");
        for (path, words) in sources(name).into_iter().filter(|_| !DOMAINS.contains(&name)) {
            assert!(!implements(&words), "{path} implements Capability");
        }
    }
    assert!(sources("desktop").iter().any(|(_, words)| implements(words)), "the search would find one");
}

#[test]
fn engine_and_domains_do_not_import_domains() {
    for name in DOMAINS.iter().chain(&["engine"]) {
        for (path, words) in sources(name) {
            for other in DOMAINS.iter().chain(&["engine"]).filter(|other| *other != name) {
                let other = format!("lemmascope_{other}");
                assert!(!words.contains(&other), "{path} names {other}");
            }
        }
    }
}

/// Returns the sources of a crate, each as its path and its words, without test code.
fn sources(name: &str) -> Vec<(String, Vec<String>)> {
    let src = folder(named(name)).join("src");
    let roots = named(name).targets.iter().map(|target| target.src_path.as_std_path().to_path_buf());
    let roots: Vec<_> = roots.filter(|path| path.starts_with(&src)).collect();
    let paths = reached(&roots, false);
    assert!(!paths.is_empty(), "{name} has sources");
    paths.iter().map(|path| (shown(path), Source::read(path).words(Tests::LeftOut))).collect()
}

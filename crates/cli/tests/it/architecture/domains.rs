//! The crates that every domain rests on name none of them: no verb and no intent of a domain is a literal there.

use std::collections::BTreeSet;
use std::path::Path;

use lemmascope_intent::Definition;
use lemmascope_intent::definition::Rules;

use super::reached::reached;
use super::source::Source;
use super::workspace::{folder, named, root, shown};
use crate::composed::domains;

const CRATES: [&str; 5] = ["engine", "language", "intent", "learner", "server"];

#[test]
fn no_verb_and_no_intent_of_a_domain_is_a_literal() {
    let names = names();
    let mut found = Vec::new();
    for name in CRATES {
        let sources = folder(named(name)).join("src");
        let roots = named(name).targets.iter().map(|target| target.src_path.as_std_path().to_path_buf());
        let roots: Vec<_> = roots.filter(|path| path.starts_with(&sources)).collect();
        for path in reached(&roots, true) {
            let literals = Source::read(&path).literals();
            let named = literals.iter().flat_map(|text| named_in(text, &names));
            found.extend(named.map(|name| format!("{}: {name}", shown(&path))));
        }
    }
    assert!(found.is_empty(), "{} literals:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_name_in_a_text_is_noticed() {
    let names = names();
    let found = |source: &str| -> Vec<String> {
        Source::parse(source).literals().iter().flat_map(|text| named_in(text, &names)).collect()
    };
    assert_eq!(found("fn f() { g(\"web.click\") }"), ["web.click"]);
    assert_eq!(found("const A: &[&str] = &[\"x\", r#\"files.move {1}\"#];"), ["files.move"]);
    assert_eq!(found("#[cfg(test)] mod tests { const A: &str = \"new_project\"; }"), ["new_project"]);
    assert_eq!(
        found("/// Like `web.click`.\nfn f() { g(\"web.clicker\", \"a new_project\") } // files.move"),
        [""; 0]
    );
}

/// The names of every verb and every intent of every domain, and of the intents that are shipped.
fn names() -> BTreeSet<String> {
    let domains = domains();
    let verbs = domains.iter().flat_map(|domain| &domain.capabilities).map(|verb| verb.signature().name);
    let mut names: BTreeSet<String> = verbs.map(str::to_string).collect();
    let shipped = std::fs::read_dir(root().join("intents/core")).expect("the shipped intents");
    let shipped = shipped.map(|entry| read(&entry.expect("a readable folder").path()));
    let built_in = domains.iter().flat_map(|domain| domain.definitions).map(|it| it.text.to_string());
    for text in built_in.chain(shipped) {
        let definition = Definition::read(&text, &Rules::default()).definition.expect("a sound definition");
        names.insert(definition.intent.value);
    }
    assert!(names.contains("web.click") && names.contains("files.move") && names.contains("new_project"));
    names
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names in a text: a verb anywhere in it, and an intent where it is the whole text, since a single word may be a word of a
/// sentence.
fn named_in(text: &str, names: &BTreeSet<String>) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_')));
    let verbs = words.map(|word| word.trim_matches('.')).filter(|word| word.contains('.'));
    let whole = Some(text).filter(|text| !text.contains('.'));
    verbs.chain(whole).filter(|name| names.contains(*name)).map(str::to_string).collect()
}

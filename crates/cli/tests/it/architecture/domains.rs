//! Checks that the crates below the domains are independent of them: no literal is a verb, an intent, or a
//! word for a kind of thing of a domain.

use std::collections::BTreeSet;
use std::path::Path;

use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Definition, Signature};

use super::source::{Source, Tests};
use super::unused_files::reached;
use super::workspace::{folder, named, root, shown};
use crate::composed::domains;

const CRATES: [&str; 5] = ["engine", "language", "intent", "learner", "server"];

#[test]
fn lower_crates_contain_no_domain_verb_literals() {
    let names = names();
    let mut found = Vec::new();
    for name in CRATES {
        let sources = folder(named(name)).join("src");
        let roots = named(name).targets.iter().map(|target| target.src_path.as_std_path().to_path_buf());
        let roots: Vec<_> = roots.filter(|path| path.starts_with(&sources)).collect();
        for path in reached(&roots, true) {
            let literals = Source::read(&path).literals(Tests::Kept);
            let named = literals.iter().flat_map(|text| names_in_text(text, &names));
            found.extend(named.map(|name| format!("{}: {name}", shown(&path))));
        }
    }
    assert!(found.is_empty(), "{} literals:\n{}", found.len(), found.join("\n"));
}

/// Literals that match a word for a kind of thing but have another meaning, each with its file.
const OTHER_MEANINGS: &[(&str, &[&str], &str)] = &[
    ("intent/src/format.rs", &["file", "document", "folder", "column"], "formats that definitions name"),
    ("intent/src/permission.rs", &["files"], "a scope of keys"),
    ("engine/src/configuration/mod.rs", &["file"], "where a setting comes from"),
    (
        "engine/src/document/grounding.rs",
        &["file", "folder", "directory"],
        "the type of an entry of a listing",
    ),
    ("engine/src/dialogue/lexicon.rs", &["folder", "directory"], "the type of an entry of a listing"),
    ("engine/src/dialogue/selecting.rs", &["file"], "the type of an entry of a listing"),
    ("engine/src/dialogue/aside.rs", &["note"], "a field of a document"),
    ("language/src/goal/announced.rs", &["note", "nota"], "words for a text"),
    ("language/src/command/url.rs", &["file"], "a scheme of addresses"),
    ("language/src/reader/figures/", &["file", "column"], "a role of words about spreadsheets"),
    (
        "language/src/reader/slots/noun.rs",
        &["column", "columns", "coluna", "colunas"],
        "columns of spreadsheets",
    ),
    ("server/src/a2a/", &["task", "tasks"], "fields of the A2A protocol"),
    ("server/src/api/definitions.rs", &["column"], "a position in a file"),
    (
        "language/src/literal/",
        &[],
        "the shapes of names, dates and numbers, which are the same in every domain",
    ),
];

#[test]
fn lower_crates_contain_no_object_kind_literals() {
    let words = kind_words();
    let mut found = Vec::new();
    let mut used = BTreeSet::new();
    for name in CRATES {
        let sources = folder(named(name)).join("src");
        let roots = named(name).targets.iter().map(|target| target.src_path.as_std_path().to_path_buf());
        let roots: Vec<_> = roots.filter(|path| path.starts_with(&sources)).collect();
        for path in reached(&roots, false) {
            let shown = shown(&path);
            for text in
                Source::read(&path).literals(Tests::LeftOut).iter().filter(|text| words.contains(*text))
            {
                let excepted = OTHER_MEANINGS.iter().position(|(place, words, _)| {
                    shown.contains(place) && (words.is_empty() || words.contains(&text.as_str()))
                });
                match excepted {
                    Some(at) => drop(used.insert(at)),
                    None => found.push(format!("{shown}: {text}")),
                }
            }
        }
    }
    assert!(found.is_empty(), "{} literals:\n{}", found.len(), found.join("\n"));
    let idle: Vec<_> = (0..OTHER_MEANINGS.len()).filter(|at| !used.contains(at)).collect();
    assert!(idle.is_empty(), "exceptions that nothing needs: {idle:?}");
}

#[test]
fn general_word_lists_contain_no_object_kinds() {
    let words = kind_words();
    for list in ["goal/english.txt", "goal/portuguese.txt"] {
        let text = read(&folder(named("language")).join("src").join(list));
        let lines =
            text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
        for (role, phrases) in lines {
            let found = phrases.split([',', ' ']).find(|word| words.contains(*word));
            assert_eq!(found, None, "{list}, {role}");
        }
    }
}

/// Returns the names of all kinds of things, and the words for them.
fn kind_words() -> BTreeSet<String> {
    let domains = domains();
    let mut words: BTreeSet<String> = BTreeSet::new();
    for domain in &domains {
        let names: BTreeSet<&str> = domain.kinds.iter().map(|kind| kind.name).collect();
        for text in [domain.words.english, domain.words.portuguese] {
            let lines = text.lines().filter_map(|line| line.split_once(':'));
            let lines =
                lines.filter(|(name, _)| name.split(' ').next().is_some_and(|name| names.contains(name)));
            let forms =
                lines.flat_map(|(_, forms)| forms.split([',', '/'])).map(|form| form.trim().to_string());
            words.extend(forms);
        }
        words.extend(names.into_iter().map(str::to_string));
    }
    assert!(["folder", "pastas", "ficheiro", "directories"].iter().all(|word| words.contains(*word)));
    words
}

#[test]
fn detects_domain_names_in_literals() {
    let names = names();
    let found = |source: &str| -> Vec<String> {
        Source::parse(source)
            .literals(Tests::Kept)
            .iter()
            .flat_map(|text| names_in_text(text, &names))
            .collect()
    };
    assert_eq!(found("fn f() { g(\"web.click\") }"), ["web.click"]);
    assert_eq!(found("const A: &[&str] = &[\"x\", r#\"files.move {1}\"#];"), ["files.move"]);
    assert_eq!(found("#[cfg(test)] mod tests { const A: &str = \"new_project\"; }"), ["new_project"]);
    assert_eq!(
        found("/// Like `web.click`.\nfn f() { g(\"web.clicker\", \"a new_project\") } // files.move"),
        [""; 0]
    );
}

/// Returns the names of all verbs and intents of all domains, and of the shipped intents.
fn names() -> BTreeSet<String> {
    let domains = domains();
    let verbs = domains.iter().flat_map(|domain| &domain.capabilities).map(|verb| verb.signature());
    let verbs: Vec<&Signature> = verbs.collect();
    let rules = Rules { catalog: Some(&verbs), ..Rules::default() };
    let mut names: BTreeSet<String> = verbs.iter().map(|verb| verb.name.to_string()).collect();
    let shipped = std::fs::read_dir(root().join("intents/core")).expect("the shipped intents");
    let shipped = shipped.map(|entry| read(&entry.expect("a readable folder").path()));
    let built_in = domains.iter().flat_map(|domain| domain.definitions).map(|it| it.text.to_string());
    for text in built_in.chain(shipped) {
        let definition = Definition::read(&text, &rules).definition.expect("a sound definition");
        names.insert(definition.intent.value);
    }
    assert!(names.contains("web.click") && names.contains("files.move") && names.contains("new_project"));
    names
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the names in a text: verbs anywhere, and intents only if they are the complete text, because a
/// single word may be part of a sentence.
fn names_in_text(text: &str, names: &BTreeSet<String>) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_')));
    let verbs = words.map(|word| word.trim_matches('.')).filter(|word| word.contains('.'));
    let whole = Some(text).filter(|text| !text.contains('.'));
    verbs.chain(whole).filter(|name| names.contains(*name)).map(str::to_string).collect()
}

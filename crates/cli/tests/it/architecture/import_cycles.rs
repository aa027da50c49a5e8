//! Checks that the top-level modules of a crate have no import cycles.
//!
//! A module is a folder of `src` or a file in it. `lib.rs` and `main.rs` are not modules, because they
//! compose the others. A name that `lib.rs` re-exports counts as part of its module. Test code is ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::source::{Source, Tests};
use super::unused_files::reached;
use super::workspace::{crates, folder, short};

/// A remaining cycle: the crate, its modules, and the reason.
type Known = (&'static str, &'static [&'static str], &'static str);

/// The remaining cycles. The list must only shrink: an entry is removed together with its cycle.
const KNOWN: &[Known] = &[
    (
        "channels",
        &["adapters", "contacts", "envelope", "gateway", "settings", "site", "store"],
        "the site opens the gateway and the contacts, whose routes are given the site; the store gathers the migrations of all",
    ),
    (
        "cli",
        &["background", "credential_prompt", "engine_handle", "script"],
        "the prompt for a credential reads lines as scripts do, and scripts may show it",
    ),
    ("desktop", &["intents", "reader"], "the child process that reads a file runs the jobs of the intents"),
    ("desktop", &["opening", "system"], "both use the settings of `system`, and `system` opens programs"),
    (
        "document",
        &["centrality", "cues", "prose", "selection", "tweet"],
        "prose is shortened as a tweet is, and a tweet is selected from prose",
    ),
    ("intent", &["definition", "diagnostic", "yaml"], "`Span` is in the folder of definitions"),
    ("language", &["goal", "reader", "stance"], "the stance of a sentence is taken from a tokenized one"),
    ("language", &["literal", "words"], "words are judged without literals, and literals by their language"),
    (
        "spreadsheet",
        &["analyze", "delimited", "kind", "workbook"],
        "both formats settle their sheets with a function of `analyze`",
    ),
    ("spreadsheet", &["condition", "field"], "a field compares its cells as conditions do"),
    ("spreadsheet", &["layout", "lookup"], "the letters of columns are in `lookup`"),
    ("spreadsheet", &["plan", "witness"], "a plan is made with the witness that checks it"),
    (
        "spreadsheet",
        &["suspected_total", "tally"],
        "a tally keeps the suspects, and a suspect is found in a tally",
    ),
    (
        "store",
        &["connection", "migration", "postgres", "sqlite", "store", "transaction", "writer"],
        "`Store` and its connections are one type in several files",
    ),
];

#[test]
fn modules_have_no_import_cycles() {
    let mut wrong = Vec::new();
    for package in crates() {
        let name = short(package.name.as_ref()).expect("one of ours");
        let src = folder(package).join("src");
        let roots = package.targets.iter().map(|target| target.src_path.as_std_path().to_path_buf());
        let imports = imports(&src, &roots.filter(|path| path.starts_with(&src)).collect::<Vec<_>>());
        let found = circles(&imports);
        let known: Vec<BTreeSet<String>> = KNOWN.iter().filter(|it| it.0 == name).map(modules).collect();
        for circle in found.iter().filter(|circle| !known.contains(circle)) {
            wrong.push(format!("{name} has a circle:\n{}", told(&imports, circle)));
        }
        for circle in known.iter().filter(|circle| !found.contains(circle)) {
            wrong.push(format!("{name} has this circle no more, take it off the list: {circle:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn detects_import_cycles() {
    let folder = tempfile::tempdir().unwrap();
    let src = folder.path().canonicalize().unwrap().join("src");
    let write = |name: &str, text: &str| {
        let path = src.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod a; mod b; mod c; mod d; mod e; pub use c::{Thing, Other as Named};");
    write("a/mod.rs", "mod deep; use std::{fmt, crate_of::b};");
    write("a/deep.rs", "use super::super::b::{self, X}; use super::y;");
    write("b.rs", "fn f() { crate::Named::new() } // crate::d");
    write("c.rs", "use crate::{d::{a, b}, e}; mod inner { use super::Thing; }");
    write("d.rs", "#[cfg(test)] mod tests { use crate::a; } const E: &str = \"crate::a\";");
    write("e.rs", "use super::a::Y;");
    let imports = imports(&src, &[src.join("lib.rs")]);
    let told: Vec<String> = imports.iter().map(|(from, to)| format!("{from}: {to:?}")).collect();
    assert_eq!(told, [r#"a: {"b"}"#, r#"b: {"c"}"#, r#"c: {"d", "e"}"#, r#"d: {}"#, r#"e: {"a"}"#]);
    assert_eq!(circles(&imports), [["a", "b", "c", "e"].map(str::to_string).into()]);
}

/// The top-level modules, each with its imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Returns the imports among the modules below `src`.
fn imports(src: &Path, roots: &[PathBuf]) -> Imports {
    let files: Vec<(Vec<String>, Vec<String>)> = reached(roots, false)
        .iter()
        .filter_map(|path| {
            Some((module(path.strip_prefix(src).ok()?), Source::read(path).words(Tests::LeftOut)))
        })
        .collect();
    let mut imports: Imports = BTreeMap::new();
    for top in files.iter().filter_map(|(module, _)| module.first()) {
        imports.entry(top.clone()).or_default();
    }
    let roots = files.iter().filter(|(module, _)| module.is_empty());
    let exports: BTreeMap<String, String> = roots
        .flat_map(|(_, words)| exports(words))
        .filter(|(_, module)| imports.contains_key(module))
        .collect();
    for (module, words) in &files {
        let Some(top) = module.first() else { continue };
        for name in root_path_names(words, module.len()) {
            let target = if imports.contains_key(&name) { Some(&name) } else { exports.get(&name) };
            if let Some(target) = target.filter(|target| *target != top) {
                imports.entry(top.clone()).or_default().insert(target.clone());
            }
        }
    }
    imports
}

/// Returns the module path of a file, relative to the crate root; empty for `lib.rs`.
fn module(file: &Path) -> Vec<String> {
    let mut path: Vec<String> =
        file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let last = path.last().map(String::as_str);
    if last == Some("mod") || (path.len() == 1 && matches!(last, Some("lib" | "main"))) {
        path.pop();
    }
    path
}

/// Returns the names that a root re-exports with `use module::{Name, Other as Named}`, each with its module.
fn exports(words: &[String]) -> Vec<(String, String)> {
    let mut exports = Vec::new();
    for (at, _) in words.iter().enumerate().filter(|(_, word)| *word == "use") {
        let Some(module) = words.get(at + 1).filter(|_| is_path(words, at + 1)) else { continue };
        let mut last = at + 3;
        while is_path(words, last) {
            last += 2;
        }
        let names = match &words[last..] {
            [brace, rest @ ..] if brace == "{" => rest.split(|word| word == "}").next().unwrap_or_default(),
            [_, word, name, ..] if word == "as" => std::slice::from_ref(name),
            [name, ..] => std::slice::from_ref(name),
            [] => &[],
        };
        exports.extend(names.iter().map(|name| (name.clone(), module.clone())));
    }
    exports
}

/// Returns the names that paths take from the crate root, in a file at this module depth.
fn root_path_names(words: &[String], depth: usize) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut at = 0;
    while at < words.len() {
        let begins = at == 0 || words[at - 1] != "::";
        let mut next = at;
        let mut ups = 0;
        while begins && words[next..].first().is_some_and(|word| word == "super") && is_path(words, next) {
            ups += 1;
            next += 2;
        }
        if begins && words[at] == "crate" && is_path(words, at) {
            next += 2;
        }
        if next > at && (ups == 0 || ups == depth) {
            names.extend(first_path_names(&words[next..]));
        }
        at = next.max(at + 1);
    }
    names
}

fn is_path(words: &[String], at: usize) -> bool {
    words.get(at + 1).is_some_and(|word| word == "::")
}

/// Returns the first name of a path, or of each path in braces.
fn first_path_names(words: &[String]) -> Vec<String> {
    if words.first().is_none_or(|word| word != "{") {
        return words.first().cloned().into_iter().collect();
    }
    let mut depth = 0;
    let mut names = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => break,
            "}" => depth -= 1,
            "::" => {}
            _ if depth == 1 && words[at - 1] != "::" => names.push(word.clone()),
            _ => {}
        }
    }
    names
}

/// Returns the sets of modules that import one another, directly or indirectly.
fn circles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|from| (from, transitive_dependencies(imports, from))).collect();
    let mut circles = Vec::new();
    for from in imports.keys() {
        let circle: BTreeSet<String> =
            reach[from].iter().filter(|to| reach[**to].contains(from)).map(|to| (*to).clone()).collect();
        if circle.first() == Some(from) && circle.len() > 1 {
            circles.push(circle);
        }
    }
    circles
}

/// Returns the modules that a module imports, directly or indirectly, including itself if it is part of a
/// cycle.
fn transitive_dependencies<'a>(imports: &'a Imports, from: &'a String) -> BTreeSet<&'a String> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        open.extend(imports[module].iter().filter(|next| seen.insert(*next)));
    }
    seen
}

fn modules(known: &Known) -> BTreeSet<String> {
    known.1.iter().map(ToString::to_string).collect()
}

/// Formats the imports within a cycle, a line for each module.
fn told(imports: &Imports, circle: &BTreeSet<String>) -> String {
    let line = |from: &String| {
        let to: Vec<&str> = imports[from].intersection(circle).map(String::as_str).collect();
        format!("  {from} imports {}\n", to.join(", "))
    };
    circle.iter().map(line).collect()
}

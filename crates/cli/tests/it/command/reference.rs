//! Checks `docs/commands.md` and the actions of `docs/definitions.md` against the signatures.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use lemmascope_intent::{Notation, Parameter, Signature};

use crate::composed::{catalog, grammar};

#[test]
fn command_reference_page_is_up_to_date() {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(page("commands.md"), generated()).unwrap();
    }
    let written = fs::read_to_string(page("commands.md")).unwrap_or_default();
    assert!(written == generated(), "run: make docs");
}

fn page(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

fn generated() -> String {
    let mut page = include_str!("reference.md").to_owned();
    let mut shelf = None;
    for form in grammar().forms() {
        if shelf != Some(form.family) {
            shelf = Some(form.family);
            writeln!(page, "\n### {}\n", form.family).unwrap();
        }
        writeln!(page, "- `{}`  \n  {}", form.usage(), form.summary).unwrap();
    }
    page.push_str("\n## Other spellings\n\n");
    for alias in grammar().aliases() {
        writeln!(page, "- `{}` is `{}`", alias.usage(), alias.meaning()).unwrap();
    }
    page
}

/// The line before the list of actions, and the one after it.
const BEGIN: &str = "| action | does | keys |\n| --- | --- | --- |\n";
const END: &str = "\nIn an `output`";

#[test]
fn definition_actions_page_is_up_to_date() {
    let written = fs::read_to_string(page("definitions.md")).unwrap();
    let (before, rest) = written.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}{BEGIN}{}{END}{after}", actions());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(page("definitions.md"), &wanted).unwrap();
    }
    assert!(fs::read_to_string(page("definitions.md")).unwrap() == wanted, "run: make docs");
}

/// Returns the steps that are not verbs, and then every verb with a short name.
fn actions() -> String {
    let mut rows = String::from(
        "| `wait` | Waits until a condition holds | **`condition`** |\n\
         | `intent` | Runs another intent, never itself | **`name`**, `params` |\n",
    );
    for verb in catalog().signatures().filter(|verb| verb.is_action && verb.verb() != "wait") {
        writeln!(rows, "| `{}` | {} | {} |", verb.verb(), verb.summary.trim_end_matches('.'), keys(verb))
            .unwrap();
    }
    rows
}

fn keys(verb: &Signature) -> String {
    let taken = verb.parameters.iter().filter(|parameter| parameter.name != "timeout");
    let (keys, options): (Vec<&Parameter>, Vec<&Parameter>) =
        taken.partition(|it| it.name == "target" || verb.is_beside_action(it));
    let list = |all: Vec<&Parameter>| all.into_iter().map(key).collect::<Vec<_>>().join(", ");
    match (keys.is_empty(), options.is_empty()) {
        (_, true) => list(keys),
        (true, false) => format!("options {}", list(options)),
        (false, false) => format!("{}; options {}", list(keys), list(options)),
    }
}

fn key(parameter: &Parameter) -> String {
    let name = match parameter.required {
        true => format!("**`{}`**", parameter.name),
        false => format!("`{}`", parameter.name),
    };
    match parameter.notation() {
        Notation::Choice(words) if words != ["true", "false"] => format!("{name} ({})", words.join(", ")),
        Notation::Number(least, most) if most < Notation::LARGEST => format!("{name} ({least}–{most})"),
        Notation::Millis => format!("{name} (milliseconds)"),
        Notation::Amount => format!("{name} (pixels or `page`)"),
        Notation::Area => format!("{name} (or `viewport`)"),
        _ => name,
    }
}

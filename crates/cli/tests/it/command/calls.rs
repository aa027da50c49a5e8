//! The verbs that commands call, and their arguments. The signatures of the domains define the other half.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use lemmascope_intent::Notation;

use crate::composed::{catalog, grammar};

#[test]
fn page_commands_call_the_listed_verbs() {
    let list = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/command/calls.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&list, calls()).unwrap();
    }
    assert_eq!(fs::read_to_string(list).unwrap_or_default(), calls());
}

#[test]
fn argument_names_are_unique_identifiers() {
    for form in grammar().forms() {
        let mut names: Vec<&str> = form.slots.iter().map(|slot| slot.name).collect();
        names.extend(form.options.iter().map(|opt| opt.name.as_str()));
        assert!(form.slots.iter().all(|slot| slot.name.bytes().all(|b| b.is_ascii_lowercase())), "{names:?}");
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}: {names:?}", form.name);
    }
}

fn calls() -> String {
    let mut list = String::new();
    for form in grammar().forms() {
        let Some(verb) = form.capability().filter(|verb| catalog().get(verb).is_some()) else { continue };
        write!(list, "{}: {verb}", form.name).unwrap();
        for slot in &form.slots {
            match slot.kind {
                Notation::Literal(_) => {}
                _ if slot.words.is_some() => write!(list, " direction|{}?", slot.name).unwrap(),
                _ if slot.repeated => write!(list, " {}…", slot.name).unwrap(),
                _ if slot.required => write!(list, " {}", slot.name).unwrap(),
                _ => write!(list, " {}?", slot.name).unwrap(),
            }
        }
        for opt in form.options.iter().filter(|opt| opt.name != "json") {
            write!(list, " {}?", opt.name.replace('-', "_")).unwrap();
        }
        list.push('\n');
    }
    list
}

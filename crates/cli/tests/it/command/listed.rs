//! Checks that everything in the help works.

use lemmascope_intent::LineShape;
use lemmascope_language::command::Form;

use crate::composed::{catalog, grammar};
use crate::desk::Desk;

#[test]
fn every_command_has_an_implementation() {
    let behind = |form: &Form| match form.capability() {
        Some(verb) => catalog().get(verb).is_some() || verb.starts_with("engine."),
        None => catalog().get(form.declared_by).is_some() || form.declared_by.starts_with("engine."),
    };
    let idle: Vec<&str> = grammar().forms().filter(|form| !behind(form)).map(|form| form.name).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn engine_executes_its_own_commands() {
    let desk = Desk::new();
    desk.without_browser();
    let own = grammar().forms().filter(|form| form.declared_by.starts_with("engine.") && form.name != "exit");
    for form in own {
        let done = desk.lemmascope(&[&line(form)]);
        assert!(!done.out.contains("is not part of this build"), "{}: {done:?}", form.name);
    }
}

/// Returns a line of the form, with a value for each required argument.
fn line(form: &Form) -> String {
    let rest = match form.shape {
        LineShape::Goal => ": sing".to_string(),
        LineShape::Sentence => " sing".to_string(),
        LineShape::Define => " song: steps: []".to_string(),
        LineShape::Open => " song".to_string(),
        LineShape::Slots => {
            let slots = form.slots.iter().filter(|slot| slot.required).map(|_| " song".to_string());
            let options = form.options.iter().filter(|option| option.required);
            slots.chain(options.map(|option| format!(" --{} https://a.example", option.name))).collect()
        }
    };
    format!("{}{rest}", form.name)
}

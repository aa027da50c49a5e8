//! Checks that a built-in intent has the parameters of its verb, and passes all of them on.

use std::collections::BTreeSet;

use lemmascope_engine::configuration::Configuration;
use lemmascope_engine::{Checker, Tier};
use lemmascope_intent::definition::{StepKind, Target, TargetKind, Template};
use lemmascope_intent::{Definition, LineShape, Parameter};

use crate::composed::{catalog, domains, grammar};

/// The timeout of the step is separate from that of the run, so `--timeout` is not passed on to the verb.
const OF_THE_RUN: &str = "timeout";

#[test]
fn built_in_intents_accept_all_parameters_of_their_verbs() {
    let configuration = Configuration::default();
    let checker = Checker::new(catalog(), &configuration);
    let mut wrong = Vec::new();
    let mut found = 0;
    for source in domains().iter().flat_map(|domain| domain.definitions) {
        let checked = checker.check(source.text, Tier::Builtin);
        let definition =
            checked.definition.unwrap_or_else(|| panic!("{}: {:?}", source.name, checked.diagnostics));
        found += 1;
        wrong.extend(mismatches(&definition));
    }
    assert!(found > 10, "{found}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn built_in_intents_accept_all_arguments_of_their_commands() {
    let configuration = Configuration::default();
    let checker = Checker::new(catalog(), &configuration);
    let sources: Vec<_> = domains().iter().flat_map(|domain| domain.definitions).copied().collect();
    let open = |shape: LineShape| shape == LineShape::Open;
    let mut wrong = Vec::new();
    for form in grammar().forms().filter(|form| form.intent && !open(form.shape)) {
        let source = sources.iter().find(|source| source.name == form.name);
        let Some(source) = source else {
            wrong.push(format!("there is no intent {}", form.name));
            continue;
        };
        let definition = checker.check(source.text, Tier::Builtin).definition.unwrap();
        let verb = catalog().signatures().find(|verb| verb.name == form.declared_by).unwrap();
        let taken = names(definition.parameters.iter().map(|it| &it.value));
        let given = form.options.iter().map(|option| option.name.replace('-', "_"));
        let given = given.chain(form.slots.iter().map(|slot| slot.name.to_string()));
        for name in given.filter(|name| verb.find(name).is_some() && name != OF_THE_RUN) {
            if !taken.contains(&name) {
                wrong.push(format!("the command {} reads {name}, and the intent refuses it", form.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn detects_intents_that_differ_from_their_verbs() {
    let configuration = Configuration::default();
    let checker = Checker::new(catalog(), &configuration);
    let read = |body: &str| {
        let checked = checker.check(&format!("intent: sample\nversion: 1\n{body}"), Tier::Builtin);
        checked.definition.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
    };
    let restated = "parameters:\n  - { name: pattern, type: string, default: form }\n\
                    steps:\n  - action: web.submit_form\n    pattern: $pattern\n    wait: 5s\n";
    assert_eq!(
        mismatches(&read(restated)),
        [
            "sample does not take target, which web.submit_form takes",
            "sample has another default for pattern than web.submit_form",
            "sample does not take wait, which web.submit_form takes",
        ]
    );
    let kept =
        "parameters:\n  - { name: what, type: string }\nsteps:\n  - action: web.dismiss\n    what: banner\n";
    assert_eq!(
        mismatches(&read(kept)),
        ["sample needs no what, which web.dismiss needs", "sample does not hand what to web.dismiss",]
    );
    assert_eq!(mismatches(&read("verb: web.submit_form\n")), Vec::<String>::new());
}

/// Returns the differences between the parameters of a definition and those of its only verb.
fn mismatches(definition: &Definition) -> Vec<String> {
    let name = &definition.intent.value;
    let [step] = definition.steps.as_slice() else { return vec![format!("{name} has several steps")] };
    let StepKind::Action(action) = &step.kind else { return vec![format!("{name} calls no verb")] };
    let verb = catalog().signatures().find(|verb| verb.name == action.name.value).unwrap();
    let mut wrong = Vec::new();
    for wanted in verb.parameters.iter().filter(|it| it.name != OF_THE_RUN) {
        let (parameter, verb) = (&wanted.name, verb.name);
        let Some(own) = definition.parameters.iter().map(|it| &it.value).find(|it| it.name == *parameter)
        else {
            wrong.push(format!("{name} does not take {parameter}, which {verb} takes"));
            continue;
        };
        match (own.required, wanted.required) {
            (true, false) => wrong.push(format!("{name} needs {parameter}, which {verb} does not need")),
            (false, true) => wrong.push(format!("{name} needs no {parameter}, which {verb} needs")),
            _ => {}
        }
        if own.default != wanted.default {
            wrong.push(format!("{name} has another default for {parameter} than {verb}"));
        }
        let handed = match action.arguments.get(parameter) {
            Some(argument) => is_reference(&argument.value, parameter),
            None => parameter == "target" && action.target.as_ref().is_some_and(is_given),
        };
        if !handed {
            wrong.push(format!("{name} does not hand {parameter} to {verb}"));
        }
    }
    let taken = names(verb.parameters.iter());
    let own = names(definition.parameters.iter().map(|it| &it.value));
    wrong.extend(
        own.difference(&taken).map(|it| format!("{name} takes {it}, which {} does not take", verb.name)),
    );
    wrong
}

fn names<'a>(parameters: impl Iterator<Item = &'a Parameter>) -> BTreeSet<String> {
    parameters.map(|parameter| parameter.name.clone()).collect()
}

fn is_reference(template: &Template, name: &str) -> bool {
    matches!(template, Template::Reference(it) if it.name == name && it.path.is_empty())
}

/// Whether a target is exactly the parameter `target`.
fn is_given(target: &Target) -> bool {
    matches!(target.kinds.as_slice(), [TargetKind::Given(it)] if is_reference(it, "target"))
}

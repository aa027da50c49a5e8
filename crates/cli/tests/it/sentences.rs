//! Checks that every verb has sentences, in both languages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lemmascope_intent::definition::{Rules, Sentences, StepKind};
use lemmascope_intent::{Definition, Manner, Operation, Reach, Signature, Type};
use lemmascope_language::words::{Tongue, tongue};

use crate::composed::{domains, grammar};

/// The minimum number of sentences per verb, in total and in each language.
const ALL: usize = 10;
const EACH: usize = 4;

#[test]
fn every_verb_has_sentences_in_both_languages() {
    let domains = domains();
    let mut spoken: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in domains.iter().flat_map(|domain| domain.sentences) {
        for sentences in Sentences::read(source.text).unwrap() {
            let texts = sentences.examples.into_iter().map(|example| example.text);
            spoken.entry(sentences.name).or_default().extend(texts);
        }
    }
    // The sentences of a command count for the verb that it calls.
    for sentences in Sentences::read(include_str!("../../../engine/src/commands/sentences.txt")).unwrap() {
        let Some(form) = grammar().form(&sentences.name) else { continue };
        let texts: Vec<String> = sentences.examples.into_iter().map(|example| example.text).collect();
        // The engine's own commands call the verbs of the same name, as `session new` does.
        let verbs = domains.iter().flat_map(|domain| &domain.capabilities).map(|verb| verb.signature());
        for verb in verbs.filter(|verb| Some(verb.verb()) == form.declared_by.split('.').nth(1)) {
            spoken.entry(verb.name.into()).or_default().extend(texts.iter().cloned());
        }
    }
    let shipped = std::fs::read_dir(core()).unwrap().map(|entry| entry.unwrap().path());
    let shipped: Vec<String> = shipped.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let built_in = domains.iter().flat_map(|domain| domain.definitions).map(|source| source.text);
    let verbs: Vec<&Signature> =
        domains.iter().flat_map(|domain| &domain.capabilities).map(|verb| verb.signature()).collect();
    let rules = Rules { catalog: Some(&verbs), ..Rules::default() };
    for text in built_in.chain(shipped.iter().map(String::as_str)) {
        let checked = Definition::read(text, &rules);
        let definition = checked.definition.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
        let texts: Vec<String> = definition.examples.iter().map(|example| example.text.clone()).collect();
        // The sentences of an intent count for the verb that is its only step.
        let [step] = definition.steps.as_slice() else { continue };
        let StepKind::Action(action) = &step.kind else { continue };
        spoken.entry(action.name.value.clone()).or_default().extend(texts.iter().cloned());
        // An intent with the name of another verb replaces that verb in sentences.
        let verbs = domains.iter().flat_map(|domain| &domain.capabilities);
        let names = verbs.map(|verb| verb.signature()).filter(|verb| verb.verb() == definition.intent.value);
        for verb in names.filter(|verb| verb.name != action.name.value) {
            spoken.entry(verb.name.into()).or_default().extend(texts.iter().cloned());
        }
    }
    let mut wrong = Vec::new();
    for verb in domains.iter().flat_map(|domain| &domain.capabilities) {
        let signature = verb.signature();
        // No sentence may change the settings of the engine, because it may come from a page that a person
        // reads aloud.
        if signature.internal || signature.reach == Some(Reach::Engine) {
            continue;
        }
        // Verbs for programs: the listings of names for the sentence reader, and verbs with an object
        // argument.
        let is_for_programs = signature.lists.is_some() && signature.syntax.is_none()
            || signature.parameters.iter().any(|it| it.required && it.kind == Type::Object);
        if is_for_programs && ["board", "channels"].contains(&signature.domain()) {
            continue;
        }
        // Only the definitions of a pack call its functions.
        let calls_functions = |(operation, name): &(Operation, &str)| {
            matches!(operation, Operation::RunFunction | Operation::AskFunction) && *name == signature.name
        };
        if domains.iter().flat_map(|domain| domain.operations).any(calls_functions) {
            continue;
        }
        // Texts on a page are referred to by their own words, which the grammar for pages handles
        // (`language/src/scene`).
        if signature.handling.is_some_and(|it| it.manner == Manner::SelectText) {
            continue;
        }
        // A verb with two names is covered by the sentences of either.
        let is_same = |other: &&Signature| {
            let (name, examples) = (signature.name, signature.examples);
            Signature { name, examples, ..(*other).clone() } == *signature
        };
        let all = domains.iter().flat_map(|domain| &domain.capabilities).map(|verb| verb.signature());
        let names = all.filter(is_same).map(|verb| verb.name);
        let said: Vec<&String> = names.filter_map(|name| spoken.get(name)).flatten().collect();
        let portuguese = said.iter().filter(|text| tongue(text) == Tongue::Portuguese).count();
        let english = said.len() - portuguese;
        if said.len() < ALL || portuguese < EACH || english < EACH {
            wrong.push(format!("{}: {english} English, {portuguese} Portuguese", signature.name));
        }
    }
    assert!(wrong.is_empty(), "{} verbs:\n{}", wrong.len(), wrong.join("\n"));
}

fn core() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../intents/core")
}

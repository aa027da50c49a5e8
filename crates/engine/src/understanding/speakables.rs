use std::sync::Arc;

use lemmascope_intent::definition::Sentences;
use lemmascope_intent::{Definition, Effect, Parameter, Source};
use lemmascope_language::command;
use lemmascope_language::reader::Speakable;

use crate::catalog::Catalog;
use crate::registry::{Priority, Registry};

/// What people say for the engine's own commands.
const COMMANDS: &str = include_str!("../commands/sentences.txt");
/// What people ask for that nothing here does, so that they can be told so.
const UNSUPPORTED: &str = include_str!("unsupported.txt");

/// Everything that a session can be asked for in a sentence: its intents, the verbs, and the engine's own commands.
pub(super) fn speakables(
    registry: &Registry,
    priority: &Priority,
    catalog: &Catalog,
    sentences: &[Source],
) -> Vec<Speakable> {
    let mut all: Vec<Speakable> =
        registry.winners(priority).into_iter().map(|entry| of_definition(&entry.definition)).collect();
    for spoken in sentences.iter().flat_map(|source| read(source.text)) {
        let signature = catalog.get(&spoken.name).map(|verb| verb.signature());
        // A definition of that name says itself what means it.
        if let Some(signature) = signature.filter(|_| registry.resolve(&spoken.name, priority).is_none()) {
            let changes = signature.effect != Effect::Observe;
            let speakable = Speakable::new(spoken.name, signature.parameters.clone(), spoken.examples);
            all.push(speakable.changing(changes));
        }
    }
    let commands = read(COMMANDS)
        .into_iter()
        .filter(|spoken| command::commands().iter().any(|it| it.name == spoken.name));
    all.extend(
        commands.map(|spoken| Speakable::new(spoken.name.clone(), slots_of(&spoken), spoken.examples)),
    );
    all.extend(
        read(UNSUPPORTED)
            .into_iter()
            .map(|it| Speakable::new(it.name, Vec::new(), it.examples).unsupported()),
    );
    all
}

/// What a definition can be asked for with.
pub(super) fn of_definition(definition: &Arc<Definition>) -> Speakable {
    let parameters = definition.parameters.iter().map(|parameter| parameter.value.clone()).collect();
    let speakable = Speakable::new(definition.intent.value.clone(), parameters, definition.examples.clone());
    speakable.changing(!LOOKS.contains(&definition.intent.value.as_str()))
}

/// The shipped intents that only look.
const LOOKS: [&str; 2] = ["analyze_spreadsheet", "summarize_doc"];

/// Sentences that are compiled in; a test proves that each file can be read.
fn read(text: &str) -> Vec<Sentences> {
    Sentences::read(text).unwrap_or_default()
}

/// The arguments of a command, as far as its sentences have them.
fn slots_of(spoken: &Sentences) -> Vec<Parameter> {
    let Some(form) = command::commands().iter().find(|form| form.name == spoken.name) else {
        return Vec::new();
    };
    let slots = form.slots.iter().map(|slot| match slot.required {
        true => Parameter::required(slot.name, lemmascope_intent::Type::String, ""),
        false => Parameter::optional(slot.name, lemmascope_intent::Type::String, ""),
    });
    let options =
        form.options().map(|option| Parameter::optional(option.name, lemmascope_intent::Type::String, ""));
    slots.chain(options).collect()
}

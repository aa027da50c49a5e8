//! Everything callable, read without an engine, for shell completion and the manual page.

use lemmascope_engine::{Callable, Catalog, definition_files};
use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Definition, Domain};

use crate::compose::CORE;
use crate::environment::Environment;

/// Returns the verbs, the shipped intents, and the user's own intents.
pub(crate) fn callables(place: &Environment, domains: &[Domain], catalog: &Catalog) -> Vec<Callable> {
    let verbs = catalog.signatures().map(|verb| Callable {
        name: verb.name.to_string(),
        summary: verb.summary.to_string(),
        parameters: verb.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        guarded: false,
    });
    let own = definition_files(&place.intents());
    let own = own.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    let shipped = domains.iter().flat_map(|domain| domain.definitions).chain(CORE);
    let texts = shipped.map(|source| source.text.to_string()).chain(own);
    let intents = texts.filter_map(|text| {
        let definition = Definition::read(&text, &Rules::default()).definition?;
        Some(Callable {
            name: definition.intent.value.clone(),
            summary: definition.description.clone(),
            parameters: definition.parameters.iter().map(|it| it.value.name.clone()).collect(),
            guarded: false,
        })
    });
    let mut all: Vec<Callable> = verbs.chain(intents).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all.dedup_by(|a, b| a.name == b.name);
    all
}

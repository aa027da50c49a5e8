//! Linking of composed definitions, after all definitions are loaded: checks that the intents they call exist
//! and receive the required arguments, and derives undeclared parameters from these intents.

use std::sync::Arc;

use lemmascope_intent::definition::{Shape, Spanned, Step, StepKind, SubIntent, Template};
use lemmascope_intent::{Code, Definition, Diagnostic, Parameter, nearest};

use super::faulty_file::FaultyFile;
use super::registry::{Caller, Entry, Priority, Registry, Tier};

/// Derives the parameters of composed definitions, and removes those that cannot be executed.
pub(crate) fn link(registry: &mut Registry, priority: &Priority, faults: &mut Vec<FaultyFile>) {
    // Repeats until nothing changes, because another definition may call a removed one, and because a
    // definition may have gained parameters.
    loop {
        let made: Vec<Entry> = registry
            .winners(priority)
            .into_iter()
            .filter(|entry| entry.definition.shape != Shape::Steps)
            .cloned()
            .collect();
        let mut changed = false;
        for entry in made {
            let completed = complete(&entry.definition, &Caller::of(&entry), registry, priority);
            let diagnostics = check(&completed, &Caller::of(&entry), registry, priority);
            if !diagnostics.is_empty() {
                registry.remove(&entry);
                let (path, source) = (entry.origin.clone(), Arc::clone(&entry.source));
                let pack = entry.pack.as_ref().map(|pack| Arc::clone(&pack.name));
                faults.push(FaultyFile { path, source, diagnostics, pack });
                changed = true;
            } else if completed != *entry.definition {
                registry.insert(Entry { definition: completed.into(), ..entry });
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Returns the faults of composed definitions, each with the index of its definition in the slice. `others`
/// are the other available definitions.
pub fn unlinked(definitions: &[&Definition], others: Vec<Definition>) -> Vec<(usize, Diagnostic)> {
    let mut registry = Registry::default();
    let own = definitions.iter().map(|definition| ((*definition).clone(), Tier::User));
    for (definition, tier) in others.into_iter().map(|other| (other, Tier::Core)).chain(own) {
        let (origin, source) = (String::new(), "".into());
        registry.insert(Entry { definition: definition.into(), tier, origin, source, pack: None });
    }
    let priority = Priority::new(&[], true);
    let made = definitions.iter().enumerate().filter(|(_, definition)| definition.shape != Shape::Steps);
    let faults = made.flat_map(|(index, definition)| {
        let completed = complete(definition, &Caller::Nowhere, &registry, &priority);
        check(&completed, &Caller::Nowhere, &registry, &priority).into_iter().map(move |fault| (index, fault))
    });
    faults.collect()
}

/// Returns the definition with the parameters that its called intents imply.
fn complete(
    definition: &Definition,
    caller: &Caller,
    registry: &Registry,
    priority: &Priority,
) -> Definition {
    let mut definition = definition.clone();
    if !definition.implied {
        return definition;
    }
    for part in parts(&definition.steps) {
        let Some(entry) = registry.resolve(&part.name.value, caller, priority) else { continue };
        let span = part.name.span.clone();
        for wanted in entry.parameters() {
            let given = part.params.get(&wanted.name).map(|given| &given.value);
            let name = match given {
                Some(Template::Reference(reference)) if reference.path.is_empty() => reference.name.clone(),
                None if part.inherits => wanted.name.clone(),
                _ => continue,
            };
            let told = Parameter { name: name.clone(), ..wanted };
            match definition.parameters.iter_mut().find(|known| known.value.name == name) {
                // A parameter that is only referenced has no type until now.
                Some(known) if known.value.kind == lemmascope_intent::Type::Any => known.value = told,
                Some(_) => {}
                None => definition.parameters.push(Spanned::new(told, span.clone())),
            }
        }
    }
    definition
}

/// Returns the faults in the calls of a definition.
fn check(
    definition: &Definition,
    caller: &Caller,
    registry: &Registry,
    priority: &Priority,
) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for part in parts(&definition.steps) {
        let name = &part.name;
        // If no packs are known, `pack/name` may be one of these intents, so it is looked up by its short
        // name.
        let of_pack = || {
            let (_, alone) = name.value.rsplit_once('/').filter(|_| registry.packs().is_empty())?;
            registry.resolve(alone, caller, priority)
        };
        let Some(entry) = registry.resolve(&name.value, caller, priority).or_else(of_pack) else {
            let message = format!("there is no intent \"{}\"", name.value);
            let fault = match nearest(&name.value, registry.names()) {
                Some(near) => Diagnostic::error(name.span.clone(), message, format!("Write `{near}`."))
                    .label(format!("did you mean \"{near}\"?")),
                None => Diagnostic::error(name.span.clone(), message, "Define it, or run another one here."),
            };
            faults.push(fault.code(Code::IntentNotFound));
            continue;
        };
        let parameters = entry.parameters();
        for (given, value) in &part.params {
            if !parameters.iter().any(|parameter| parameter.name == *given) {
                let message = format!("{} has no parameter \"{given}\"", name.value);
                let remedy = match nearest(given, parameters.iter().map(|it| it.name.as_str())) {
                    Some(near) => format!("Write `{near}`."),
                    None => "Remove it.".into(),
                };
                faults.push(
                    Diagnostic::error(value.span.clone(), message, remedy).code(Code::ParameterInvalid),
                );
            }
        }
        for parameter in parameters.iter().filter(|it| it.required && !part.params.contains_key(&it.name)) {
            let is_here = definition.parameters.iter().any(|known| known.value.name == parameter.name);
            if !(part.inherits && is_here) {
                let wanted = &parameter.name;
                faults.push(
                    Diagnostic::error(
                        name.span.clone(),
                        format!("{} needs the parameter \"{wanted}\"", name.value),
                        format!("Give it under `params`, as in `params: {{ {wanted}: ${wanted} }}`."),
                    )
                    .code(Code::ParameterMissing)
                    .label(format!("\"{wanted}\" is missing")),
                );
            }
        }
    }
    faults
}

/// Returns the intents that steps call, at any nesting depth.
fn parts(steps: &[Step]) -> Vec<SubIntent> {
    let mut found = Vec::new();
    for step in steps {
        match &step.kind {
            StepKind::Intent(sub) => found.push(sub.clone()),
            StepKind::Branch(branch) => {
                found.extend(parts(&branch.then));
                found.extend(parts(&branch.otherwise));
            }
            _ => {}
        }
    }
    found
}

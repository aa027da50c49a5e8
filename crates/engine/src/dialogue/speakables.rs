use lemmascope_intent::definition::{Sentences, Step, StepKind};
use lemmascope_intent::{Effect, Parameter, Signature, Source};
use lemmascope_language::command::Grammar;
use lemmascope_language::reader::Speakable;

use crate::catalog::{Caller, Catalog, Entry, Priority, Registry};

/// The sentence patterns of the engine's own commands.
const COMMANDS: &str = include_str!("../commands/sentences.txt");
/// The sentence patterns of unsupported requests, so that the reply can state that they are unsupported.
const UNSUPPORTED: &str = include_str!("unsupported.txt");

/// Returns everything that a session can request in a sentence: its intents, the verbs, and the engine's own
/// commands.
pub(super) fn speakables(
    registry: &Registry,
    caller: &Caller,
    priority: &Priority,
    catalog: &Catalog,
    sentences: &[Source],
) -> Vec<Speakable> {
    let known = Known { registry, priority, catalog };
    let seen = registry.seen(caller, priority).into_iter();
    let mut all: Vec<Speakable> = seen.map(|entry| of_definition(entry, &known)).collect();
    for spoken in sentences.iter().flat_map(|source| read(source.text)) {
        // A definition of that name has its own examples.
        if registry.resolve(&spoken.name, caller, priority).is_some() {
            continue;
        }
        // Sentences for a verb that is not part of this build are read as that verb, and never as another
        // one.
        all.push(match catalog.get(&spoken.name).map(|verb| verb.signature()) {
            Some(signature) => Speakable::new(spoken.name, signature.parameters.clone(), spoken.examples)
                .changing(signature.effect != Effect::Observe)
                .grave(signature.is_grave())
                .listing(signature.effect == Effect::Observe && signature.shows.is_some()),
            None => Speakable::new(spoken.name, Vec::new(), spoken.examples).unsupported(),
        });
    }
    let commands = read(COMMANDS).into_iter().filter(|spoken| catalog.grammar().form(&spoken.name).is_some());
    all.extend(commands.map(|spoken| {
        let is_leaving = spoken.name == "exit";
        // Leaving by mistake would lose the subjects of the conversation.
        Speakable::new(spoken.name.clone(), slots_of(&spoken, catalog.grammar()), spoken.examples)
            .changing(is_leaving)
    }));
    all.extend(
        read(UNSUPPORTED)
            .into_iter()
            .map(|it| Speakable::new(it.name, Vec::new(), it.examples).unsupported()),
    );
    all
}

/// Returns the sentence patterns of a definition.
fn of_definition(entry: &Entry, known: &Known<'_>) -> Speakable {
    let definition = &entry.definition;
    let parameters = definition.parameters.iter().map(|parameter| parameter.value.clone()).collect();
    let speakable = Speakable::new(definition.intent.value.clone(), parameters, definition.examples.clone());
    // A definition without steps does not reveal its effects.
    let does =
        |which: fn(&Signature) -> bool| known.does(&definition.steps, &Caller::of(entry), DEEPEST, which);
    let changes = definition.steps.is_empty() || does(|verb| verb.effect != Effect::Observe);
    speakable.changing(changes).grave(does(Signature::is_grave))
}

/// The depth of nested intents beyond which an intent is assumed to change something.
const DEEPEST: usize = 16;

/// The registered intents and verbs, with which the effects of steps are determined.
struct Known<'a> {
    registry: &'a Registry,
    priority: &'a Priority,
    catalog: &'a Catalog,
}

impl Known<'_> {
    /// Whether any of the steps calls a verb that `which` accepts, or may call one: an unknown step may be
    /// anything.
    fn does(&self, steps: &[Step], caller: &Caller, depth: usize, which: fn(&Signature) -> bool) -> bool {
        let any = |steps: &[Step]| self.does(steps, caller, depth, which);
        steps.iter().any(|step| match &step.kind {
            StepKind::Action(action) => {
                let verb = self.catalog.get(&action.name.value);
                verb.is_none_or(|verb| which(verb.signature()))
            }
            StepKind::Intent(sub) => {
                match (self.registry.resolve(&sub.name.value, caller, self.priority), depth) {
                    (Some(entry), 1..) => {
                        self.does(&entry.definition.steps, &Caller::of(entry), depth - 1, which)
                    }
                    _ => true,
                }
            }
            StepKind::Branch(branch) => any(&branch.then) || any(&branch.otherwise),
            StepKind::Loop(repeated) => any(&repeated.steps),
            StepKind::Try(attempt) => any(&attempt.steps) || any(&attempt.catch),
            StepKind::Parallel(parallel) => any(&parallel.steps),
            StepKind::Block(_) => true,
            StepKind::Wait(_) | StepKind::Checkpoint(_) | StepKind::Extract(_) => false,
        })
    }
}

/// Parses compiled-in sentences. A test proves that each file is valid.
fn read(text: &str) -> Vec<Sentences> {
    Sentences::read(text).unwrap_or_default()
}

/// Returns the arguments of a command that occur in its sentences.
fn slots_of(spoken: &Sentences, grammar: &Grammar) -> Vec<Parameter> {
    let Some(form) = grammar.form(&spoken.name) else {
        return Vec::new();
    };
    let slots = form.slots.iter().map(|slot| match slot.required {
        true => Parameter::required(slot.name, lemmascope_intent::Type::String, ""),
        false => Parameter::optional(slot.name, lemmascope_intent::Type::String, ""),
    });
    let options = form
        .options
        .iter()
        .map(|option| Parameter::optional(&option.name, lemmascope_intent::Type::String, ""));
    slots.chain(options).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lemmascope_intent::definition::Rules;
    use lemmascope_intent::{
        Args, BoxFuture, Capability, Context, Definition, Domain, Failure, Outcome, Type, Value,
    };

    use super::*;
    use crate::catalog::Tier;

    struct Verb(Signature);

    impl Capability for Verb {
        fn signature(&self) -> &Signature {
            &self.0
        }

        fn call<'a>(&'a self, _: Args, _: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
            Box::pin(std::future::ready(Ok(Outcome::found(Value::Null))))
        }
    }

    const SENTENCES: &[Source] = &[Source {
        name: "lab",
        text: "lab.look\n  look at [it](name)\nlab.fly\n  fly away\n  voa daqui\nseen\n  what did you see\n",
    }];

    fn all(definitions: &[&str]) -> Vec<Speakable> {
        let verb = |signature: Signature| -> Arc<dyn Capability> {
            Arc::new(Verb(signature.parameter(Parameter::optional("name", Type::String, "What."))))
        };
        let verbs =
            vec![verb(Signature::observe("lab.look", "Look.")), verb(Signature::change("lab.make", "Make."))];
        let catalog = Catalog::new(&[Domain::new("lab", verbs)], &crate::commands::signatures());
        let mut registry = Registry::default();
        for text in definitions {
            let checked = Definition::read(text, &Rules::default());
            let definition = checked.definition.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
            let (origin, source) = (String::new(), "".into());
            registry.insert(Entry {
                definition: definition.into(),
                tier: Tier::User,
                origin,
                source,
                pack: None,
            });
        }
        speakables(&registry, &Caller::Nowhere, &Priority::new(&[], true), &catalog, SENTENCES)
    }

    fn changes(steps: &str) -> bool {
        let all = all(&[
            "intent: seen\nversion: 1.0\nsteps: [{ action: lab.look }]\n",
            "intent: made\nversion: 1.0\nsteps: [{ action: intent, name: seen }, { action: lab.make }]\n",
            &format!("intent: tried\nversion: 1.0\nsteps:\n{steps}"),
        ]);
        all.iter().find(|it| it.name == "tried").unwrap().changes
    }

    #[test]
    fn intent_with_changing_verb_is_changing() {
        assert!(!changes("  - { action: lab.look }\n"));
        assert!(changes("  - { action: lab.look }\n  - { action: lab.make }\n"));
        assert!(!changes("  - { action: intent, name: seen }\n"));
        assert!(changes("  - { action: intent, name: made }\n"));
        assert!(changes("  - { action: lab.unheard_of }\n"), "what is not known may be anything");
        let branch = "  - branch:\n      if: true\n      then: [{ action: lab.look }]\n      else: [{ action: lab.VERB }]\n";
        assert!(!changes(&branch.replace("VERB", "look")));
        assert!(changes(&branch.replace("VERB", "make")));
    }

    #[test]
    fn unregistered_verb_keeps_its_example_sentences() {
        let all = all(&[]);
        let of = |name: &str| all.iter().find(|it| it.name == name).unwrap();
        assert!(of("lab.look").is_supported && !of("lab.look").changes);
        assert_eq!(of("lab.look").parameters.len(), 1);
        assert!(!of("lab.fly").is_supported);
        assert_eq!(of("lab.fly").examples.len(), 2);
    }

    #[test]
    fn definition_examples_are_speakable() {
        let text =
            "intent: seen\nversion: 1.0\nexamples: [tell me what there is]\nsteps: [{ action: lab.look }]\n";
        let all = all(&[text]);
        let seen: Vec<&Speakable> = all.iter().filter(|it| it.name == "seen").collect();
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].examples[0].text, "tell me what there is");
    }

    #[test]
    fn commands_and_unsupported_requests_are_speakable() {
        let all = all(&[]);
        assert!(all.iter().any(|it| it.name == "undo" && it.is_supported));
        assert!(all.iter().any(|it| it.name == "print" && !it.is_supported));
    }

    #[test]
    fn built_in_sentence_files_parse() {
        for text in [COMMANDS, UNSUPPORTED] {
            assert!(!Sentences::read(text).unwrap().is_empty());
        }
    }
}

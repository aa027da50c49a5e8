//! Descriptions of the expected effects of tools, from their declarations.

use lemmascope_intent::definition::StepKind;
use lemmascope_intent::{Effect, Object, Signature, Value};

use crate::engine::Engine;
use crate::sessions::Tool;

/// The declared properties of a tool of any kind.
struct Declared {
    summary: String,
    effect: Effect,
    is_reversible: bool,
    removes: bool,
}

impl Declared {
    fn of_verb(signature: &Signature) -> Self {
        Self {
            summary: signature.summary.into(),
            effect: signature.effect,
            is_reversible: signature.reversible,
            removes: signature.removes,
        }
    }
}

impl Engine {
    /// Returns the expected effect of a call of a tool.
    pub(super) fn expected_effect(&self, tool: &Tool, session: &str) -> String {
        let (name, arguments) = tool;
        match self.declared(name, session) {
            Some(declared) => told(&declared, arguments),
            None => String::new(),
        }
    }

    fn declared(&self, name: &str, session: &str) -> Option<Declared> {
        let of_intent = self.read(|state| {
            let definition = &state.resolve(name, session)?.definition;
            let only = match definition.steps.as_slice() {
                [step] => match &step.kind {
                    StepKind::Action(action) => Some(action.name.value.clone()),
                    _ => None,
                },
                _ => None,
            };
            Some((definition.description.clone(), only))
        });
        if let Some((description, only)) = of_intent {
            let verb = only.and_then(|verb| self.catalog.get(&verb));
            if let Some(verb) = verb {
                let declared = Declared::of_verb(verb.signature());
                let summary = if description.is_empty() { declared.summary } else { description };
                return Some(Declared { summary, ..declared });
            }
            // Some of its steps may be irreversible.
            let reader = self.reader(session);
            let speakable = reader.speakables().iter().find(|it| it.name == name);
            let changes = speakable.is_none_or(|it| it.changes);
            let effect = if changes { Effect::Change } else { Effect::Observe };
            let summary = if description.is_empty() { format!("Execute {name}") } else { description };
            return Some(Declared { summary, effect, is_reversible: !changes, removes: false });
        }
        if let Some(verb) = self.catalog.get(name) {
            return Some(Declared::of_verb(verb.signature()));
        }
        let form = self.catalog.grammar().form(name)?;
        let summary = form.summary.to_string();
        Some(Declared { summary, effect: Effect::Change, is_reversible: false, removes: false })
    }
}

/// Returns the declared effect with the arguments, and whether it can be undone.
fn told(declared: &Declared, arguments: &Object) -> String {
    let summary = declared.summary.trim_end_matches('.');
    let given: Vec<String> = arguments
        .iter()
        .filter(|(_, value)| **value != Value::Null)
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    let given = if given.is_empty() { String::new() } else { format!(" ({})", given.join(", ")) };
    let removes = if declared.removes { "; existing content is removed or replaced" } else { "" };
    let after = match declared.effect {
        Effect::Observe => "nothing changes",
        Effect::Change if declared.is_reversible => "it can be undone",
        Effect::Change => "it cannot be undone",
        Effect::Send => "it is sent to others and cannot be undone",
    };
    format!("{summary}{given}{removes}; {after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(signature: &Signature, given: &[(&str, &str)]) -> String {
        let given = given.iter().map(|(name, value)| (name.to_string(), Value::from(*value))).collect();
        told(&Declared::of_verb(signature), &given)
    }

    #[test]
    fn describes_effect_of_verb_signature() {
        let look = Signature::observe("lab.look", "Tell what there is.");
        assert_eq!(effect(&look, &[]), "Tell what there is; nothing changes");
        let make = Signature::change("lab.make", "Make a thing.");
        assert_eq!(effect(&make, &[("path", "/a")]), "Make a thing (path: /a); it can be undone");
        assert!(effect(&make.clone().lasting(), &[]).ends_with("it cannot be undone"));
        assert!(effect(&make.removes(), &[]).contains("removed or replaced; it can be undone"));
        let send = Signature::send("lab.send", "Send it.");
        assert!(effect(&send, &[]).contains("sent to others"));
    }
}

//! Definitions that give a verb an intent name, triggers and sentences. Their parameters are those of the
//! verb and are passed through, so that the signature of the verb is their only declaration.

use std::time::Duration;

use super::super::{Action, Reference, Spanned, Step, StepKind, Template};
use super::Reader;
use super::action::is_of_step;
use crate::parameter::Parameter;
use crate::yaml::Node;

impl Reader<'_> {
    /// Returns the parameters of a definition with the key `verb`: those of the verb, in its order. A
    /// parameter that the definition declares replaces that of the verb with the same name.
    pub(super) fn parameters_of_verb(
        &mut self,
        node: &Node,
        mut declared: Vec<Spanned<Parameter>>,
    ) -> Vec<Spanned<Parameter>> {
        let Some(name) = self.verb_name(node) else { return declared };
        let Some(verb) = self.rules.verb(&name.value) else {
            if !self.rules.trusts(&name.value) {
                self.unknown_action(&name);
            }
            return declared;
        };
        for unknown in declared.iter().filter(|it| verb.find(&it.value.name).is_none()) {
            let message = format!("{} takes no \"{}\"", verb.name, unknown.value.name);
            self.error(unknown.span.clone(), message, "Remove it, or write the steps under `steps`.");
        }
        // Keys such as `timeout` belong to the step: a run has a separate time limit.
        let taken = verb.parameters.iter().filter(|it| !is_of_step(&it.name));
        taken
            .map(|parameter| {
                if let Some(at) = declared.iter().position(|it| it.value.name == parameter.name) {
                    return declared.remove(at);
                }
                self.parameters.insert(parameter.name.clone(), Some(parameter.kind));
                let description = parameter.description.trim_end_matches('.').into();
                let parameter = Parameter { description, ..parameter.clone() };
                Spanned::new(parameter, name.span.clone())
            })
            .collect()
    }

    fn verb_name(&mut self, node: &Node) -> Option<Spanned<String>> {
        let name = self.text(node, "verb")?;
        let span = node.text_span(self.source);
        if !name.contains('.') {
            let message = format!("\"{name}\" is not the full name of a verb");
            self.error(span, message, "Write it with its domain, as in `verb: DOMAIN.VERB`.");
            return None;
        }
        Some(Spanned::new(name, span))
    }
}

/// Builds the single step of such a definition. Its timeout is that of the definition.
pub(super) fn verb_step(
    node: &Node,
    source: &str,
    parameters: &[Spanned<Parameter>],
    timeout: Option<Duration>,
) -> Option<Step> {
    let name = Spanned::new(node.as_scalar()?.text.to_string(), node.text_span(source));
    let reference = |parameter: &str| {
        let reference = Reference { name: parameter.into(), path: Vec::new(), span: name.span.clone() };
        Spanned::new(Template::Reference(reference), name.span.clone())
    };
    let arguments = parameters.iter().map(|it| (it.value.name.clone(), reference(&it.value.name))).collect();
    let action = Action { name, target: None, arguments, timeout, retry: None, bind: None };
    Some(Step { kind: StepKind::Action(action), span: node.span.clone() })
}

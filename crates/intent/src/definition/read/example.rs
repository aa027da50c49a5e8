use super::super::marked::Marked;
use super::super::{Example, Slot, Span, Spanned};
use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::failure::Code;
use crate::nearest::nearest;
use crate::parameter::{Parameter, Type};
use crate::yaml::Node;

impl Reader<'_> {
    pub(super) fn examples(&mut self, node: &Node, parameters: &[Spanned<Parameter>]) -> Vec<Example> {
        let Some(items) = self.list(node, "examples") else { return Vec::new() };
        items.iter().filter_map(|item| self.example(item, parameters)).collect()
    }

    /// Reads a sentence with `[value](parameter)` markup.
    fn example(&mut self, node: &Node, parameters: &[Spanned<Parameter>]) -> Option<Example> {
        let marked = self.text(node, "an example")?;
        let whole = node.text_span(self.source);
        let place = |range: Span| {
            if whole.len() == marked.len() {
                whole.start + range.start..whole.start + range.end
            } else {
                whole.clone()
            }
        };
        let marked_text = match Marked::read(&marked) {
            Ok(read) => read,
            // Imported sentences may contain brackets that are not markup.
            Err(_) if self.rules.spoken_only => {
                return Some(Example { text: marked, slots: Vec::new(), span: node.span.clone() });
            }
            Err(fault) => {
                self.error(
                    place(fault.at..fault.at + 1),
                    fault.reason,
                    "Mark a value as in `[Monday](day)`.",
                );
                return None;
            }
        };
        let mut slots = Vec::new();
        for mark in marked_text.marks {
            let name = Spanned::new(mark.parameter, place(mark.named));
            self.check_slot(&name, &marked_text.text[mark.range.clone()], place(mark.valued), parameters);
            slots.push(Slot { parameter: name.value, range: mark.range });
        }
        Some(Example { text: marked_text.text, slots, span: node.span.clone() })
    }

    fn check_slot(
        &mut self,
        name: &Spanned<String>,
        value: &str,
        value_span: Span,
        parameters: &[Spanned<Parameter>],
    ) {
        // Invalid parameters still count as declared.
        if !self.parameters.contains_key(&name.value) {
            if self.rules.spoken_only {
                // The parameters are known from the sentences only.
                self.parameters.insert(name.value.clone(), Some(Type::String));
                return;
            }
            let known: Vec<String> = self.parameters.keys().cloned().collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let near = nearest(&name.value, known.iter().copied());
            self.refuse_name(name, format!("there is no parameter \"{}\"", name.value), near, &known);
            return;
        }
        let parameter = parameters.iter().find(|parameter| parameter.value.name == name.value);
        let Some(parameter) = parameter.map(|parameter| &parameter.value) else { return };
        if parameter.kind.read(value).is_none() {
            self.push(
                Diagnostic::warning(
                    value_span,
                    format!("\"{value}\" cannot be read as a value of \"{}\"", name.value),
                    format!("Write a value of type {}.", parameter.kind),
                )
                .code(Code::ParameterInvalid)
                .label(format!("not of type {}", parameter.kind)),
            );
        }
    }
}

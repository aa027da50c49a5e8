use super::super::{Example, Slot, Span, Spanned};
use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::failure::Code;
use crate::nearest::nearest;
use crate::parameter::Parameter;
use crate::yaml::Node;

impl Reader<'_> {
    pub(super) fn examples(&mut self, node: &Node, parameters: &[Spanned<Parameter>]) -> Vec<Example> {
        let Some(items) = self.list(node, "examples") else { return Vec::new() };
        items.iter().filter_map(|item| self.example(item, parameters)).collect()
    }

    /// A sentence in which `[value](parameter)` marks a value.
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
        let mut text = String::new();
        let mut slots = Vec::new();
        let mut at = 0;
        while let Some(found) = marked[at..].find(['[', ']']) {
            let open = at + found;
            text.push_str(&marked[at..open]);
            let mark = match scan_mark(&marked[open..]) {
                Ok(mark) => mark,
                Err(reason) => {
                    let remedy = "Mark a value as in `[Monday](day)`.";
                    self.error(place(open..open + 1), reason, remedy);
                    return None;
                }
            };
            let name = &marked[open + mark.parameter.start..open + mark.parameter.end];
            let name =
                Spanned::new(name.to_string(), place(open + mark.parameter.start..open + mark.parameter.end));
            let value = &marked[open + 1..open + 1 + mark.value];
            let start = text.len();
            text.push_str(value);
            at = open + mark.parameter.end + 1;
            self.check_slot(&name, value, place(open + 1..open + 1 + mark.value), parameters);
            slots.push(Slot { parameter: name.value, range: start..text.len() });
        }
        text.push_str(&marked[at..]);
        Some(Example { text, slots, span: node.span.clone() })
    }

    fn check_slot(
        &mut self,
        name: &Spanned<String>,
        value: &str,
        value_span: Span,
        parameters: &[Spanned<Parameter>],
    ) {
        // Parameters that are at fault themselves are declared all the same.
        if !self.parameters.contains_key(&name.value) {
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

/// A mark: the length of its value, and the range of the parameter's name.
struct Mark {
    value: usize,
    parameter: Span,
}

fn scan_mark(text: &str) -> Result<Mark, &'static str> {
    let Some(inside) = text.strip_prefix('[') else { return Err("this bracket was never opened") };
    let Some(value) = inside.find(['[', ']']) else { return Err("this bracket is not closed") };
    if inside[value..].starts_with('[') {
        return Err("a marked value cannot have brackets inside");
    }
    if inside[..value].trim().is_empty() {
        return Err("the marked value is empty");
    }
    let Some(name) = inside[value + 1..].strip_prefix('(') else {
        return Err("a marked value is followed by the parameter in parentheses");
    };
    let Some(length) = name.find(')') else { return Err("the parameter in parentheses is not closed") };
    // One bracket before the value; one bracket and one parenthesis after it.
    let start = 1 + value + 2;
    Ok(Mark { value, parameter: start..start + length })
}

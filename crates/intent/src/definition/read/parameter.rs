use super::super::Spanned;
use super::super::expression::name_length;
use super::fields::head;
use super::{Reader, field};
use crate::diagnostic::Diagnostic;
use crate::failure::Code;
use crate::format::Format;
use crate::parameter::{Parameter, Type};
use crate::value::Value;
use crate::yaml::Node;

pub(super) const KEYS: [&str; 6] = ["name", "type", "required", "default", "description", "format"];

impl Reader<'_> {
    pub(super) fn parameters(&mut self, node: &Node) -> Vec<Spanned<Parameter>> {
        let Some(items) = self.list(node, "parameters") else { return Vec::new() };
        items.iter().filter_map(|item| self.parameter(item)).collect()
    }

    pub(super) fn parameter(&mut self, node: &Node) -> Option<Spanned<Parameter>> {
        let entries = self.mapping(node, "a parameter")?;
        if !self.rules.spoken_only {
            self.refuse_unknown(entries, &KEYS, "a parameter");
        }
        let at = head(node);
        let name_node =
            self.require(entries, "name", &at, "a parameter", "Name it, as in `- name: title`.")?;
        let name = self.text(name_node, "the name of a parameter")?;
        let name_span = name_node.text_span(self.source);
        if name.is_empty() || (name_length(&name) != name.len() && !self.rules.spoken_only) {
            self.error(
                name_span,
                "the name of a parameter has letters, digits and `_`, and begins with a letter",
                format!("Write it as in `name: {}`.", super::suggest_name(&name)),
            );
            return None;
        }
        let kind = match field(entries, "type") {
            None if self.rules.spoken_only => Some(Type::String),
            _ => self
                .require(entries, "type", &name_span, "a parameter", "Give it a type, as in `type: string`.")
                .and_then(|node| self.word(node, "the type of a parameter", &Type::ALL.map(Type::as_str)))
                .and_then(|word| Type::ALL.into_iter().find(|kind| kind.as_str() == word)),
        };
        // Registered before its other fields are checked, so that references to an invalid parameter are not
        // reported as well.
        if self.parameters.contains_key(&name) {
            self.push(
                Diagnostic::error(
                    name_span,
                    format!("there are two parameters named \"{name}\""),
                    "Rename one of them.",
                )
                .label("already declared above"),
            );
            return None;
        }
        self.parameters.insert(name.clone(), kind);

        let required_node = field(entries, "required");
        let required = required_node.and_then(|node| self.boolean(node, "required")).unwrap_or(false);
        let description = self.optional_text(entries, "description").unwrap_or_default();
        let format = field(entries, "format")
            .and_then(|node| self.word(node, "the format of a parameter", &Format::ALL.map(Format::as_str)))
            .and_then(Format::named);
        let kind = kind?;
        let default = match field(entries, "default") {
            Some(node) if !node.is_null() => {
                let value = node.value();
                if !kind.admits(&value) {
                    self.wrong_default(node, &name, kind, &value);
                    return None;
                }
                if let (true, Some(required)) = (required, required_node) {
                    self.push(Diagnostic::warning(
                        required.span.clone(),
                        format!("\"{name}\" is required, so its default is never used"),
                        "Remove `required: true` or the default.",
                    ));
                }
                Some(value)
            }
            _ => None,
        };
        let parameter =
            Parameter { required, default, format, ..Parameter::required(&name, kind, &description) };
        Some(Spanned::new(parameter, node.span.clone()))
    }

    fn wrong_default(&mut self, node: &Node, name: &str, kind: Type, value: &Value) {
        let remedy = match (kind, node.as_scalar()) {
            (Type::String, Some(scalar)) => format!("Write it in quotes: `\"{}\"`.", scalar.text),
            (kind, Some(scalar)) if kind.read(&scalar.text).is_some() && kind != Type::Array => {
                match kind.read(&scalar.text) {
                    Some(read) => format!("Write `{read}`."),
                    None => String::new(),
                }
            }
            (kind, _) => format!("Give a default of type {kind}, or change the type to {}.", value.kind()),
        };
        self.push(
            Diagnostic::error(
                head(node),
                format!("the default of \"{name}\" is of type {}, not {kind}", value.kind()),
                remedy,
            )
            .code(Code::ParameterInvalid)
            .label(format!("not of type {kind}")),
        );
    }
}

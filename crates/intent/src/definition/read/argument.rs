//! Checks arguments against the parameters of an action or a verb.

use super::super::{Spanned, Template};
use super::Reader;
use super::fields::head;
use super::target::TargetUse;
use crate::diagnostic::Diagnostic;
use crate::duration::parse_duration;
use crate::failure::Code;
use crate::nearest::nearest;
use crate::notation::Notation;
use crate::number::Number;
use crate::parameter::{Parameter, Type};
use crate::value::Value;
use crate::yaml::{Entry, Node};

/// The kinds of values that an argument accepts, besides references.
#[derive(Debug, Clone, Copy)]
pub(super) enum ArgumentKind {
    /// A text.
    Text,
    /// A text in which `$` is not special.
    Script,
    /// An integer in this inclusive range.
    Number(i64, i64),
    /// `true` or `false`.
    Boolean,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A duration such as `5s`.
    Duration,
    /// A number of pixels, or `page`.
    Amount,
    /// An element target.
    Target,
    /// A mapping.
    Object,
    /// A list.
    Array,
    /// Any value.
    Any,
}

/// The maximum delay between keystrokes, in milliseconds.
const LONGEST_PAUSE: i64 = 60_000;

impl ArgumentKind {
    pub(super) fn of(parameter: &Parameter) -> Self {
        let bound = |bound: u64| i64::try_from(bound).unwrap_or(i64::MAX);
        match (parameter.notation(), parameter.kind) {
            (Notation::Script, _) => Self::Script,
            (Notation::Number(least, most), _) => Self::Number(bound(least), bound(most)),
            (Notation::Millis, _) => Self::Number(0, LONGEST_PAUSE),
            (Notation::Duration, _) => Self::Duration,
            (Notation::Amount, _) => Self::Amount,
            (notation, Type::Any) if notation.is_element() => Self::Target,
            (_, Type::Boolean) => Self::Boolean,
            (Notation::Choice(words), _) => Self::OneOf(words),
            (_, Type::Object) => Self::Object,
            (_, Type::Array) => Self::Array,
            (_, Type::Any) => Self::Any,
            (_, Type::String | Type::Number) => Self::Text,
        }
    }
}

impl Reader<'_> {
    /// Reads an argument of an action with a short name. References are only resolved when the intent runs.
    pub(super) fn argument(&mut self, parameter: &Parameter, node: &Node) -> Option<Spanned<Template>> {
        let name = parameter.name.as_str();
        let kind = ArgumentKind::of(parameter);
        let template = match kind {
            ArgumentKind::Target => self.target(node, TargetUse::of(parameter))?.to_template(),
            ArgumentKind::Script => Template::Literal(Value::Text(self.text(node, name)?)),
            ArgumentKind::Text => self.text_template(node, name)?,
            _ => self.template(node),
        };
        if let Template::Literal(value) = &template {
            let (fits, wanted, remedy) = match kind {
                ArgumentKind::Script | ArgumentKind::Text | ArgumentKind::Target => (true, "", String::new()),
                ArgumentKind::Any => (*value != Value::Null, "something", "Write a value.".into()),
                ArgumentKind::Number(..) | ArgumentKind::Boolean | ArgumentKind::OneOf(_) => {
                    return self.simple(name, kind, node, template);
                }
                ArgumentKind::Duration => (
                    node.as_scalar().is_some_and(|scalar| parse_duration(&scalar.text).is_some()),
                    "a duration",
                    "Write a number and a unit, as in `5s`.".into(),
                ),
                ArgumentKind::Amount => (
                    matches!(value, Value::Number(Number::Integer(0..))) || value.as_text() == Some("page"),
                    "a number of pixels or `page`",
                    "Write for instance `500` or `page`.".into(),
                ),
                ArgumentKind::Object => (
                    Type::Object.admits(value),
                    "a mapping",
                    format!("Write `{name}: {{ key: value }}`, or a reference."),
                ),
                ArgumentKind::Array => {
                    (Type::Array.admits(value), "a list", format!("Write `{name}: [ … ]`, or a reference."))
                }
            };
            if !fits {
                self.wrong_kind(node, name, wanted, &remedy);
                return None;
            }
        } else if !fits_shape(kind, &template) {
            let wanted = match kind {
                ArgumentKind::Object => "a mapping",
                ArgumentKind::Array => "a list",
                _ => "a single value",
            };
            self.wrong_kind(node, name, wanted, "Write a reference, or a value of that kind.");
            return None;
        }
        Some(Spanned::new(template, node.span.clone()))
    }

    fn simple(
        &mut self,
        name: &str,
        kind: ArgumentKind,
        node: &Node,
        template: Template,
    ) -> Option<Spanned<Template>> {
        match kind {
            ArgumentKind::Number(least, most) => {
                self.whole(node, name, least..=most)?;
            }
            ArgumentKind::Boolean => {
                self.boolean(node, name)?;
            }
            ArgumentKind::OneOf(words) => {
                self.word(node, name, words)?;
            }
            _ => {}
        }
        Some(Spanned::new(template, node.span.clone()))
    }

    /// Reads an argument of a verb of the catalog.
    pub(super) fn parameter_value(
        &mut self,
        verb: &str,
        parameters: &[Parameter],
        entry: &Entry,
    ) -> Option<Template> {
        let key = &entry.key;
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == key.value) else {
            let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            let near = nearest(&key.value, known.iter().copied());
            let message = format!("{verb} has no parameter \"{}\"", key.value);
            self.refuse_name(key, message, near, &known);
            return None;
        };
        let node = &entry.value;
        let is_scalar = node.as_scalar().is_some_and(|scalar| scalar.value() != Value::Null);
        let template = if parameter.kind == Type::String && is_scalar {
            self.text_template(node, &key.value)?
        } else {
            self.template(node)
        };
        match template {
            Template::Literal(value) => match parameter.accept(value) {
                Ok(value) => Some(Template::Literal(value)),
                Err(failure) => {
                    self.wrong_value(node, failure.message, parameter);
                    None
                }
            },
            Template::List(_) if !matches!(parameter.kind, Type::Array | Type::Any) => {
                self.wrong_value(node, format!("parameter \"{}\" is no array", key.value), parameter);
                None
            }
            Template::Object(_) if !matches!(parameter.kind, Type::Object | Type::Any) => {
                self.wrong_value(node, format!("parameter \"{}\" is no object", key.value), parameter);
                None
            }
            template => Some(template),
        }
    }

    fn wrong_value(&mut self, node: &Node, message: String, parameter: &Parameter) {
        let remedy = format!("Give {} a value of type {}.", parameter.name, parameter.kind);
        self.push(
            Diagnostic::error(head(node), message, remedy)
                .code(Code::ParameterInvalid)
                .label(format!("not of type {}", parameter.kind)),
        );
    }

    pub(super) fn refuse_missing(
        &mut self,
        verb: &Spanned<String>,
        parameters: &[Parameter],
        is_given: impl Fn(&str) -> bool,
    ) {
        for parameter in
            parameters.iter().filter(|parameter| parameter.required && !is_given(&parameter.name))
        {
            let name = &parameter.name;
            self.push(
                Diagnostic::error(
                    verb.span.clone(),
                    format!("{} needs the parameter \"{name}\"", verb.value),
                    format!("Add `{name}:` with a value of type {}.", parameter.kind),
                )
                .code(Code::ParameterMissing)
                .label(format!("\"{name}\" is missing")),
            );
        }
    }
}

/// Whether a template that contains references can become a value of the expected kind.
fn fits_shape(kind: ArgumentKind, template: &Template) -> bool {
    match (kind, template) {
        (ArgumentKind::Any | ArgumentKind::Target, _)
        | (_, Template::Literal(_) | Template::Reference(_)) => true,
        (ArgumentKind::Object, Template::Object(_)) | (ArgumentKind::Array, Template::List(_)) => true,
        (ArgumentKind::Object | ArgumentKind::Array, _) => false,
        (_, template) => matches!(template, Template::Text(_)),
    }
}

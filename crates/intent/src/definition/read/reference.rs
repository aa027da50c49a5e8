//! `$references` in texts, and values that contain such texts.

use super::super::expression::name_length;
use super::super::{Access, Expression, Part, Reference, Span, Template};
use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::parameter::Type;
use crate::value::Value;
use crate::yaml::{Content, Node};

impl Reader<'_> {
    /// Reads a value of any kind, and parses the references in its texts.
    pub(super) fn template(&mut self, node: &Node) -> Template {
        match &node.content {
            Content::Scalar(scalar) => match scalar.value() {
                Value::Text(text) => self.interpolate(&text, node),
                value => Template::Literal(value),
            },
            Content::List(items) => {
                let items: Vec<Template> = items.iter().map(|item| self.template(item)).collect();
                match items.iter().map(literal).collect::<Option<Vec<Value>>>() {
                    Some(values) => Template::Literal(Value::List(values)),
                    None => Template::List(items),
                }
            }
            Content::Mapping(entries) => {
                let fields: Vec<(String, Template)> = entries
                    .iter()
                    .map(|entry| (entry.key.value.clone(), self.template(&entry.value)))
                    .collect();
                let values: Option<Vec<(String, Value)>> =
                    fields.iter().map(|(name, field)| Some((name.clone(), literal(field)?))).collect();
                match values {
                    Some(values) => Template::Literal(Value::Object(values.into_iter().collect())),
                    None => Template::Object(fields.into_iter().collect()),
                }
            }
        }
    }

    /// Reads a text with references. A number or boolean is read as the text that was written.
    pub(super) fn text_template(&mut self, node: &Node, what: &str) -> Option<Template> {
        let text = self.text(node, what)?;
        Some(self.interpolate(&text, node))
    }

    /// Reads one text or a list of texts.
    pub(super) fn text_templates(&mut self, node: &Node, what: &str) -> Vec<Template> {
        match &node.content {
            Content::List(items) if items.is_empty() => {
                self.error(node.span.clone(), format!("{what} is an empty list"), "Write at least one text.");
                Vec::new()
            }
            Content::List(items) => {
                let what = format!("each of {what}");
                items.iter().filter_map(|item| self.text_template(item, &what)).collect()
            }
            Content::Scalar(_) => self.text_template(node, what).into_iter().collect(),
            Content::Mapping(_) => {
                self.wrong_kind(node, what, "a text or a list of texts", "Write a text, or a list of texts.");
                Vec::new()
            }
        }
    }

    /// Reads an expression and checks its references.
    pub(super) fn expression(&mut self, node: &Node, what: &str) -> Option<Expression> {
        let text = self.text(node, what)?;
        let span = node.text_span(self.source);
        match Expression::parse(&text, span.clone()) {
            Ok(expression) => {
                for reference in expression.references() {
                    self.check_reference(reference);
                }
                Some(expression)
            }
            Err(error) => {
                let at = if span.len() == text.len() {
                    let start = span.start + error.offset.min(text.len());
                    let length = text.get(error.offset..).and_then(|rest| rest.chars().next());
                    start..start + length.map_or(0, char::len_utf8)
                } else {
                    span
                };
                self.error(
                    at,
                    format!("{what} cannot be read: {}", error.message),
                    "Compare `$references`, numbers, `true`, `false` and quoted texts, as in `$items.length > 0`.",
                );
                None
            }
        }
    }

    fn interpolate(&mut self, text: &str, node: &Node) -> Template {
        if !text.contains('$') {
            return Template::Literal(Value::from(text));
        }
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut at = 0;
        let mut dollars = 0;
        let places = Places::new(text, node, self.source);
        while let Some(found) = text[at..].find('$') {
            let dollar = at + found;
            plain.push_str(&text[at..dollar]);
            let rest = &text[dollar + 1..];
            if rest.starts_with('$') {
                plain.push('$');
                at = dollar + 2;
                dollars += 2;
                continue;
            }
            let scanned = match rest.strip_prefix('{') {
                Some(rest) => scan_braced(rest).map(|(name, path, length)| (name, path, length + 1)),
                None => Ok(self.scan_bare(rest)),
            };
            let place = |length: usize| places.of(text, dollar..dollar + length, dollars);
            match scanned {
                Ok((_, _, 0)) => {
                    plain.push('$');
                    at = dollar + 1;
                }
                Ok((name, path, length)) => {
                    let reference = Reference { name, path, span: place(1 + length) };
                    self.check_reference(&reference);
                    if !plain.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(Part::Reference(reference));
                    at = dollar + 1 + length;
                }
                Err(reason) => {
                    let span = place(2);
                    self.error(
                        span,
                        reason,
                        "Write `${name}` or `${name.field}`, or `$$` for a dollar sign.",
                    );
                    plain.push('$');
                    at = dollar + 1;
                }
            }
            dollars += 1;
        }
        plain.push_str(&text[at..]);
        if parts.is_empty() {
            return Template::Literal(Value::Text(plain));
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        match <[Part; 1]>::try_from(parts) {
            Ok([Part::Reference(reference)]) => Template::Reference(reference),
            Ok(parts) => Template::Text(parts.into()),
            Err(parts) => Template::Text(parts),
        }
    }

    /// Returns the name, the path and the length of a reference without braces. A parameter that is declared
    /// as a text, number or boolean has no fields, so that the dot in `$name.txt` is literal.
    fn scan_bare(&self, rest: &str) -> (String, Vec<Access>, usize) {
        let length = name_length(rest);
        let name = rest[..length].to_string();
        let is_scalar = matches!(self.type_of(&name), Some(Type::String | Type::Number | Type::Boolean));
        if length == 0 || is_scalar {
            return (name, Vec::new(), length);
        }
        let (path, path_length) = scan_path(&rest[length..]);
        (name, path, length + path_length)
    }

    /// Returns the declared type of a parameter, unless a loop variable shadows it.
    fn type_of(&self, name: &str) -> Option<Type> {
        if self.variables.iter().any(|variable| variable == name) {
            return None;
        }
        *self.parameters.get(name)?
    }

    pub(super) fn check_reference(&mut self, reference: &Reference) {
        let name = reference.name.as_str();
        let is_known = self.variables.iter().any(|known| known == name) || self.parameters.contains_key(name);
        if is_known || self.is_full() {
            return;
        }
        if self.implies {
            self.parameters.insert(name.to_string(), None);
            return;
        }
        let span = reference.span.clone();
        if self.past_variables.iter().any(|known| known == name) {
            self.error(
                span,
                format!("${name} is only known inside the block that names it"),
                "Move the step into the loop or block.",
            );
            return;
        }
        let known = self.variables.iter().chain(self.parameters.keys());
        let near = nearest(name, known.map(String::as_str)).map(str::to_string);
        let message = format!("${name} is neither a parameter nor a loop variable");
        self.push(match near {
            Some(near) => Diagnostic::error(span, message, format!("Write `${near}`."))
                .label(format!("did you mean ${near}?")),
            None => {
                let remedy = format!(
                    "Declare it with `- name: {name}` under `parameters`, or write `$$` for a dollar sign."
                );
                Diagnostic::error(span, message, remedy)
            }
        });
    }
}

/// Maps offsets in the text of a scalar to offsets in the source. If escapes or folding have changed the
/// text, it counts dollar signs, which are the same in both.
struct Places<'a> {
    whole: Span,
    written: &'a str,
    /// The offsets of the dollar signs in the source, unless the text is verbatim.
    dollars: Option<Vec<usize>>,
}

impl<'a> Places<'a> {
    fn new(text: &str, node: &Node, source: &'a str) -> Self {
        let whole = node.text_span(source);
        let written = source.get(whole.clone()).unwrap_or_default();
        let is_exact = whole.len() == text.len();
        let dollars = (!is_exact).then(|| written.match_indices('$').map(|(at, _)| at).collect());
        Self { whole, written, dollars }
    }

    fn of(&self, text: &str, range: Span, dollar: usize) -> Span {
        let Some(dollars) = &self.dollars else {
            return self.whole.start + range.start..self.whole.start + range.end;
        };
        match dollars.get(dollar) {
            Some(at) if text.get(range.clone()).is_some_and(|part| self.written[*at..].starts_with(part)) => {
                self.whole.start + at..self.whole.start + at + range.len()
            }
            _ => self.whole.clone(),
        }
    }
}

fn literal(template: &Template) -> Option<Value> {
    match template {
        Template::Literal(value) => Some(value.clone()),
        _ => None,
    }
}

/// Parses the contents of braces. The returned length includes the closing brace.
fn scan_braced(rest: &str) -> Result<(String, Vec<Access>, usize), String> {
    let length = name_length(rest);
    if length == 0 {
        return Err("a name belongs after `${`".into());
    }
    let (path, path_length) = scan_path(&rest[length..]);
    let length_of_all = length + path_length;
    if rest[length_of_all..].starts_with('}') {
        Ok((rest[..length].to_string(), path, length_of_all + 1))
    } else {
        Err("the `${` is not closed by a `}`".into())
    }
}

fn scan_path(text: &str) -> (Vec<Access>, usize) {
    let mut path = Vec::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        if let Some(rest) = rest.strip_prefix('.') {
            let length = name_length(rest);
            if length == 0 {
                return (path, at);
            }
            path.push(Access::Field(rest[..length].to_string()));
            at += 1 + length;
        } else if let Some((digits, _)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            // An index that contains anything but digits is literal text, as in `$name[sic]`.
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            let Some(index) = digits.parse().ok().filter(|_| is_number) else { return (path, at) };
            path.push(Access::Index(index));
            at += 2 + digits.len();
        } else {
            return (path, at);
        }
    }
}

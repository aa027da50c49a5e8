//! Reads nodes as the types that keys expect, and reports mismatches.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::super::{Span, Spanned};
use super::{Reader, field};
use crate::diagnostic::Diagnostic;
use crate::duration::{format_duration, parse_duration};
use crate::nearest::nearest;
use crate::value::Value;
use crate::yaml::{Content, Entry, Node};

/// The maximum length of a regular expression.
const MAX_REGEX_LENGTH: usize = 4096;
/// The maximum nesting depth of groups.
const MAX_REGEX_DEPTH: u32 = 50;

impl Reader<'_> {
    pub(super) fn mapping<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Entry]> {
        if let Content::Mapping(entries) = &node.content {
            return Some(entries);
        }
        self.wrong_kind(node, what, "a mapping", "Write `key: value` lines below it.");
        None
    }

    pub(super) fn list<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Node]> {
        if let Content::List(items) = &node.content {
            return Some(items);
        }
        self.wrong_kind(node, what, "a list", "Write each item on a separate line, after `- `.");
        None
    }

    pub(super) fn wrong_kind(&mut self, node: &Node, what: &str, wanted: &str, remedy: &str) {
        self.push(
            Diagnostic::error(head(node), format!("{what} must be {wanted}, not {}", node.kind()), remedy)
                .label(format!("this is {}", node.kind())),
        );
    }

    /// Reports every unknown key, and suggests the nearest known one.
    pub(super) fn refuse_unknown(&mut self, entries: &[Entry], known: &[&str], what: &str) {
        for entry in entries {
            if self.is_full() {
                return;
            }
            if !known.contains(&entry.key.value.as_str()) {
                self.unknown_key(&entry.key, known, what);
            }
        }
    }

    pub(super) fn unknown_key(&mut self, key: &Spanned<String>, known: &[&str], what: &str) {
        let message = format!("\"{}\" is not a key of {what}", key.value);
        let near = nearest(&key.value, known.iter().copied());
        self.refuse_name(key, message, near, known);
    }

    /// Reports an invalid name, and suggests the nearest valid name or lists all valid ones.
    pub(super) fn refuse_name(
        &mut self,
        name: &Spanned<String>,
        message: String,
        near: Option<&str>,
        known: &[&str],
    ) {
        let diagnostic = match near {
            Some(near) => Diagnostic::error(name.span.clone(), message, format!("Write `{near}`."))
                .label(format!("did you mean \"{near}\"?")),
            None if known.is_empty() => Diagnostic::error(name.span.clone(), message, "Remove it."),
            None => {
                let remedy = format!("Remove it, or use one of: {}.", known.join(", "));
                Diagnostic::error(name.span.clone(), message, remedy)
            }
        };
        self.push(diagnostic);
    }

    /// Returns the value of a required key; `at` is the location at which a missing key is reported.
    pub(super) fn require<'n>(
        &mut self,
        entries: &'n [Entry],
        key: &str,
        at: &Span,
        what: &str,
        remedy: &str,
    ) -> Option<&'n Node> {
        let found = field(entries, key);
        if found.is_none() {
            self.push(
                Diagnostic::error(at.clone(), format!("{what} needs the key \"{key}\""), remedy)
                    .label(format!("\"{key}\" is missing")),
            );
        }
        found
    }

    /// Reads any scalar but null, as it was written.
    pub(super) fn text(&mut self, node: &Node, what: &str) -> Option<String> {
        match node.as_scalar() {
            Some(scalar) if scalar.value() != Value::Null => Some(scalar.text.clone()),
            _ => {
                self.wrong_kind(node, what, "a string", "Write a text, in quotes if it is not plain.");
                None
            }
        }
    }

    pub(super) fn optional_text(&mut self, entries: &[Entry], key: &str) -> Option<String> {
        field(entries, key).and_then(|node| self.text(node, key))
    }

    pub(super) fn texts(&mut self, node: &Node, what: &str) -> Vec<Spanned<String>> {
        let Some(items) = self.list(node, what) else { return Vec::new() };
        let item = format!("each of {what}");
        items
            .iter()
            .filter_map(|node| Some(Spanned::new(self.text(node, &item)?, node.span.clone())))
            .collect()
    }

    pub(super) fn boolean(&mut self, node: &Node, what: &str) -> Option<bool> {
        let boolean = node.as_scalar().and_then(|scalar| scalar.value().as_bool());
        if boolean.is_none() {
            self.wrong_kind(node, what, "true or false", "Write `true` or `false`, without quotes.");
        }
        boolean
    }

    pub(super) fn whole(&mut self, node: &Node, what: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let number = node.as_scalar().and_then(|scalar| scalar.value().as_number()).and_then(|n| n.as_i64());
        let Some(number) = number else {
            let remedy = format!("Write a number from {} to {}.", range.start(), range.end());
            self.wrong_kind(node, what, "a whole number", &remedy);
            return None;
        };
        if !range.contains(&number) {
            let nearest = if number < *range.start() { range.start() } else { range.end() };
            self.error(
                node.span.clone(),
                format!("{what} is a number from {} to {}, not {number}", range.start(), range.end()),
                format!("Write for instance {nearest}."),
            );
            return None;
        }
        Some(number)
    }

    pub(super) fn duration(
        &mut self,
        node: &Node,
        what: &str,
        range: RangeInclusive<Duration>,
    ) -> Option<Duration> {
        let duration = node.as_scalar().and_then(|scalar| parse_duration(&scalar.text));
        let Some(duration) = duration else {
            let remedy = match node.as_scalar().map(|scalar| scalar.value()) {
                Some(Value::Number(number)) if number.as_f64() > 0.0 => {
                    format!("Give the unit, as in `{number}s`.")
                }
                _ => "Write a number and a unit, as in `500ms`, `10s` or `2m`.".into(),
            };
            self.error(head(node), format!("{what} is no duration"), remedy);
            return None;
        };
        if !range.contains(&duration) {
            let (least, most) = (format_duration(*range.start()), format_duration(*range.end()));
            let nearest = if duration < *range.start() { &least } else { &most };
            self.error(
                node.span.clone(),
                format!("{what} is between {least} and {most}"),
                format!("Write for instance `{nearest}`."),
            );
            return None;
        }
        Some(duration)
    }

    /// Reads one of several words.
    pub(super) fn word<'w>(&mut self, node: &Node, what: &str, words: &[&'w str]) -> Option<&'w str> {
        let text = self.text(node, what)?;
        let found = words.iter().find(|word| **word == text).copied();
        if found.is_none() {
            let name = Spanned::new(text, node.text_span(self.source));
            let message = format!("{what} cannot be \"{}\"", name.value);
            let near = nearest(&name.value, words.iter().copied());
            let remedy = match near {
                Some(near) => format!("Write `{near}`."),
                None => format!("Use one of: {}.", words.join(", ")),
            };
            let mut fault = Diagnostic::error(name.span, message, remedy);
            if let Some(near) = near {
                fault = fault.label(format!("did you mean \"{near}\"?"));
            }
            self.push(fault);
        }
        found
    }

    /// Reads a regular expression and checks its syntax.
    pub(super) fn regex(&mut self, node: &Node, what: &str) -> Option<Spanned<String>> {
        let text = self.text(node, what)?;
        self.check_regex(&text, node, what).then(|| Spanned::new(text, node.span.clone()))
    }

    /// Checks the syntax of a regular expression. It is compiled only where it is used, with separate size
    /// limits, because compiling takes as long as reading the whole file.
    pub(super) fn check_regex(&mut self, text: &str, node: &Node, what: &str) -> bool {
        let parsed = regex_syntax::ParserBuilder::new().nest_limit(MAX_REGEX_DEPTH).build().parse(text);
        let reason = match parsed {
            Ok(_) if text.len() <= MAX_REGEX_LENGTH => return true,
            Ok(_) => "it is too long".to_string(),
            Err(regex_syntax::Error::Parse(error)) => error.kind().to_string(),
            Err(regex_syntax::Error::Translate(error)) => error.kind().to_string(),
            Err(error) => error.to_string(),
        };
        self.error(
            node.text_span(self.source),
            format!("{what} is no valid regular expression: {reason}"),
            "Mend it; a character that is to be taken literally has a backslash before it.",
        );
        false
    }
}

/// Returns the location for an error about a whole node: its first line, because a caret under twenty lines
/// is useless.
pub(super) fn head(node: &Node) -> Span {
    match &node.content {
        Content::Scalar(_) => node.span.clone(),
        Content::Mapping(entries) => {
            entries.first().map_or(node.span.clone(), |entry| entry.key.span.clone())
        }
        Content::List(items) => match items.first() {
            Some(first) if node.span.len() > 60 => head(first),
            _ => node.span.clone(),
        },
    }
}

//! Reads the text of a file into a [`Definition`], and reports all of its errors.
//!
//! Reading does not stop at an error: each part is read independently, and an unreadable part is omitted, so
//! that a single pass reports everything that needs fixing.

mod action;
mod argument;
mod argument_schema;
mod condition;
mod custom;
mod example;
mod fields;
mod flow;
mod manifest;
mod options;
mod outcome;
mod parameter;
mod pattern;
mod reference;
mod schema;
mod step;
mod target;
mod verb;

use std::collections::HashMap;

use indexmap::IndexMap;

use super::{Definition, OnFailure, Rules, Shape, Span, Spanned, Success, Triggers};
use crate::diagnostic::Diagnostic;
use crate::parameter::{Parameter, Type};
use crate::yaml::{self, Entry, MAX_FAULTS, Node};

pub use manifest::CheckedManifest;
pub use pattern::CheckedPatterns;
pub use schema::{definition_schema, hooks_schema, manifest_schema, patterns_schema};

/// The result of reading a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// The definition, unless it has errors.
    pub definition: Option<Definition>,
    /// All diagnostics, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl Definition {
    /// Reads and checks a definition in YAML or JSON.
    pub fn read(source: &str, rules: &Rules<'_>) -> Checked {
        let (definition, diagnostics) = read_file(source, rules, |reader, root| reader.definition(root));
        Checked { definition, diagnostics }
    }
}

/// Reads a file of any kind from its root. A file with errors has no value.
fn read_file<T>(
    source: &str,
    rules: &Rules<'_>,
    read: impl FnOnce(&mut Reader<'_>, &Node) -> Option<T>,
) -> (Option<T>, Vec<Diagnostic>) {
    let document = yaml::read(source);
    let mut reader = Reader::new(source, rules, document.diagnostics);
    let found = document.root.as_ref().and_then(|root| read(&mut reader, root));
    let mut diagnostics = reader.diagnostics;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    let usable = !diagnostics.iter().any(Diagnostic::is_error);
    (found.filter(|_| usable), diagnostics)
}

struct Reader<'a> {
    source: &'a str,
    rules: &'a Rules<'a>,
    diagnostics: Vec<Diagnostic>,
    /// The name of the intent itself, which it may not call.
    intent: Option<String>,
    /// The declared parameters; a type that could not be read is unknown.
    parameters: IndexMap<String, Option<Type>>,
    /// The variables in scope.
    variables: Vec<String>,
    /// The variables whose scope has ended, for a specific error message.
    past_variables: Vec<String>,
    checkpoints: HashMap<String, Span>,
    /// Whether undeclared references become parameters.
    implies: bool,
    /// The number of steps read so far.
    steps: usize,
}

impl<'a> Reader<'a> {
    fn new(source: &'a str, rules: &'a Rules<'a>, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            source,
            rules,
            diagnostics,
            intent: None,
            parameters: IndexMap::new(),
            variables: Vec::new(),
            past_variables: Vec::new(),
            checkpoints: HashMap::new(),
            implies: false,
            steps: 0,
        }
    }
}

const KEYS: [&str; 18] = [
    // The schema of the file, for editors.
    "$schema",
    "intent",
    "version",
    "type",
    "description",
    "author",
    "tags",
    "pack",
    "triggers",
    "parameters",
    "steps",
    "pages",
    "compose",
    "verb",
    "success",
    "failure",
    "options",
    "examples",
];

const TRIGGERS: [&str; 3] = ["patterns", "keywords", "urls"];

impl Reader<'_> {
    fn definition(&mut self, root: &Node) -> Option<Definition> {
        let entries = self.mapping(root, "a definition")?;
        if !self.rules.spoken_only {
            self.refuse_unknown(entries, &KEYS, "a definition");
        }
        let beginning = entries.first().map_or(0..0, |entry| entry.key.span.clone());
        if let Some(schema) = field(entries, "$schema") {
            self.text(schema, "$schema");
        }

        let intent = self
            .require(entries, "intent", &beginning, "a definition", "Name it, as in `intent: create_issue`.")
            .and_then(|node| self.intent_name(node));
        self.intent = intent.as_ref().map(|name| name.value.clone());
        let is_made_of_others = ["pages", "compose"].iter().any(|key| field(entries, key).is_some());
        let version = match field(entries, "version") {
            None if is_made_of_others || self.rules.spoken_only => {
                Some(Spanned::new("1".into(), beginning.clone()))
            }
            _ => self
                .require(
                    entries,
                    "version",
                    &beginning,
                    "a definition",
                    "Give it a version, as in `version: 1`.",
                )
                .and_then(|node| self.version(node)),
        };
        let description = self.optional_text(entries, "description").unwrap_or_default();
        let author = self.optional_text(entries, "author");
        let pack = self.optional_text(entries, "pack");
        let tags = field(entries, "tags").map(|node| self.texts(node, "tags")).unwrap_or_default();
        let tags = tags.into_iter().map(|tag| tag.value).collect();
        let triggers = field(entries, "triggers").and_then(|node| self.triggers(node));
        // Parameters are read before everything that may refer to them.
        let mut parameters =
            field(entries, "parameters").map(|node| self.parameters(node)).unwrap_or_default();
        if let Some(verb) = field(entries, "verb") {
            parameters = self.parameters_of_verb(verb, parameters);
        }
        self.implies = is_made_of_others && field(entries, "parameters").is_none();
        let options = field(entries, "options").map(|node| self.options(node)).unwrap_or_default();
        let timeout = options.timeout.as_ref().map(|timeout| timeout.value);
        let (shape, steps) = self.body(entries, &beginning, &parameters, timeout);
        let success = match field(entries, "success") {
            Some(node) => self.success(node),
            None => Success::default(),
        };
        let failure = match field(entries, "failure") {
            Some(node) => self.failure(node),
            None => OnFailure::default(),
        };
        let examples =
            field(entries, "examples").map(|node| self.examples(node, &parameters)).unwrap_or_default();
        if self.rules.spoken_only {
            let known = |name: &str| parameters.iter().any(|parameter| parameter.value.name == name);
            let unknown = self.parameters.iter().filter(|(name, kind)| kind.is_some() && !known(name));
            let implied = unknown.map(|(name, _)| Parameter::optional(name, Type::String, ""));
            let implied: Vec<_> = implied.map(|it| Spanned::new(it, beginning.clone())).collect();
            parameters.extend(implied);
        }
        if self.implies {
            let implied = self.parameters.keys().map(|name| Parameter::required(name, Type::Any, ""));
            parameters = implied.map(|parameter| Spanned::new(parameter, beginning.clone())).collect();
        }
        // A flow is offered on its pages.
        let triggers = triggers.unwrap_or_else(|| match &shape {
            Shape::Flow(pages) => Triggers {
                urls: pages.iter().map(|page| page.url_pattern.clone()).collect(),
                ..Triggers::default()
            },
            _ => Triggers::default(),
        });
        Some(Definition {
            intent: intent?,
            version: version?,
            description,
            author,
            tags,
            pack,
            triggers,
            parameters,
            implied: self.implies,
            shape,
            steps,
            success,
            failure,
            options,
            examples,
        })
    }

    fn intent_name(&mut self, node: &Node) -> Option<Spanned<String>> {
        let name = self.text(node, "intent")?;
        let is_name = is_intent_name(&name) || (self.rules.spoken_only && !name.trim().is_empty());
        if !is_name {
            let remedy = format!("Write it as in `{}`.", suggest_name(&name));
            self.error(
                node.text_span(self.source),
                "the name of an intent has small letters, digits and `_`, and begins with a letter",
                remedy,
            );
            return None;
        }
        Some(Spanned::new(name, node.span.clone()))
    }

    fn version(&mut self, node: &Node) -> Option<Spanned<String>> {
        let version = self.text(node, "version")?;
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !version.split('.').all(is_number) {
            self.error(
                node.text_span(self.source),
                "a version is numbers with dots between them",
                "Write it as in `version: 1.0`.",
            );
            return None;
        }
        Some(Spanned::new(version, node.span.clone()))
    }

    fn triggers(&mut self, node: &Node) -> Option<Triggers> {
        let entries = self.mapping(node, "triggers")?;
        self.refuse_unknown(entries, &TRIGGERS, "triggers");
        let mut list = |key: &str| field(entries, key).map(|node| self.texts(node, key)).unwrap_or_default();
        Some(Triggers { patterns: list("patterns"), keywords: list("keywords"), urls: list("urls") })
    }

    /// Adds a diagnostic, unless the limit has been reached.
    fn push(&mut self, mut diagnostic: Diagnostic) {
        if self.is_full() {
            return;
        }
        // Messages quote the source, in which a name may be as long as the file.
        for text in [Some(&mut diagnostic.message), Some(&mut diagnostic.remedy), diagnostic.label.as_mut()] {
            text.into_iter().for_each(shorten);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Whether the limit of diagnostics has been reached, so that suggestions need not be computed.
    fn is_full(&self) -> bool {
        self.diagnostics.len() >= MAX_FAULTS
    }

    fn error(&mut self, span: Span, message: impl Into<String>, remedy: impl Into<String>) {
        self.push(Diagnostic::error(span, message, remedy));
    }
}

/// Elides the middle of a long text.
fn shorten(text: &mut String) {
    const KEPT: usize = 250;
    let head = text.char_indices().nth(KEPT).map(|(at, _)| at);
    let tail = text.char_indices().nth_back(KEPT).map(|(at, _)| at);
    if let (Some(head), Some(tail)) = (head, tail)
        && head < tail
    {
        text.replace_range(head..tail, "…");
    }
}

/// Returns the value of a key.
fn field<'n>(entries: &'n [Entry], key: &str) -> Option<&'n Node> {
    entries.iter().find(|entry| entry.key.value == key).map(|entry| &entry.value)
}

/// Whether the text is a valid reference to an intent: its name, optionally after the name of its pack, as in
/// `shop.example/track`.
fn is_called_name(name: &str) -> bool {
    let is_pack = |pack: &str| {
        !pack.is_empty() && pack.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':'))
    };
    match name.rsplit_once('/') {
        Some((pack, name)) => is_pack(pack) && is_intent_name(name),
        None => is_intent_name(name),
    }
}

fn is_intent_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Suggests a valid name similar to the given one.
fn suggest_name(name: &str) -> String {
    let mut suggestion = String::new();
    for c in name.chars().take(40) {
        match c {
            _ if c.is_ascii_uppercase() => {
                if suggestion.ends_with(|last: char| last.is_ascii_lowercase()) {
                    suggestion.push('_');
                }
                suggestion.push(c.to_ascii_lowercase());
            }
            _ if c.is_ascii_lowercase() || (c.is_ascii_digit() && !suggestion.is_empty()) => {
                suggestion.push(c)
            }
            _ if !suggestion.is_empty() && !suggestion.ends_with('_') => suggestion.push('_'),
            _ => {}
        }
    }
    let suggestion = suggestion.trim_end_matches('_');
    if suggestion.is_empty() { "create_issue".into() } else { suggestion.into() }
}

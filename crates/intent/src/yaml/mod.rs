//! YAML, including JSON, as a tree with source locations.
//!
//! Definitions, packs and the configuration are read from this tree. Its size, depth and number of nodes are
//! limited, because files are untrusted; an alias counts as the nodes that it refers to.

mod build;
mod scalar;

use crate::definition::{Span, Spanned};
use crate::diagnostic::Diagnostic;
use crate::value::Value;

pub use scalar::Scalar;

/// The maximum size of a file, in bytes.
pub const MAX_SIZE: usize = 1024 * 1024;
/// The maximum nesting depth of lists and mappings.
pub const MAX_DEPTH: usize = 64;
/// The maximum number of nodes in a file, with aliases expanded.
pub const MAX_NODES: usize = 100_000;
/// The maximum number of diagnostics that are reported.
pub const MAX_FAULTS: usize = 100;

/// A parsed file: its tree and its errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The tree; nothing if the file is not valid YAML.
    pub root: Option<Node>,
    /// The errors.
    pub diagnostics: Vec<Diagnostic>,
}

/// A node of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Its content.
    pub content: Content,
    /// Its location; for an alias, that of its anchor.
    pub span: Span,
}

/// The content of a node.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A text, number, boolean or null.
    Scalar(Scalar),
    /// A list.
    List(Vec<Node>),
    /// A mapping with unique keys.
    Mapping(Vec<Entry>),
}

/// One entry of a mapping.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Spanned<String>,
    /// The value.
    pub value: Node,
}

/// Decodes the bytes of a file; fails if the file is too large or not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, Diagnostic> {
    if bytes.len() > MAX_SIZE {
        return Err(too_large(bytes.len()));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Diagnostic::error(at..at + 1, "the file is not UTF-8 text", "Save the file in UTF-8.")
            .label("not UTF-8")
    })
}

/// Parses YAML. It always returns a document, which contains any errors.
pub fn read(source: &str) -> Document {
    build::build(source)
}

fn too_large(size: usize) -> Diagnostic {
    Diagnostic::error(
        0..0,
        format!("the file has {size} bytes, more than the {MAX_SIZE} that are read"),
        "Split the file into smaller ones.",
    )
}

impl Node {
    /// Returns the scalar, if it is one.
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.content {
            Content::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Returns the items, if it is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.content {
            Content::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the entries, if it is a mapping.
    pub fn as_mapping(&self) -> Option<&[Entry]> {
        match &self.content {
            Content::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns the entry with that key, if it is a mapping that has it.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.as_mapping()?.iter().find(|entry| entry.key.value == key)
    }

    /// Whether the value is empty or `null`.
    pub fn is_null(&self) -> bool {
        self.as_scalar().is_some_and(|scalar| scalar.value() == Value::Null)
    }

    /// Converts the whole tree into a value, with typed scalars.
    pub fn value(&self) -> Value {
        match &self.content {
            Content::Scalar(scalar) => scalar.value(),
            Content::List(items) => Value::List(items.iter().map(Self::value).collect()),
            Content::Mapping(entries) => Value::Object(
                entries.iter().map(|entry| (entry.key.value.clone(), entry.value.value())).collect(),
            ),
        }
    }

    /// Returns the name of its type in definitions, with an article.
    pub fn kind(&self) -> &'static str {
        match &self.content {
            Content::List(_) => "a list",
            Content::Mapping(_) => "a mapping",
            Content::Scalar(scalar) => match scalar.value() {
                Value::Null => "nothing",
                Value::Boolean(_) => "a boolean",
                Value::Number(_) => "a number",
                _ => "a string",
            },
        }
    }

    /// Returns the span of the text inside the quotes if the source contains it verbatim, so that offsets in
    /// the text map to offsets in the source. Otherwise it returns the span of the whole node.
    pub fn text_span(&self, source: &str) -> Span {
        let Some(scalar) = self.as_scalar() else { return self.span.clone() };
        let inner = if scalar.quoted && self.span.len() >= 2 {
            self.span.start + 1..self.span.end - 1
        } else {
            self.span.clone()
        };
        if source.get(inner.clone()) == Some(&scalar.text) { inner } else { self.span.clone() }
    }
}

//! YAML, and JSON as a part of it, as a tree that knows where everything stands.
//!
//! The tree is what definitions, packs and the configuration are read from. It is bounded in size,
//! depth and number of nodes, because files come from strangers; aliases count as what they stand
//! for.

mod build;
mod scalar;

use crate::definition::{Span, Spanned};
use crate::diagnostic::Diagnostic;
use crate::value::Value;

pub use scalar::Scalar;

/// The longest file that is read, in bytes.
pub const MAX_SIZE: usize = 1024 * 1024;
/// How deep lists and mappings may be nested.
pub const MAX_DEPTH: usize = 64;
/// How many nodes a file may have, with every alias counted as what it stands for.
pub const MAX_NODES: usize = 100_000;
/// After so many faults no more are told.
pub const MAX_FAULTS: usize = 100;

/// A file as a tree, or what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The tree; nothing if the file is no YAML.
    pub root: Option<Node>,
    /// What is wrong with it: all errors.
    pub diagnostics: Vec<Diagnostic>,
}

/// A node of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it is.
    pub content: Content,
    /// Where it stands; that of an alias is where its anchor stands.
    pub span: Span,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A text, number, boolean or null.
    Scalar(Scalar),
    /// Nodes in order.
    List(Vec<Node>),
    /// Nodes by name, no name twice.
    Mapping(Vec<Entry>),
}

/// One entry of a mapping.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The name.
    pub key: Spanned<String>,
    /// What it names.
    pub value: Node,
}

/// Reads a file's bytes as text; a fault if there are too many of them or they are not UTF-8.
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

/// Reads a text as YAML. Never fails as a whole: faults are in the answer.
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
    /// The scalar, if it is one.
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.content {
            Content::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.content {
            Content::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries, if it is a mapping.
    pub fn as_mapping(&self) -> Option<&[Entry]> {
        match &self.content {
            Content::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// The entry of that name, if it is a mapping that has one.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.as_mapping()?.iter().find(|entry| entry.key.value == key)
    }

    /// Whether nothing was written, or `null`.
    pub fn is_null(&self) -> bool {
        self.as_scalar().is_some_and(|scalar| scalar.value() == Value::Null)
    }

    /// The whole tree as a value, each scalar with its type.
    pub fn value(&self) -> Value {
        match &self.content {
            Content::Scalar(scalar) => scalar.value(),
            Content::List(items) => Value::List(items.iter().map(Self::value).collect()),
            Content::Mapping(entries) => Value::Object(
                entries.iter().map(|entry| (entry.key.value.clone(), entry.value.value())).collect(),
            ),
        }
    }

    /// What it is, in the words of a definition, with an article.
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

    /// The place of the text inside the quotes, where the source has the text letter by letter, so
    /// that a place in the text is a place in the source. Otherwise that of the whole node.
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

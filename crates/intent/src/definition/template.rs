use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;

use super::Span;
use crate::value::{Object, Value};

/// A value with `$` references that are resolved when the intent runs.
#[derive(Debug, Clone, PartialEq)]
pub enum Template {
    /// A value without references.
    Literal(Value),
    /// A single reference: the value keeps its type.
    Reference(Reference),
    /// A text with references in it.
    Text(Vec<Part>),
    /// A list with references in it.
    List(Vec<Template>),
    /// An object with references in it.
    Object(IndexMap<String, Template>),
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Literal text.
    Text(String),
    /// A reference, which is replaced by its value.
    Reference(Reference),
}

/// `$name`, `$name.field`, `$name[0].field`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The parameter or loop variable.
    pub name: String,
    /// The path of fields and indices.
    pub path: Vec<Access>,
    /// Its location in the source.
    pub span: Span,
}

/// One component of a path into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// `.field`
    Field(String),
    /// `[index]`
    Index(usize),
}

/// The values of references: parameters, and loop variables that shadow them. Clones are cheap, because a
/// loop makes one for each iteration.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    innermost: Option<Arc<Layer>>,
}

#[derive(Debug)]
struct Layer {
    values: Object,
    outer: Option<Arc<Layer>>,
}

impl Scope {
    /// Creates a scope from parameters.
    pub fn new(parameters: Object) -> Self {
        Self { innermost: Some(Arc::new(Layer { values: parameters, outer: None })) }
    }

    /// Returns the scope with one more variable, which shadows an existing one.
    #[must_use]
    pub fn with(&self, name: &str, value: Value) -> Self {
        let values = [(name.to_string(), value)].into_iter().collect();
        Self { innermost: Some(Arc::new(Layer { values, outer: self.innermost.clone() })) }
    }

    /// Returns the value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let mut layer = self.innermost.as_deref();
        while let Some(Layer { values, outer }) = layer {
            if let Some(value) = values.get(name) {
                return Some(value);
            }
            layer = outer.as_deref();
        }
        None
    }
}

impl Reference {
    /// Resolves the reference. Resolution is total: a missing value is null. A trailing `.length` returns the
    /// length of a text, a list, or an object that has no field of that name.
    pub fn resolve(&self, scope: &Scope) -> Value {
        let mut value = scope.get(&self.name);
        for (at, access) in self.path.iter().enumerate() {
            value = match (access, value) {
                (Access::Field(field), Some(Value::Object(fields))) if fields.contains_key(field) => {
                    fields.get(field)
                }
                (Access::Field(field), Some(value)) if field == "length" && at + 1 == self.path.len() => {
                    return super::expression::length(value);
                }
                (Access::Field(field), Some(Value::Object(fields))) => fields.get(field),
                (Access::Index(index), Some(Value::List(items))) => items.get(*index),
                _ => None,
            };
        }
        value.cloned().unwrap_or_default()
    }
}

impl Template {
    /// Returns the value with all references resolved. A text that contains a secret becomes a secret.
    pub fn resolve(&self, scope: &Scope) -> Value {
        match self {
            Self::Literal(value) => value.clone(),
            Self::Reference(reference) => reference.resolve(scope),
            Self::Text(parts) => {
                let mut text = String::new();
                let mut secret = false;
                for part in parts {
                    match part {
                        Part::Text(piece) => text.push_str(piece),
                        Part::Reference(reference) => match reference.resolve(scope) {
                            Value::Null => {}
                            Value::Secret(piece) => {
                                secret = true;
                                text.push_str(piece.expose());
                            }
                            value => text.push_str(&value.to_string()),
                        },
                    }
                }
                let text = Value::Text(text);
                if secret { text.into_secret() } else { text }
            }
            Self::List(items) => Value::List(items.iter().map(|item| item.resolve(scope)).collect()),
            Self::Object(fields) => Value::Object(
                fields.iter().map(|(name, field)| (name.clone(), field.resolve(scope))).collect(),
            ),
        }
    }

    /// Returns all references.
    pub fn references(&self) -> Vec<&Reference> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Reference(reference) => vec![reference],
            Self::Text(parts) => parts
                .iter()
                .filter_map(|part| match part {
                    Part::Reference(reference) => Some(reference),
                    Part::Text(_) => None,
                })
                .collect(),
            Self::List(items) => items.iter().flat_map(Self::references).collect(),
            Self::Object(fields) => fields.values().flat_map(Self::references).collect(),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.name)?;
        for access in &self.path {
            match access {
                Access::Field(field) => write!(f, ".{field}")?,
                Access::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(name: &str, path: Vec<Access>) -> Reference {
        Reference { name: name.into(), path, span: 0..0 }
    }

    #[test]
    fn text_containing_a_secret_is_secret() {
        let scope = Scope::new([("p".to_string(), Value::from("x").into_secret())].into_iter().collect());
        let template =
            Template::Text(vec![Part::Text("a".into()), Part::Reference(reference("p", Vec::new()))]);
        assert!(matches!(template.resolve(&scope), Value::Secret(secret) if secret.expose() == "ax"));
    }

    #[test]
    fn missing_references_resolve_to_null() {
        let scope = Scope::default().with("list", Value::List(vec![1.into()]));
        assert_eq!(reference("list", vec![Access::Index(0)]).resolve(&scope), 1.into());
        assert_eq!(reference("list", vec![Access::Index(7)]).resolve(&scope), Value::Null);
        assert_eq!(reference("none", vec![Access::Field("x".into())]).resolve(&scope), Value::Null);
    }
}

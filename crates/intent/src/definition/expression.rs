//! A small expression language for conditions over parameters. It has no calls and no loops, and it is total:
//! evaluation never fails, and takes time linear in the length of the expression.

mod evaluate;
mod parse;

pub(super) use evaluate::length;
pub(super) use parse::name_length;

use std::fmt;

use super::Span;
use super::template::{Access, Reference, Scope};
use crate::value::Value;

/// The longest expression, in bytes.
pub const MAX_EXPRESSION_LENGTH: usize = 4096;
/// The maximum nesting depth of an expression; a long chain of operators counts as nesting.
pub const MAX_EXPRESSION_DEPTH: usize = 100;

/// An expression over parameters: comparison, and/or/not, arithmetic, `.length`, indexing.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// The source text.
    pub source: String,
    /// Its location in the source.
    pub span: Span,
    tree: Tree,
}

/// A syntax error in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionError {
    /// One sentence without a full stop.
    pub message: String,
    /// The offset in the text, in bytes.
    pub offset: usize,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExpressionError {}

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Literal(Value),
    Reference(Reference),
    Field(Box<Tree>, String),
    Index(Box<Tree>, Box<Tree>),
    Negate(Box<Tree>),
    Not(Box<Tree>),
    Binary(Operator, Box<Tree>, Box<Tree>),
}

/// The binary operators, from the loosest to the tightest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    fn as_str(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }

    /// Returns the precedence; that of `not` is between `and` and the comparisons.
    fn strength(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Add | Self::Subtract => 5,
            Self::Multiply | Self::Divide | Self::Remainder => 6,
            _ => 4,
        }
    }
}

/// The precedences of everything that is not a binary operator.
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const NEGATE: u8 = 7;
const POSTFIX: u8 = 8;

impl Expression {
    /// Parses an expression. If `span` is as long as the text, offsets in the text are mapped to offsets in
    /// the source.
    pub fn parse(text: &str, span: Span) -> Result<Self, ExpressionError> {
        let tree = parse::parse(text, &span)?;
        Ok(Self { source: text.into(), span, tree })
    }

    /// Evaluates the expression. Evaluation is total: an invalid operation returns null. A secret is returned
    /// as a secret, or not at all.
    pub fn evaluate(&self, scope: &Scope) -> Value {
        evaluate::evaluate(&self.tree, scope)
    }

    /// Returns all references, from left to right.
    pub fn references(&self) -> Vec<&Reference> {
        let mut references = Vec::new();
        self.tree.collect(&mut references);
        references
    }
}

impl Tree {
    fn collect<'a>(&'a self, references: &mut Vec<&'a Reference>) {
        match self {
            Self::Literal(_) => {}
            Self::Reference(reference) => references.push(reference),
            Self::Field(inner, _) | Self::Negate(inner) | Self::Not(inner) => inner.collect(references),
            Self::Index(left, right) | Self::Binary(_, left, right) => {
                left.collect(references);
                right.collect(references);
            }
        }
    }

    fn strength(&self) -> u8 {
        match self {
            Self::Binary(operator, ..) => operator.strength(),
            Self::Not(_) => NOT,
            Self::Negate(_) => NEGATE,
            _ => POSTFIX,
        }
    }
}

/// Formats the canonical form: as few parentheses as possible, texts in double quotes.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(&self.tree, 0, f)
    }
}

fn write_tree(tree: &Tree, least: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if tree.strength() < least {
        f.write_str("(")?;
        write_tree(tree, 0, f)?;
        return f.write_str(")");
    }
    match tree {
        // A float keeps its fraction or exponent, so that it is parsed as a float again.
        Tree::Literal(Value::Number(crate::Number::Real(real))) => write!(f, "{real:?}"),
        Tree::Literal(value) => f.write_str(&serde_json::to_string(value).map_err(|_| fmt::Error)?),
        Tree::Reference(reference) => write!(f, "{reference}"),
        Tree::Field(inner, field) => {
            write_tree(inner, POSTFIX, f)?;
            write!(f, ".{field}")
        }
        Tree::Index(inner, index) => {
            write_tree(inner, POSTFIX, f)?;
            f.write_str("[")?;
            write_tree(index, 0, f)?;
            f.write_str("]")
        }
        Tree::Negate(inner) => {
            f.write_str("-")?;
            write_tree(inner, NEGATE, f)
        }
        Tree::Not(inner) => {
            f.write_str("not ")?;
            write_tree(inner, NOT, f)
        }
        Tree::Binary(operator, left, right) => {
            let strength = operator.strength();
            // Comparisons do not chain; all other operators are left-associative.
            let on_the_left = if strength == COMPARISON { strength + 1 } else { strength };
            write_tree(left, on_the_left, f)?;
            write!(f, " {} ", operator.as_str())?;
            write_tree(right, strength + 1, f)
        }
    }
}

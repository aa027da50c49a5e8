use std::cmp::Ordering;

use super::{Operator, Scope, Tree};
use crate::number::Number;
use crate::value::Value;

pub(super) fn evaluate(tree: &Tree, scope: &Scope) -> Value {
    match tree {
        Tree::Literal(value) => value.clone(),
        Tree::Reference(reference) => reference.resolve(scope),
        Tree::Field(inner, field) => match evaluate(inner, scope) {
            Value::Object(mut fields) if fields.contains_key(field) => {
                fields.swap_remove(field).unwrap_or_default()
            }
            value if field == "length" => length(&value),
            _ => Value::Null,
        },
        Tree::Index(inner, index) => index_into(evaluate(inner, scope), &evaluate(index, scope)),
        Tree::Negate(inner) => match evaluate(inner, scope) {
            Value::Number(Number::Integer(integer)) => integer.checked_neg().map_or(Value::Null, Value::from),
            Value::Number(Number::Real(real)) => real_number(-real),
            _ => Value::Null,
        },
        Tree::Not(inner) => (!evaluate(inner, scope).is_truthy()).into(),
        Tree::Binary(Operator::And, left, right) => {
            (evaluate(left, scope).is_truthy() && evaluate(right, scope).is_truthy()).into()
        }
        Tree::Binary(Operator::Or, left, right) => {
            (evaluate(left, scope).is_truthy() || evaluate(right, scope).is_truthy()).into()
        }
        Tree::Binary(operator, left, right) => {
            binary(*operator, &evaluate(left, scope), &evaluate(right, scope))
        }
    }
}

/// Returns the length as a value. The length of a secret is null, because it would leak information.
pub(in crate::definition) fn length(value: &Value) -> Value {
    value.length().and_then(|length| i64::try_from(length).ok()).map_or(Value::Null, Value::from)
}

fn index_into(value: Value, index: &Value) -> Value {
    match (value, index) {
        (Value::List(mut items), Value::Number(Number::Integer(index))) => match usize::try_from(*index) {
            Ok(index) if index < items.len() => items.swap_remove(index),
            _ => Value::Null,
        },
        (Value::Object(mut fields), Value::Text(name)) => fields.swap_remove(name).unwrap_or_default(),
        _ => Value::Null,
    }
}

fn binary(operator: Operator, left: &Value, right: &Value) -> Value {
    let ordered = |accepts: fn(Ordering) -> bool| order(left, right).is_some_and(accepts).into();
    match operator {
        Operator::Equal => equal(left, right).into(),
        Operator::Unequal => (!equal(left, right)).into(),
        Operator::Less => ordered(Ordering::is_lt),
        Operator::LessOrEqual => ordered(Ordering::is_le),
        Operator::Greater => ordered(Ordering::is_gt),
        Operator::GreaterOrEqual => ordered(Ordering::is_ge),
        _ => match (left, right) {
            (Value::Number(left), Value::Number(right)) => arithmetic(operator, *left, *right),
            _ => Value::Null,
        },
    }
}

/// Compares two values for equality. A secret equals the same text, secret or not; the result reveals only
/// one bit.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Secret(_), _) | (_, Value::Secret(_)) => {
            left.expose_text().is_some() && left.expose_text() == right.expose_text()
        }
        (Value::Number(left), Value::Number(right)) => left.partial_cmp(right) == Some(Ordering::Equal),
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, left)| right.get(name).is_some_and(|right| equal(left, right)))
        }
        _ => left == right,
    }
}

/// Orders numbers and texts. Secrets have no order, because repeated comparisons would reveal them.
fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.partial_cmp(right),
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

fn arithmetic(operator: Operator, left: Number, right: Number) -> Value {
    if let (Number::Integer(left), Number::Integer(right)) = (left, right) {
        let exact = match operator {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
            Operator::Remainder => left.checked_rem(right),
            // An inexact division falls through to the float division below.
            _ => match left.checked_rem(right) {
                Some(0) => left.checked_div(right),
                Some(_) => return real_number(left as f64 / right as f64),
                None => None,
            },
        };
        return exact.map_or(Value::Null, Value::from);
    }
    let (left, right) = (left.as_f64(), right.as_f64());
    real_number(match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Remainder => left % right,
        _ => left / right,
    })
}

/// Returns the number, or null if it is infinite or NaN.
fn real_number(real: f64) -> Value {
    Number::from_f64(real).map_or(Value::Null, Value::Number)
}

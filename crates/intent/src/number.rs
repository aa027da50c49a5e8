use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

/// A number: integers are exact, all others are 64-bit floats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// An integer.
    Integer(i64),
    /// Any other finite number.
    Real(f64),
}

impl Number {
    /// Converts a float, to an integer if it has no fraction; returns nothing for infinities and NaN.
    pub fn from_f64(number: f64) -> Option<Self> {
        // Beyond 2^53 a float does not distinguish neighboring integers, so it stays a float.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if !number.is_finite() {
            None
        } else if number.fract() == 0.0 && number.abs() < EXACT {
            Some(Self::Integer(number as i64))
        } else {
            Some(Self::Real(number))
        }
    }

    /// Parses a decimal number; returns nothing for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return None;
        }
        match text.strip_prefix('+').unwrap_or(text).parse::<i64>() {
            Ok(integer) => Some(Self::Integer(integer)),
            Err(_) => text.parse::<f64>().ok().and_then(Self::from_f64),
        }
    }

    /// Returns the nearest float.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Integer(integer) => integer as f64,
            Self::Real(real) => real,
        }
    }

    /// Returns the integer, if it is one.
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Self::Integer(integer) => Some(integer),
            Self::Real(_) => None,
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(b)),
            _ => self.as_f64().partial_cmp(&other.as_f64()),
        }
    }
}

impl From<i64> for Number {
    fn from(integer: i64) -> Self {
        Self::Integer(integer)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(integer) => integer.fmt(f),
            Self::Real(real) => real.fmt(f),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(integer) => serializer.serialize_i64(*integer),
            Self::Real(real) => serializer.serialize_f64(*real),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_integers_exactly() {
        assert_eq!(Number::parse("9007199254740993"), Some(Number::Integer(9_007_199_254_740_993)));
        assert_eq!(Number::parse("2.50"), Some(Number::Real(2.5)));
        assert_eq!(Number::parse("3.0"), Some(Number::Integer(3)));
        for text in ["", "-", "abc", "1e999", "nan", "inf", "1 2", "0x10"] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }
}

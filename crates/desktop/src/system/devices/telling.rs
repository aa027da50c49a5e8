//! Formats outcomes, and creates calls for undo.

use lemmascope_intent::{Call, Number, Object, Value};

/// Creates an object without the fields whose value is null.
pub(super) fn object<const N: usize>(fields: [(&str, Value); N]) -> Object {
    let told = fields.into_iter().filter(|(_, value)| *value != Value::Null);
    told.map(|(name, value)| (name.to_string(), value)).collect()
}

pub(super) fn call<const N: usize>(capability: &str, arguments: [(&str, Value); N]) -> Call {
    Call { capability: capability.into(), arguments: object(arguments) }
}

pub(super) fn integer(number: u64) -> Value {
    Value::from(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Rounds to one decimal.
pub(super) fn tenths(number: f64) -> Value {
    Number::from_f64((number * 10.0).round() / 10.0).map_or(Value::Null, Value::Number)
}

pub(super) fn text(text: Option<impl Into<String>>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(text.into()))
}

pub(super) fn texts(texts: impl IntoIterator<Item = String>) -> Value {
    Value::List(texts.into_iter().map(Value::from).collect())
}

/// Formats a size: `312 MB`, `1.4 GB`.
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["kB", "MB", "GB", "TB", "PB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut amount = bytes as f64 / 1000.0;
    let mut unit = UNITS[0];
    for larger in &UNITS[1..] {
        if amount < 999.5 {
            break;
        }
        amount /= 1000.0;
        unit = larger;
    }
    if amount < 9.95 { format!("{amount:.1} {unit}") } else { format!("{amount:.0} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_sizes_with_units() {
        let told = [0, 999, 1000, 1_449_000, 999_700_000, 16_000_000_000, u64::MAX].map(size);
        assert_eq!(told, ["0 B", "999 B", "1.0 kB", "1.4 MB", "1.0 GB", "16 GB", "18447 PB"]);
    }
}

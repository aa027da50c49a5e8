use crate::number::Number;
use crate::value::Value;

/// A scalar as it was written. It is typed on access, so that `1.0` can be a version and `007` a text where
/// the format expects them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// The text, unquoted and unescaped.
    pub text: String,
    /// Whether the notation makes it a text: quotes or a block scalar.
    pub quoted: bool,
}

impl Scalar {
    /// Returns the value according to the YAML 1.2 core schema: quoted scalars are texts, `~` and `null` are
    /// null, `true` and `false` are booleans; `yes`, `no`, `on` and `off` are texts. `010` is ten, and only
    /// `0o10` is eight.
    pub fn value(&self) -> Value {
        if self.quoted {
            return Value::from(self.text.as_str());
        }
        match self.text.as_str() {
            "" | "~" | "null" | "Null" | "NULL" => Value::Null,
            "true" | "True" | "TRUE" => true.into(),
            "false" | "False" | "FALSE" => false.into(),
            text => number(text).map_or_else(|| Value::from(text), Value::Number),
        }
    }
}

fn number(text: &str) -> Option<Number> {
    let radix = |digits: &str, radix| {
        // `from_str_radix` accepts a sign, which the schema does not allow here.
        let unsigned = digits.starts_with(|c: char| c.is_ascii_alphanumeric());
        if unsigned { i64::from_str_radix(digits, radix).ok().map(Number::Integer) } else { None }
    };
    if let Some(digits) = text.strip_prefix("0x") {
        radix(digits, 16)
    } else if let Some(digits) = text.strip_prefix("0o") {
        radix(digits, 8)
    } else {
        Number::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Value {
        Scalar { text: text.into(), quoted: false }.value()
    }

    #[test]
    fn follows_the_core_schema() {
        for text in ["", "~", "null"] {
            assert_eq!(plain(text), Value::Null);
        }
        assert_eq!(plain("True"), true.into());
        assert_eq!(plain("010"), 10.into());
        assert_eq!(plain("0o10"), 8.into());
        assert_eq!(plain("0xff"), 255.into());
        assert_eq!(plain("-1.5e2"), (-150).into());
        for text in ["yes", "no", "on", "off", ".inf", ".nan", "0x-1", "1_000", "1:30", "-", "+"] {
            assert_eq!(plain(text), Value::from(text));
        }
        assert_eq!(Scalar { text: "true".into(), quoted: true }.value(), "true".into());
    }
}

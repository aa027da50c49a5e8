use std::time::Duration;

use crate::duration::{format_duration, parse_duration};
use crate::nearest::nearest;
use crate::number::Number;
use crate::parameter::Type;
use crate::value::Value;

/// A configuration setting. The table of settings, with those of the engine and of the domains, drives the
/// file reader, `config`, the environment variables, the flags and the reference page: adding an entry adds a
/// setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// Its dotted name.
    pub key: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Its default.
    pub default: Value,
    /// Its description.
    pub about: &'static str,
    /// Whether `config set` may change it. Settings that restrict an agent cannot be changed by the agent,
    /// and the location of the store cannot be stored in it.
    pub settable: bool,
    /// Whether it restricts an agent. Such a setting is read from the configuration file only: flags and
    /// variables come with a command, and the caller may be the restricted agent.
    pub guarded: bool,
}

/// The type of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Switch,
    /// An integer in this inclusive range.
    Count(i64, i64),
    /// A number between 0 and 1.
    Fraction,
    /// A duration of at most this many seconds.
    Duration(u64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of some of these words, without duplicates.
    Words(&'static [&'static str]),
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// A text of this form, or an empty one.
    Form(Form),
}

/// A constraint on the text of a setting.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The description of the form, after "must be".
    pub wanted: &'static str,
    /// Whether a text has the form.
    pub accepts: fn(&str) -> bool,
}

/// Forms with equal descriptions are equal, because functions cannot be compared.
impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.wanted == other.wanted
    }
}

impl Eq for Form {}

/// The description of the values that a setting accepts, after "must be".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted(String);

impl std::fmt::Display for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wanted {}

impl Setting {
    /// Creates a setting that can be changed at run time.
    pub fn new(key: &'static str, kind: Kind, default: impl Into<Value>, about: &'static str) -> Self {
        Self { key, kind, default: default.into(), about, settable: true, guarded: false }
    }

    /// Makes the setting fixed after the engine has started.
    #[must_use]
    pub fn fixed(mut self) -> Self {
        self.settable = false;
        self
    }

    /// Makes the setting a restriction of agents, which can only be changed in the configuration file.
    #[must_use]
    pub fn guarded(mut self) -> Self {
        self.guarded = true;
        self.fixed()
    }

    /// Returns the name of its environment variable.
    pub fn variable(&self) -> String {
        format!("LEMMASCOPE_{}", self.key.replace('.', "__").to_uppercase())
    }

    /// Parses the text of a flag or a variable.
    pub fn read(&self, text: &str) -> Result<Value, Wanted> {
        let value = match self.kind {
            Kind::Texts | Kind::Words(_) => Type::Array.read(text),
            Kind::Switch => Type::Boolean.read(text),
            Kind::Count(..) | Kind::Fraction => Type::Number.read(text),
            Kind::Duration(_) | Kind::Word(_) | Kind::Text | Kind::Form(_) => Some(text.into()),
        };
        self.accept(value.unwrap_or_else(|| text.into()))
    }

    /// Validates a parsed value; the error describes the accepted values.
    pub fn accept(&self, value: Value) -> Result<Value, Wanted> {
        let good = match (self.kind, &value) {
            (Kind::Switch, Value::Boolean(_)) | (Kind::Text, Value::Text(_)) => true,
            (Kind::Count(low, high), Value::Number(Number::Integer(count))) => (low..=high).contains(count),
            (Kind::Fraction, Value::Number(number)) => (0.0..=1.0).contains(&number.as_f64()),
            (Kind::Duration(longest), Value::Text(text)) => parse_duration(text)
                .is_some_and(|given| !given.is_zero() && given <= Duration::from_secs(longest)),
            (Kind::Word(words), Value::Text(text)) => words.contains(&text.as_str()),
            (Kind::Words(words), Value::List(items)) => {
                let texts: Vec<&str> = items.iter().filter_map(Value::as_text).collect();
                texts.len() == items.len()
                    && texts.iter().all(|text| words.contains(text))
                    && texts.iter().enumerate().all(|(at, text)| !texts[..at].contains(text))
            }
            (Kind::Texts, Value::List(items)) => items.iter().all(|item| item.as_text().is_some()),
            (Kind::Form(form), Value::Text(text)) => text.is_empty() || (form.accepts)(text),
            _ => false,
        };
        if good { Ok(value) } else { Err(self.wanted(&value)) }
    }

    /// Describes the accepted values, with the nearest word if only certain words are accepted.
    fn wanted(&self, given: &Value) -> Wanted {
        let words = |words: &[&'static str]| {
            let stray = match given {
                Value::Text(text) => Some(text.as_str()),
                Value::List(items) => {
                    items.iter().filter_map(Value::as_text).find(|item| !words.contains(item))
                }
                _ => None,
            };
            let meant = stray.and_then(|stray| nearest(stray, words.iter().copied()));
            let meant = meant.map(|word| format!(" (did you mean {word}?)")).unwrap_or_default();
            format!("{}{meant}", words.join(", "))
        };
        Wanted(match self.kind {
            Kind::Switch => "true or false".into(),
            Kind::Count(low, high) => format!("a whole number from {low} to {high}"),
            Kind::Fraction => "a number from 0 to 1".into(),
            Kind::Duration(longest) => format!(
                "a duration such as 500ms, 30s or 2m, at most {}",
                format_duration(Duration::from_secs(longest))
            ),
            Kind::Word(known) => format!("one of {}", words(known)),
            Kind::Words(known) => format!("a list, each once, of {}", words(known)),
            Kind::Text => "a text".into(),
            Kind::Texts => "a list of texts".into(),
            Kind::Form(form) => form.wanted.into(),
        })
    }
}

/// Creates a list of texts, for defaults.
pub fn texts<const N: usize>(items: [&str; N]) -> Value {
    Value::List(items.iter().map(|item| Value::from(*item)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validates_form_setting_and_accepts_empty_text() {
        let form = Form { wanted: "a vowel", accepts: |text| matches!(text, "a" | "e" | "i" | "o" | "u") };
        let setting = Setting::new("lab.vowel", Kind::Form(form), "", "");
        assert_eq!(setting.read("e"), Ok("e".into()));
        assert_eq!(setting.read(""), Ok("".into()));
        assert_eq!(setting.read("x").unwrap_err().to_string(), "a vowel");
        assert!(setting.accept(7.into()).is_err());
    }
}

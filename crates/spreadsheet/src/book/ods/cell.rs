//! A cell that is being parsed.

use lemmascope_package::xml::{Tag, unescaped};

use crate::book::calendar;
use crate::cell::Cell;
use crate::unit::Unit;

/// The maximum length of the text of a cell; the rest is dropped.
const LONGEST: usize = 1 << 20;

/// A cell that is being parsed.
#[derive(Default)]
pub(super) struct Draft {
    /// The number of repetitions.
    pub(super) times: u64,
    kind: Kind,
    formula: bool,
    value: Option<String>,
    currency: Option<String>,
    text: String,
    paragraphs: usize,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[default]
    Nothing,
    Number,
    Percent,
    Currency,
    Date,
    Time,
    Boolean,
    Text,
    Error,
}

impl Draft {
    pub(super) fn begin(&mut self, tag: &Tag<'_>) {
        self.times = 1;
        self.kind = Kind::Nothing;
        self.formula = false;
        self.value = None;
        self.currency = None;
        self.text.clear();
        self.paragraphs = 0;
        for (name, value) in tag.attributes() {
            // `calcext` attributes repeat others, and add the error type.
            if name.starts_with(b"calcext:") {
                if name.ends_with(b":value-type") && value == b"error" {
                    self.kind = Kind::Error;
                }
                continue;
            }
            match lemmascope_package::xml::local(name) {
                b"value-type" if self.kind != Kind::Error => {
                    self.kind = match value {
                        b"float" => Kind::Number,
                        b"percentage" => Kind::Percent,
                        b"currency" => Kind::Currency,
                        b"date" => Kind::Date,
                        b"time" => Kind::Time,
                        b"boolean" => Kind::Boolean,
                        b"string" => Kind::Text,
                        _ => Kind::Nothing,
                    };
                }
                b"value" | b"date-value" | b"time-value" | b"boolean-value" | b"string-value" => {
                    self.value = Some(unescaped(value).into_owned());
                }
                b"currency" => {
                    self.currency = Some(unescaped(value).into_owned()).filter(|it| !it.is_empty())
                }
                b"formula" => self.formula = true,
                b"number-columns-repeated" => self.times = times(value),
                _ => {}
            }
        }
    }

    /// Appends to the displayed text.
    pub(super) fn push(&mut self, text: &str) {
        if self.text.len() + text.len() <= LONGEST {
            self.text.push_str(text);
        }
    }

    pub(super) fn paragraph(&mut self) {
        if self.paragraphs > 0 {
            self.push("\n");
        }
        self.paragraphs += 1;
    }

    pub(super) fn finish(&mut self) -> Cell<'static> {
        if self.kind == Kind::Error || (self.formula && is_error(&self.text)) {
            return Cell::Error(std::mem::take(&mut self.text).into());
        }
        let value = self.value.as_deref().map(str::trim);
        let number = |unit| match value.and_then(|it| it.parse::<f64>().ok()) {
            Some(number) if number.is_finite() => Some(Cell::Number(number, unit)),
            Some(_) => Some(Cell::Error("#NUM!".into())),
            None => None,
        };
        let found = match self.kind {
            Kind::Nothing | Kind::Error => None,
            Kind::Number => number(None),
            Kind::Percent => number(Some(Unit::Percent)),
            Kind::Currency => number(self.currency.take().map(Unit::Currency)),
            Kind::Date => value.and_then(calendar::iso).map(Cell::Date),
            Kind::Time => value.and_then(calendar::days).map(Cell::Duration),
            Kind::Boolean => value.map(|it| Cell::Boolean(it == "true")),
            Kind::Text => {
                let text = match self.value.take() {
                    Some(value) => value,
                    None => std::mem::take(&mut self.text),
                };
                if text.is_empty() && !self.formula { None } else { Some(Cell::Text(text.into())) }
            }
        };
        match found {
            Some(cell) => cell,
            None if self.formula => Cell::Uncomputed,
            None if self.text.is_empty() => Cell::Empty,
            // A value without a valid type is still displayed.
            None => Cell::Text(std::mem::take(&mut self.text).into()),
        }
    }
}

/// Parses a number of repetitions.
pub(super) fn times(value: &[u8]) -> u64 {
    std::str::from_utf8(value).ok().and_then(|it| it.trim().parse().ok()).unwrap_or(1).max(1)
}

/// Whether the displayed text is an error. Some programs store errors as the number 0.
fn is_error(text: &str) -> bool {
    matches!(text, "#DIV/0!" | "#N/A" | "#NAME?" | "#NULL!" | "#NUM!" | "#REF!" | "#VALUE!")
        || text.strip_prefix("Err:").is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
}

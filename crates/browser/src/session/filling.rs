//! Fills many fields at once: one call per frame instead of several per field.

use std::time::Duration;

use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::{Value, json};

use super::WebSession;
use super::actionability::lost;
use super::field::{holds, is_split_into_fields};
use super::found::Found;
use super::scanner_response::read;

/// The timeout for filling the fields of a frame.
const LIMIT: Duration = Duration::from_secs(10);

/// The problem code for a document of another origin than the given one.
pub const ELSEWHERE: &str = "elsewhere";

/// The content for a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A text that replaces the current value.
    Text(String),
    /// A value that is set as a whole: a date, or a position of a range.
    Put(String),
    /// Options of a native `select`, by index and value.
    Options(Vec<(usize, String)>),
    /// The checked state of a checkbox or radio button.
    Ticked(bool),
    /// No change; the value is only read.
    AsItIs,
}

/// A field and its new content.
#[derive(Debug, Clone)]
pub struct Fill {
    /// The field.
    pub found: Found,
    /// The content to set.
    pub content: Content,
}

/// The state of a field after filling, with the problem if it failed.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct FillResult {
    /// The problem code `gone`, `hidden`, `disabled`, `readonly`, `covered`, `no_option` or [`ELSEWHERE`], or
    /// the reason why the field needs individual handling.
    pub problem: String,
    /// The origin of the document, if it differs.
    pub origin: String,
    /// The current value.
    pub value: String,
    /// The combined value of this and the following fields, if it does not hold the text itself.
    pub(crate) spread: String,
    /// Whether the value must not be displayed.
    pub secret: bool,
    /// The maximum length.
    pub(crate) most: Option<u32>,
    /// The values of the selected options.
    pub(crate) chosen: Vec<String>,
    pub(crate) ticked: bool,
}

/// An option of a native `select`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ListOption {
    /// The text of the option.
    pub text: String,
    /// The value that is submitted.
    pub value: String,
    /// Whether it is disabled.
    pub disabled: bool,
}

impl FillResult {
    /// Whether the field holds the given content.
    pub fn has(&self, content: &Content) -> bool {
        self.problem.is_empty()
            && match content {
                Content::Text(text) => holds(&self.value, text) || is_split_into_fields(&self.spread, text),
                Content::Put(value) => {
                    self.value.eq_ignore_ascii_case(value) || is_same_number(&self.value, value)
                }
                Content::Options(options) => {
                    self.chosen.len() == options.len()
                        && options.iter().all(|(_, value)| self.chosen.contains(value))
                }
                Content::Ticked(ticked) => self.ticked == *ticked,
                Content::AsItIs => true,
            }
    }

    /// Whether the field, or the following fields together, hold exactly this text.
    pub fn is(&self, text: &str) -> bool {
        self.problem.is_empty() && (self.value == text || is_split_into_fields(&self.spread, text))
    }
}

/// Whether two texts are the same number, such as `50` and `50.0`.
fn is_same_number(one: &str, other: &str) -> bool {
    matches!((one.parse::<f64>(), other.parse::<f64>()), (Ok(one), Ok(other)) if (one - other).abs() < 1e-9)
}

impl WebSession {
    /// Fills fields in order, with one call per frame, and reads all of them back. A field that was not
    /// filled is reported by its state, not as a failure. With `stay`, the last field keeps the focus.
    pub async fn fill(&self, fills: &[Fill], stay: bool) -> Result<Vec<FillResult>, Failure> {
        self.fill_at(None, fills, stay).await
    }

    /// Fills fields like [`fill`](Self::fill), in documents of this origin only. The origin is checked in the
    /// same call that fills, so that the document cannot change in between; documents of other origins are
    /// not touched.
    pub async fn fill_at(
        &self,
        origin: Option<&str>,
        fills: &[Fill],
        stay: bool,
    ) -> Result<Vec<FillResult>, Failure> {
        let tab = self.tab()?;
        let mut all: Vec<FillResult> =
            vec![FillResult { problem: "gone".into(), ..FillResult::default() }; fills.len()];
        let mut at = 0;
        while at < fills.len() {
            let first = &fills[at].found;
            let count = fills[at..].iter().take_while(|fill| fill.found.frame == first.frame).count();
            let is_last = at + count == fills.len();
            let run = &fills[at..at + count];
            let entries: Vec<Value> = run.iter().map(entry).collect();
            let arguments = json!([entries, stay && is_last, origin]);
            let answer = tab.call(&first.frame, "lemmascope.fill", arguments, LIMIT).await;
            let held: Vec<FillResult> = read(answer.map_err(|failure| lost(failure, first))?)?;
            for (place, held) in held.into_iter().take(count).enumerate() {
                all[at + place] = held;
            }
            at += count;
        }
        Ok(all)
    }

    /// Writes a text one character at a time into consecutive fields of a single document, provided that it
    /// is of this origin.
    pub async fn spell(&self, origin: &str, found: &Found, text: &str) -> Result<FillResult, Failure> {
        let arguments = json!([found.key, text, origin]);
        let answer = self.tab()?.call(&found.frame, "lemmascope.spell", arguments, LIMIT).await;
        read(answer.map_err(|failure| lost(failure, found))?)
    }

    /// Returns all options of a native `select`.
    pub async fn options_of(&self, found: &Found) -> Result<Vec<ListOption>, Failure> {
        let answer =
            self.tab()?.call(&found.frame, "lemmascope.optionsOf", json!([[found.key]]), LIMIT).await;
        let options: Vec<Option<Vec<ListOption>>> = read(answer.map_err(|failure| lost(failure, found))?)?;
        Ok(options.into_iter().next().flatten().unwrap_or_default())
    }
}

fn entry(fill: &Fill) -> Value {
    let (how, value) = match &fill.content {
        Content::Text(text) => ("text", json!(text)),
        Content::Put(value) => ("put", json!(value)),
        Content::Options(options) => {
            let options = options.iter().map(|(at, value)| json!({"at": at, "value": value}));
            ("choose", options.collect())
        }
        Content::Ticked(ticked) => ("tick", json!(ticked)),
        Content::AsItIs => ("read", Value::Null),
    };
    json!({"key": fill.found.key, "how": how, "value": value})
}

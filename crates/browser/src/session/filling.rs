//! Filling many fields at once: one call for all that are in a frame, instead of several for each.

use std::time::Duration;

use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::{Value, json};

use super::WebSession;
use super::aim::lost;
use super::answer::read;
use super::field::{holds, is_spread};
use super::found::Found;

/// How long the fields of a frame may take.
const LIMIT: Duration = Duration::from_secs(10);

/// What is in the way of filling a document that is of another origin than was given.
pub const ELSEWHERE: &str = "elsewhere";

/// What is to be in a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A text, in the place of what is there.
    Text(String),
    /// A value that is put as a whole: a date, a place on a scale.
    Put(String),
    /// These options of a list of the browser's own, by their place and value.
    Options(Vec<(usize, String)>),
    /// A checkbox or radio button, checked or not.
    Ticked(bool),
    /// Whatever is there: it is only asked for.
    AsItIs,
}

/// A field and what is to be in it.
#[derive(Debug, Clone)]
pub struct Fill {
    /// The field.
    pub found: Found,
    /// The content that it is to have.
    pub content: Content,
}

/// What a field holds after it was filled, and what stood in the way.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Held {
    /// `gone`, `hidden`, `disabled`, `readonly`, `covered`, `no_option`, [`ELSEWHERE`], or why it must be done by hand.
    pub problem: String,
    /// Where the document is, when that is elsewhere.
    pub origin: String,
    /// The value that it has now.
    pub value: String,
    /// What it and the fields that follow hold together, when it does not hold the text itself.
    pub(crate) spread: String,
    /// Whether the value must not be shown.
    pub secret: bool,
    /// How many characters it takes.
    pub(crate) most: Option<u32>,
    /// The values of the options that are chosen.
    pub(crate) chosen: Vec<String>,
    pub(crate) ticked: bool,
}

/// An option of a list of the browser's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ListOption {
    /// The text of the option.
    pub text: String,
    /// The value that is sent.
    pub value: String,
    /// Whether it cannot be chosen.
    pub disabled: bool,
}

impl Held {
    /// Whether it holds what it should.
    pub fn has(&self, content: &Content) -> bool {
        self.problem.is_empty()
            && match content {
                Content::Text(text) => holds(&self.value, text) || is_spread(&self.spread, text),
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

    /// Whether it holds this very text, to the letter, or the fields that follow hold it with it.
    pub fn is(&self, text: &str) -> bool {
        self.problem.is_empty() && (self.value == text || is_spread(&self.spread, text))
    }
}

/// `50` and `50.0`, as a scale writes it.
fn is_same_number(one: &str, other: &str) -> bool {
    matches!((one.parse::<f64>(), other.parse::<f64>()), (Ok(one), Ok(other)) if (one - other).abs() < 1e-9)
}

impl WebSession {
    /// Fills fields in their order, those of each frame in one go, and reads all of them. What did not arrive is told by
    /// what is held, not as a failure. `stay`: the focus stays in the last of them.
    pub async fn fill(&self, fills: &[Fill], stay: bool) -> Result<Vec<Held>, Failure> {
        self.fill_at(None, fills, stay).await
    }

    /// The same at this origin only. Each document is asked where it is in the call that fills it, so that it cannot be another
    /// one by then; of one that is elsewhere nothing is touched.
    pub async fn fill_at(
        &self,
        origin: Option<&str>,
        fills: &[Fill],
        stay: bool,
    ) -> Result<Vec<Held>, Failure> {
        let tab = self.tab()?;
        let mut all: Vec<Held> = vec![Held { problem: "gone".into(), ..Held::default() }; fills.len()];
        let mut at = 0;
        while at < fills.len() {
            let first = &fills[at].found;
            let count = fills[at..].iter().take_while(|fill| fill.found.frame == first.frame).count();
            let is_last = at + count == fills.len();
            let run = &fills[at..at + count];
            let entries: Vec<Value> = run.iter().map(entry).collect();
            let arguments = json!([entries, stay && is_last, origin]);
            let answer = tab.call(&first.frame, "lemmascope.fill", arguments, LIMIT).await;
            let held: Vec<Held> = read(answer.map_err(|failure| lost(failure, first))?)?;
            for (place, held) in held.into_iter().take(count).enumerate() {
                all[at + place] = held;
            }
            at += count;
        }
        Ok(all)
    }

    /// Writes a text letter by letter into fields of one document and into no other, if that is of this origin.
    pub async fn spell(&self, origin: &str, found: &Found, text: &str) -> Result<Held, Failure> {
        let arguments = json!([found.key, text, origin]);
        let answer = self.tab()?.call(&found.frame, "lemmascope.spell", arguments, LIMIT).await;
        read(answer.map_err(|failure| lost(failure, found))?)
    }

    /// What can be chosen in a list of the browser's own, all of it.
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

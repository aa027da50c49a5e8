use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use lemmascope_intent::{Cause, Failure};

/// The size limits of a scan.
const MOST_ELEMENTS: usize = 25_000;
const MOST_REGIONS: usize = 5_000;
const MOST_CHOICES: usize = 200;
const MOST_MATCHES: usize = 1_000;
const MOST_ROWS: usize = 100;
pub(super) const LONGEST: usize = 4_000;

/// A frame's scan in the format of `scan.js`: short names, with defaults left out.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RawScan {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) lang: String,
    pub(crate) view: Vec<Option<f64>>,
    pub(crate) scroll: Vec<Option<f64>>,
    pub(crate) extent: Vec<Option<f64>>,
    /// The number of visited nodes.
    pub(crate) nodes: u64,
    pub(crate) elements: Vec<RawElement>,
    pub(crate) regions: Vec<RawRegion>,
    /// The keys of the elements that each requested selector matches.
    pub(crate) matches: Vec<Vec<u32>>,
    /// The number of elements that may host an unchecked closed shadow root.
    pub(crate) suspects: u32,
    /// The number of elements that were left out because of the limit.
    pub(crate) left: u32,
    /// The indicators of a signed-in user.
    pub(crate) session: RawSession,
    /// The duration of the scan in the page, in milliseconds.
    pub(crate) took: f64,
    /// The sequence number of this scan, among those whose results the page keeps.
    pub(crate) look: u32,
    /// The number of the scan that this one is relative to; see [`RawScan::complete`].
    pub(crate) since: u32,
    pub(crate) order: [Vec<u32>; 2],
    pub(crate) moved: [Vec<Option<f64>>; 2],
}

/// The keys of controls that open a sign-out or sign-in control, and of those that represent the user.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RawSession {
    pub(crate) exits: Vec<u32>,
    pub(crate) entries: Vec<u32>,
    pub(crate) persons: Vec<u32>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RawElement {
    #[serde(rename = "k")]
    pub(crate) key: u32,
    #[serde(rename = "t")]
    pub(crate) tag: String,
    #[serde(rename = "r")]
    pub(crate) role: String,
    #[serde(rename = "n")]
    pub(crate) name: String,
    #[serde(rename = "x")]
    pub(crate) text: String,
    #[serde(rename = "l")]
    pub(crate) label: String,
    /// The text beside a field without a label.
    #[serde(rename = "e")]
    pub(crate) beside: String,
    #[serde(rename = "h")]
    pub(crate) placeholder: String,
    /// The initial value of a field without a name or a placeholder.
    #[serde(rename = "f")]
    pub(crate) prefilled: String,
    #[serde(rename = "d")]
    pub(crate) described: String,
    #[serde(rename = "v")]
    pub(crate) value: Option<String>,
    #[serde(rename = "s")]
    pub(crate) state: u32,
    #[serde(rename = "z")]
    pub(crate) visibility: Option<u32>,
    #[serde(rename = "b")]
    pub(crate) bounds: Vec<Option<f64>>,
    /// The key of its region; 0 for the page itself.
    #[serde(rename = "g")]
    pub(crate) region: u32,
    /// The key of the form that owns it, if that differs from the form around it.
    #[serde(rename = "o")]
    pub(crate) owner: Option<u32>,
    /// The key of its closest listed ancestor.
    #[serde(rename = "p")]
    pub(crate) parent: Option<u32>,
    #[serde(rename = "y")]
    pub(crate) proxy: Option<u32>,
    #[serde(rename = "u")]
    pub(crate) submits: u8,
    /// The rows, columns and headers of a table; for a frame, the origin and size of its content.
    #[serde(rename = "w")]
    pub(crate) shape: Vec<Option<f64>>,
    #[serde(rename = "c")]
    pub(crate) choices: Vec<Vec<Value>>,
    /// The kind and text of the context that distinguishes it from others of the same name.
    #[serde(rename = "j")]
    pub(crate) context: Vec<String>,
    /// The rows of a table: whether it is a header row, then for each cell a text, or a list of a text and
    /// the keys in it.
    #[serde(rename = "m")]
    pub(crate) rows: Vec<Vec<Value>>,
    #[serde(rename = "a")]
    pub(crate) attributes: BTreeMap<String, String>,
    /// The selector. Like all attributes, it is only set in a full scan.
    pub(crate) selector: Option<String>,
    #[serde(rename = "attributes")]
    pub(crate) all_attributes: Option<BTreeMap<String, String>>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RawRegion {
    #[serde(rename = "c")]
    pub(crate) kind: String,
    #[serde(rename = "k")]
    pub(crate) key: u32,
    #[serde(rename = "t")]
    pub(crate) tag: String,
    /// The key of the parent region.
    #[serde(rename = "p")]
    pub(crate) parent: Option<u32>,
    #[serde(rename = "n")]
    pub(crate) name: String,
    #[serde(rename = "x")]
    pub(crate) text: String,
    #[serde(rename = "b")]
    pub(crate) bounds: Vec<Option<f64>>,
    #[serde(rename = "v")]
    pub(crate) visible: u8,
    #[serde(rename = "f")]
    pub(crate) floating: u8,
    #[serde(rename = "q")]
    pub(crate) repeat: u32,
    #[serde(rename = "i")]
    pub(crate) hints: String,
}

impl RawScan {
    /// Parses the response of the page's process: a JSON text, or the object itself.
    pub(crate) fn from_answer(answer: &Value) -> Result<Self, Failure> {
        let read = match answer {
            Value::String(text) => serde_json::from_str(text),
            other => Self::deserialize(other),
        };
        let mut scan: Self = read.map_err(|error| {
            Failure::new(Cause::Unavailable, format!("the page's scan cannot be read: {error}"))
                .hint("The page may be loading or have crashed; try again.")
        })?;
        scan.bound();
        Ok(scan)
    }

    /// Truncates parts that exceed the limits of a regular scan.
    fn bound(&mut self) {
        self.elements.truncate(MOST_ELEMENTS);
        self.regions.truncate(MOST_REGIONS);
        self.matches.truncate(MOST_MATCHES);
        self.session.exits.truncate(MOST_MATCHES);
        self.session.entries.truncate(MOST_MATCHES);
        self.session.persons.truncate(MOST_MATCHES);
        for keys in &mut self.matches {
            keys.truncate(MOST_MATCHES);
        }
        for text in [&mut self.url, &mut self.title, &mut self.lang] {
            shorten(text);
        }
        for element in &mut self.elements {
            element.choices.truncate(MOST_CHOICES);
            element.rows.truncate(MOST_ROWS);
            element.context.truncate(2);
            element.context.iter_mut().for_each(shorten);
            for text in [
                &mut element.tag,
                &mut element.role,
                &mut element.name,
                &mut element.text,
                &mut element.label,
                &mut element.beside,
                &mut element.placeholder,
                &mut element.prefilled,
                &mut element.described,
            ] {
                shorten(text);
            }
            if let Some(value) = &mut element.value {
                shorten(value);
            }
            element.attributes.values_mut().for_each(shorten);
            element.all_attributes.iter_mut().flat_map(BTreeMap::values_mut).for_each(shorten);
        }
        for region in &mut self.regions {
            for text in
                [&mut region.kind, &mut region.tag, &mut region.name, &mut region.text, &mut region.hints]
            {
                shorten(text);
            }
        }
    }
}

fn shorten(text: &mut String) {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
    }
}

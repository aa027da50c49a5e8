//! Finds the numbers of a page that are changed with two buttons.

use std::time::Duration;

use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::json;

use super::WebSession;
use super::scanner_response::read;
use crate::page::{Clarity, CountDirection, Counter, Element, ElementId, Snapshot};

const LIMIT: Duration = Duration::from_secs(5);
/// The maximum number of buttons that are queried.
const MOST: usize = 600;
/// The maximum length of the name of such a button.
const LONGEST: usize = 60;

/// The number beside a button.
#[derive(Debug, Deserialize)]
struct Beside {
    key: u32,
    held: Option<u32>,
    value: i64,
    label: String,
    signs: Vec<Vec<String>>,
}

/// Buttons that send, buy or delete; they may be beside a counter without changing it.
const OTHER_ACTIONS: &[&str] = &["add_cart", "buy_now", "submit", "delete", "checkout", "search"];

/// A counter, with how clearly its buttons say their directions.
struct Candidate {
    counter: Counter,
    up: Option<Clarity>,
    down: Option<Clarity>,
    /// Whether two buttons for the same direction are equally clear.
    is_unclear: bool,
}

impl Candidate {
    fn add(&mut self, button: ElementId, direction: CountDirection, clarity: Clarity) {
        let (id, known) = match direction {
            CountDirection::Up => (&mut self.counter.up, &mut self.up),
            CountDirection::Down => (&mut self.counter.down, &mut self.down),
        };
        match *known {
            Some(known) if known > clarity => {}
            Some(known) if known == clarity => self.is_unclear = true,
            _ => {
                *id = Some(button);
                *known = Some(clarity);
            }
        }
    }

    /// A doubtful button counts only beside a button for the other direction.
    fn is_counter(&self) -> bool {
        let is_clear = self.up.max(self.down) > Some(Clarity::Doubtful);
        !self.is_unclear && (is_clear || self.up.is_some() && self.down.is_some())
    }
}

impl WebSession {
    /// Returns the counters of a page, in document order.
    pub async fn counters(&self, snapshot: &Snapshot) -> Result<Vec<Counter>, Failure> {
        let tab = self.tab()?;
        let mut found: Vec<Candidate> = Vec::new();
        for (frame, view) in snapshot.frames.iter().enumerate() {
            let is_button = |element: &&Element| {
                element.frame == frame
                    && element.interactive
                    && element.visibility.is_visible()
                    && matches!(element.kind, "button" | "link" | "image")
                    && may_count(element)
                    && !element.role.is_some_and(|role| OTHER_ACTIONS.contains(&role))
            };
            let buttons: Vec<&Element> = snapshot.elements.iter().filter(is_button).take(MOST).collect();
            let inner = tab.frames().into_iter().find(|frame| view.id == frame.id.as_str());
            let Some(inner) = inner.filter(|_| !buttons.is_empty()) else { continue };
            let keys: Vec<u32> = buttons.iter().map(|element| element.key).collect();
            let answer = tab.call(&inner.id, "lemmascope.counters", json!([keys]), LIMIT).await?;
            for (button, beside) in buttons.into_iter().zip(read::<Vec<Option<Beside>>>(answer)?) {
                let Some(beside) = beside else { continue };
                let Some((direction, clarity)) = CountDirection::read(&beside.signs) else { continue };
                let place = (frame, beside.key);
                let known = found.iter().position(|it| (it.counter.frame, it.counter.key) == place);
                let at = known.unwrap_or_else(|| {
                    let counter = counter(snapshot, frame, &beside);
                    found.push(Candidate { counter, up: None, down: None, is_unclear: false });
                    found.len() - 1
                });
                found[at].add(button.id, direction, clarity);
            }
        }
        Ok(found.into_iter().filter(Candidate::is_counter).map(|it| it.counter).collect())
    }
}

/// Whether a button may count, by its names. An icon may, whatever its names.
fn may_count(element: &Element) -> bool {
    let attribute = |name: &str| element.attributes.get(name).cloned().unwrap_or_default();
    let is_icon = element.name.chars().filter(|letter| letter.is_alphanumeric()).count() < 2;
    let shown = vec![element.name.clone(), element.text.clone()];
    let identified = ["class", "id", "name", "title", "value"].map(attribute).to_vec();
    element.name.chars().count() <= LONGEST
        && (is_icon || CountDirection::read(&[shown, Vec::new(), identified]).is_some())
}

fn counter(snapshot: &Snapshot, frame: usize, beside: &Beside) -> Counter {
    let of_key = |key: u32| -> Option<ElementId> {
        let mut elements = snapshot.elements.iter();
        elements.find(|element| element.frame == frame && element.key == key).map(|element| element.id)
    };
    Counter {
        frame,
        key: beside.key,
        field: beside.held.and_then(of_key),
        value: beside.value,
        label: beside.label.clone(),
        up: None,
        down: None,
    }
}

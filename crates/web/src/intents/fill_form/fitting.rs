//! Determines how a slot gets a value, as a pure function.

use std::collections::HashMap;

use lemmascope_browser::page::{Counter, Element, Snapshot};
use lemmascope_browser::session::{Content, Keypad};
use lemmascope_browser::text::quote;
use lemmascope_intent::{MASK, Value};

use super::counters;
use super::slot::{Shape, Slot};
use crate::values::{
    Choice, Date, Misfit, Picked, formatted, misfit, number, parse_boolean, parse_date, pick_option, put,
};
use crate::verbs::keypad;

/// An element and its new content.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Task {
    /// The index in the snapshot's elements.
    pub(crate) element: usize,
    pub(crate) way: Way,
    /// The value for display.
    pub(crate) shown: String,
    /// A note for the user, such as that the choice is only similar to the value.
    pub(crate) note: Option<String>,
    pub(crate) secret: bool,
}

/// The method.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Way {
    /// Together with all others of its frame.
    Directly(Content),
    /// In a native list whose options are not loaded yet, because they depend on another field.
    Awaited(String),
    /// In a custom list.
    Picked(Vec<String>),
    /// In a date picker, since the field accepts no typing.
    Day(Date),
    /// By typing, as a custom editor requires.
    Typed(String),
    Files(Vec<String>),
    /// With the buttons of a counter.
    Counted(Counter, i64),
    /// On a pad of buttons.
    Keypad(Keypad, String),
}

/// The options of lists that are too long for the snapshot, by element.
pub(crate) type Lists = HashMap<usize, Vec<Choice>>;

/// Whether a snapshot may not contain all options of a list, so that they have to be queried first.
pub(crate) fn is_cut(element: &Element) -> bool {
    element.kind == "select"
        && (element.choices.len() >= 100
            || element.choices.iter().any(|choice| choice.value.chars().count() >= 79))
}

/// The context for fitting values to slots.
pub(crate) struct FittingContext<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) lists: &'a Lists,
    pub(crate) counters: &'a [Counter],
    pub(crate) keypads: &'a [Keypad],
    /// Whether a choice precedes it, after which its options may change.
    pub(crate) follows: bool,
}

impl FittingContext<'_> {
    /// Returns the tasks by which the slot gets the value.
    pub(crate) fn fit(&self, slot: &Slot, value: &Value) -> Result<Vec<Task>, Misfit> {
        let is_secret = matches!(value, Value::Secret(_));
        let mut tasks = match slot.shape {
            Shape::Radios => self.radios(slot, value)?,
            Shape::Boxes => self.boxes(slot, value)?,
            Shape::Spread => self.spread(slot, &text_of(value)?)?,
            Shape::Counter(at) => vec![counting(slot.elements[0], &self.counters[at], value)?],
            Shape::Keypad(at) => vec![entering(slot.elements[0], &self.keypads[at], value)?],
            Shape::Field => vec![self.field_or_buttons(slot.elements[0], value)?],
        };
        for task in &mut tasks {
            let is_secret_pad = matches!(&task.way, Way::Keypad(pad, _) if keypad::is_secret(pad));
            task.secret = is_secret || is_secret_pad || self.snapshot.elements[task.element].secret;
            if task.secret && !matches!(task.way, Way::Directly(Content::Ticked(_))) {
                task.shown = format!("\"{MASK}\"");
                task.note = None;
            }
        }
        Ok(tasks)
    }

    /// Returns the counter that this field or button belongs to.
    fn counter_with(&self, at: usize) -> Option<&Counter> {
        let id = self.snapshot.elements[at].id;
        self.counters.iter().find(|counter| counter.has(id))
    }

    /// A field that accepts no typing may have buttons.
    fn field_or_buttons(&self, at: usize, value: &Value) -> Result<Task, Misfit> {
        let id = self.snapshot.elements[at].id;
        if let Some(counter) = self.counter_with(at) {
            return counting(at, counter, value);
        }
        let is_written =
            !self.snapshot.elements[at].state.readonly && !self.snapshot.elements[at].state.disabled;
        match self.keypads.iter().find(|pad| pad.has(id)).filter(|_| !is_written) {
            Some(pad) => entering(at, pad, value),
            None => self.field(at, value),
        }
    }

    fn field(&self, at: usize, value: &Value) -> Result<Task, Misfit> {
        let element = &self.snapshot.elements[at];
        let of_type = element.attributes.get("type").map_or("", String::as_str).to_ascii_lowercase();
        match element.kind {
            "checkbox" | "switch" => self.toggle(at, value),
            "select" => self.list(at, value),
            "listbox" | "button" => Ok(picked(at, texts_of(value)?)),
            "combobox" if element.tag != "select" => Ok(picked(at, texts_of(value)?)),
            "file" => {
                let files = texts_of(value)?;
                let shown =
                    files.iter().map(|file| file.rsplit(['/', '\\']).next().unwrap_or(file).to_string());
                let shown = quote(&shown.collect::<Vec<_>>().join(", "), 80);
                Ok(Task { element: at, way: Way::Files(files), shown, note: None, secret: false })
            }
            "slider" if element.tag != "input" => {
                let text = text_of(value)?;
                Ok(Task {
                    element: at,
                    shown: quote(&text, 80),
                    way: Way::Typed(text),
                    note: None,
                    secret: false,
                })
            }
            "input" if element.state.readonly && !element.state.disabled => {
                let text = text_of(value)?;
                match parse_date(&text) {
                    Some(date) => {
                        let shown = quote(&date.iso(), 40);
                        Ok(Task { element: at, way: Way::Day(date), shown, note: None, secret: false })
                    }
                    None => self.written(at, &of_type, &text),
                }
            }
            _ => self.written(at, &of_type, &text_of(value)?),
        }
    }

    fn toggle(&self, at: usize, value: &Value) -> Result<Task, Misfit> {
        let element = &self.snapshot.elements[at];
        let ticked = match value {
            Value::Boolean(boolean) => Some(*boolean),
            Value::Number(number) => parse_boolean(&number.to_string()),
            Value::Text(text) => parse_boolean(text).or_else(|| names(element, text).then_some(true)),
            Value::List(items) => {
                let named = |item: &Value| item.expose_text().is_some_and(|text| names(element, text));
                items.iter().any(named).then_some(true)
            }
            _ => None,
        };
        let ticked = ticked.ok_or_else(|| Misfit {
            reason: format!("{} is neither yes nor no", shown(value)),
            hint: Some("A box to tick wants true or false.".into()),
        })?;
        Ok(ticking(at, ticked))
    }

    fn radios(&self, slot: &Slot, value: &Value) -> Result<Vec<Task>, Misfit> {
        let choices: Vec<Choice> = slot.elements.iter().map(|at| self.choice(*at)).collect();
        let wanted = match value {
            Value::Boolean(boolean) => if *boolean { "yes" } else { "no" }.to_string(),
            other => text_of(other)?,
        };
        // A single checkbox that is displayed as a radio button.
        if let ([only], Some(true)) = (slot.elements.as_slice(), parse_boolean(&wanted)) {
            return Ok(vec![ticking(*only, true)]);
        }
        let (place, is_near) = pick(&choices, &wanted)?;
        let mut task = ticking(slot.elements[place], true);
        task.note = is_near.then(|| nearest_option_note(&wanted));
        Ok(vec![task])
    }

    fn boxes(&self, slot: &Slot, value: &Value) -> Result<Vec<Task>, Misfit> {
        let choices: Vec<Choice> = slot.elements.iter().map(|at| self.choice(*at)).collect();
        let mut wanted = vec![false; slot.elements.len()];
        for text in texts_of(value)? {
            let (place, _) = pick(&choices, &text)?;
            wanted[place] = true;
        }
        let is_ticked = |at: usize| self.snapshot.elements[at].state.checked == Some(true);
        let all = slot.elements.iter().zip(wanted);
        Ok(all
            .filter(|(at, wanted)| *wanted || is_ticked(**at))
            .map(|(at, wanted)| ticking(*at, wanted))
            .collect())
    }

    fn choice(&self, at: usize) -> Choice {
        let element = &self.snapshot.elements[at];
        Choice {
            text: element.name.clone(),
            value: element
                .value
                .clone()
                .filter(|value| !value.is_empty())
                .unwrap_or_else(|| element.name.clone()),
            disabled: element.state.disabled,
        }
    }

    fn list(&self, at: usize, value: &Value) -> Result<Task, Misfit> {
        let element = &self.snapshot.elements[at];
        let told: Vec<Choice> = element
            .choices
            .iter()
            .map(|choice| Choice { text: choice.text.clone(), value: choice.value.clone(), disabled: false })
            .collect();
        let choices = self.lists.get(&at).unwrap_or(&told);
        let wanted = match value {
            Value::Boolean(boolean) => vec![if *boolean { "yes" } else { "no" }.to_string()],
            other => texts_of(other)?,
        };
        if wanted.len() > 1 && !element.state.multiple {
            return Err(misfit("one thing can be chosen there, not several"));
        }
        let mut places = Vec::new();
        let mut note = None;
        for text in &wanted {
            match pick(choices, text) {
                Ok((place, is_near)) => {
                    places.push(place);
                    note = note.or(is_near.then(|| nearest_option_note(text)));
                }
                // A preceding choice may load other options.
                Err(_) if wanted.len() == 1 && (self.follows || is_waiting(element, choices)) => {
                    let way = Way::Awaited(text.clone());
                    return Ok(Task { element: at, way, shown: quote(text, 80), note: None, secret: false });
                }
                Err(misfit) => return Err(misfit),
            }
        }
        let shown = places.iter().map(|place| choices[*place].text.as_str()).collect::<Vec<_>>().join(", ");
        let options = places.iter().map(|place| (*place, choices[*place].value.clone())).collect();
        let way = Way::Directly(Content::Options(options));
        Ok(Task { element: at, way, shown: quote(&shown, 80), note, secret: false })
    }

    fn written(&self, at: usize, of_type: &str, text: &str) -> Result<Task, Misfit> {
        let element = &self.snapshot.elements[at];
        let wanted = match of_type {
            "date" | "time" | "datetime-local" | "month" | "week" | "color" | "range" => {
                let put = put(of_type, text, element)?;
                let way = Way::Directly(Content::Put(put.clone()));
                return Ok(Task { element: at, way, shown: quote(&put, 80), note: None, secret: false });
            }
            "number" => number(text).ok_or_else(|| misfit(format!("{} is not a number", quote(text, 40))))?,
            _ => formatted(element, text),
        };
        let most = element.attributes.get("maxlength").and_then(|most| most.parse::<usize>().ok());
        // Shortens a year for a field with two digits.
        let is_year = wanted.len() == 4 && wanted.bytes().all(|byte| byte.is_ascii_digit());
        let wanted = if most == Some(2) && is_year { wanted[2..].to_string() } else { wanted };
        let wanted = match most {
            Some(most) if most > 0 && wanted.chars().count() > most => {
                let compact: String =
                    wanted.chars().filter(|c| !matches!(c, ' ' | '-' | '.' | '(' | ')' | '/')).collect();
                if compact.chars().count() > most || compact.chars().any(char::is_alphabetic) {
                    return Err(misfit(format!("it takes {most} characters at most")));
                }
                compact
            }
            _ => wanted,
        };
        let shown = quote(&wanted, 80);
        Ok(Task { element: at, way: Way::Directly(Content::Text(wanted)), shown, note: None, secret: false })
    }

    fn spread(&self, slot: &Slot, text: &str) -> Result<Vec<Task>, Misfit> {
        let mut rest: Vec<char> =
            text.chars().filter(|c| !matches!(c, ' ' | '-' | '.' | '/' | '(' | ')')).collect();
        let mut tasks = Vec::new();
        for at in &slot.elements {
            let most =
                self.snapshot.elements[*at].attributes.get("maxlength").and_then(|most| most.parse().ok());
            let part: String = rest.drain(..most.unwrap_or(1).min(rest.len())).collect();
            if part.is_empty() {
                break;
            }
            let shown = quote(&part, 20);
            tasks.push(Task {
                element: *at,
                way: Way::Directly(Content::Text(part)),
                shown,
                note: None,
                secret: false,
            });
        }
        if rest.is_empty() {
            Ok(tasks)
        } else {
            let room = text.chars().count() - rest.len();
            Err(misfit(format!("there is room for {room} characters")))
        }
    }
}

/// Whether a list depends on another choice.
fn is_waiting(element: &Element, choices: &[Choice]) -> bool {
    element.state.disabled || choices.iter().filter(|choice| !choice.value.is_empty()).count() == 0
}

fn names(element: &Element, text: &str) -> bool {
    let wanted = lemmascope_intent::fold(text.trim());
    !wanted.is_empty()
        && (lemmascope_intent::fold(element.name.trim()) == wanted
            || element.value.as_deref().is_some_and(|value| lemmascope_intent::fold(value) == wanted))
}

fn pick(choices: &[Choice], wanted: &str) -> Result<(usize, bool), Misfit> {
    let (place, is_near) = match pick_option(choices, wanted) {
        Picked::Exactly(place) => (place, false),
        Picked::Nearest(place) => (place, true),
        Picked::None(near) => {
            let near: Vec<String> = near.iter().map(|at| quote(&choices[*at].text, 40)).collect();
            let hint = match near.len() {
                0 => None,
                _ => {
                    Some(format!("Of its {} options these are nearest: {}.", choices.len(), near.join(", ")))
                }
            };
            return Err(Misfit { reason: format!("there is no option {}", quote(wanted, 60)), hint });
        }
    };
    if choices[place].disabled {
        return Err(misfit(format!("the option {} is disabled", quote(&choices[place].text, 60))));
    }
    Ok((place, is_near))
}

fn nearest_option_note(wanted: &str) -> String {
    format!("nearest to {}", quote(wanted, 40))
}

fn counting(at: usize, counter: &Counter, value: &Value) -> Result<Task, Misfit> {
    let wanted = counters::count(value).ok_or_else(|| misfit(format!("{} is not a count", shown(value))))?;
    let way = Way::Counted(counter.clone(), wanted);
    Ok(Task { element: at, way, shown: quote(&wanted.to_string(), 20), note: None, secret: false })
}

fn entering(at: usize, pad: &Keypad, value: &Value) -> Result<Task, Misfit> {
    let text = text_of(value)?;
    if !pad.takes(&text) {
        return Err(misfit("the keypad does not have all of these characters"));
    }
    let shown = quote(&text, 40);
    Ok(Task { element: at, way: Way::Keypad(pad.clone(), text), shown, note: None, secret: false })
}

fn ticking(at: usize, ticked: bool) -> Task {
    let shown = if ticked { "checked" } else { "unchecked" };
    Task {
        element: at,
        way: Way::Directly(Content::Ticked(ticked)),
        shown: shown.into(),
        note: None,
        secret: false,
    }
}

fn picked(at: usize, texts: Vec<String>) -> Task {
    let shown = quote(&texts.join(", "), 80);
    Task { element: at, way: Way::Picked(texts), shown, note: None, secret: false }
}

fn text_of(value: &Value) -> Result<String, Misfit> {
    match value {
        Value::Text(text) => Ok(text.clone()),
        Value::Secret(secret) => Ok(secret.expose().to_string()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Boolean(boolean) => Ok(boolean.to_string()),
        Value::Null => Ok(String::new()),
        Value::List(items) if items.len() == 1 => text_of(&items[0]),
        Value::List(_) => Err(misfit("it takes one value, not a list")),
        Value::Object(_) => Err(misfit("it takes one value, not an object")),
    }
}

fn texts_of(value: &Value) -> Result<Vec<String>, Misfit> {
    match value {
        Value::List(items) => items.iter().map(text_of).collect(),
        one => Ok(vec![text_of(one)?]),
    }
}

fn shown(value: &Value) -> String {
    quote(&value.to_string(), 40)
}

use lemmascope_intent::{MASK, Object, Value};

use super::element::{frame, states, whole};
use super::selection::{Options, ranked};
use super::tokens::count_tokens;
use crate::page::{Element, ElementId, Pattern, Snapshot};
use crate::text::tame;

/// The maximum length of a text.
const LONGEST: usize = 300;
/// The maximum length of a value in a full observation.
const LONGEST_VALUE: usize = 4000;

/// Returns the page as an object, within the budget if the caller set one.
pub(super) fn data(snapshot: &Snapshot, shown: &[usize], options: &Options) -> Value {
    let budget = options.budget.filter(|_| options.budget_is_asked);
    let mut data = Object::new();
    data.insert("url".into(), short(&snapshot.url, 2000, budget.map(|budget| budget / 5)));
    data.insert("title".into(), short(&snapshot.title, LONGEST, budget.map(|budget| budget / 10)));
    let patterns = match budget {
        None => patterns(snapshot, usize::MAX, usize::MAX),
        Some(budget) => fitting_patterns(snapshot, budget / 4),
    };
    let frames = Some(frames(snapshot))
        .filter(|frames| *frames != Value::Object(Object::new()))
        .filter(|frames| budget.is_none_or(|budget| json_cost(frames) <= budget / 8));

    let (elements, omitted) = match budget {
        None => (shown.iter().filter_map(|at| element_data(snapshot, *at, options)).collect(), 0),
        Some(budget) => {
            let mut outside = data.clone();
            outside.insert("patterns".into(), patterns.clone());
            outside.insert("frames".into(), frames.clone().unwrap_or_default());
            // The constant is the cost of the remaining field names and brackets.
            let spent = json_cost(&outside.into()) + 40 + options.reserve.min(budget / 4);
            within(snapshot, shown, options, budget.saturating_sub(spent))
        }
    };
    data.insert("elements".into(), Value::List(elements));
    data.insert("patterns".into(), patterns);
    if let Some(frames) = frames {
        data.insert("frames".into(), frames);
    }
    data.insert("intents".into(), Value::List(Vec::new()));
    data.insert("omitted".into(), i64::try_from(omitted).unwrap_or(i64::MAX).into());
    data.into()
}

/// Cuts a text to a length, and further until it fits its part of the budget.
pub(super) fn short(text: &str, mut longest: usize, room: Option<usize>) -> Value {
    loop {
        let tamed = tame(text, longest);
        if longest < 8 || room.is_none_or(|room| count_tokens(&tamed) <= room) {
            return tamed.into();
        }
        longest /= 2;
    }
}

/// Returns as many patterns, with as many ids in their lists, as fit.
fn fitting_patterns(snapshot: &Snapshot, room: usize) -> Value {
    let mut most = snapshot.patterns.len();
    let mut ids = usize::MAX;
    loop {
        let patterns = patterns(snapshot, most, ids);
        if most == 0 || json_cost(&patterns) <= room {
            return patterns;
        }
        match ids {
            0..=5 => most -= 1,
            _ => ids = 5,
        }
    }
}

pub(super) fn has_elements(data: &Value) -> bool {
    let elements = data.as_object().and_then(|data| data.get("elements")).and_then(Value::as_list);
    elements.is_some_and(|elements| !elements.is_empty())
}

/// Returns the elements of the requested page, and the number of elements on later pages.
fn within(snapshot: &Snapshot, shown: &[usize], options: &Options, room: usize) -> (Vec<Value>, usize) {
    let number = options.page.max(1);
    let ranked = ranked(snapshot, shown);
    let mut page = 1;
    let mut spent = 0;
    let mut here: Vec<usize> = Vec::new();
    let mut passed = 0;
    for at in ranked.iter().copied() {
        let Some(element) = element_data(snapshot, at, options) else { continue };
        let cost = json_cost(&element);
        if spent + cost > room && !(here.is_empty() && page < number) {
            if page == number {
                break;
            }
            page += 1;
            spent = 0;
            here.clear();
        }
        if spent + cost > room && page == number {
            break;
        }
        spent += cost;
        passed += 1;
        here.push(at);
    }
    if page < number {
        here.clear();
    }
    here.sort_unstable();
    (here.into_iter().filter_map(|at| element_data(snapshot, at, options)).collect(), ranked.len() - passed)
}

/// The token cost of a value with a separating comma.
pub(super) fn json_cost(value: &Value) -> usize {
    serde_json::to_string(value).map_or(usize::MAX / 4, |text| count_tokens(&text) + 1)
}

fn element_data(snapshot: &Snapshot, at: usize, options: &Options) -> Option<Value> {
    let element = snapshot.elements.get(at)?;
    let mut told = Object::new();
    told.insert("id".into(), i64::from(element.id.0).into());
    told.insert("type".into(), element.kind.into());
    told.insert("role".into(), element.role.map_or(Value::Null, Value::from));
    let name = if element.name.trim().is_empty() { &element.text } else { &element.name };
    told.insert("name".into(), tame(name, LONGEST).into());
    told.insert("state".into(), Value::List(states(element).into_iter().map(Value::from).collect()));
    told.insert("value".into(), value(element, if options.full { LONGEST_VALUE } else { LONGEST }));
    told.insert("frame".into(), frame(element, snapshot).map_or(Value::Null, Value::from));
    told.insert("box".into(), place(element));
    if let Some(context) = &element.context {
        let parts = [("kind", Value::from(context.kind)), ("text", tame(&context.text, LONGEST).into())];
        let parts = parts.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        told.insert("context".into(), Value::Object(parts));
    }
    if !element.choices.is_empty() {
        let choices = element.choices.iter().map(|choice| Value::from(tame(&choice.text, LONGEST)));
        told.insert("choices".into(), Value::List(choices.collect()));
    }
    if let Some(detail) = element.detail.as_ref().filter(|_| options.full) {
        told.insert("selector".into(), detail.selector.as_deref().map_or(Value::Null, Value::from));
        // The scanner detects secrets by type only; classification may have found more.
        let shown = detail.attributes.iter().filter(|(name, _)| !element.secret || *name != "value");
        let shown = shown.map(|(name, value)| (tame(name, 100), Value::from(tame(value, 2000))));
        told.insert("attributes".into(), Value::Object(shown.collect()));
    }
    Some(told.into())
}

fn value(element: &Element, longest: usize) -> Value {
    match &element.value {
        Some(value) if element.secret && !value.is_empty() => MASK.into(),
        Some(value) if !element.secret => tame(value, longest).into(),
        _ => Value::Null,
    }
}

fn place(element: &Element) -> Value {
    let b = &element.bounds;
    let sides = [("x", b.x), ("y", b.y), ("width", b.width), ("height", b.height)];
    Value::Object(sides.into_iter().map(|(side, length)| (side.to_string(), whole(length).into())).collect())
}

fn frames(snapshot: &Snapshot) -> Value {
    let frames = snapshot.frames.iter().enumerate().skip(1).map(|(at, frame)| {
        let mut told = Object::new();
        told.insert("url".into(), tame(&frame.url, 2000).into());
        told.insert("name".into(), tame(&frame.name, LONGEST).into());
        (format!("f{at}"), Value::Object(told))
    });
    Value::Object(frames.collect())
}

/// Groups the patterns by name, with a list for names that occur more than once.
fn patterns(snapshot: &Snapshot, most: usize, ids: usize) -> Value {
    let mut patterns = Object::new();
    for pattern in snapshot.patterns.iter().take(most) {
        let parts = parts(pattern, ids);
        match patterns.get_mut(&pattern.name) {
            None => {
                patterns.insert(pattern.name.clone(), parts);
            }
            Some(Value::List(several)) => several.push(parts),
            Some(one) => {
                let first = std::mem::take(one);
                *one = Value::List(vec![first, parts]);
            }
        }
    }
    patterns.into()
}

fn parts(pattern: &Pattern, most: usize) -> Value {
    let number = |id: &ElementId| Value::from(i64::from(id.0));
    let parts = pattern.parts.iter().filter_map(|(part, ids)| {
        let told = match ids.as_slice() {
            [] => return None,
            [one] => number(one),
            several => Value::List(several.iter().take(most).map(number).collect()),
        };
        Some((part.clone(), told))
    });
    Value::Object(parts.collect())
}

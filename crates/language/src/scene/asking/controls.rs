//! Questions about controls: their number, their states and values.

use super::super::kind::Kind;
use super::super::said::plain_words;
use super::super::thing::{Scene, Thing};
use super::Answer;
use super::query::{Asked, Query};

/// The states of controls, each with the role of its words and the states that answer the question with "no".
const STATES: [(&str, &str, &str); 8] = [
    ("ask_checked", "checked", "unchecked"),
    ("ask_unchecked", "unchecked", "checked"),
    ("ask_enabled", "enabled", "disabled"),
    ("ask_disabled", "disabled", "enabled"),
    ("ask_required", "required", "optional"),
    ("ask_optional", "optional", "required"),
    ("ask_empty", "empty", "filled"),
    ("ask_filled", "filled", "empty"),
];

/// The kinds whose nouns mean hardly anything but controls.
const PLAIN: [Kind; 6] = [Kind::Button, Kind::Link, Kind::Checkbox, Kind::Area, Kind::Tab, Kind::Slider];

/// What a question says about controls.
#[derive(Default)]
struct Description {
    kinds: Option<Vec<Kind>>,
    /// The state, and its opposite.
    state: Option<(&'static str, &'static str)>,
    name: Vec<String>,
    /// Whether the options of the control are asked for.
    options: bool,
    /// Whether the noun for the kind comes last: "a Save button", but not "an alert for Spain".
    ends_with_kind: bool,
}

/// Answers a question about controls.
pub(super) fn answer(query: &Query<'_>, scene: &Scene) -> Option<Answer> {
    let meant = describe(query, scene)?;
    let found: Vec<&Thing> = scene.things.iter().filter(|thing| meant.fits(thing)).collect();
    let is_alone = found.len() == 1;
    let title = |thing: &Thing| title(thing, is_alone);
    let names = || found.iter().map(|thing| title(thing));
    let of_state = |state: &'static str| {
        found.iter().filter(move |thing| has_state(thing, state)).map(|thing| title(thing))
    };
    match (query.asked, meant.state) {
        (Asked::Count, None) if meant.options => {
            let [list] = found.as_slice() else { return None };
            Some(Answer::count(list.options.len(), list.options.iter().cloned()))
        }
        (Asked::Count, state) => {
            meant.kinds.as_ref()?;
            // A name that no control has may be anything.
            if found.is_empty() && !meant.name.is_empty() {
                return None;
            }
            match state {
                Some((state, _)) => Some(Answer::count(of_state(state).count(), of_state(state))),
                None => Some(Answer::count(found.len(), names())),
            }
        }
        (Asked::Which, Some((state, _))) if !found.is_empty() => {
            meant.kinds.as_ref()?;
            let which: Vec<String> = of_state(state).collect();
            (!which.is_empty()).then(|| Answer::texts(which, []))
        }
        (Asked::State, Some((state, opposite))) => {
            let [thing] = found.as_slice() else { return None };
            let is = has_state(thing, state);
            (is || has_state(thing, opposite)).then(|| Answer::is(is, [title(thing)]))
        }
        (Asked::There, None) => {
            meant.kinds.as_ref()?;
            (meant.is_clear() || !found.is_empty()).then(|| Answer::is(!found.is_empty(), names()))
        }
        (Asked::There, Some((state, _))) => {
            meant.kinds.as_ref()?;
            let is_some = of_state(state).next().is_some();
            (is_some || meant.is_clear()).then(|| Answer::is(is_some, of_state(state)))
        }
        (Asked::Value, None | Some(("checked", _))) if !meant.name.is_empty() => {
            let [thing] = found.as_slice() else { return None };
            let value = thing.value.clone().filter(|_| has_value(thing.kind))?;
            Some(Answer::texts(vec![value], [title(thing)]))
        }
        _ => None,
    }
}

/// Reads the words of a question as the description of a control; `None` if it cannot be one.
fn describe(query: &Query<'_>, scene: &Scene) -> Option<Description> {
    let (said, end) = (query.said, query.body.end);
    let folded = said.folded(0..end);
    // A name may contain any words: "Closed on Monday".
    let named = |at: usize| {
        scene.beginning(&folded[at..]).map(|name| name.words.len()).filter(|length| *length > 1).max()
    };
    let mut meant = Description::default();
    let mut at = query.body.start;
    while at < end {
        let state = STATES
            .iter()
            .find_map(|(role, state, opposite)| Some(((*state, *opposite), said.role(role, at..end)?)));
        let idle = query.idle(at..end).or_else(|| said.role("named", at..end));
        // "On" is a state at the end only: "is it on", but "on this page".
        let is_state = |length: usize| idle.is_none() || at + length == end;
        if let Some(length) = named(at).filter(|_| meant.name.is_empty()) {
            meant.name = query.words(at..at + length);
            at += length;
        } else if let Some((state, length)) =
            state.filter(|(_, length)| meant.state.is_none() && is_state(*length))
        {
            meant.state = Some(state);
            at += length;
        } else if let Some(length) = idle {
            at += length;
        } else if let Some(length) = said.role("ask_options", at..end).filter(|_| query.asked == Asked::Count)
        {
            meant.options = true;
            at += length;
        } else if let Some((kinds, length)) = said.kinds(at..end).filter(|_| meant.kinds.is_none()) {
            meant.kinds = Some(kinds);
            meant.ends_with_kind = true;
            at += length;
        } else if let Some(length) =
            said.role("worth", at..end).filter(|_| query.asked == Asked::Value && meant.name.is_empty())
        {
            at += length;
        } else {
            meant.ends_with_kind = false;
            meant.name.extend(query.words(at..at + 1));
            at += 1;
        }
    }
    // "How many options" alone are those of no list.
    let is_said = meant.kinds.is_some() || !meant.name.is_empty();
    is_said.then_some(meant)
}

impl Description {
    /// Whether it means controls for certain. "No" takes this, since the question may not be about the page at all.
    fn is_clear(&self) -> bool {
        let kinds = self.kinds.iter().flatten();
        self.ends_with_kind && { kinds }.any(|kind| PLAIN.contains(kind))
    }

    fn fits(&self, thing: &Thing) -> bool {
        let is_kind = self.kinds.as_ref().is_none_or(|kinds| {
            kinds.iter().any(|kind| kind.with_like().contains(&thing.kind) || *kind == thing.kind)
        });
        let mut names = thing.names.iter().chain(&thing.aliases).map(|name| plain_words(name));
        let is_listed = !self.options || !thing.options.is_empty();
        is_kind
            && is_listed
            && thing.behind.is_none()
            && thing.key.is_some()
            && (self.name.is_empty() || names.any(|words| words == self.name))
    }
}

fn has_state(thing: &Thing, state: &str) -> bool {
    let is = |state: &str| thing.states.iter().any(|own| own == state);
    let has_text = thing.value.as_ref().is_some_and(|value| !value.trim().is_empty());
    match state {
        "enabled" => !is("disabled"),
        "optional" => thing.kind.takes_text() && !is("required"),
        "filled" => thing.kind.takes_text() && has_text,
        "empty" => thing.kind.takes_text() && !has_text,
        state => is(state),
    }
}

fn has_value(kind: Kind) -> bool {
    kind.takes_text() || matches!(kind, Kind::List)
}

/// Returns the best name of a control, with its row if other controls may have the same name.
fn title(thing: &Thing, is_alone: bool) -> String {
    let name = thing.names.first().cloned().unwrap_or_default();
    let context = thing.context.as_ref().filter(|context| !is_alone && !context.trim().is_empty());
    match context.filter(|context| !context.contains(name.as_str())) {
        Some(context) => format!("{name} ({context})"),
        None => name,
    }
}

//! The intents that are available on the current page, according to the triggers of their definitions.

mod address;
mod offers;
mod suggestion;

use lemmascope_intent::definition::{Step, StepKind};
use lemmascope_intent::{
    Cause, Definition, Failure, Object, Operation, Room, Section, Situation, Value, View,
};

use crate::catalog::{Catalog, State};
use address::path_on;
use offers::Page;
pub(crate) use offers::{Offer, Offers, Standing};
use suggestion::{Suggestion, suggestions};

const AVAILABLE: &str = "available intents";
const FROM_PACK: &str = "available intents (from pack)";
const UNAVAILABLE: &str = "unavailable intents";
const SUGGESTED: &str = "suggested";

impl State {
    pub(crate) fn offer(&self, view: &mut View, situation: &Situation, session: &str) {
        // Uses the address of the view, because the open page may be another one by now.
        let visitor = self.visitor_at(session, &situation.url);
        let offered = self.registry(session).offers().at(situation, &visitor);
        let suggested = suggestions(&offered, situation);
        let mut room = view.room;
        for (heading, from_pack) in [(AVAILABLE, false), (FROM_PACK, true)] {
            let these = offered.iter().filter(|(offer, _)| offer.from_pack == from_pack);
            let lines =
                within(&mut room, heading, these.map(|(offer, standing)| line(offer, standing)).collect());
            if !lines.is_empty() || (view.room.is_none() && !from_pack) {
                view.sections.push(Section { name: heading.into(), lines, data: Value::Null });
            }
        }
        // The reasons for unavailable intents are listed only in a view without a size limit.
        if view.room.is_none() {
            let lines = self.registry(session).offers().missing(&offered, situation);
            if !lines.is_empty() {
                view.sections.push(Section { name: UNAVAILABLE.into(), lines, data: Value::Null });
            }
        }
        let fitting = suggested.iter().filter_map(|suggestion| whole(&mut room, suggestion.lines()));
        let lines: Vec<String> = fitting.flatten().collect();
        if !lines.is_empty() {
            view.sections.push(Section { name: SUGGESTED.into(), lines, data: Value::Null });
        }
        let mut left = view.room.and_then(|room| room.data.map(|left| (left, room.cost)));
        let mut fits = move |told: &Value| match &mut left {
            None => true,
            Some((left, cost)) => match left.checked_sub(cost(&told.to_string())) {
                Some(rest) => {
                    *left = rest;
                    true
                }
                None => false,
            },
        };
        let intents: Vec<Value> =
            offered.iter().map(|(offer, standing)| told(offer, standing)).take_while(&mut fits).collect();
        let suggested: Vec<Value> =
            suggested.iter().flat_map(Suggestion::told).take_while(&mut fits).collect();
        view.data = std::mem::take(&mut view.data).then(move |data| with(data, intents, suggested));
    }
}

/// Returns the line of a view that offers an intent.
fn line(offer: &Offer, standing: &Standing) -> String {
    match standing {
        Standing::Elsewhere(path) => format!("- {}: navigate to {path}", offer.name),
        _ => format!("- {}: ready", offer.usage),
    }
}

fn told(offer: &Offer, standing: &Standing) -> Value {
    let ready = !matches!(standing, Standing::Elsewhere(_));
    let mut told = object([
        ("intent", offer.name.as_str().into()),
        ("usage", offer.usage.as_str().into()),
        ("ready", ready.into()),
    ]);
    if let Standing::Elsewhere(path) = standing {
        told.insert("navigate".into(), path.as_str().into());
    }
    if offer.from_pack {
        told.insert("from".into(), "pack".into());
    }
    Value::Object(told)
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Object {
    fields.map(|(key, value)| (key.to_string(), value)).into_iter().collect()
}

/// Returns the data of a view with the available and the suggested intents added.
fn with(data: &Value, intents: Vec<Value>, suggested: Vec<Value>) -> Value {
    let mut data = data.clone();
    if let Value::Object(fields) = &mut data {
        fields.insert("intents".into(), intents.into());
        if !suggested.is_empty() {
            fields.insert(SUGGESTED.into(), suggested.into());
        }
    }
    data
}

/// Returns as many lines as fit, under their heading, and deducts their size from the room.
fn within(room: &mut Option<Room>, heading: &str, lines: Vec<String>) -> Vec<String> {
    let Some(Room { left: all, cost, .. }) = room else { return lines };
    let cost = *cost;
    // The blank line, the heading, and the line with the number of omitted intents.
    let mut left = all.saturating_sub(cost("") + cost(heading) + cost("# ") + cost("… 9999 more: intents"));
    let total = lines.len();
    let mut kept = Vec::new();
    for line in lines {
        match left.checked_sub(cost(&line)) {
            Some(rest) => left = rest,
            None => break,
        }
        kept.push(line);
    }
    if !kept.is_empty() {
        *all = left;
        if kept.len() < total {
            kept.push(format!("… {} more: intents", total - kept.len()));
        }
    }
    kept
}

/// Returns all lines, or `None` if they do not fit.
fn whole(room: &mut Option<Room>, lines: Vec<String>) -> Option<Vec<String>> {
    if let Some(Room { left, cost, .. }) = room {
        let needed =
            cost("") + cost("# ") + cost(SUGGESTED) + lines.iter().map(|line| cost(line)).sum::<usize>();
        *left = left.checked_sub(needed)?;
    }
    Some(lines)
}

/// Returns the failure for an intent whose triggers the page does not meet. An intent that only has keywords
/// is available everywhere, and so is one whose first step navigates to its page.
pub(crate) fn unavailable(
    definition: &Definition,
    catalog: &Catalog,
    situation: &Situation,
) -> Option<Failure> {
    let triggers = &definition.triggers;
    let page = Page::new(situation);
    if !is_bound_to_pages(definition, catalog)
        || page.is_at(triggers)
        || page.pattern_of(triggers).is_some()
        || page.says_one(triggers)
    {
        return None;
    }
    let named = |texts: Vec<&str>| texts.join(" or ");
    let patterns = named(triggers.patterns.iter().map(|pattern| pattern.value.as_str()).collect());
    let urls = named(triggers.urls.iter().map(|glob| glob.value.as_str()).collect());
    let needed = match (patterns.is_empty(), urls.is_empty()) {
        (false, false) => format!("{patterns}, or an address like {urls}"),
        (false, true) => patterns,
        _ => format!("an address like {urls}"),
    };
    let message = format!("not available on this page: it needs {needed}");
    let path = triggers.urls.iter().find_map(|glob| path_on(&glob.value, page.url, true));
    Some(Failure::new(Cause::Unavailable, message).hint(match path {
        Some(path) => format!("Navigate to {path} first."),
        None => "Go to a page that has it; `observe` lists the available intents. --no-verify calls it anyway.".into(),
    }))
}

/// Whether the page determines if an intent is available.
pub(crate) fn is_bound_to_pages(definition: &Definition, catalog: &Catalog) -> bool {
    let triggers = &definition.triggers;
    let goes_there = definition.steps.first().is_some_and(|step| goes_elsewhere(step, catalog));
    let is_bound = !triggers.patterns.is_empty() || !triggers.urls.is_empty();
    is_bound && !goes_there
}

fn goes_elsewhere(step: &Step, catalog: &Catalog) -> bool {
    match &step.kind {
        StepKind::Action(action) => catalog.serves(&action.name.value, Operation::Visit),
        StepKind::Try(attempt) => attempt.steps.first().is_some_and(|step| goes_elsewhere(step, catalog)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncates_lines_to_token_budget() {
        let lines = || (0..50).map(|n| format!("- intent_{n}: ready")).collect::<Vec<_>>();
        assert_eq!(within(&mut None, AVAILABLE, lines()).len(), 50);
        let cost: fn(&str) -> usize = |line| line.len() + 1;
        let mut room = Some(Room { left: 200, data: None, cost });
        let kept = within(&mut room, AVAILABLE, lines());
        assert!(kept.iter().map(|line| cost(line)).sum::<usize>() <= 200);
        assert_eq!(kept.last().map(String::as_str), Some("… 42 more: intents"));
        assert!(whole(&mut room, lines()).is_none(), "what is taken is gone");
        assert!(within(&mut Some(Room { left: 10, data: None, cost }), AVAILABLE, lines()).is_empty());
    }
}

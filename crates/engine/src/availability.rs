//! Which intents are on offer where one is: what their definitions' triggers say of a page.

use lemmascope_intent::definition::{Step, StepKind};
use lemmascope_intent::{Definition, Room, Section, Situation, Value, View, usage};

use crate::engine::{Engine, State};

impl Engine {
    /// Adds the intents that can be called now to a view that says where one is.
    pub(crate) fn offer_intents(&self, view: &mut View, session: &str) {
        let Some(situation) = view.situation.take() else { return };
        let offered = self.read(|state| state.available(&situation, session));
        let lines = offered.iter().map(|(_, call)| format!("- {call}: ready")).collect();
        let lines = within(view.room, lines);
        let mut left = view.room.and_then(|room| room.data.map(|left| (left, room.cost)));
        let data = offered.into_iter().map(|(name, call)| {
            let told = [("intent", name.into()), ("usage", call.into()), ("ready", true.into())];
            Value::Object(
                told.map(|(key, part): (&str, Value)| (key.to_string(), part)).into_iter().collect(),
            )
        });
        let data = data.take_while(|told| match &mut left {
            None => true,
            Some((left, cost)) => match left.checked_sub(cost(&told.to_string())) {
                Some(rest) => {
                    *left = rest;
                    true
                }
                None => false,
            },
        });
        let data = Value::List(data.collect());
        let intents = data.clone();
        view.data = std::mem::take(&mut view.data).then(move |data| with(data, intents));
        if !lines.is_empty() || view.room.is_none() {
            view.sections.push(Section { name: AVAILABLE.into(), lines, data });
        }
    }
}

/// The same object with the intents that can be called now.
fn with(data: &Value, intents: Value) -> Value {
    let mut data = data.clone();
    if let Value::Object(fields) = &mut data {
        fields.insert("intents".into(), intents);
    }
    data
}

const AVAILABLE: &str = "available intents";

/// As many of the lines as there is room for, under their heading.
fn within(room: Option<Room>, lines: Vec<String>) -> Vec<String> {
    let Some(Room { mut left, cost, .. }) = room else { return lines };
    // The blank line, the heading, and the line that says how many more there are.
    left = left.saturating_sub(cost("") + cost(AVAILABLE) + cost("# ") + cost("… 9999 more: intents"));
    let total = lines.len();
    let mut kept = Vec::new();
    for line in lines {
        match left.checked_sub(cost(&line)) {
            Some(rest) => left = rest,
            None => break,
        }
        kept.push(line);
    }
    if !kept.is_empty() && kept.len() < total {
        kept.push(format!("… {} more: intents", total - kept.len()));
    }
    kept
}

impl State {
    /// Name and usage of every intent that is on offer.
    fn available(&self, situation: &Situation, session: &str) -> Vec<(String, String)> {
        let winners = self.registry(session).winners(&self.priority());
        let offered = winners.into_iter().filter(|entry| is_offered(&entry.definition, situation));
        offered
            .map(|entry| {
                let name = entry.definition.intent.value.clone();
                let call = usage(&name, &entry.parameters());
                (name, call)
            })
            .collect()
    }
}

/// Whether all kinds of triggers that the definition has are met, one of each kind. Without any, it is on
/// offer on every page if it acts on pages at all.
fn is_offered(definition: &Definition, situation: &Situation) -> bool {
    let (patterns, urls) = (&definition.triggers.patterns, &definition.triggers.urls);
    if patterns.is_empty() && urls.is_empty() {
        return definition.steps.iter().any(acts_on_pages);
    }
    let found = |name: &str| situation.patterns.iter().any(|pattern| pattern == name);
    (patterns.is_empty() || patterns.iter().any(|pattern| found(&pattern.value)))
        && (urls.is_empty() || urls.iter().any(|glob| matches_address(&glob.value, &situation.url)))
}

/// The actions without a domain are those of pages.
fn acts_on_pages(step: &Step) -> bool {
    match &step.kind {
        StepKind::Action(action) => match action.name.value.split_once('.') {
            Some((domain, _)) => domain == crate::catalog::PAGES,
            None => true,
        },
        StepKind::Branch(branch) => branch.then.iter().chain(&branch.otherwise).any(acts_on_pages),
        StepKind::Loop(repeated) => repeated.steps.iter().any(acts_on_pages),
        StepKind::Try(attempt) => attempt.steps.iter().chain(&attempt.catch).any(acts_on_pages),
        StepKind::Parallel(parallel) => parallel.steps.iter().any(acts_on_pages),
        StepKind::Wait(_) | StepKind::Checkpoint(_) | StepKind::Intent(_) => false,
    }
}

/// Whether an address is one of those that a pattern with `*` means; a pattern may leave the scheme out.
fn matches_address(glob: &str, url: &str) -> bool {
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest);
    matches_glob(glob, url) || matches_glob(glob, bare)
}

/// Each `*` is anything. Goes back to the last one only, so that no pattern takes long.
fn matches_glob(glob: &str, text: &str) -> bool {
    let (glob, text) = (glob.as_bytes(), text.as_bytes());
    let (mut g, mut t) = (0, 0);
    let mut last: Option<(usize, usize)> = None;
    while t < text.len() {
        match glob.get(g) {
            Some(b'*') => {
                last = Some((g, t));
                g += 1;
            }
            Some(byte) if *byte == text[t] => (g, t) = (g + 1, t + 1),
            _ => match &mut last {
                Some((star, taken)) => {
                    *taken += 1;
                    (g, t) = (*star + 1, *taken);
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_to_the_room_there_is() {
        let lines = || (0..50).map(|n| format!("- intent_{n}: ready")).collect::<Vec<_>>();
        assert_eq!(within(None, lines()).len(), 50);
        let cost: fn(&str) -> usize = |line| line.len() + 1;
        let kept = within(Some(Room { left: 200, data: None, cost }), lines());
        assert!(kept.iter().map(|line| cost(line)).sum::<usize>() <= 200);
        assert_eq!(kept.last().map(String::as_str), Some("… 42 more: intents"));
        assert!(within(Some(Room { left: 10, data: None, cost }), lines()).is_empty());
    }

    #[test]
    fn addresses_are_matched_with_stars() {
        for (glob, url, holds) in [
            ("*/orders/*", "https://a.com/orders/5", true),
            ("a.com/login", "https://a.com/login", true),
            ("a.com/login", "https://a.com/login?x", false),
            ("*.example.com/*", "https://shop.example.com/", true),
            ("*.example.com/*", "https://example.com.evil.net/", false),
            ("*", "", true),
            ("", "", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
        ] {
            assert_eq!(matches_address(glob, url), holds, "{glob} {url}");
        }
    }
}

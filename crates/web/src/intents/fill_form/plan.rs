//! Plans the assignment of data to fields, before anything is changed.

use lemmascope_browser::page::{Counter, ElementId, Snapshot};
use lemmascope_browser::session::{Content, Keypad};
use lemmascope_browser::text::quote;
use lemmascope_intent::Value;

use super::assignment::{Assignment, assign};
use super::counters;
use super::entry::Entry;
use super::fitting::{FittingContext, Lists, Task, Way, is_cut};
use super::keypads;
use super::slot::{Slot, slots};
use super::splitting::split_entries_for_form;
use crate::values::Misfit;

/// A task for a key.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) key: String,
    pub(crate) task: Task,
}

/// A key that cannot be filled in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SkippedEntry {
    pub(crate) key: String,
    pub(crate) why: SkipReason,
    /// The candidate or similar fields.
    pub(crate) near: Vec<ElementId>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SkipReason {
    Unmatched,
    Ambiguous,
    Misfit(Misfit),
}

impl SkippedEntry {
    /// The reason for the `skipped` list.
    pub(crate) fn reason(&self, snapshot: &Snapshot) -> String {
        match &self.why {
            SkipReason::Unmatched => "no matching field found".into(),
            SkipReason::Ambiguous => {
                let all: Vec<String> = self.near.iter().map(|id| shown(snapshot, *id)).collect();
                format!("{} fields match equally well: {}", all.len(), all.join(", "))
            }
            SkipReason::Misfit(misfit) => {
                let place = self.near.first().map(|id| format!("{}: ", shown(snapshot, *id)));
                format!("{}{}", place.unwrap_or_default(), misfit.reason)
            }
        }
    }
}

/// Formats a field: `[3] "Phone"`.
pub(crate) fn shown(snapshot: &Snapshot, id: ElementId) -> String {
    let Some(element) = snapshot.element(id) else { return id.to_string() };
    format!("{id}{}", lemmascope_browser::observation::called(element))
}

/// The plan.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) left: Vec<SkippedEntry>,
}

/// A key that addresses an element directly.
#[derive(Debug, Clone)]
pub(crate) struct DirectEntry {
    pub(crate) entry: Entry,
    pub(crate) element: usize,
}

/// Returns the lists whose options have to be queried before planning.
pub(crate) fn truncated_lists(snapshot: &Snapshot, fields: &[usize]) -> Vec<usize> {
    fields.iter().copied().filter(|at| snapshot.elements.get(*at).is_some_and(is_cut)).collect()
}

/// Assigns the entries to fields, and determines the tasks.
pub(crate) fn plan(
    snapshot: &Snapshot,
    fields: &[usize],
    entries: &[Entry],
    direct: &[DirectEntry],
    lists: &Lists,
    counters: &[Counter],
    keypads: &[Keypad],
) -> Plan {
    let free: Vec<usize> =
        fields.iter().copied().filter(|at| !direct.iter().any(|direct| direct.element == *at)).collect();
    let mut places = slots(snapshot, &free);
    places.extend(counters::slots(snapshot, &free, counters));
    places.extend(keypads::slots(snapshot, &free, keypads));
    let asked = split_entries_for_form(entries, &places);
    let meant = assign(&asked, &places);
    let id = |slot: &Slot| snapshot.elements[slot.elements[0]].id;
    let mut plan = Plan::default();
    let mut found: Vec<(&Entry, Slot)> = Vec::new();
    for (entry, meant) in asked.iter().zip(meant) {
        let near = |all: &[usize]| all.iter().map(|at| id(&places[*at])).collect();
        match meant {
            Assignment::Slot(at, _) => found.push((entry, places[at].clone())),
            Assignment::Several(all) => {
                plan.left.push(SkippedEntry {
                    key: entry.key.clone(),
                    why: SkipReason::Ambiguous,
                    near: near(&all),
                });
            }
            Assignment::None(all) => {
                plan.left.push(SkippedEntry {
                    key: entry.key.clone(),
                    why: SkipReason::Unmatched,
                    near: near(&all),
                });
            }
        }
    }
    let named: Vec<Slot> = direct.iter().flat_map(|direct| slots(snapshot, &[direct.element])).collect();
    found.extend(direct.iter().map(|direct| &direct.entry).zip(named));
    let changes: Vec<usize> = found
        .iter()
        .filter(|(entry, slot)| is_choice(snapshot, slot, &entry.value))
        .map(|(_, slot)| slot.elements[0])
        .collect();
    for (entry, slot) in found {
        let follows = changes.iter().any(|at| *at < slot.elements[0]);
        let fitting = FittingContext { snapshot, lists, counters, keypads, follows };
        match fitting.fit(&slot, &entry.value) {
            Ok(tasks) => {
                plan.steps.extend(tasks.into_iter().map(|task| Step { key: entry.key.clone(), task }));
            }
            Err(misfit) => plan.left.push(SkippedEntry {
                key: entry.key.clone(),
                why: SkipReason::Misfit(misfit),
                near: vec![id(&slot)],
            }),
        }
    }
    plan.steps.sort_by_key(|step| step.task.element);
    plan
}

/// Whether the step chooses an option, after which the form may change.
fn is_choice(snapshot: &Snapshot, slot: &Slot, value: &Value) -> bool {
    let element = &snapshot.elements[slot.elements[0]];
    let is_same = || value.expose_text().is_some_and(|text| element.value.as_deref() == Some(text));
    matches!(element.kind, "select" | "radio" | "combobox" | "listbox") && !is_same()
}

impl Step {
    /// Whether the choice may reveal other fields.
    pub(crate) fn may_reveal(&self) -> bool {
        matches!(self.task.way, Way::Directly(Content::Options(_) | Content::Ticked(_)))
    }

    /// Formats the value with its note: `"Ann"`.
    pub(crate) fn display(&self) -> String {
        match &self.task.note {
            Some(note) => format!("{} ({note})", self.task.shown),
            None => self.task.shown.clone(),
        }
    }
}

/// Formats a skipped key: `"key": reason`.
pub(crate) fn skipped_line(key: &str, reason: &str) -> String {
    format!("{}: {reason}", quote(key, 80))
}

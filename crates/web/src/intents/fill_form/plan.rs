//! What goes where, before anything is touched.

use lemmascope_browser::page::{ElementId, Snapshot};
use lemmascope_browser::session::Content;
use lemmascope_browser::text::quote;
use lemmascope_intent::Value;

use super::assignment::{Meant, assign};
use super::entry::Entry;
use super::fitting::{Fitting, Lists, Task, Way, is_cut};
use super::slot::{Slot, slots};
use super::splitting::as_asked;
use crate::values::Misfit;

/// Something that is to be done for a key.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) key: String,
    pub(crate) task: Task,
}

/// A key for which nothing can be done.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Left {
    pub(crate) key: String,
    pub(crate) why: Why,
    /// Fields that were meant or come near.
    pub(crate) near: Vec<ElementId>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Why {
    Unmatched,
    Ambiguous,
    Misfit(Misfit),
}

impl Left {
    /// The reason, as it is under `skipped`.
    pub(crate) fn reason(&self, snapshot: &Snapshot) -> String {
        match &self.why {
            Why::Unmatched => "no matching field found".into(),
            Why::Ambiguous => {
                let all: Vec<String> = self.near.iter().map(|id| shown(snapshot, *id)).collect();
                format!("{} fields match equally well: {}", all.len(), all.join(", "))
            }
            Why::Misfit(misfit) => {
                let place = self.near.first().map(|id| format!("{}: ", shown(snapshot, *id)));
                format!("{}{}", place.unwrap_or_default(), misfit.reason)
            }
        }
    }
}

/// `[3] "Phone"`.
pub(crate) fn shown(snapshot: &Snapshot, id: ElementId) -> String {
    let Some(element) = snapshot.element(id) else { return id.to_string() };
    format!("{id}{}", lemmascope_browser::observation::called(element))
}

/// What goes where.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) left: Vec<Left>,
}

/// A key that names its element itself.
#[derive(Debug, Clone)]
pub(crate) struct Direct {
    pub(crate) entry: Entry,
    pub(crate) element: usize,
}

/// Which lists have to be asked for before a plan can be made.
pub(crate) fn cut_lists(snapshot: &Snapshot, fields: &[usize]) -> Vec<usize> {
    fields.iter().copied().filter(|at| snapshot.elements.get(*at).is_some_and(is_cut)).collect()
}

/// Finds a place for each entry among these fields, and what has to be done there.
pub(crate) fn plan(
    snapshot: &Snapshot,
    fields: &[usize],
    entries: &[Entry],
    direct: &[Direct],
    lists: &Lists,
) -> Plan {
    let free: Vec<usize> =
        fields.iter().copied().filter(|at| !direct.iter().any(|direct| direct.element == *at)).collect();
    let places = slots(snapshot, &free);
    let asked = as_asked(entries, &places);
    let meant = assign(&asked, &places);
    let id = |slot: &Slot| snapshot.elements[slot.elements[0]].id;
    let mut plan = Plan::default();
    let mut found: Vec<(&Entry, Slot)> = Vec::new();
    for (entry, meant) in asked.iter().zip(meant) {
        let near = |all: &[usize]| all.iter().map(|at| id(&places[*at])).collect();
        match meant {
            Meant::Slot(at, _) => found.push((entry, places[at].clone())),
            Meant::Several(all) => {
                plan.left.push(Left { key: entry.key.clone(), why: Why::Ambiguous, near: near(&all) });
            }
            Meant::None(all) => {
                plan.left.push(Left { key: entry.key.clone(), why: Why::Unmatched, near: near(&all) });
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
        let fitting = Fitting { snapshot, lists, follows };
        match fitting.fit(&slot, &entry.value) {
            Ok(tasks) => {
                plan.steps.extend(tasks.into_iter().map(|task| Step { key: entry.key.clone(), task }));
            }
            Err(misfit) => plan.left.push(Left {
                key: entry.key.clone(),
                why: Why::Misfit(misfit),
                near: vec![id(&slot)],
            }),
        }
    }
    plan.steps.sort_by_key(|step| step.task.element);
    plan
}

/// Whether something is chosen there, after which the form may look different.
fn is_choice(snapshot: &Snapshot, slot: &Slot, value: &Value) -> bool {
    let element = &snapshot.elements[slot.elements[0]];
    let is_same = || value.expose_text().is_some_and(|text| element.value.as_deref() == Some(text));
    matches!(element.kind, "select" | "radio" | "combobox" | "listbox") && !is_same()
}

impl Step {
    /// Whether what it chooses may bring up other fields.
    pub(crate) fn may_reveal(&self) -> bool {
        matches!(self.task.way, Way::Directly(Content::Options(_) | Content::Ticked(_)))
    }

    /// `"Ann"`, with what is worth knowing besides.
    pub(crate) fn told(&self) -> String {
        match &self.task.note {
            Some(note) => format!("{} ({note})", self.task.shown),
            None => self.task.shown.clone(),
        }
    }
}

/// `"key": reason`.
pub(crate) fn skipped_line(key: &str, reason: &str) -> String {
    format!("{}: {reason}", quote(key, 80))
}

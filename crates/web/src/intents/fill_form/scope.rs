//! Chooses the form for the data when none is given.

use lemmascope_browser::page::Snapshot;
use lemmascope_browser::reading::is_field;

use super::assignment::{Assignment, assign};
use super::entry::Entry;
use super::slot::slots;
use super::splitting::split_entries_for_form;
use crate::submission::{Form, forms, has_focus, is_shown};

/// How well fields match the data: the number of keys with a slot, and their scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fit {
    pub(crate) met: usize,
    pub(crate) sure: f32,
}

pub(crate) fn fit(snapshot: &Snapshot, fields: &[usize], entries: &[Entry]) -> Fit {
    let places = slots(snapshot, fields);
    let asked = split_entries_for_form(entries, &places);
    let meant = assign(&asked, &places);
    let mut missed: Vec<&str> = Vec::new();
    let mut sure = 0.0;
    for (entry, meant) in asked.iter().zip(&meant) {
        match meant {
            Assignment::Slot(_, likeness) => sure += likeness,
            Assignment::Several(_) => {}
            Assignment::None(_) => missed.push(&entry.key),
        }
    }
    missed.sort_unstable();
    missed.dedup();
    Fit { met: entries.len().saturating_sub(missed.len()), sure }
}

/// Returns the fields for the data: those of the form with the most matches, preferring the focused one. If
/// no form has all, fields outside of forms and in other frames are added.
pub(crate) fn choose(snapshot: &Snapshot, entries: &[Entry]) -> Option<Form> {
    let all = forms(snapshot);
    let rated: Vec<(Fit, &Form)> =
        all.iter().map(|form| (fit(snapshot, &form.fields, entries), form)).collect();
    let rank = |(fit, form): &(Fit, &Form)| {
        let shown = is_shown(snapshot, form);
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let met = fit.met as f32;
        met * 10.0
            + if has_focus(snapshot, form) { 9.0 } else { 0.0 }
            + if shown { 4.0 } else { 0.0 }
            + fit.sure.min(30.0) * 0.1
    };
    // Of equal forms, the first one is chosen.
    let (best_fit, best) = rated.iter().fold(None, |best: Option<&(Fit, &Form)>, one| match best {
        Some(known) if rank(known) >= rank(one) => Some(known),
        _ => Some(one),
    })?;
    if best_fit.met == entries.len() {
        return Some((*best).clone());
    }
    let frame = |form: &Form| snapshot.regions.get(form.region).map(|region| region.frame);
    let mut wider = (*best).clone();
    for form in &all {
        if form != *best
            && is_shown(snapshot, form)
            && (!form.is_form || !best.is_form || frame(form) != frame(best))
        {
            wider.fields.extend(&form.fields);
            wider.buttons.extend(&form.buttons);
        }
    }
    // Fields outside of forms.
    let loose = snapshot
        .elements
        .iter()
        .enumerate()
        .filter(|(_, element)| is_field(element) && element.visibility.is_visible());
    let taken: Vec<usize> = all.iter().flat_map(|form| form.fields.iter().copied()).collect();
    wider.fields.extend(loose.map(|(at, _)| at).filter(|at| !taken.contains(at)));
    wider.fields.sort_unstable();
    wider.fields.dedup();
    if fit(snapshot, &wider.fields, entries).met > best_fit.met { Some(wider) } else { Some((*best).clone()) }
}

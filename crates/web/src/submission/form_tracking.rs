//! Finds the submitted form on the page that responds.

use lemmascope_browser::page::{Element, ElementId, Snapshot};

use super::form::{Form, forms};

/// Returns the form after submission: the same elements, or on another page a form with the same fields and
/// purpose.
pub(super) fn find_form_after_submission(before: &Snapshot, after: &Snapshot, sent: &Form) -> Option<Form> {
    let is_kept = |at: &usize| {
        before
            .elements
            .get(*at)
            .is_some_and(|element| after.element(element.id).is_some_and(|now| now.visibility.is_visible()))
    };
    let entries: Vec<usize> =
        sent.fields.iter().copied().filter(|at| before.elements[*at].visibility.is_visible()).collect();
    let sender = sent.sender.and_then(|at| before.elements.get(at));
    if before.document == after.document {
        let is_there = match (entries.is_empty(), sent.sender) {
            (true, Some(sender)) => is_kept(&sender),
            _ => entries.iter().any(is_kept),
        };
        return is_there.then(|| sent.clone());
    }
    if let (true, Some(sender)) = (entries.is_empty(), sender) {
        let is_again = |element: &Element| {
            element.kind == sender.kind && element.name == sender.name && element.visibility.is_visible()
        };
        return after.elements.iter().any(is_again).then(Form::default);
    }
    let names = |snapshot: &Snapshot, form: &Form| {
        form.fields
            .iter()
            .filter_map(|at| snapshot.elements[*at].attributes.get("name").cloned())
            .filter(|name| !name.is_empty())
            .collect::<Vec<String>>()
    };
    let wanted = names(before, sent);
    forms(after).into_iter().find(|form| {
        let own = names(after, form);
        let common = wanted.iter().filter(|name| own.contains(name)).count();
        !wanted.is_empty() && common * 2 > wanted.len() && have_compatible_purposes(before, sent, after, form)
    })
}

/// Whether no evidence shows that the forms have different purposes, since a registration is often followed
/// by a login form with the same field names.
fn have_compatible_purposes(before: &Snapshot, sent: &Form, after: &Snapshot, form: &Form) -> bool {
    match (purpose(before, sent), purpose(after, form)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

fn purpose<'s>(page: &'s Snapshot, form: &Form) -> Option<&'s str> {
    let is_part = |id: &ElementId| form.fields.iter().any(|at| page.elements[*at].id == *id);
    let patterns = page.patterns.iter().filter(|pattern| pattern.name.ends_with("_form"));
    let mut own = patterns.filter(|pattern| pattern.parts.iter().any(|(_, ids)| ids.iter().any(is_part)));
    own.next().map(|pattern| pattern.name.as_str())
}

//! The forms of a page.

use lemmascope_browser::page::{Element, Snapshot};
use lemmascope_browser::reading::{Cluster, clusters};

/// A form with its fields, as indexes into the snapshot's elements in document order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) fields: Vec<usize>,
    /// Its buttons and links.
    pub(crate) buttons: Vec<usize>,
    /// Its region, as an index into the snapshot's regions.
    pub(crate) region: usize,
    /// Whether it is a `form` element or landmark.
    pub(crate) is_form: bool,
    /// The button to submit it with, if the target named one. Such a form need not have fields.
    pub(crate) sender: Option<usize>,
}

/// Returns the forms of a page, including those without a `<form>` element.
pub(crate) fn forms(snapshot: &Snapshot) -> Vec<Form> {
    let all = clusters(snapshot).into_iter().map(|cluster| form(snapshot, cluster));
    all.filter(|form| !form.fields.is_empty()).collect()
}

/// Returns the forms that have buttons but no fields.
pub(crate) fn forms_without_fields(snapshot: &Snapshot) -> Vec<Form> {
    let all = clusters(snapshot).into_iter().map(|cluster| form(snapshot, cluster));
    all.filter(|form| form.fields.is_empty() && !form.buttons.is_empty()).collect()
}

fn form(snapshot: &Snapshot, cluster: Cluster) -> Form {
    let Cluster { region, mut fields, buttons, links, is_form, .. } = cluster;
    fields.extend(buttons.iter().copied().filter(|at| is_list(&snapshot.elements[*at])));
    fields.sort_unstable();
    fields.dedup();
    let buttons = buttons.into_iter().chain(links).filter(|at| !fields.contains(at)).collect();
    Form { fields, buttons, region, is_form, sender: None }
}

/// Whether the button opens a list of options.
pub(crate) fn is_list(element: &Element) -> bool {
    element.kind == "button"
        && element.attributes.get("aria-haspopup").is_some_and(|popup| popup == "listbox")
}

/// Whether a field of the form has the focus.
pub(crate) fn has_focus(snapshot: &Snapshot, form: &Form) -> bool {
    form.fields.iter().any(|at| snapshot.elements.get(*at).is_some_and(|element| element.state.focused))
}

pub(crate) fn is_shown(snapshot: &Snapshot, form: &Form) -> bool {
    form.fields
        .iter()
        .any(|at| snapshot.elements.get(*at).is_some_and(|element| element.visibility.is_visible()))
}

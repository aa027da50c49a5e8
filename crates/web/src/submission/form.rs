//! The forms of a page.

use lemmascope_browser::page::{Element, Snapshot};
use lemmascope_browser::reading::{Cluster, clusters};

/// A form: its fields, as indices into the snapshot's elements, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) fields: Vec<usize>,
    /// Buttons and links of it.
    pub(crate) buttons: Vec<usize>,
    /// The region that it is, as an index into the snapshot's.
    pub(crate) region: usize,
    /// Whether the page itself says that it is a form.
    pub(crate) is_form: bool,
    /// The button to send it off with, where that is how the form was named. Such a form need not have fields.
    pub(crate) sender: Option<usize>,
}

/// The forms of a page, those without any `<form>` too.
pub(crate) fn forms(snapshot: &Snapshot) -> Vec<Form> {
    let all = clusters(snapshot).into_iter().map(|cluster| form(snapshot, cluster));
    all.filter(|form| !form.fields.is_empty()).collect()
}

/// The forms that have buttons and nothing to fill in.
pub(crate) fn without_fields_of(snapshot: &Snapshot) -> Vec<Form> {
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

/// A button that opens a list to choose from.
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

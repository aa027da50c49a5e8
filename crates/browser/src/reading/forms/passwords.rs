use super::cluster::Cluster;
use crate::page::{Element, Snapshot};
use crate::reading::roles::Scores;

fn is_password(role: Option<&str>) -> bool {
    matches!(role, Some("password" | "new_password" | "confirm_password" | "current_password"))
}

/// Orders password fields: two adjacent ones are a new password and its confirmation; three are the current
/// password and these two.
pub(crate) fn order_passwords(
    snapshot: &Snapshot,
    cluster: &Cluster,
    scores: &mut [Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let entries: Vec<usize> =
        cluster.fields.iter().copied().filter(|at| accepts_text(&snapshot.elements[*at])).collect();
    let mut start = 0;
    while start < entries.len() {
        let mut end = start;
        while end < entries.len()
            && is_password(roles[entries[end]])
            && is_alike(&snapshot.elements[entries[start]], &snapshot.elements[entries[end]])
        {
            end += 1;
        }
        if end > start + 1 {
            order_adjacent_passwords(&entries[start..end], scores, roles);
        }
        start = end.max(start + 1);
    }
    // The confirmation may come later; the password before it is the one that it confirms.
    let passwords: Vec<usize> = entries.into_iter().filter(|at| is_password(roles[*at])).collect();
    for pair in passwords.windows(2) {
        if roles[pair[1]] == Some("confirm_password") && roles[pair[0]] != Some("confirm_password") {
            set(pair[0], "new_password", scores, roles);
        }
    }
}

fn accepts_text(element: &Element) -> bool {
    !matches!(element.kind, "checkbox" | "radio" | "switch")
}

/// Whether two fields have the same type and visibility. A hidden password field beside a visible one holds
/// the same password in plain text.
fn is_alike(one: &Element, other: &Element) -> bool {
    let of_type = |element: &Element| element.attributes.get("type").cloned();
    one.visibility.is_visible() == other.visibility.is_visible() && of_type(one) == of_type(other)
}

fn set(at: usize, role: &'static str, scores: &mut [Option<Scores>], roles: &mut [Option<&'static str>]) {
    roles[at] = Some(role);
    if let Some(scores) = &mut scores[at] {
        scores.add(role, 5.0);
    }
}

fn order_adjacent_passwords(
    run: &[usize],
    scores: &mut [Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let is: Vec<Option<&'static str>> = run.iter().map(|at| roles[*at]).collect();
    let order: &[Option<&'static str>] = match is.as_slice() {
        [Some("current_password"), Some("password" | "new_password")] => &[None, Some("new_password")],
        [Some("password"), Some("new_password")] => &[Some("current_password"), None],
        [Some("current_password"), _] => &[],
        [_, Some("current_password")] => &[],
        [_, _] => &[Some("new_password"), Some("confirm_password")],
        [_, _, _] => &[Some("current_password"), Some("new_password"), Some("confirm_password")],
        _ => &[],
    };
    for (at, role) in run.iter().zip(order) {
        if let Some(role) = role {
            set(*at, role, scores, roles);
        }
    }
}

use super::cluster::{Cluster, reaches};
use crate::page::{Element, RegionKind, Snapshot};
use crate::reading::assembly::Clue;
use crate::reading::lexicon::Evidence;
use crate::reading::patterns::is_price;
use crate::reading::roles::{Topic, topic};

/// The maximum number of digits of an order quantity.
const MOST_DIGITS: usize = 3;

/// Assigns the quantity role: to a number field without a label, beside a button that buys or beside a price.
pub(crate) fn assign_quantity_roles(
    snapshot: &Snapshot,
    clues: &[Clue],
    cluster: &Cluster,
    actions: &[Evidence],
    roles: &mut [Option<&'static str>],
) {
    let sells = cluster.buttons.iter().any(|at| {
        actions[*at]
            .first()
            .is_some_and(|(action, strength)| matches!(*action, "add_cart" | "buy_now") && *strength > 0.6)
    });
    for at in cluster.fields.iter().copied() {
        let Some(element) = snapshot.elements.get(at) else { continue };
        let is_free = matches!(roles[at], None | Some("number" | "search" | "amount"));
        if is_free
            && is_count(element, &clues[at])
            && is_unlabelled(element, &clues[at])
            && (sells || is_price(&element.name) || is_priced(snapshot, element))
        {
            roles[at] = Some("quantity");
        }
    }
}

fn is_count(element: &Element, clue: &Clue) -> bool {
    let holds = element.value.as_deref().unwrap_or(&clue.prefilled);
    let is_number =
        !holds.is_empty() && holds.len() <= MOST_DIGITS && holds.bytes().all(|byte| byte.is_ascii_digit());
    match element.kind {
        "input" => is_number || element.attributes.get("type").is_some_and(|of_type| of_type == "number"),
        "select" => topic(&element.choices) == Some(Topic::Counts),
        _ => false,
    }
}

/// Whether a field has no label except the adjacent text.
fn is_unlabelled(element: &Element, clue: &Clue) -> bool {
    is_price(&element.name)
        || element.label.is_empty()
            && element.placeholder.is_empty()
            && (element.name.is_empty() || element.name == clue.beside)
}

/// Whether a field is in a list item or row that shows a price.
fn is_priced(snapshot: &Snapshot, element: &Element) -> bool {
    let is_entry = |region: usize| {
        matches!(snapshot.regions[region].kind, RegionKind::Item | RegionKind::Row | RegionKind::Article)
    };
    let mut at = Some(element.region);
    while let Some(here) = at.filter(|here| *here < snapshot.regions.len()) {
        if is_entry(here) {
            return snapshot.elements.iter().any(|other| {
                !other.interactive && is_price(&other.name) && reaches(snapshot, here, other.region)
            });
        }
        at = snapshot.regions[here].parent.filter(|parent| *parent < here);
    }
    false
}

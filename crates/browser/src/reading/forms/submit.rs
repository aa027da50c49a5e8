use super::cluster::Cluster;
use super::purpose::Purpose;
use crate::page::{Element, Region, RegionKind, Snapshot};
use crate::reading::assembly::Clue;
use crate::reading::lexicon::Evidence;
use crate::text::words_of_identifier;

/// A form with its likely purposes, most likely first.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    pub(crate) cluster: Cluster,
    pub(crate) purposes: Vec<(Purpose, f32)>,
}

impl Form {
    /// Returns the confidence that this is the main purpose of the form, if it is.
    pub(crate) fn is_for(&self, purpose: Purpose) -> Option<f32> {
        self.purposes.first().filter(|(first, _)| *first == purpose).map(|(_, sure)| *sure)
    }

    /// Returns the confidence that this is one of the purposes of the form, if it is.
    pub(crate) fn serves(&self, purpose: Purpose) -> Option<f32> {
        self.purposes.iter().find(|(known, _)| *known == purpose).map(|(_, sure)| *sure)
    }
}

/// Assigns the submit role to the primary action of each form.
pub(crate) fn assign_submit_roles(
    snapshot: &mut Snapshot,
    clues: &[Clue],
    actions: &[Evidence],
    forms: &[Form],
) {
    let filled = forms.iter().filter(|form| !form.cluster.fields.is_empty()).count();
    for form in forms {
        assign_submit_role(snapshot, clues, actions, form, filled == 1);
    }
}

fn assign_submit_role(
    snapshot: &mut Snapshot,
    clues: &[Clue],
    actions: &[Evidence],
    form: &Form,
    is_only_form: bool,
) {
    if form.cluster.fields.is_empty() {
        return;
    }
    // A multi-step form has several submit buttons.
    for at in form.cluster.buttons.iter().copied() {
        let is_plain = matches!(
            snapshot.elements[at].role,
            None | Some("next" | "checkout" | "login" | "register" | "subscribe" | "accept" | "forgot")
        );
        if clues[at].submits
            && is_plain
            && form.purposes.first().is_none_or(|(purpose, _)| *purpose != Purpose::Order)
        {
            snapshot.elements[at].role = Some("submit");
        }
    }
    if let Some(at) = find_submit_button(snapshot, clues, actions, form) {
        // The site search in a page header is not the primary purpose of a page, unless the page has no other
        // form.
        let is_aside = |region: &Region| {
            matches!(
                region.kind,
                RegionKind::Header | RegionKind::Navigation | RegionKind::Footer | RegionKind::Aside
            )
        };
        let is_search = matches!(form.purposes.first(), Some((Purpose::Search, _)));
        let is_beside_all = !is_only_form || snapshot.around(form.cluster.region).any(is_aside);
        let element = &mut snapshot.elements[at];
        element.primary = !(is_search && is_beside_all);
        if element.kind == "text" {
            element.kind = "button";
            element.interactive = true;
        }
        element.role = match form.purposes.first() {
            Some((Purpose::Order, _)) => element.role.or(Some("submit")),
            _ => Some("submit"),
        };
    }
}

/// Whether the classes of a non-button element describe it as a button.
fn is_styled_as_button(element: &Element) -> bool {
    let class = element.attributes.get("class").map_or("", String::as_str);
    words_of_identifier(class)
        .iter()
        .any(|word| word == "btn" || word == "cta" || word.ends_with("button") || word == "submit")
}

/// Whether the source of a button describes a destructive action. Its style is a warning, not an emphasis.
fn destroys(element: &Element) -> bool {
    const DESTROYING: &[&str] = &["delete", "remove", "destroy", "danger"];
    ["id", "name", "class"]
        .iter()
        .filter_map(|name| element.attributes.get(*name))
        .any(|value| words_of_identifier(value).iter().any(|word| DESTROYING.contains(&word.as_str())))
}

/// The actions that a submit button does not have, with their penalties.
const NOT_SUBMIT: &[(&str, f32)] = &[
    ("social", 2.5),
    ("cancel", 2.0),
    ("close", 2.0),
    ("reset", 2.0),
    ("show_password", 2.5),
    ("previous", 1.5),
    ("forgot", 0.8),
];

/// Returns the submit button of a form.
pub(crate) fn find_submit_button(
    snapshot: &Snapshot,
    clues: &[Clue],
    actions: &[Evidence],
    form: &Form,
) -> Option<usize> {
    let wanted: &[&str] = match form.purposes.first().map(|(purpose, _)| purpose) {
        Some(Purpose::Login) => &["login", "next", "submit", "accept"],
        Some(Purpose::Registration) => &["register", "next", "submit", "subscribe", "accept", "checkout"],
        Some(Purpose::Recovery) => &["forgot", "submit", "next", "accept"],
        Some(Purpose::Search) => &["search", "submit"],
        Some(Purpose::Subscription) => &["subscribe", "register", "submit", "next", "accept"],
        Some(Purpose::Order) => &["add_cart", "buy_now", "submit"],
        Some(Purpose::Shipping | Purpose::Payment) => &["checkout", "next", "submit", "buy_now"],
        _ => &["submit", "next", "register", "login", "subscribe", "search", "checkout", "accept"],
    };
    let last_field = form
        .cluster
        .fields
        .iter()
        .copied()
        .filter(|at| {
            snapshot.elements.get(*at).is_some_and(|element| !matches!(element.kind, "checkbox" | "radio"))
        })
        .max();
    // A search field may share its form with other controls; its button comes directly after it.
    let is_search = |at: &usize| snapshot.elements.get(*at).is_some_and(|it| it.role == Some("search"));
    let beside_search = matches!(form.purposes.first(), Some((Purpose::Search, _)))
        .then(|| form.cluster.fields.iter().copied().find(is_search))
        .flatten()
        .and_then(|field| form.cluster.buttons.iter().copied().filter(|at| *at > field).min());
    let worth = |at: usize| {
        let (Some(element), Some(clue)) = (snapshot.elements.get(at), clues.get(at)) else { return 0.0 };
        let Some(actions) = actions.get(at) else { return 0.0 };
        let does = |action: &str| {
            actions.iter().find(|(known, _)| *known == action).map_or(0.0, |(_, strength)| *strength)
        };
        let mut worth = wanted
            .iter()
            .enumerate()
            .map(|(rank, action)| does(action) * if rank == 0 { 2.0 } else { 1.2 })
            .fold(0.0, f32::max);
        if clue.submits {
            worth += 1.6;
        }
        if destroys(element) {
            worth -= 1.0;
        } else if clue.emphasised {
            worth += 0.3;
        }
        if last_field.is_some_and(|last| at > last) {
            worth += 0.4;
        }
        if beside_search == Some(at) {
            worth += 1.0;
        }
        if element.kind == "link" {
            let leads_away = element
                .attributes
                .get("href")
                .is_some_and(|href| !href.starts_with('#') && !href.starts_with("javascript"));
            worth -= if leads_away { 2.2 } else { 1.4 };
            // Without a button, a link without a target address may be the submit control.
            if !leads_away && form.cluster.buttons.is_empty() {
                worth += 0.8;
            }
            if is_styled_as_button(element) && (!leads_away || form.cluster.buttons.is_empty()) {
                worth += 1.5;
            }
        }
        if !element.visibility.is_visible() {
            worth -= 1.5;
        }
        for (action, cost) in NOT_SUBMIT {
            if !wanted.contains(action) {
                worth -= does(action) * cost;
            }
        }
        worth
    };
    let best = |among: &mut dyn Iterator<Item = usize>, least: f32| {
        among
            .map(|at| (worth(at), at))
            .filter(|(worth, _)| *worth > least)
            .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))
            .map(|(_, at)| at)
    };
    // Without any native control, a text may be styled as a button.
    let drawn = || {
        let texts = form.cluster.texts.iter().copied();
        texts.filter(|at| snapshot.elements.get(*at).is_some_and(is_styled_as_button))
    };
    let pressed = || form.cluster.buttons.iter().chain(&form.cluster.links).copied();
    // The only button without another known action submits the form, whatever its language. This requires a
    // form element, since among loose fields it may open a list.
    let sole = || {
        let is_free = |at: &usize| {
            form.cluster.is_form
                && snapshot.elements[*at].visibility.is_visible()
                && !snapshot.elements[*at].attributes.contains_key("aria-haspopup")
                && actions[*at].iter().all(|(action, _)| wanted.contains(action))
        };
        let mut free = form
            .cluster
            .buttons
            .iter()
            .copied()
            .filter(is_free)
            .filter(|at| last_field.is_some_and(|last| *at > last));
        free.next().filter(|at| {
            free.next().is_none() && snapshot.elements[*at].name.chars().any(char::is_alphabetic)
        })
    };
    best(&mut pressed(), 0.9).or_else(|| best(&mut drawn(), 0.3)).or_else(sole).or_else(|| {
        // A form without a button of its own may be followed by its button.
        let after = last_field? + 1;
        let is_taken =
            |at: usize| snapshot.around(snapshot.elements[at].region).any(|region| region.tag == "form");
        best(
            &mut (after..snapshot.elements.len().min(after + 12)).filter(|at| {
                let element = &snapshot.elements[*at];
                element.interactive && element.kind == "button" && !is_taken(*at)
            }),
            1.4,
        )
    })
}

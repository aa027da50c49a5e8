use super::assembly::Clue;
use super::forms::{Cluster, Purpose, clusters, is_field, purposes};
use super::roles::Scores;
use super::roles::{SECRET_ROLES, action_of, fallback, score};
use crate::page::Snapshot;

/// A form, and what it is for, most likely first.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    pub(crate) cluster: Cluster,
    pub(crate) purposes: Vec<(Purpose, f32)>,
}

impl Form {
    /// How sure it is that the form is mainly for this.
    pub(crate) fn is_for(&self, purpose: Purpose) -> Option<f32> {
        self.purposes.first().filter(|(first, _)| *first == purpose).map(|(_, sure)| *sure)
    }

    /// How sure it is that the form is for this, among other things.
    pub(crate) fn serves(&self, purpose: Purpose) -> Option<f32> {
        self.purposes.iter().find(|(known, _)| *known == purpose).map(|(_, sure)| *sure)
    }
}

/// Gives every element its role: fields by what speaks for each and by the form that they are in, buttons by what
/// they do there. Returns the forms.
pub(crate) fn classify(snapshot: &mut Snapshot, clues: &[Clue]) -> Vec<Form> {
    let mut scores: Vec<Option<Scores>> = snapshot
        .elements
        .iter()
        .zip(clues)
        .map(|(element, clue)| is_field(element).then(|| score(element, clue)))
        .collect();
    let found = clusters(snapshot);
    let mut roles: Vec<Option<&'static str>> = vec![None; snapshot.elements.len()];
    for (role, scores) in roles.iter_mut().zip(&scores) {
        *role = scores.as_ref().and_then(Scores::best).map(|(role, _)| role);
    }
    let mut forms = Vec::with_capacity(found.len());
    for cluster in found {
        order_passwords(&cluster, &mut scores, &mut roles);
        let first = purposes(snapshot, clues, &cluster, &roles);
        in_context(snapshot, &cluster, &first, &mut scores, &mut roles);
        let purposes = purposes(snapshot, clues, &cluster, &roles);
        forms.push(Form { cluster, purposes });
    }
    for (at, element) in snapshot.elements.iter_mut().enumerate() {
        if scores[at].is_some() {
            element.role = roles[at].or_else(|| fallback(element));
            if element.role.is_some_and(|role| SECRET_ROLES.contains(&role)) {
                element.secret = true;
                element.value = None;
            }
        } else if element.interactive {
            let action = action_of(element);
            element.role = match element.kind {
                "button" | "menuitem" | "tab" => action,
                "link" => action.filter(|action| {
                    matches!(
                        *action,
                        "next"
                            | "previous"
                            | "login"
                            | "logout"
                            | "register"
                            | "forgot"
                            | "cart"
                            | "checkout"
                            | "close"
                    )
                }),
                _ => None,
            };
        }
    }
    for form in &forms {
        name_submit(snapshot, clues, form);
    }
    forms
}

/// Two passwords beside each other are a new one and its repetition; three are the present one and these two.
fn order_passwords(cluster: &Cluster, scores: &mut [Option<Scores>], roles: &mut [Option<&'static str>]) {
    let passwords: Vec<usize> = cluster
        .fields
        .iter()
        .copied()
        .filter(|at| {
            matches!(roles[*at], Some("password" | "new_password" | "confirm_password" | "current_password"))
        })
        .collect();
    if passwords.len() < 2 {
        return;
    }
    let is: Vec<Option<&'static str>> = passwords.iter().map(|at| roles[*at]).collect();
    let confirms = is.iter().position(|role| *role == Some("confirm_password"));
    let mut set = |place: usize, role: &'static str| {
        roles[passwords[place]] = Some(role);
        if let Some(scores) = &mut scores[passwords[place]] {
            scores.add(role, 5.0);
        }
    };
    match (is.as_slice(), confirms) {
        (_, Some(last)) if last > 0 => set(last - 1, "new_password"),
        ([Some("current_password"), _], None) => set(1, "new_password"),
        ([Some("new_password"), Some("password")], None) => set(1, "confirm_password"),
        ([Some("password"), Some("new_password")], None) => set(0, "current_password"),
        ([_, _, _], None) => {
            set(0, "current_password");
            set(1, "new_password");
            set(2, "confirm_password");
        }
        _ => {}
    }
}

/// What a field is for depends on the form around it.
fn in_context(
    snapshot: &Snapshot,
    cluster: &Cluster,
    purposes: &[(Purpose, f32)],
    scores: &mut [Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let purpose = purposes.first().map(|(purpose, _)| *purpose);
    let first_password =
        cluster.fields.iter().copied().find(|at| roles[*at].is_some_and(|role| role.ends_with("password")));
    for (place, at) in cluster.fields.iter().copied().enumerate() {
        let Some(own) = &mut scores[at] else { continue };
        let Some(element) = snapshot.elements.get(at) else { continue };
        let of_type = element.attributes.get("type").map_or("", String::as_str);
        match purpose {
            Some(Purpose::Login) => {
                let is_text = element.kind == "input" && matches!(of_type, "" | "text" | "tel" | "email");
                if own.of("username") > 0.3 {
                    own.add("username", 0.5);
                }
                // Whatever comes right before the password is what one is known by.
                let next_is_password =
                    cluster.fields.get(place + 1).copied() == first_password && first_password.is_some();
                if is_text
                    && next_is_password
                    && of_type != "email"
                    && own.of("email") < 1.0
                    && own.of("one_time_code") < 1.0
                {
                    own.add("username", 1.6);
                }
            }
            Some(Purpose::Registration | Purpose::Shipping | Purpose::Payment) => {
                if own.of("email") > 1.2
                    && own.of("username") > 0.3
                    && own.of("email") + 0.9 > own.of("username")
                {
                    own.add("email", 0.9);
                }
                if purpose == Some(Purpose::Registration)
                    && own.best().is_some_and(|(role, _)| role == "password")
                {
                    own.add("new_password", 4.0);
                }
            }
            Some(Purpose::Search) => {
                if element.kind == "input"
                    && matches!(of_type, "" | "text" | "search")
                    && own.best().is_none()
                {
                    own.add("search", 1.2);
                }
            }
            Some(Purpose::Subscription) => {}
            Some(Purpose::Contact) => {
                if element.kind == "textarea" && own.best().is_none() {
                    own.add("message", 1.0);
                }
            }
            _ => {}
        }
        roles[at] = own.best().map(|(role, _)| role);
    }
    group_dates(snapshot, cluster, roles);
}

/// Day, month and year beside each other are parts of one date: of a birth, or of a card's end.
fn group_dates(snapshot: &Snapshot, cluster: &Cluster, roles: &mut [Option<&'static str>]) {
    let has_card = cluster.fields.iter().any(|at| matches!(roles[*at], Some("card_number" | "card_cvv")));
    for at in &cluster.fields {
        let Some(element) = snapshot.elements.get(*at) else { continue };
        if has_card && roles[*at] == Some("month") && element.kind == "select" {
            roles[*at] = Some("card_expiry_month");
        }
    }
}

/// The button that submits a form is its main action.
fn name_submit(snapshot: &mut Snapshot, clues: &[Clue], form: &Form) {
    if form.cluster.fields.is_empty() {
        return;
    }
    if let Some(at) = submit_of(snapshot, clues, form) {
        let element = &mut snapshot.elements[at];
        element.primary = true;
        element.role = match form.purposes.first() {
            Some((Purpose::Search, _)) => Some("search"),
            Some((Purpose::Order, _)) => element.role.or(Some("submit")),
            _ => Some("submit"),
        };
    }
}

/// The button of a form that sends it off.
pub(crate) fn submit_of(snapshot: &Snapshot, clues: &[Clue], form: &Form) -> Option<usize> {
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
    let mut best: Option<(f32, usize)> = None;
    for at in form.cluster.buttons.iter().chain(&form.cluster.links) {
        let (Some(element), Some(clue)) = (snapshot.elements.get(*at), clues.get(*at)) else { continue };
        let actions = super::roles::actions_of(element);
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
        if clue.emphasised {
            worth += 0.3;
        }
        if last_field.is_some_and(|last| *at > last) {
            worth += 0.4;
        }
        if element.kind == "link" {
            worth -= 1.4;
        }
        if element.kind == "link"
            && element
                .attributes
                .get("href")
                .is_some_and(|href| !href.starts_with('#') && !href.starts_with("javascript"))
        {
            worth -= 0.8;
        }
        if !element.visibility.is_visible() {
            worth -= 1.5;
        }
        for (action, cost) in [
            ("social", 2.5),
            ("cancel", 2.0),
            ("close", 2.0),
            ("reset", 2.0),
            ("show_password", 2.5),
            ("previous", 1.5),
            ("forgot", 0.8),
        ] {
            if !wanted.contains(&action) {
                worth -= does(action) * cost;
            }
        }
        if worth > 0.9 && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, *at));
        }
    }
    best.map(|(_, at)| at)
}

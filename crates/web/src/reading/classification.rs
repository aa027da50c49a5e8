use lemmascope_intent::MASK;

use super::assembly::Clue;
use super::forms::{Cluster, Form, Purpose, clusters, group_dates, is_field, name_submit, purposes};
use super::lexicon::{Evidence, FIELDS};
use super::roles::{SECRET_ROLES, Scores, action_of, fallback, score};
use crate::page::Snapshot;

/// Gives every element its role: fields by what speaks for each and by the form that they are in, buttons by what
/// they do there. Returns the forms.
pub(crate) fn classify(snapshot: &mut Snapshot, clues: &[Clue], actions: &[Evidence]) -> Vec<Form> {
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
        let first = purposes(snapshot, clues, &cluster, &roles, actions);
        in_context(snapshot, &cluster, &first, &mut scores, &mut roles);
        let purposes = purposes(snapshot, clues, &cluster, &roles, actions);
        forms.push(Form { cluster, purposes });
    }
    let has_secrets = snapshot.elements.iter().any(|element| element.secret);
    for (at, element) in snapshot.elements.iter_mut().enumerate() {
        if scores[at].is_some() {
            element.role = roles[at].or_else(|| fallback(element));
            if element.role.is_some_and(|role| SECRET_ROLES.contains(&role)) {
                element.secret = true;
                element.value =
                    element.value.take().filter(|value| !value.is_empty()).map(|_| MASK.to_string());
            }
        } else if element.interactive {
            // Where there is no password, it is something else that is shown.
            let action = action_of(&actions[at]).filter(|action| *action != "show_password" || has_secrets);
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
        name_submit(snapshot, clues, actions, form);
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
    let entries: Vec<usize> = cluster
        .fields
        .iter()
        .copied()
        .filter(|at| {
            snapshot
                .elements
                .get(*at)
                .is_some_and(|element| !matches!(element.kind, "checkbox" | "radio" | "switch"))
        })
        .collect();
    for at in cluster.fields.iter().copied() {
        let place = entries.iter().position(|entry| *entry == at).unwrap_or(usize::MAX - 1);
        let Some(own) = &mut scores[at] else { continue };
        let Some(element) = snapshot.elements.get(at) else { continue };
        let of_type = element.attributes.get("type").map_or("", String::as_str);
        match purpose {
            Some(Purpose::Login) => {
                let is_text = matches!(element.kind, "input" | "combobox") && matches!(of_type, "" | "text");
                let by_name = ["name", "id"].iter().any(|name| {
                    let said = FIELDS.identifier(element.attributes.get(*name).map_or("", String::as_str));
                    said.first().is_some_and(|(role, strength)| *role == "username" && *strength > 0.7)
                });
                if own.of("username") > 0.3 {
                    own.add("username", if by_name { 1.2 } else { 0.5 });
                }
                if by_name && of_type == "email" && own.of("username") > 0.8 {
                    own.add("username", 2.4);
                }
                // Whatever comes right before the password is what one is known by.
                let is_before = first_password.is_some() && entries.get(place + 1).copied() == first_password;
                let best = own.best().map(|(role, _)| role);
                let is_known = matches!(
                    best,
                    Some(
                        "email"
                            | "username"
                            | "one_time_code"
                            | "captcha"
                            | "organization"
                            | "coupon"
                            | "search"
                    )
                );
                if is_text && is_before && !is_known {
                    own.add("username", 1.0 + own.best().map_or(0.0, |(_, most)| most));
                }
            }
            Some(Purpose::Registration | Purpose::Shipping | Purpose::Payment) => {
                if own.of("username") > 0.3 && FIELDS.says(&element.name, "email") > 0.6 {
                    own.add("email", 2.0);
                }
                if purpose == Some(Purpose::Registration)
                    && own.best().is_some_and(|(role, _)| role == "password")
                {
                    own.add("new_password", 4.0);
                }
            }
            Some(Purpose::Search)
                if element.kind == "input"
                    && matches!(of_type, "" | "text" | "search")
                    && own.best().is_none() =>
            {
                own.add("search", 1.2);
            }
            Some(Purpose::Contact) if element.kind == "textarea" && own.best().is_none() => {
                own.add("message", 1.0);
            }
            _ => {}
        }
        roles[at] = own.best().map(|(role, _)| role);
    }
    group_dates(snapshot, cluster, purpose, scores, roles);
}

use lemmascope_intent::MASK;

use super::assembly::Clue;
use super::forms::{
    Cluster, Form, Purpose, adjust_address_fields, adjust_code_fields, adjust_name_fields,
    adjust_phone_fields, adjust_username_fields, assign_one_time_code_roles, assign_quantity_roles,
    assign_submit_roles, clusters, group_dates, is_field, order_passwords, purposes,
    remove_false_password_roles,
};
use super::lexicon::{Evidence, FIELDS};
use super::roles::{SECRET_ROLES, Scores, Surroundings, action_of, fallback, score};
use crate::page::Snapshot;

/// Assigns a role to every element: to fields by their own evidence and by the form around them, to buttons
/// by their action in that form. Returns the forms.
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
        remove_false_password_roles(snapshot, clues, &cluster, &mut scores, &mut roles);
        order_passwords(snapshot, &cluster, &mut scores, &mut roles);
        let first = purposes(snapshot, clues, &cluster, &roles, actions);
        adjust_roles_by_form(snapshot, clues, actions, &cluster, &first, &mut scores, &mut roles);
        let purposes = purposes(snapshot, clues, &cluster, &roles, actions);
        forms.push(Form { cluster, purposes });
    }
    let around = surroundings(&forms, &roles);
    for (at, element) in snapshot.elements.iter_mut().enumerate() {
        if scores[at].is_some() {
            element.role = roles[at].or_else(|| fallback(element));
            if element.role.is_some_and(|role| SECRET_ROLES.contains(&role)) {
                element.secret = true;
                element.value =
                    element.value.take().filter(|value| !value.is_empty()).map(|_| MASK.to_string());
            }
        } else if element.interactive {
            let action = action_of(element, &clues[at], &actions[at], around[at]);
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
    assign_submit_roles(snapshot, clues, actions, &forms);
    forms
}

/// Returns the surroundings of each element that is not a field.
fn surroundings(forms: &[Form], roles: &[Option<&'static str>]) -> Vec<Surroundings> {
    let mut around = vec![Surroundings::default(); roles.len()];
    let is_password =
        |at: usize| roles.get(at).is_some_and(|role| role.is_some_and(|role| role.ends_with("password")));
    for Form { cluster, .. } in forms.iter().filter(|form| !form.cluster.fields.is_empty()) {
        for at in cluster.buttons.iter().chain(&cluster.links).copied() {
            // A show-password button follows its field, but sometimes precedes it in the source.
            let behind = cluster.fields.partition_point(|field| *field < at).checked_sub(1);
            let beside_password =
                is_password(at + 1) || behind.is_some_and(|field| is_password(cluster.fields[field]));
            around[at] = Surroundings { among_fields: true, beside_password };
        }
    }
    around
}

/// Adjusts the roles of fields by the purpose of the form around them.
fn adjust_roles_by_form(
    snapshot: &Snapshot,
    clues: &[Clue],
    actions: &[Evidence],
    cluster: &Cluster,
    purposes: &[(Purpose, f32)],
    scores: &mut [Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let purpose = purposes.first().map(|(purpose, _)| *purpose);
    let first_password =
        cluster.fields.iter().copied().find(|at| roles[*at].is_some_and(|role| role.ends_with("password")));
    let passwords =
        cluster.fields.iter().filter(|at| roles[**at].is_some_and(|role| role.ends_with("password"))).count();
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
        // The `username` token marks this field for password managers as the account name, whatever its
        // format. A registration form asks for a regular address all the same.
        let token = element.attributes.get("autocomplete").map_or("", String::as_str);
        if matches!(purpose, None | Some(Purpose::Login | Purpose::Recovery))
            && token.split_ascii_whitespace().any(|token| token.eq_ignore_ascii_case("username"))
        {
            own.add("username", 4.0);
        }
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
                // Some login forms use `new-password` to prevent the browser from filling in the field.
                if let Some(("new_password", most)) = own.best()
                    && passwords == 1
                {
                    own.add("password", most + 1.0);
                }
                // The field directly before the password takes the account name.
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
                    && let Some(("password", most)) = own.best()
                {
                    own.add("new_password", most + 1.0);
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
    adjust_name_fields(snapshot, &entries, scores, roles);
    adjust_username_fields(snapshot, clues, &entries, purpose, scores, roles);
    adjust_address_fields(snapshot, clues, &entries, roles);
    adjust_phone_fields(snapshot, clues, &entries, roles);
    assign_quantity_roles(snapshot, clues, cluster, actions, roles);
    adjust_code_fields(snapshot, &entries, purpose, scores, roles);
    assign_one_time_code_roles(snapshot, &entries, roles);
    group_dates(snapshot, cluster, purpose, scores, roles);
}

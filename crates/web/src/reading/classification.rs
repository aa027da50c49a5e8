use lemmascope_intent::MASK;

use super::assembly::Clue;
use super::forms::{Cluster, Purpose, clusters, is_field, purposes};
use super::lexicon::FIELDS;
use super::roles::{SECRET_ROLES, Scores, Topic, action_of, fallback, score, topic};
use super::words::{words_of, words_of_identifier};
use crate::page::{Element, Snapshot};

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
                element.value = element.value.take().filter(|value| !value.is_empty()).map(|_| MASK.to_string());
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
    group_dates(snapshot, cluster, purpose, scores, roles);
}

/// Day, month and year beside each other are parts of one date: of a birth, or of a card's end.
fn group_dates(
    snapshot: &Snapshot,
    cluster: &Cluster,
    purpose: Option<Purpose>,
    scores: &[Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let has_card = cluster.fields.iter().any(|at| matches!(roles[*at], Some("card_number" | "card_cvv")));
    let parts: Vec<Option<DatePart>> =
        cluster.fields.iter().map(|at| snapshot.elements.get(*at).and_then(date_part)).collect();
    let evidence = |at: usize, all: &[&str]| {
        scores[at].as_ref().map_or(0.0, |scores| all.iter().map(|role| scores.of(role)).sum::<f32>())
    };
    let mut start = 0;
    while start < parts.len() {
        if parts[start].is_none() {
            start += 1;
            continue;
        }
        let mut end = start + 1;
        while end < parts.len()
            && end - start < 3
            && parts[end].is_some()
            && !parts[start..end].contains(&parts[end])
        {
            end += 1;
        }
        let run = &cluster.fields[start..end];
        let birth: f32 = run
            .iter()
            .map(|at| evidence(*at, &["birthday", "birthday_day", "birthday_month", "birthday_year"]))
            .fold(0.0, f32::max);
        let expiry: f32 = run
            .iter()
            .map(|at| evidence(*at, &["card_expiry", "card_expiry_month", "card_expiry_year"]))
            .fold(0.0, f32::max);
        // Who registers is asked for one date: that of the birth.
        let is_past = run.iter().any(|at| topic(&snapshot.elements[*at].choices) == Some(Topic::YearsBack));
        let birth = if end - start == 3 && is_past && purpose == Some(Purpose::Registration) {
            birth.max(1.0)
        } else {
            birth
        };
        let is_card = expiry > birth && expiry > 0.7 || has_card && birth < 0.9;
        for (at, part) in run.iter().zip(&parts[start..end]) {
            let is_free = matches!(
                roles[*at],
                None | Some(
                    "month"
                        | "date"
                        | "number"
                        | "birthday"
                        | "birthday_day"
                        | "birthday_month"
                        | "birthday_year"
                        | "card_expiry"
                        | "card_expiry_month"
                        | "card_expiry_year"
                        | "phone"
                )
            );
            if !is_free {
                continue;
            }
            let role = match part {
                Some(DatePart::Month) if is_card => "card_expiry_month",
                Some(DatePart::Year) if is_card => "card_expiry_year",
                Some(DatePart::Day) if birth > 0.85 => "birthday_day",
                Some(DatePart::Month) if birth > 0.85 => "birthday_month",
                Some(DatePart::Year) if birth > 0.85 => "birthday_year",
                _ => continue,
            };
            roles[*at] = Some(role);
        }
        start = end;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DatePart {
    Day,
    Month,
    Year,
}

/// Which part of a date a field asks for, by its name, its example or its choices.
fn date_part(element: &Element) -> Option<DatePart> {
    let of_words = |words: &[String]| {
        words.iter().rev().find_map(|word| {
            Some(match word.as_str() {
                "day" | "dd" | "dia" | "jour" | "tag" | "giorno" | "dag" | "день" | "日" | "d" => {
                    DatePart::Day
                }
                "month" | "mm" | "mes" | "mois" | "monat" | "mese" | "maand" | "месяц" | "月" => {
                    DatePart::Month
                }
                "year" | "yyyy" | "yy" | "ano" | "annee" | "jahr" | "anno" | "jaar" | "год" | "年"
                | "aaaa" | "jjjj" => DatePart::Year,
                _ => return None,
            })
        })
    };
    if !matches!(element.kind, "select" | "input" | "combobox") {
        return None;
    }
    match topic(&element.choices) {
        Some(Topic::Months) => return Some(DatePart::Month),
        Some(Topic::Days) => return Some(DatePart::Day),
        Some(Topic::YearsAhead | Topic::YearsBack) => return Some(DatePart::Year),
        _ => {}
    }
    let attribute = |name: &str| words_of_identifier(element.attributes.get(name).map_or("", String::as_str));
    let single = |words: &[String]| {
        // `mm / yy` asks for both.
        let found: Vec<DatePart> =
            words.iter().filter_map(|word| of_words(std::slice::from_ref(word))).collect();
        (found.len() == 1).then(|| found[0])
    };
    single(&attribute("name"))
        .or_else(|| single(&attribute("id")))
        .or_else(|| single(&words_of(&element.placeholder)))
        .or_else(|| single(&words_of(&element.name)).filter(|_| element.name.len() < 30))
}

/// The button that submits a form is its main action.
fn name_submit(snapshot: &mut Snapshot, clues: &[Clue], form: &Form) {
    if form.cluster.fields.is_empty() {
        return;
    }
    // A form of several steps has several buttons that send it off.
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

/// What a button that sends a form off does not do, and how much that speaks against it.
const NOT_SUBMIT: &[(&str, f32)] = &[
    ("social", 2.5),
    ("cancel", 2.0),
    ("close", 2.0),
    ("reset", 2.0),
    ("show_password", 2.5),
    ("previous", 1.5),
    ("forgot", 0.8),
];

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
    let worth = |at: usize| {
        let (Some(element), Some(clue)) = (snapshot.elements.get(at), clues.get(at)) else { return 0.0 };
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
        if last_field.is_some_and(|last| at > last) {
            worth += 0.4;
        }
        if element.kind == "link" {
            let leads_away = element
                .attributes
                .get("href")
                .is_some_and(|href| !href.starts_with('#') && !href.starts_with("javascript"));
            worth -= if leads_away { 2.2 } else { 1.4 };
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
    best(&mut form.cluster.buttons.iter().chain(&form.cluster.links).copied(), 0.9).or_else(|| {
        // The button may stand right behind a form that has none of its own.
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

use super::cluster::{Cluster, is_field};
use crate::page::{Element, RegionKind, Snapshot};
use crate::reading::assembly::Clue;
use crate::reading::lexicon::{ACTIONS, Evidence, FIELDS};
use crate::text::{words_of, words_of_identifier};

/// The features of a form for the classification of its purpose.
pub(crate) struct Features {
    pub(crate) passwords: usize,
    pub(crate) has_new: bool,
    pub(crate) has_confirm: bool,
    pub(crate) has_current: bool,
    pub(crate) entries: usize,
    pub(crate) roles: Vec<&'static str>,
    pub(crate) toggles: Vec<&'static str>,
    /// The actions of its buttons, strongest first.
    pub(crate) submit: Vec<(&'static str, f32)>,
    pub(crate) links: Vec<(&'static str, f32)>,
    /// The evidence from its id, class, action and heading.
    pub(crate) hints: Hints,
    pub(crate) page: Hints,
    pub(crate) is_get: bool,
    pub(crate) has_textarea: bool,
    /// Whether a field is marked as the account name for password managers.
    pub(crate) has_account_token: bool,
    /// Whether the only entry is an unlabelled line of text.
    pub(crate) is_unnamed_text_input: bool,
    /// Whether a submit button exists and no button has a recognized action.
    pub(crate) is_silent: bool,
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Hints {
    pub(crate) login: f32,
    pub(crate) register: f32,
    pub(crate) recovery: f32,
    pub(crate) search: f32,
    pub(crate) subscribe: f32,
    pub(crate) contact: f32,
    pub(crate) order: f32,
    pub(crate) checkout: f32,
}

impl Features {
    pub(crate) fn has(&self, role: &str) -> bool {
        self.roles.contains(&role)
    }

    pub(crate) fn times(&self, role: &str) -> usize {
        self.roles.iter().filter(|known| **known == role).count()
    }

    pub(crate) fn has_toggle(&self, role: &str) -> bool {
        self.toggles.contains(&role)
    }

    pub(crate) fn does(&self, action: &str) -> f32 {
        self.submit.iter().find(|(known, _)| *known == action).map_or(0.0, |(_, strength)| *strength)
    }

    pub(crate) fn links_to(&self, action: &str) -> bool {
        self.links.iter().any(|(known, _)| *known == action)
    }

    pub(crate) fn has_user(&self) -> bool {
        ["email", "username", "phone", "tax_id"].iter().any(|role| self.has(role))
    }

    pub(crate) fn identity(&self) -> usize {
        [
            "first_name",
            "last_name",
            "full_name",
            "middle_name",
            "birthday",
            "birthday_year",
            "birthday_day",
            "gender",
            "phone",
        ]
        .iter()
        .filter(|role| self.has(role))
        .count()
    }

    pub(crate) fn address(&self) -> usize {
        ["street", "city", "postal_code", "state", "country", "street2"]
            .iter()
            .filter(|role| self.has(role))
            .count()
    }
}

/// Computes the features of a form.
pub(crate) fn features(
    snapshot: &Snapshot,
    clues: &[Clue],
    cluster: &Cluster,
    roles: &[Option<&'static str>],
    actions: &[Evidence],
) -> Features {
    let mut features = Features {
        passwords: 0,
        has_new: false,
        has_confirm: false,
        has_current: false,
        entries: 0,
        roles: Vec::new(),
        toggles: Vec::new(),
        submit: Vec::new(),
        links: Vec::new(),
        hints: Hints::default(),
        page: Hints::default(),
        is_get: false,
        has_textarea: false,
        has_account_token: false,
        is_unnamed_text_input: false,
        is_silent: false,
    };
    let is_hidden = cluster.fields.iter().all(|at| !snapshot.elements[*at].visibility.is_visible());
    for at in &cluster.fields {
        let (Some(element), Some(role)) = (snapshot.elements.get(*at), roles.get(*at)) else { continue };
        if matches!(element.kind, "checkbox" | "radio" | "switch") {
            features.toggles.extend(*role);
            continue;
        }
        features.entries += 1;
        // A hidden field is filled in by a script, or is a honeypot.
        features.has_textarea |=
            matches!(element.kind, "textarea" | "editor") && (element.visibility.is_visible() || is_hidden);
        features.has_account_token |= element.attributes.get("autocomplete").is_some_and(|tokens| {
            tokens.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case("username"))
        });
        features.is_unnamed_text_input = is_unnamed_text_input(element, &clues[*at]);
        let Some(role) = role else { continue };
        match *role {
            "password" => features.passwords += 1,
            "new_password" => {
                features.passwords += 1;
                features.has_new = true;
            }
            "confirm_password" => {
                features.passwords += 1;
                features.has_confirm = true;
            }
            "current_password" => {
                features.passwords += 1;
                features.has_current = true;
            }
            _ => {}
        }
        features.roles.push(role);
    }
    // Submit buttons count in full; other buttons may be unrelated.
    let submits = cluster.buttons.iter().any(|at| clues.get(*at).is_some_and(|clue| clue.submits));
    for at in &cluster.buttons {
        let (Some(does), Some(clue)) = (actions.get(*at), clues.get(*at)) else { continue };
        let weight = if clue.submits || !submits { 1.0 } else { 0.4 };
        if does.iter().any(|(action, strength)| *action == "social" && *strength > 0.5) {
            continue;
        }
        for (action, strength) in does {
            note(&mut features.submit, action, *strength * weight);
        }
    }
    features.is_unnamed_text_input &= features.entries == 1;
    features.is_silent =
        submits && features.submit.iter().all(|(action, _)| matches!(*action, "submit" | "next"));
    for at in &cluster.links {
        if let Some(does) = actions.get(*at) {
            // Without any button, a link may be the submit control.
            for (action, strength) in does {
                if *strength > 0.5 {
                    note(&mut features.links, action, *strength);
                    // A link for a lost password leads away from the form.
                    if cluster.buttons.is_empty() && !(*action == "forgot" && features.passwords > 0) {
                        note(&mut features.submit, action, *strength * 0.7);
                    }
                }
            }
        }
    }
    if let Some(region) = snapshot.regions.get(cluster.region) {
        for line in region.hints.lines() {
            let Some((name, value)) = line.split_once('=') else { continue };
            match name {
                "method" => features.is_get = value == "get",
                "role" => features.hints.search = if value == "search" { 1.0 } else { features.hints.search },
                "itemtype" => {}
                // The path of the form's action indicates its purpose; the host and the query parameters say
                // little.
                "action" => {
                    let (path, query) = value.split_once('?').unwrap_or((value, ""));
                    features.hints.read(&words_of_identifier(path), 0.8);
                    features.hints.read(&words_of_identifier(query), 0.8);
                }
                "class" => features.hints.read(&words_of_identifier(value), 0.7),
                _ => features.hints.read(&words_of_identifier(value), 1.0),
            }
        }
        features.hints.read(&words_of(&region.name), 1.0);
        // A short text of a form counts almost like its heading; the beginning of a longer one counts less.
        let opening: String = region.text.chars().take(120).collect();
        let weight = if region.text.chars().count() < 48 { 0.7 } else { 0.4 };
        features.hints.read(&words_of(&opening), weight);
        for at in cluster.texts.iter().take(6) {
            if let Some(element) = snapshot.elements.get(*at) {
                let weight = if element.kind == "heading" { 1.0 } else { 0.6 };
                if element.name.len() < 160 {
                    features.hints.read(&words_of(&element.name), weight);
                }
            }
        }
        if let Some(heading) = heading_above(snapshot, cluster) {
            features.hints.read(&words_of(heading), 0.8);
        }
        // A search landmark, a dialog or a section around the form is evidence too.
        for around in snapshot.around(cluster.region).skip(1).take(3) {
            if around.kind == RegionKind::Search {
                features.hints.search = 1.0;
            }
            if around.parent.is_some() {
                for line in around.hints.lines().filter_map(|line| line.split_once('=')) {
                    features.hints.read(&words_of_identifier(line.1), 0.4);
                }
                features.hints.read(&words_of(&around.name), 0.6);
            }
        }
    }
    features.page.read(&words_of(&snapshot.title), 1.0);
    let path = snapshot.url.split(['?', '#']).next().unwrap_or("");
    features.page.read(&words_of_identifier(path.splitn(4, '/').nth(3).unwrap_or("")), 1.0);
    features
}

/// Whether a field is a text line without a label or placeholder, and the adjacent text names no known
/// purpose.
fn is_unnamed_text_input(element: &Element, clue: &Clue) -> bool {
    element.kind == "input"
        && element.attributes.get("type").is_none_or(|of_type| of_type == "text")
        && element.label.is_empty()
        && element.placeholder.is_empty()
        && (element.name.is_empty() || element.name == clue.beside)
        && FIELDS.text(&clue.beside).is_empty()
}

/// The maximum number of elements between a heading and the first field of its form.
const HEADING_REACH: usize = 8;

/// Returns the heading directly above a form, with no other field in between.
fn heading_above<'page>(snapshot: &'page Snapshot, cluster: &Cluster) -> Option<&'page str> {
    let first = *cluster.fields.first()?;
    let before = snapshot.elements.get(..first)?;
    before
        .iter()
        .rev()
        .take(HEADING_REACH)
        .take_while(|element| !is_field(element))
        .find(|element| element.kind == "heading" && element.name.len() < 120)
        .map(|element| element.name.as_str())
}

fn note(list: &mut Vec<(&'static str, f32)>, action: &'static str, strength: f32) {
    match list.iter_mut().find(|(known, _)| *known == action) {
        Some((_, strongest)) => *strongest = strongest.max(strength),
        None => list.push((action, strength)),
    }
}

impl Hints {
    /// Adds the evidence of words from an identifier or heading.
    fn read(&mut self, words: &[String], weight: f32) {
        if words.is_empty() {
            return;
        }
        let joined = words.join(" ");
        let evidence = ACTIONS.identifier(&joined);
        let mut raise = |slot: fn(&mut Self) -> &mut f32, strength: f32| {
            let slot = slot(self);
            *slot = slot.max(strength.min(1.0));
        };
        for (action, strength) in evidence {
            // A mention counts even among many other words.
            let strength = weight * (0.5 + 0.5 * strength);
            match action {
                "login" => raise(|hints| &mut hints.login, strength),
                "register" => raise(|hints| &mut hints.register, strength),
                "forgot" => raise(|hints| &mut hints.recovery, strength),
                "search" => raise(|hints| &mut hints.search, strength),
                "subscribe" => raise(|hints| &mut hints.subscribe, strength),
                "add_cart" | "buy_now" => raise(|hints| &mut hints.order, strength),
                "cart" => raise(|hints| &mut hints.order, strength * 0.6),
                "checkout" => raise(|hints| &mut hints.checkout, strength),
                _ => {}
            }
        }
        for word in words {
            let strength = weight * 0.9;
            match word.as_str() {
                "contact" | "contacto" | "contato" | "kontakt" | "feedback" | "enquiry" | "inquiry"
                | "contactform" | "guestbook" => {
                    raise(|hints| &mut hints.contact, strength);
                }
                "newsletter" | "newsletters" | "mailing" | "mailinglist" | "subscription" | "subscribe"
                | "mailchimp" | "mc" | "boletin" | "nieuwsbrief" | "hirlevel" | "рассылка" => {
                    raise(|hints| &mut hints.subscribe, strength)
                }
                "recover" | "recovery" | "lost" | "lostpassword" | "forgot" | "forgotten" | "reset"
                | "resetpassword" | "forgotpassword" | "passwordreset" | "reminder" | "remind"
                | "lostpass" | "forget" | "forgetpassword" | "fpass" | "passwordrequest" | "recuperar"
                | "oublie" | "vergessen" => raise(|hints| &mut hints.recovery, strength),
                "shipping" | "billing" | "delivery" | "address" => {
                    raise(|hints| &mut hints.checkout, strength * 0.6)
                }
                "searchform" | "suchen" | "recherche" | "busca" | "buscador" | "szukaj" => {
                    raise(|hints| &mut hints.search, strength)
                }
                "loginform" | "auth" | "authenticate" | "session" | "sessions" | "signon" => {
                    raise(|hints| &mut hints.login, strength * 0.8)
                }
                "registration" | "registerform" | "signupform" | "registrar" | "enroll" => {
                    raise(|hints| &mut hints.register, strength)
                }
                _ => {}
            }
        }
    }
}

use super::cluster::Cluster;
use crate::page::Snapshot;
use crate::reading::assembly::Clue;
use crate::reading::lexicon::ACTIONS;
use crate::reading::roles::actions_of;
use crate::reading::words::{words_of, words_of_identifier};

/// What a form is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Login,
    Registration,
    Recovery,
    Search,
    Subscription,
    Contact,
    Order,
    Shipping,
    Payment,
}

/// Under this much evidence a form is for nothing that we know.
const ENOUGH: f32 = 2.4;

/// What can be counted in a form, and what it says of itself.
struct Features {
    passwords: usize,
    has_new: bool,
    has_confirm: bool,
    has_current: bool,
    entries: usize,
    roles: Vec<&'static str>,
    toggles: Vec<&'static str>,
    /// What its buttons do, strongest first.
    submit: Vec<(&'static str, f32)>,
    links: Vec<(&'static str, f32)>,
    /// What its id, class, action and heading say.
    hints: Hints,
    page: Hints,
    is_get: bool,
    has_textarea: bool,
}

#[derive(Debug, Default, Clone, Copy)]
struct Hints {
    login: f32,
    register: f32,
    recovery: f32,
    search: f32,
    subscribe: f32,
    contact: f32,
    order: f32,
    checkout: f32,
}

/// What a form is for, most likely first, each with how sure that is from 0 to 1.
pub(crate) fn purposes(
    snapshot: &Snapshot,
    clues: &[Clue],
    cluster: &Cluster,
    roles: &[Option<&'static str>],
) -> Vec<(Purpose, f32)> {
    let features = features(snapshot, clues, cluster, roles);
    let mut scored = [
        (Purpose::Login, login(&features)),
        (Purpose::Registration, registration(&features)),
        (Purpose::Recovery, recovery(&features)),
        (Purpose::Search, search(&features)),
        (Purpose::Subscription, subscription(&features)),
        (Purpose::Contact, contact(&features)),
        (Purpose::Order, order(&features)),
        (Purpose::Shipping, shipping(&features)),
        (Purpose::Payment, payment(&features)),
    ]
    .into_iter()
    .filter(|(_, score)| *score >= ENOUGH)
    .collect::<Vec<_>>();
    scored.sort_by(|one, other| other.1.total_cmp(&one.1));
    scored.into_iter().map(|(purpose, score)| (purpose, score / (score + 1.2))).collect()
}

impl Features {
    fn has(&self, role: &str) -> bool {
        self.roles.contains(&role)
    }

    fn times(&self, role: &str) -> usize {
        self.roles.iter().filter(|known| **known == role).count()
    }

    fn has_toggle(&self, role: &str) -> bool {
        self.toggles.contains(&role)
    }

    fn does(&self, action: &str) -> f32 {
        self.submit.iter().find(|(known, _)| *known == action).map_or(0.0, |(_, strength)| *strength)
    }

    fn links_to(&self, action: &str) -> bool {
        self.links.iter().any(|(known, _)| *known == action)
    }

    fn has_user(&self) -> bool {
        ["email", "username", "phone", "tax_id"].iter().any(|role| self.has(role))
    }

    fn identity(&self) -> usize {
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

    fn address(&self) -> usize {
        ["street", "city", "postal_code", "state", "country", "street2"]
            .iter()
            .filter(|role| self.has(role))
            .count()
    }
}

fn login(form: &Features) -> f32 {
    let said = 2.0 * form.does("login") + 1.6 * form.hints.login + 0.5 * form.page.login;
    let otherwise = 2.2 * form.does("register")
        + 1.4 * form.hints.register
        + 1.2 * form.hints.recovery
        + form.does("forgot");
    let mut score = match form.passwords {
        1 => {
            let mut score = 2.2 + said - otherwise;
            if form.has_user() {
                score += 0.8;
            }
            if form.has_new || form.has_confirm {
                score -= 2.2;
            }
            if form.entries > 3 {
                #[expect(clippy::cast_precision_loss, reason = "a small count")]
                let extra = (form.entries - 3).min(8) as f32;
                score -= 0.6 * extra;
            }
            score
        }
        // The first step of two asks for the user alone.
        0 if form.entries == 1 && form.has_user() => {
            let steps = if form.does("next") > 0.5 { 0.8 } else { 0.0 };
            (said + steps - 0.2)
                - otherwise
                - 2.0 * form.hints.subscribe
                - 2.0 * form.does("subscribe")
                - 1.5 * form.hints.recovery
        }
        0 => return 0.0,
        _ => (said - otherwise) - 2.0 + if form.has_confirm { -2.0 } else { 0.0 },
    };
    if form.has_toggle("remember") {
        score += 0.9;
    }
    if form.links_to("forgot") {
        score += 0.7;
    }
    // Nobody repeats an address to get in, or agrees to anything.
    if form.times("email") > 1 {
        score -= 1.2;
    }
    if form.has_toggle("terms") {
        score -= 0.8;
    }
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    let identity = form.identity().min(5) as f32;
    score - 0.7 * identity - if form.address() > 1 { 1.5 } else { 0.0 }
}

fn registration(form: &Features) -> f32 {
    let said = 2.2 * form.does("register") + 1.7 * form.hints.register + 0.6 * form.page.register;
    let otherwise = 1.6 * form.does("login") + 1.0 * form.hints.login + 1.5 * form.hints.recovery;
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    let identity = form.identity().min(4) as f32;
    let mut score = said - otherwise;
    if form.passwords > 0 {
        score += 0.5 + 0.7 * identity;
        if form.has("email") && form.has("username") {
            score += 1.2;
        }
        if form.has_confirm || (form.passwords >= 2 && !form.has_current) {
            score += 2.2;
        }
        if form.has_new {
            score += 1.0;
        }
        if form.times("email") > 1 {
            score += 1.4;
        }
        if form.has_current {
            score -= 3.0;
        }
        if form.has_toggle("remember") {
            score -= 1.2;
        }
    } else {
        if !form.has("email") && !form.has("username") && !form.has("phone") {
            score -= 1.5;
        }
        score += 0.3 * identity - 1.0 * form.does("subscribe") - 1.0 * form.hints.subscribe;
    }
    if form.has_toggle("terms") {
        score += 0.8;
    }
    if form.has("captcha") || form.has("security_question") {
        score += 0.4;
    }
    if form.has_textarea {
        score -= 1.0;
    }
    score - 2.0 * form.does("checkout") - if form.has("card_number") { 2.0 } else { 0.0 }
}

fn recovery(form: &Features) -> f32 {
    if form.passwords > 0 || !form.has_user() {
        // A new password twice, after the mail was followed.
        if form.passwords > 0
            && form.passwords <= 3
            && form.entries == form.passwords
            && (form.has_new || form.has_confirm)
        {
            return 1.4
                + 1.8 * form.hints.recovery
                + form.does("forgot")
                + if form.has_current { 0.8 } else { 0.0 };
        }
        if form.passwords > 0 || form.entries != 1 {
            return 0.0;
        }
    }
    if form.entries > 3 {
        return 0.0;
    }
    0.6 + 2.4 * form.hints.recovery + 2.2 * form.does("forgot") + 1.0 * form.page.recovery
        - 1.5 * form.does("login")
        - 1.5 * form.does("subscribe")
        - 1.5 * form.does("register")
        - form.hints.subscribe
}

fn search(form: &Features) -> f32 {
    let mut score = 1.8 * form.hints.search + 1.6 * form.does("search");
    if form.has("search") {
        score += 2.4;
    }
    if form.is_get {
        score += 0.5;
    }
    if form.entries == 1 {
        score += 0.3;
    }
    if form.entries == 0 {
        score -= 1.0;
    }
    if form.passwords > 0 {
        score -= 4.0;
    }
    if form.has("email") || form.has_textarea {
        score -= 2.0;
    }
    score
}

fn subscription(form: &Features) -> f32 {
    if form.passwords > 0 || !form.has("email") {
        return 0.0;
    }
    let mut score =
        0.9 + 2.2 * form.does("subscribe") + 2.0 * form.hints.subscribe + 0.6 * form.does("register");
    score -= 1.5 * form.hints.recovery
        + 1.6 * form.does("login")
        + 1.4 * form.hints.login
        + 1.2 * form.hints.contact;
    if form.has_toggle("newsletter") {
        score += 1.0;
    }
    if form.entries == 1 {
        score += 0.5;
    }
    // An address is asked for, perhaps a name, and nothing says why: to write to it.
    let only_address = form.roles.len() == form.entries
        && form.entries <= 3
        && form.roles.iter().all(|role| matches!(*role, "email" | "first_name" | "last_name" | "full_name"));
    let has_other_end = form.page.login
        + form.page.recovery
        + form.hints.login
        + form.hints.recovery
        + form.hints.register
        + form.does("login")
        + form.does("forgot")
        + form.does("next");
    if only_address && has_other_end < 0.5 {
        score += 1.6;
    }
    if form.has_textarea {
        score -= 2.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    let extra = form.entries.saturating_sub(4).min(8) as f32;
    score - 0.5 * extra
}

fn contact(form: &Features) -> f32 {
    let mut score = 1.8 * form.hints.contact;
    if form.has("message") || form.has("comment") {
        score += 1.6;
    }
    if form.has_textarea {
        score += 1.2 + 0.8 * form.does("submit");
        // Room for many words, and nothing says for what: for a message.
        if !form.has("message") && !form.has("comment") {
            score += 0.7;
        }
    }
    if form.has("subject") {
        score += 0.8;
    }
    if form.has("email") {
        score += 0.5;
    }
    if form.has("full_name") || form.has("first_name") {
        score += 0.4;
    }
    if form.passwords > 0 {
        score -= 3.0;
    }
    score - 1.5 * form.does("search") - form.hints.search - if form.has("card_number") { 3.0 } else { 0.0 }
}

fn order(form: &Features) -> f32 {
    let mut score = 2.6 * form.does("add_cart").max(form.does("buy_now")) + 1.4 * form.hints.order;
    if form.has("quantity") {
        score += 1.4;
    }
    if form.passwords > 0 || form.has("card_number") {
        score -= 3.0;
    }
    score
}

fn shipping(form: &Features) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    let address = form.address() as f32;
    if !form.has("street") && !form.has("postal_code") {
        return 0.0;
    }
    let mut score = 0.9 * address + 0.8 * form.hints.checkout - form.hints.contact;
    if form.passwords > 0 {
        score -= 1.5;
    }
    if form.has_textarea && form.has("message") {
        score -= 1.0;
    }
    score
}

fn payment(form: &Features) -> f32 {
    let mut score = 0.0;
    if form.has("card_number") {
        score += 2.6;
    }
    if form.has("card_cvv") {
        score += 1.2;
    }
    if form.has("card_expiry") || form.has("card_expiry_month") {
        score += 0.8;
    }
    if form.has("iban") {
        score += 2.4;
    }
    score
}

fn features(
    snapshot: &Snapshot,
    clues: &[Clue],
    cluster: &Cluster,
    roles: &[Option<&'static str>],
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
    };
    for at in &cluster.fields {
        let (Some(element), Some(role)) = (snapshot.elements.get(*at), roles.get(*at)) else { continue };
        if matches!(element.kind, "checkbox" | "radio" | "switch") {
            features.toggles.extend(*role);
            continue;
        }
        features.entries += 1;
        features.has_textarea |= matches!(element.kind, "textarea" | "editor");
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
    // Buttons that submit count in full; others could be anything.
    let submits = cluster.buttons.iter().any(|at| clues.get(*at).is_some_and(|clue| clue.submits));
    for at in &cluster.buttons {
        let (Some(element), Some(clue)) = (snapshot.elements.get(*at), clues.get(*at)) else { continue };
        let weight = if clue.submits || !submits { 1.0 } else { 0.4 };
        let actions = actions_of(element);
        if actions.iter().any(|(action, strength)| *action == "social" && *strength > 0.5) {
            continue;
        }
        for (action, strength) in actions {
            note(&mut features.submit, action, strength * weight);
        }
    }
    for at in &cluster.links {
        if let Some(element) = snapshot.elements.get(*at) {
            // With no button at all a link may be what submits.
            for (action, strength) in actions_of(element) {
                if strength > 0.5 {
                    note(&mut features.links, action, strength);
                    if cluster.buttons.is_empty() {
                        note(&mut features.submit, action, strength * 0.7);
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
                // The way to a site's own pages says little of where the last step leads.
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
        // What little a form says counts as its heading; the beginning of more, somewhat.
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
        // A search landmark, a dialog or a section around it speaks for the form in it.
        for around in snapshot.around(cluster.region).skip(1).take(3) {
            if around.kind == crate::page::RegionKind::Search {
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

fn note(list: &mut Vec<(&'static str, f32)>, action: &'static str, strength: f32) {
    match list.iter_mut().find(|(known, _)| *known == action) {
        Some((_, strongest)) => *strongest = strongest.max(strength),
        None => list.push((action, strength)),
    }
}

impl Hints {
    /// What words of a source or a heading say of a form.
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
            // A mention counts although much else is said.
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
                "contact" | "contacto" | "contato" | "kontakt" | "comment" | "comments" | "feedback"
                | "commentform" | "reply" | "respond" | "kommentar" | "commentaire" | "enquiry"
                | "inquiry" | "contactform" | "guestbook" => {
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

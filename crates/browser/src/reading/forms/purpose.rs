use super::cluster::Cluster;
use super::features::{Features, features};
use crate::page::Snapshot;
use crate::reading::assembly::Clue;
use crate::reading::lexicon::Evidence;

/// The purpose of a form.
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

/// The minimum score for a purpose; below it, the purpose is unknown.
const ENOUGH: f32 = 2.4;

/// Returns the likely purposes of a form, most likely first, each with a confidence from 0 to 1.
pub(crate) fn purposes(
    snapshot: &Snapshot,
    clues: &[Clue],
    cluster: &Cluster,
    roles: &[Option<&'static str>],
    actions: &[Evidence],
) -> Vec<(Purpose, f32)> {
    let features = features(snapshot, clues, cluster, roles, actions);
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

fn login(form: &Features) -> f32 {
    let said = 2.0 * form.does("login") + 1.6 * form.hints.login + 0.8 * form.page.login;
    let otherwise = 2.2 * form.does("register")
        + 1.4 * form.hints.register
        + 1.2 * form.hints.recovery
        + form.does("forgot");
    let mut score = match form.passwords {
        1 => {
            let mut score = 2.2 + said - otherwise;
            // One entry and a password, and nothing else, is a login form whatever its wording.
            if form.has_user() || form.entries == 2 {
                score += 0.8;
            }
            // A password alone unlocks an earlier session.
            if form.entries == 1 && !form.has_new {
                score += 0.4;
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
        // The first of two login steps asks for the account name alone.
        0 if form.entries == 1 && form.has_user() => {
            let steps = if form.does("next") > 0.5 { 1.1 } else { 0.0 };
            let token = if form.has_account_token { 1.2 } else { 0.0 };
            (said + steps + token - 0.2)
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
    // Login forms neither ask for an address twice nor for consent.
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
    let mut said = 2.2 * form.does("register") + 1.7 * form.hints.register + 0.6 * form.page.register;
    if is_address_alone(form) {
        said *= 0.6;
    }
    let otherwise = 1.6 * form.does("login") + 1.0 * form.hints.login + 1.5 * form.hints.recovery;
    #[expect(clippy::cast_precision_loss, reason = "small counts")]
    let identity = form.identity().min(4) as f32;
    let mut score = said - otherwise;
    // A password without an account name changes the password of a user who is already signed in.
    if form.passwords > 0 && form.entries == form.passwords {
        return score - 1.0;
    }
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
            // A new password together with an account name belongs to a new account.
            if form.has_user() && !form.has_current {
                score += 1.2 - form.hints.recovery;
            }
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
        // The first of two registration steps asks for the address alone.
        if form.entries == 1 && form.has("email") && form.hints.register >= 0.95 && form.does("next") > 0.5 {
            score += 1.2;
        }
        score += 0.3 * identity - 1.0 * form.does("subscribe") - 2.0 * form.hints.subscribe;
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

/// Whether the form asks only for an address, and neither its heading nor the page mentions an account. "Sign
/// up" and "Join" are on the buttons of newsletters as well.
fn is_address_alone(form: &Features) -> bool {
    form.entries == 1
        && form.has("email")
        && form.passwords == 0
        && form.page.register < 0.5
        && (form.hints.register < 0.95 || form.does("next").max(form.does("register")) < 0.5)
}

fn recovery(form: &Features) -> f32 {
    if form.passwords > 0 || !form.has_user() {
        // A new password twice, after following the link in the email.
        if form.passwords > 0
            && form.passwords <= 3
            && form.entries == form.passwords
            && (form.has_new || form.has_confirm)
        {
            return if form.has_new && !form.has_current { 2.4 } else { 1.4 }
                + if form.passwords > 1 { 1.2 } else { 0.0 }
                + 1.8 * form.hints.recovery
                + form.does("forgot")
                + if form.has_current { 0.8 } else { 0.0 };
        }
        // The form repeats the account name beside the new password.
        if form.passwords > 0 && form.entries == form.passwords + 1 && form.has_user() {
            return 2.4 * form.hints.recovery + 2.2 * form.does("forgot") + form.page.recovery;
        }
        if form.passwords > 0 || form.entries != 1 {
            return 0.0;
        }
    }
    if form.entries > 3 {
        return 0.0;
    }
    0.8 + 2.4 * form.hints.recovery + 2.2 * form.does("forgot") + 1.0 * form.page.recovery
        - 1.5 * form.does("login")
        - 1.5 * form.does("subscribe")
        - 1.5 * form.does("register")
        - form.hints.subscribe
}

fn search(form: &Features) -> f32 {
    let mut score = 1.8 * form.hints.search + 1.6 * form.does("search");
    // With a search button, all entries are search criteria, however many there are.
    let is_sought = form.does("search") >= 0.6;
    if is_sought && form.identity() == 0 {
        score += 1.4;
    }
    // An unlabelled line with an unlabelled button is most likely the site search.
    if form.is_unnamed_text_input && form.is_silent {
        score += 2.2 - form.hints.subscribe - form.hints.login - form.hints.recovery - form.hints.order;
    }
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
    // A form that submits several entries by POST creates a record; one of the entries may still be called
    // keywords.
    if !form.is_get && form.entries > 2 && !is_sought {
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
    // An address, and possibly a name, without a stated reason indicates a newsletter.
    let only_address = form.roles.len() == form.entries
        && form.entries <= 3
        && form.roles.iter().all(|role| matches!(*role, "email" | "first_name" | "last_name" | "full_name"));
    let has_other_end = form.page.login
        + form.page.recovery
        + form.hints.login
        + form.hints.recovery
        + if is_address_alone(form) { 0.0 } else { form.hints.register }
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
    // A comment concerns its page, unless the form says that it contacts a person.
    let is_about_page = !form.has("message") && !form.has("subject") && !form.has("phone");
    if form.has("comment") && is_about_page && form.hints.contact < 0.5 {
        return 0.0;
    }
    // A text without a sender, among other entries, describes a record and is not a message.
    let is_signed = ["email", "phone", "full_name", "first_name", "last_name", "username"]
        .iter()
        .any(|role| form.has(role));
    let is_plain = form.has("message") && form.entries == 2;
    if form.has_textarea && form.entries > 1 && !is_signed && !is_plain && form.hints.contact < 0.4 {
        return 0.0;
    }
    // A single text is a note, a post or source code, unless the form or its page says that it contacts a
    // person.
    if form.has_textarea && form.entries == 1 && form.hints.contact.max(form.page.contact) < 0.4 {
        return 0.0;
    }
    let mut score = 1.8 * form.hints.contact;
    if form.has("message") || form.has("comment") {
        score += 1.6;
    }
    if form.has_textarea {
        score += 1.2 + 0.8 * form.does("submit");
        // A text area without a stated purpose takes a message.
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
    // A message has a sender and a subject; a record has many entries of other kinds.
    let others = form.entries - form.roles.iter().filter(|role| CONTACT.contains(role)).count();
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    let extra = others.saturating_sub(3).min(8) as f32;
    score
        - 0.4 * extra
        - 1.5 * form.does("search")
        - form.hints.search
        - if form.has("card_number") { 3.0 } else { 0.0 }
}

/// The roles that fields of a contact form have.
const CONTACT: &[&str] = &[
    "email",
    "phone",
    "full_name",
    "first_name",
    "middle_name",
    "last_name",
    "username",
    "organization",
    "subject",
    "message",
    "comment",
    "url",
    "file",
    "captcha",
    "country",
    "city",
    "state",
    "street",
    "postal_code",
    "job_title",
];

fn order(form: &Features) -> f32 {
    // A form that asks for an address comes after the choice of a product.
    if form.address() > 0 && form.identity() > 0 {
        return 0.0;
    }
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
    let buys = form.does("checkout").max(form.does("buy_now"));
    let mut score = 0.9 * address + 0.8 * form.hints.checkout + 1.2 * buys - form.hints.contact;
    // A record asks for an address among many other entries, and mentions no purchase.
    if buys.max(form.hints.checkout) < 0.3 {
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let others = form.entries.saturating_sub(form.address() + form.identity()).min(8) as f32;
        score -= 0.5 * others;
    }
    // A purchase asks for a delivery address and contact details.
    if buys > 0.6 && form.identity() > 0 {
        score += 0.6;
    }
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
    // A card number without expiry or security code, among other entries, is a number of another kind.
    let is_alone = !form.has("card_cvv") && !form.has("card_expiry") && !form.has("card_expiry_month");
    if form.has("card_number") && is_alone && form.entries > 3 {
        score -= 1.5;
    }
    score
}

use super::{DetectionContext, Draft};
use crate::page::Pattern;
use crate::reading::forms::{Form, Purpose, find_submit_button};

/// The parts of a pattern, with the roles that can fill each.
type Parts = &'static [(&'static str, &'static [&'static str])];

const LOGIN: Parts = &[
    ("email", &["email"]),
    ("username", &["username", "phone", "tax_id", "card_number"]),
    ("password", &["password", "current_password", "new_password"]),
    ("code", &["one_time_code"]),
    ("captcha", &["captcha"]),
];
const REGISTRATION: Parts = &[
    ("name", &["full_name"]),
    ("first_name", &["first_name"]),
    ("middle_name", &["middle_name"]),
    ("last_name", &["last_name"]),
    ("username", &["username"]),
    ("email", &["email"]),
    ("phone", &["phone"]),
    ("password", &["new_password", "password"]),
    ("confirm", &["confirm_password"]),
    ("birthday", &["birthday"]),
    ("birthday_day", &["birthday_day"]),
    ("birthday_month", &["birthday_month"]),
    ("birthday_year", &["birthday_year"]),
    ("gender", &["gender"]),
    ("organization", &["organization"]),
    ("country", &["country"]),
    ("postal_code", &["postal_code"]),
    ("captcha", &["captcha"]),
    ("terms", &["terms"]),
    ("newsletter", &["newsletter"]),
];
const RECOVERY: Parts = &[
    ("email", &["email"]),
    ("username", &["username", "phone", "tax_id"]),
    ("current", &["current_password"]),
    ("password", &["new_password", "password"]),
    ("confirm", &["confirm_password"]),
    ("code", &["one_time_code"]),
    ("captcha", &["captcha"]),
];
const SUBSCRIPTION: Parts = &[
    ("email", &["email"]),
    ("name", &["full_name"]),
    ("first_name", &["first_name"]),
    ("last_name", &["last_name"]),
    ("terms", &["terms", "newsletter"]),
];
const CONTACT: Parts = &[
    ("name", &["full_name"]),
    ("first_name", &["first_name"]),
    ("last_name", &["last_name"]),
    ("email", &["email"]),
    ("phone", &["phone"]),
    ("organization", &["organization"]),
    ("subject", &["subject"]),
    ("message", &["message", "comment", "textarea"]),
    ("url", &["url"]),
    ("file", &["file"]),
    ("captcha", &["captcha"]),
    ("terms", &["terms"]),
];
const SHIPPING: Parts = &[
    ("name", &["full_name"]),
    ("first_name", &["first_name"]),
    ("last_name", &["last_name"]),
    ("organization", &["organization"]),
    ("address", &["street"]),
    ("house_number", &["house_number"]),
    ("address2", &["street2"]),
    ("city", &["city"]),
    ("state", &["state"]),
    ("postal_code", &["postal_code"]),
    ("country", &["country"]),
    ("phone", &["phone"]),
    ("email", &["email"]),
];
const PAYMENT: Parts = &[
    ("card_number", &["card_number"]),
    ("card_name", &["card_name"]),
    ("card_expiry", &["card_expiry"]),
    ("card_expiry_month", &["card_expiry_month"]),
    ("card_expiry_year", &["card_expiry_year"]),
    ("card_cvv", &["card_cvv"]),
    ("iban", &["iban"]),
    ("coupon", &["coupon"]),
];

/// Finds the forms of a page that have a known purpose.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let mut found = Vec::new();
    for form in context.forms {
        let Some((main, sure)) = form.purposes.first().copied() else { continue };
        match main {
            Purpose::Login => found.push(login(context, form, sure)),
            Purpose::Registration => {
                found.push(filled(context, form, "registration_form", sure, REGISTRATION))
            }
            Purpose::Recovery => found.push(filled(context, form, "password_recovery_form", sure, RECOVERY)),
            Purpose::Search => found.push(search(context, form, sure)),
            Purpose::Subscription => {
                found.push(filled(context, form, "subscription_form", sure, SUBSCRIPTION))
            }
            Purpose::Contact => found.push(filled(context, form, "contact_form", sure, CONTACT)),
            Purpose::Order => {}
            Purpose::Shipping | Purpose::Payment => {
                if let Some(sure) = form.serves(Purpose::Shipping) {
                    found.push(filled(context, form, "shipping_form", sure, SHIPPING));
                }
                if let Some(sure) = form.serves(Purpose::Payment) {
                    found.push(filled(context, form, "payment_form", sure, PAYMENT));
                }
            }
        }
    }
    found
}

fn filled(context: &DetectionContext<'_>, form: &Form, name: &str, sure: f32, parts: Parts) -> Pattern {
    with_parts(context, form, Draft::new(name, form.cluster.region, sure), parts)
        .part(
            "submit",
            find_submit_button(context.snapshot, context.clues, context.actions, form)
                .map(|at| context.id(at)),
        )
        .done()
}

fn with_parts(context: &DetectionContext<'_>, form: &Form, mut draft: Draft, parts: Parts) -> Draft {
    for (part, roles) in parts {
        let of = |is_visible: bool| {
            form.cluster.fields.iter().copied().find(|at| {
                let element = context.element(*at);
                element.role.is_some_and(|role| roles.contains(&role))
                    && element.visibility.is_visible() == is_visible
            })
        };
        draft = draft.part(part, of(true).or_else(|| of(false)).map(|at| context.id(at)));
    }
    draft
}

fn login(context: &DetectionContext<'_>, form: &Form, sure: f32) -> Pattern {
    let role = |wanted: &str| {
        form.cluster
            .fields
            .iter()
            .copied()
            .find(|at| context.element(*at).role == Some(wanted))
            .map(|at| context.id(at))
    };
    let mut acting = form.cluster.links.clone();
    acting.extend_from_slice(&form.cluster.buttons);
    // The "remember me" checkbox and the recovery link are often directly below the form.
    let last = form.cluster.fields.iter().chain(&form.cluster.buttons).copied().max().unwrap_or(0);
    acting.extend(
        (last + 1..context.snapshot.elements.len()).take(6).filter(|at| context.element(*at).interactive),
    );
    let draft = with_parts(context, form, Draft::new("login_form", form.cluster.region, sure), LOGIN)
        .part(
            "submit",
            find_submit_button(context.snapshot, context.clues, context.actions, form)
                .map(|at| context.id(at)),
        )
        .part("remember", role("remember"))
        .part("forgot", context.best_for_action(&acting, "forgot", 0.6).map(|at| context.id(at)))
        .part("register", context.best_for_action(&acting, "register", 0.7).map(|at| context.id(at)));
    let mut pattern = draft.done();
    // A single field that accepts both is reported only under the role that it asks for.
    if pattern.part("email").is_some()
        && pattern.part("username").is_some()
        && pattern.part("password").is_some()
    {
        let before = |part: &str| pattern.part(part).map_or(0, |id| id.0);
        let password = before("password");
        if before("username") > password {
            pattern.parts.retain(|(part, _)| part != "username");
        }
    }
    pattern
}

fn search(context: &DetectionContext<'_>, form: &Form, sure: f32) -> Pattern {
    let fields = &form.cluster.fields;
    let text =
        |at: &&usize| matches!(context.element(**at).kind, "input" | "combobox" | "textarea" | "editor");
    let input = fields
        .iter()
        .find(|at| context.element(**at).role == Some("search") && text(at))
        .or_else(|| fields.iter().find(text))
        .copied();
    Draft::new("search_form", form.cluster.region, sure)
        .part("input", input.map(|at| context.id(at)))
        .part(
            "submit",
            find_submit_button(context.snapshot, context.clues, context.actions, form)
                .map(|at| context.id(at)),
        )
        .done()
}

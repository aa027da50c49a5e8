//! The roles of elements, more specific than ARIA roles: `email`, `card_number`, `submit`.

mod button;
mod choices;
mod field;
mod passwords;
mod scores;

pub use button::actions_of;
pub(crate) use button::{Surroundings, action_of};
pub(crate) use choices::{Topic, topic};
pub(crate) use field::{fallback, score};
pub(crate) use passwords::asks_for_repetition;
pub(crate) use scores::Scores;

/// All roles of elements.
#[cfg(test)]
pub(crate) const ROLES: &[&str] = &[
    // Identity.
    "email",
    "username",
    "password",
    "new_password",
    "current_password",
    "confirm_password",
    "one_time_code",
    "first_name",
    "middle_name",
    "last_name",
    "full_name",
    "phone",
    "phone_country",
    "organization",
    "job_title",
    "gender",
    "birthday",
    "birthday_day",
    "birthday_month",
    "birthday_year",
    "tax_id",
    "security_question",
    // Address.
    "street",
    "street2",
    "house_number",
    "city",
    "state",
    "postal_code",
    "country",
    "language",
    "currency",
    // Payment.
    "card_number",
    "card_name",
    "card_expiry",
    "card_expiry_month",
    "card_expiry_year",
    "card_cvv",
    "card_type",
    "iban",
    // Queries and quantities.
    "search",
    "quantity",
    "amount",
    "coupon",
    "message",
    "subject",
    "comment",
    "url",
    "date",
    "time",
    "month",
    "week",
    "number",
    "color",
    "range",
    "file",
    "text",
    "textarea",
    // Consent.
    "remember",
    "terms",
    "newsletter",
    "captcha",
    // Actions.
    "submit",
    "reset",
    "close",
    "next",
    "previous",
    "cancel",
    "accept",
    "reject",
    "settings",
    "login",
    "logout",
    "register",
    "forgot",
    "add_cart",
    "buy_now",
    "checkout",
    "cart",
    "subscribe",
    "account",
    "menu",
    "show_password",
    "social",
];

/// The roles whose values must not be displayed.
pub(crate) const SECRET_ROLES: &[&str] = &[
    "password",
    "new_password",
    "current_password",
    "confirm_password",
    "one_time_code",
    "card_number",
    "card_cvv",
    "iban",
    "tax_id",
    "security_question",
];

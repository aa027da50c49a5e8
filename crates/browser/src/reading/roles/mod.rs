//! What elements are for, beyond what assistive technology is told: `email`, `card_number`, `submit`.

mod button;
mod choices;
mod field;
mod passwords;
mod scores;

pub use button::actions_of;
pub(crate) use button::{Surroundings, action_of};
pub(crate) use choices::{Topic, topic};
pub(crate) use field::{fallback, score};
pub(crate) use passwords::says_again;
pub(crate) use scores::Scores;

/// Every role that an element may have.
#[cfg(test)]
pub(crate) const ROLES: &[&str] = &[
    // Who one is.
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
    // Where one lives.
    "street",
    "street2",
    "house_number",
    "city",
    "state",
    "postal_code",
    "country",
    "language",
    "currency",
    // How one pays.
    "card_number",
    "card_name",
    "card_expiry",
    "card_expiry_month",
    "card_expiry_year",
    "card_cvv",
    "card_type",
    "iban",
    // What one asks for.
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
    // What one agrees to.
    "remember",
    "terms",
    "newsletter",
    "captcha",
    // What one does.
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

/// Roles whose value nobody but the page may see.
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

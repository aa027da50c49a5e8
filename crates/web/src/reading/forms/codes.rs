use super::purpose::Purpose;
use crate::page::Snapshot;
use crate::reading::roles::Scores;
use crate::reading::words::{words_of, words_of_identifier};

/// A code that a form asks for among other things was not sent to anybody yet: it is read off a picture. And a security
/// code belongs to a card only where there is one.
pub(crate) fn settle_codes(
    snapshot: &Snapshot,
    entries: &[usize],
    purpose: Option<Purpose>,
    scores: &[Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let asks_who = matches!(
        purpose,
        Some(
            Purpose::Registration
                | Purpose::Contact
                | Purpose::Login
                | Purpose::Recovery
                | Purpose::Subscription
        )
    );
    if !asks_who || entries.len() < 2 {
        return;
    }
    let has_card = entries.iter().any(|at| {
        matches!(roles[*at], Some("card_number" | "card_expiry" | "card_expiry_month" | "card_expiry_year"))
    });
    for at in entries {
        let is_picture = match roles[*at] {
            Some("one_time_code") => !is_sent(snapshot, *at),
            Some("card_cvv") => !has_card && scores[*at].as_ref().is_some_and(|own| own.of("card_cvv") < 4.0),
            None => says_code(snapshot, *at),
            _ => false,
        };
        if is_picture {
            roles[*at] = Some("captcha");
        }
    }
}

/// Whether a field asks for nothing but a code.
fn says_code(snapshot: &Snapshot, at: usize) -> bool {
    let Some(element) = snapshot.elements.get(at).filter(|element| element.kind == "input") else {
        return false;
    };
    let words = words_of(&element.name);
    words.len() <= 5
        && words.iter().any(|word| matches!(word.as_str(), "code" | "codigo" | "codice" | "kod" | "код"))
}

/// Whether a field says that its code comes by a message or from a device.
fn is_sent(snapshot: &Snapshot, at: usize) -> bool {
    let Some(element) = snapshot.elements.get(at) else { return false };
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    if attribute("autocomplete").contains("one-time-code") {
        return true;
    }
    let mut words = words_of(&element.name);
    words.extend(words_of(&element.placeholder));
    words.extend(words_of_identifier(attribute("name")));
    words.extend(words_of_identifier(attribute("id")));
    words.iter().any(|word| {
        ["短信", "手机", "メール", "문자"].iter().any(|run| word.contains(run))
            || matches!(
                word.as_str(),
                "otp"
                    | "totp"
                    | "sms"
                    | "mfa"
                    | "tfa"
                    | "fa"
                    | "authenticator"
                    | "authentication"
                    | "factor"
                    | "token"
                    | "phone"
                    | "mobile"
                    | "email"
                    | "sent"
                    | "app"
                    | "device"
                    | "смс"
                    | "handy"
                    | "onetime"
                    | "time"
                    | "key"
            )
    })
}

use super::purpose::Purpose;
use crate::page::Snapshot;
use crate::reading::lexicon::{FIELDS, is_filler};
use crate::reading::roles::Scores;
use crate::text::{fold, is_unspaced, words_of, words_of_identifier};

/// Adjusts code fields. In a form that asks for other entries too, a code was not sent by message, so it
/// belongs to a captcha unless its label says otherwise; and a security code belongs to a card only if the
/// form has other card fields.
pub(crate) fn adjust_code_fields(
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
        if roles[*at] == Some("email") && asks_for_mailed_code(snapshot, *at) {
            roles[*at] = Some("one_time_code");
            continue;
        }
        let is_picture = match roles[*at] {
            Some("captcha") if mentions_channel(&snapshot.elements[*at].name) => {
                roles[*at] = Some("one_time_code");
                continue;
            }
            Some("one_time_code") => !is_sent(snapshot, *at),
            Some("card_cvv") => !has_card && scores[*at].as_ref().is_some_and(|own| own.of("card_cvv") < 4.0),
            None => asks_only_for_code(snapshot, *at),
            _ => false,
        };
        if is_picture {
            roles[*at] = Some("captcha");
        }
    }
}

/// The numbers of single-character fields that together hold a code.
const CODE_FIELD_COUNTS: std::ops::RangeInclusive<usize> = 4..=8;

/// Assigns the one-time code role to a row of single-character fields, whatever their surroundings are.
pub(crate) fn assign_one_time_code_roles(
    snapshot: &Snapshot,
    entries: &[usize],
    roles: &mut [Option<&'static str>],
) {
    let is_box = |at: &usize| {
        let element = &snapshot.elements[*at];
        element.kind == "input" && element.attributes.get("maxlength").is_some_and(|length| length == "1")
    };
    for row in entries.chunk_by(|one, other| is_box(one) == is_box(other)) {
        if CODE_FIELD_COUNTS.contains(&row.len()) && row.iter().all(is_box) {
            for at in row {
                roles[*at] = Some("one_time_code");
            }
        }
    }
}

/// Whether a field asks only for a code.
fn asks_only_for_code(snapshot: &Snapshot, at: usize) -> bool {
    let Some(element) = snapshot.elements.get(at).filter(|element| element.kind == "input") else {
        return false;
    };
    // A qualified code, such as "Project code", is not a captcha.
    let words = words_of(&element.name);
    words.len() <= 5
        && words.iter().filter(|word| !is_filler(word)).count() == 1
        && words.iter().any(|word| is_code(word))
}

/// Whether a text contains a word for a code.
pub(super) fn mentions_code(text: &str) -> bool {
    words_of(text).iter().any(|word| is_code(word))
}

fn is_code(word: &str) -> bool {
    matches!(word, "code" | "codigo" | "codice" | "kod" | "код")
}

/// Whether a field that mentions an email address asks for the code that was sent there.
fn asks_for_mailed_code(snapshot: &Snapshot, at: usize) -> bool {
    snapshot.elements.get(at).is_some_and(|element| {
        element.attributes.get("type").is_none_or(|of_type| of_type != "email")
            && mentions_code(&element.name)
    })
}

/// Whether a text names the channel of a code: email or phone. Scripts without spaces write it together with
/// the word for the code.
fn mentions_channel(text: &str) -> bool {
    let folded = fold(text);
    ["email", "phone"].iter().any(|way| {
        FIELDS.mentions(text, way)
            || folded.chars().any(is_unspaced)
                && FIELDS
                    .phrases(way)
                    .iter()
                    .any(|phrase| phrase.chars().all(is_unspaced) && folded.contains(phrase.as_str()))
    })
}

/// Whether a field says that its code comes by a message or from a device.
fn is_sent(snapshot: &Snapshot, at: usize) -> bool {
    let Some(element) = snapshot.elements.get(at) else { return false };
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    if attribute("autocomplete").contains("one-time-code") {
        return true;
    }
    if mentions_channel(&element.name) {
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

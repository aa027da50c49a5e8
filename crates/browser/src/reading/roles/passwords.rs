use super::scores::Scores;
use crate::page::Element;
use crate::reading::assembly::Clue;
use crate::text::{words_of, words_of_identifier};

/// Distributes the score of a certain password field among the four password roles.
pub(super) fn score_password_roles(scores: &mut Scores, element: &Element, clue: &Clue, of_type: &str) {
    let sum: f32 = ["password", "new_password", "confirm_password", "current_password"]
        .iter()
        .map(|role| scores.of(role))
        .sum();
    if (of_type != "password" && sum < 1.5)
        || scores.best().is_none_or(|(role, _)| !role.ends_with("password"))
    {
        return;
    }
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    let label = if element.name.is_empty() { &clue.beside } else { &element.name };
    let mut words = words_of(label);
    words.extend(words_of(&element.placeholder));
    if words.len() > 14 {
        words.truncate(14);
    }
    words.extend(words_of_identifier(attribute("name")));
    words.extend(words_of_identifier(attribute("id")));
    let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let purpose = attribute("autocomplete");
    let role = if scores.of("confirm_password") > 0.7 || says(AGAIN) {
        "confirm_password"
    } else if scores.of("current_password") > 1.4 || (says(PRESENT) && !says(NEW)) {
        "current_password"
    } else if scores.of("new_password") > 0.7 || says(NEW) || has_password_rule(element, clue) {
        "new_password"
    } else if purpose.contains("current-password") {
        "password"
    } else {
        return;
    };
    scores.add(role, 4.0 + sum);
}

/// Whether a label asks for a repetition.
pub(crate) fn asks_for_repetition(text: &str) -> bool {
    words_of(text).iter().any(|word| AGAIN.contains(&word.as_str()))
}

/// The plausible minimum lengths in password rules.
const LENGTHS: std::ops::RangeInclusive<u32> = 4..=64;

/// Whether the page states a rule for the password, which applies only to a new one. In texts, the length
/// indicates a rule in any language: "At least 8 characters".
fn has_password_rule(element: &Element, clue: &Clue) -> bool {
    let attribute = |name: &str| element.attributes.get(name).and_then(|text| text.parse().ok());
    let has_length = |text: &str| {
        words_of(text).iter().any(|word| word.parse().is_ok_and(|length| LENGTHS.contains(&length)))
    };
    attribute("minlength").is_some_and(|least| LENGTHS.contains(&least))
        || element.attributes.contains_key("passwordrules")
        || [&element.placeholder, &element.label, &clue.described].iter().any(|text| has_length(text))
}

/// Words that distinguish a new password, its confirmation and the current one.
const NEW: &[&str] = &[
    "new",
    "create",
    "choose",
    "set",
    "pick",
    "neues",
    "neu",
    "nova",
    "nueva",
    "nouveau",
    "nuova",
    "criar",
    "crear",
    "creer",
    "crea",
    "crie",
    "новый",
];
const AGAIN: &[&str] = &[
    "confirm",
    "confirmation",
    "confirmacao",
    "confirmacion",
    "bestatigung",
    "repeat",
    "again",
    "verify",
    "retype",
    "reenter",
    "re",
    "conf",
    "check",
    "confirmar",
    "confirme",
    "confirmez",
    "repite",
    "repetir",
    "bestatigen",
    "wiederholen",
    "conferma",
    "ripeti",
    "herhaal",
    "bevestig",
    "powtorz",
    "повторите",
    "подтвердите",
    "second",
    "tekrar",
    "retapez",
    "repetez",
    "repeter",
    "wiederholung",
    "nochmals",
    "erneut",
    "noch",
    "ripetere",
    "repita",
    "novamente",
    "nuevamente",
    "nogmaals",
    "herhalen",
    "bevestigen",
    "potwierdz",
    "ponownie",
    "znovu",
    "ujra",
    "igen",
    "gentag",
    "gjenta",
    "upprepa",
    "uudelleen",
    "повтор",
    "подтверждение",
    "підтвердження",
    "повторіть",
];
const PRESENT: &[&str] = &[
    "current",
    "old",
    "existing",
    "atual",
    "actual",
    "actuel",
    "ancien",
    "aktuelles",
    "altes",
    "attuale",
    "huidig",
    "obecne",
    "stare",
    "старый",
    "текущий",
];

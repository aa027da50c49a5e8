use super::choices::{Topic, topic};
use super::passwords::score_password_roles;
use super::scores::Scores;
use crate::page::Element;
use crate::reading::assembly::Clue;
use crate::reading::lexicon::{Evidence, FIELDS, QUALIFIED};
use crate::text::words_of;

const LABEL: f32 = 2.0;
const BESIDE: f32 = 1.4;
const PLACEHOLDER: f32 = 1.1;
const NAME: f32 = 1.3;
const ID: f32 = 1.1;
const SECOND_IDENTIFIER: f32 = 0.25;

/// Sums up the evidence of type, `autocomplete`, label, adjacent texts and identifiers of a field.
pub(crate) fn score(element: &Element, clue: &Clue) -> Scores {
    let mut scores = Scores::default();
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    let of_type = attribute("type").to_ascii_lowercase();
    // A field that is hidden from screen readers is a honeypot or an internal field, unless `autocomplete`
    // says that the browser fills it in.
    if attribute("aria-hidden") == "true" {
        score_autocomplete(&mut scores, attribute("autocomplete"), &of_type);
        if of_type == "password" {
            scores.add("password", 1.0);
        }
        return scores;
    }
    let is_toggle = matches!(element.kind, "checkbox" | "radio" | "switch");

    by_type(&mut scores, &of_type, element);
    score_autocomplete(&mut scores, attribute("autocomplete"), &of_type);
    match attribute("inputmode") {
        "email" => scores.add("email", 0.8),
        "tel" => scores.add("phone", 0.5),
        "url" => scores.add("url", 0.8),
        "search" => scores.add("search", 1.0),
        _ => {}
    }

    let named_by_placeholder = !element.placeholder.is_empty() && element.name == element.placeholder;
    let named_beside = !clue.beside.is_empty() && element.name == clue.beside;
    if !named_by_placeholder && !named_beside && !element.name.is_empty() {
        scores.add_evidence(&FIELDS.text(&element.name), LABEL);
        if !element.label.is_empty() && element.label != element.name && element.label != clue.beside {
            scores.add_evidence(&FIELDS.text(&element.label), LABEL / 2.0);
        }
    } else if !clue.beside.is_empty() {
        // An adjacent text that is not a label may belong to another field.
        scores.add_evidence(
            &FIELDS.text(&clue.beside),
            if named_by_placeholder { BESIDE * 0.75 } else { BESIDE },
        );
    }
    if !clue.prefilled.is_empty() {
        scores.add_evidence(&FIELDS.text(&clue.prefilled), PLACEHOLDER);
    }
    if !element.placeholder.is_empty() {
        let weight = if named_by_placeholder { LABEL * 0.8 } else { PLACEHOLDER };
        scores.add_evidence(&FIELDS.text(&element.placeholder), weight);
    }
    let label = if element.label.is_empty() { &element.name } else { &element.label };
    let label = if named_by_placeholder || element.label.is_empty() && named_beside { "" } else { label };
    score_identifiers(&mut scores, [attribute("name"), attribute("id")], label);
    lower_object_name_scores(&mut scores, element, clue);
    let is_nameless = attribute("name").is_empty();
    for other in ["data-testid", "data-test", "data-qa", "data-cy", "itemprop", "formcontrolname", "ng-model"]
    {
        scores.add_evidence(&FIELDS.identifier(attribute(other)), if is_nameless { 0.9 } else { 0.4 });
    }
    if scores.of("captcha") > 0.5 {
        // A captcha is a captcha, whatever else the field asks for.
        scores.add("captcha", 1.2);
    }
    if scores.of("card_expiry_month") > 0.5 && mentions_year(element, clue) {
        scores.add("card_expiry", 2.5);
    }
    score_format(&mut scores, element);
    score_choices(&mut scores, element);
    limit(&mut scores, element, &of_type, is_toggle);
    score_password_roles(&mut scores, element, clue, &of_type);
    scores
}

/// Lowers the score of a person's name if the label qualifies it as the name of an object, even if the source
/// only says `name`.
fn lower_object_name_scores(scores: &mut Scores, element: &Element, clue: &Clue) {
    let texts = [&element.name, &element.label, &element.placeholder, &clue.beside];
    let said: Vec<Evidence> = texts.iter().map(|text| FIELDS.text(remove_parentheses(text))).collect();
    let strongest = said.iter().flatten().map(|(_, strength)| *strength).fold(0.0, f32::max);
    if strongest > 0.0 && strongest <= QUALIFIED {
        for role in ["full_name", "first_name"] {
            scores.scale(role, QUALIFIED);
        }
    }
}

/// Removes a remark in parentheses from a label: "Name (will be published)".
fn remove_parentheses(text: &str) -> &str {
    text.split_once('(').map_or(text, |(label, _)| label)
}

fn mentions_year(element: &Element, clue: &Clue) -> bool {
    [&element.name, &element.label, &clue.beside].iter().any(|text| {
        words_of(text)
            .iter()
            .any(|word| matches!(word.as_str(), "year" | "yy" | "yyyy" | "ano" | "annee" | "jahr" | "anno"))
    })
}

/// Returns the generic role for a field without evidence.
pub(crate) fn fallback(element: &Element) -> Option<&'static str> {
    match element.kind {
        "textarea" | "editor" => Some("textarea"),
        "slider" => Some("range"),
        "file" => Some("file"),
        "input" | "combobox" => Some(match element.attributes.get("type").map_or("", String::as_str) {
            "number" => "number",
            "color" => "color",
            "date" | "datetime-local" => "date",
            "time" => "time",
            "month" => "month",
            "week" => "week",
            _ => "text",
        }),
        _ => None,
    }
}

fn by_type(scores: &mut Scores, of_type: &str, element: &Element) {
    match of_type {
        "email" => scores.add("email", 2.0),
        "tel" => scores.add("phone", 1.1),
        "password" => scores.add("password", 1.6),
        "url" => scores.add("url", 2.0),
        "search" => scores.add("search", 2.6),
        "date" | "datetime-local" => scores.add("date", 1.0),
        "time" => scores.add("time", 2.0),
        "month" => scores.add("month", 1.0),
        "week" => scores.add("week", 2.0),
        "color" => scores.add("color", 3.0),
        "range" => scores.add("range", 3.0),
        "file" => scores.add("file", 4.0),
        _ => {}
    }
    if element.aria == "searchbox" {
        scores.add("search", 1.5);
    }
}

/// Adds the evidence of the `autocomplete` attribute.
fn score_autocomplete(scores: &mut Scores, autocomplete: &str, of_type: &str) {
    for token in autocomplete.split_ascii_whitespace().take(6) {
        let (role, weight) = match token.to_ascii_lowercase().as_str() {
            "email" => ("email", 2.4),
            "username" => ("username", 1.6),
            "current-password" => ("current_password", 1.2),
            // Some pages set it on any field to prevent the browser from filling it in.
            "new-password" if of_type != "password" => ("new_password", 0.6),
            "new-password" => ("new_password", 3.4),
            "one-time-code" => ("one_time_code", 3.4),
            "name" => ("full_name", 2.6),
            "given-name" => ("first_name", 3.0),
            "additional-name" => ("middle_name", 3.0),
            "family-name" => ("last_name", 3.0),
            "nickname" => ("username", 1.6),
            "tel" | "tel-national" | "tel-local" => ("phone", 3.0),
            "tel-country-code" => ("phone_country", 3.0),
            "street-address" | "address-line1" => ("street", 3.0),
            "address-line2" | "address-line3" => ("street2", 3.0),
            "address-level2" => ("city", 3.0),
            "address-level1" => ("state", 3.0),
            "postal-code" => ("postal_code", 3.0),
            "country" | "country-name" => ("country", 3.0),
            "organization" => ("organization", 3.0),
            "organization-title" => ("job_title", 3.0),
            "cc-number" => ("card_number", 4.0),
            "cc-given-name" => ("first_name", 2.0),
            "cc-family-name" => ("last_name", 2.0),
            "cc-name" => ("card_name", 4.0),
            "cc-exp" => ("card_expiry", 4.0),
            "cc-exp-month" => ("card_expiry_month", 4.0),
            "cc-exp-year" => ("card_expiry_year", 4.0),
            "cc-csc" => ("card_cvv", 4.0),
            "cc-type" => ("card_type", 4.0),
            "bday" => ("birthday", 3.0),
            "bday-day" => ("birthday_day", 3.4),
            "bday-month" => ("birthday_month", 3.4),
            "bday-year" => ("birthday_year", 3.4),
            "sex" => ("gender", 3.0),
            "url" => ("url", 2.4),
            "language" => ("language", 3.0),
            "transaction-amount" => ("amount", 3.0),
            _ => continue,
        };
        scores.add(role, weight);
    }
}

/// Adds the evidence of name and id. Since both are usually the same, the second adds little.
fn score_identifiers(scores: &mut Scores, [name, id]: [&str; 2], label: &str) {
    let from_name = FIELDS.identifier_with_label(name, label);
    let from_id = FIELDS.identifier_with_label(id, label);
    for (role, strength) in &from_name {
        scores.add(role, strength * NAME);
    }
    for (role, strength) in &from_id {
        let known =
            from_name.iter().find(|(known, _)| known == role).map_or(0.0, |(_, strength)| strength * NAME);
        scores.add(role, (strength * ID - known).max(strength * SECOND_IDENTIFIER));
    }
}

/// Adds the evidence of maximum lengths and example values.
fn score_format(scores: &mut Scores, element: &Element) {
    let length: u32 = element.attributes.get("maxlength").and_then(|text| text.parse().ok()).unwrap_or(0);
    let example = element.placeholder.as_str();
    if example.contains('@') && !example.contains(' ') {
        scores.add("email", 1.2);
    }
    let digits = example.bytes().filter(u8::is_ascii_digit).count();
    let marks = example.bytes().filter(|byte| matches!(byte, b'x' | b'X' | b'0' | b'_' | b'*')).count();
    if digits >= 12 && example.split(' ').count() == 4 {
        scores.add("card_number", 1.6);
    } else if (digits >= 7 || marks >= 7) && example.contains(['(', '-', '+']) {
        scores.add("phone", 0.8);
    }
    let folded = example.to_ascii_lowercase().replace(' ', "");
    if matches!(folded.as_str(), "mm/yy" | "mm/yyyy" | "mm-yy" | "mm/aa" | "mm/jj" | "mm/aaaa" | "mm/jjjj") {
        scores.add("card_expiry", 1.4);
    } else if matches!(
        folded.as_str(),
        "dd/mm/yyyy" | "mm/dd/yyyy" | "yyyy-mm-dd" | "tt.mm.jjjj" | "jj/mm/aaaa" | "dd/mm/aaaa"
    ) {
        scores.add("date", 0.7);
        scores.add("birthday", 0.4);
    }
    if length == 3 || length == 4 {
        for role in ["card_cvv"] {
            if scores.of(role) > 0.3 {
                scores.add(role, 0.4);
            }
        }
    }
    if matches!(length, 16 | 19 | 23) && scores.of("card_number") > 0.2 {
        scores.add("card_number", 0.5);
    }
}

fn score_choices(scores: &mut Scores, element: &Element) {
    let (role, weight) = match topic(&element.choices) {
        Some(Topic::Months) if indicates_card(scores) => ("card_expiry_month", 2.0),
        Some(Topic::Months) if scores.of("birthday") + scores.of("birthday_month") > 0.3 => {
            ("birthday_month", 2.0)
        }
        Some(Topic::Months) => ("month", 1.0),
        Some(Topic::Days) if scores.of("birthday") + scores.of("birthday_day") > 0.3 => ("birthday_day", 2.0),
        Some(Topic::YearsAhead) => ("card_expiry_year", 0.75),
        Some(Topic::YearsBack) => ("birthday_year", 0.75),
        Some(Topic::Countries) => ("country", 1.6),
        Some(Topic::States) => ("state", 1.6),
        Some(Topic::Genders) => ("gender", 1.6),
        Some(Topic::DialCodes) => ("phone_country", 2.0),
        Some(Topic::Counts) if scores.of("quantity") > 0.2 => ("quantity", 0.6),
        Some(Topic::Counts | Topic::Days) | None => return,
    };
    scores.add(role, weight);
}

fn indicates_card(scores: &Scores) -> bool {
    ["card_expiry", "card_expiry_month", "card_number"].iter().map(|role| scores.of(role)).sum::<f32>() > 0.3
}

/// Removes roles that a field of this kind cannot have.
fn limit(scores: &mut Scores, element: &Element, of_type: &str, is_toggle: bool) {
    if is_toggle {
        scores.keep(|role| matches!(role, "remember" | "terms" | "newsletter" | "gender" | "captcha"));
        return;
    }
    scores.keep(|role| !matches!(role, "remember" | "terms" | "newsletter"));
    if of_type != "file" {
        scores.remove("file");
    }
    match element.kind {
        "select" | "listbox" => scores.keep(|role| {
            matches!(
                role,
                "country"
                    | "state"
                    | "city"
                    | "card_expiry"
                    | "card_expiry_month"
                    | "card_expiry_year"
                    | "birthday_day"
                    | "birthday_month"
                    | "birthday_year"
                    | "birthday"
                    | "card_type"
                    | "gender"
                    | "quantity"
                    | "language"
                    | "currency"
                    | "phone_country"
                    | "job_title"
                    | "security_question"
                    | "organization"
                    | "date"
                    | "time"
                    | "month"
                    | "subject"
                    | "amount"
            )
        }),
        "textarea" | "editor" => scores.keep(|role| {
            matches!(role, "message" | "comment" | "street" | "search" | "subject" | "url" | "coupon")
        }),
        _ => {}
    }
    match of_type {
        "password" => scores.keep(|role| {
            matches!(
                role,
                "password"
                    | "new_password"
                    | "current_password"
                    | "confirm_password"
                    | "one_time_code"
                    | "card_cvv"
                    | "card_number"
                    | "security_question"
                    | "tax_id"
                    | "iban"
                    | "coupon"
            )
        }),
        "email" => scores.keep(|role| matches!(role, "email" | "username")),
        "search" => scores.keep(|role| role == "search"),
        "number" => scores.keep(|role| !matches!(role, "email" | "password" | "message" | "comment")),
        _ => {}
    }
}

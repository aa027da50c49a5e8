use super::codes::mentions_code;
use crate::page::{Element, Snapshot};
use crate::reading::assembly::Clue;
use crate::reading::roles::{Topic, topic};

/// The maximum gap between a country code and its number, in pixels. No label fits into it.
const GAP: f64 = 24.0;

/// The maximum length of a country code with its sign.
const LONGEST_CODE: usize = 5;

/// Adjusts the fields of a phone number in two parts: a country or area code, then the number.
pub(crate) fn adjust_phone_fields(
    snapshot: &Snapshot,
    clues: &[Clue],
    entries: &[usize],
    roles: &mut [Option<&'static str>],
) {
    for pair in entries.windows(2) {
        let (Some(code), Some(number)) = (snapshot.elements.get(pair[0]), snapshot.elements.get(pair[1]))
        else {
            continue;
        };
        if roles[pair[0]] == Some("phone_country") {
            // An unnamed field after a country code takes the number.
            let is_free = matches!(roles[pair[1]], None | Some("house_number" | "number"));
            let is_called = !number.label.is_empty() || (!number.name.is_empty() && number.name != code.name);
            if is_free && number.kind == "input" && !is_called {
                roles[pair[1]] = Some("phone");
            }
            continue;
        }
        let is_free = matches!(roles[pair[0]], None | Some("country" | "phone" | "number" | "postal_code"));
        if roles[pair[1]] == Some("phone")
            && is_free
            && is_code(code, &clues[pair[0]], number, roles[pair[0]])
        {
            roles[pair[0]] = Some("phone_country");
        }
    }
}

fn is_code(code: &Element, clue: &Clue, number: &Element, role: Option<&str>) -> bool {
    match code.kind {
        "select" | "listbox" | "combobox" => match topic(&code.choices) {
            Some(Topic::DialCodes) => true,
            Some(Topic::Countries) => is_joined(code, number),
            _ => role == Some("country") && is_joined(code, number),
        },
        "input" => {
            let holds = code.value.as_deref().unwrap_or(&clue.prefilled);
            let is_prefix = holds.starts_with('+') && holds.chars().count() <= LONGEST_CODE;
            let length = |element: &Element| {
                element.attributes.get("maxlength").and_then(|text| text.parse::<usize>().ok()).unwrap_or(0)
            };
            let is_short =
                (1..=LONGEST_CODE).contains(&length(code)) && !(1..=LONGEST_CODE).contains(&length(number));
            is_prefix
                || (is_short && role != Some("postal_code"))
                || (role == Some("country") && mentions_code(&code.name))
        }
        _ => false,
    }
}

/// Whether two fields are laid out as one: on the same line, with no room for a label in between.
fn is_joined(one: &Element, other: &Element) -> bool {
    let (left, right) = (&one.bounds, &other.bounds);
    let is_level =
        (left.y + left.height / 2.0 - right.y - right.height / 2.0).abs() < left.height.max(1.0) / 2.0;
    let gap = right.x - left.x - left.width;
    is_level && left.width > 0.0 && (-GAP..GAP).contains(&gap)
}

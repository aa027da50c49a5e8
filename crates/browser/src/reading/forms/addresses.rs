use crate::page::{Element, Snapshot};
use crate::reading::assembly::Clue;
use crate::text::{words_of, words_of_identifier};

/// The labels of a house number field beside a street field.
const NUMBER: &[&str] = &[
    "number",
    "no",
    "nr",
    "nro",
    "num",
    "n",
    "numero",
    "nummer",
    "numer",
    "номер",
    "numara",
    "szam",
    "cislo",
    "numarul",
];

/// Adjusts the fields around a street: a bare number field directly after it is the house number, and a field
/// without a label of its own is the second address line.
pub(crate) fn adjust_address_fields(
    snapshot: &Snapshot,
    clues: &[Clue],
    entries: &[usize],
    roles: &mut [Option<&'static str>],
) {
    for pair in entries.windows(2) {
        if roles[pair[0]] != Some("street") {
            continue;
        }
        let (Some(street), Some(next)) = (snapshot.elements.get(pair[0]), snapshot.elements.get(pair[1]))
        else {
            continue;
        };
        if !matches!(next.kind, "input" | "combobox") {
            continue;
        }
        match roles[pair[1]] {
            None | Some("phone" | "number" | "quantity") if is_number(next, &clues[pair[1]]) => {
                roles[pair[1]] = Some("house_number");
            }
            None | Some("street") if continues_previous_field(street, next) => {
                roles[pair[1]] = Some("street2")
            }
            _ => {}
        }
    }
}

/// Whether a field asks only for a number.
fn is_number(element: &Element, clue: &Clue) -> bool {
    let label = if element.name.is_empty() { &clue.beside } else { &element.name };
    let words = words_of(label);
    !words.is_empty() && words.len() <= 2 && words.iter().all(|word| NUMBER.contains(&word.as_str()))
}

/// Whether a field continues the previous one: it has no label of its own, or its identifier is the next in
/// the same series.
fn continues_previous_field(before: &Element, next: &Element) -> bool {
    let is_unlabelled = next.label.is_empty() && (next.name.is_empty() || next.name == before.name);
    let name = |element: &Element| {
        let name = ["name", "id"].iter().find_map(|name| element.attributes.get(*name));
        words_of_identifier(name.map_or("", String::as_str))
    };
    let (first, second) = (name(before), name(next));
    let stem = |words: &[String]| {
        words.iter().filter(|word| word.parse::<u32>().is_err()).cloned().collect::<Vec<_>>()
    };
    is_unlabelled && !first.is_empty() && first != second && stem(&first) == stem(&second)
}

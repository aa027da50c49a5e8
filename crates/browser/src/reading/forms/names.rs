use crate::page::Snapshot;
use crate::reading::roles::Scores;

/// The minimum ratio of the score for a full name to the score for a partial name, from which a single name
/// field counts as the full name.
const SHARE: f32 = 0.3;

/// The maximum distance between first and last name in a form, which leaves room for a middle name.
const REACH: usize = 2;

/// Adjusts name fields: beside a last name, a field for "name" is the first name; after a first name, the
/// last name. Without a last name, some words for the first name mean the full name.
pub(crate) fn adjust_name_fields(
    snapshot: &Snapshot,
    entries: &[usize],
    scores: &[Option<Scores>],
    roles: &mut [Option<&'static str>],
) {
    let score = |at: usize, role: &str| scores[at].as_ref().map_or(0.0, |own| own.of(role));
    let has_first = entries.iter().any(|at| roles[*at] == Some("first_name"));
    for place in 0..entries.len() {
        let at = entries[place];
        let around = &entries[place.saturating_sub(REACH)..entries.len().min(place + REACH + 1)];
        // A field without an accessible name may be a honeypot.
        let is_near = |role: &str| {
            around
                .iter()
                .any(|other| roles[*other] == Some(role) && !snapshot.elements[*other].name.is_empty())
        };
        let before = &entries[place.saturating_sub(REACH)..place];
        let is_led = before.iter().any(|other| roles[*other] == Some("first_name"));
        match (roles[at], is_led, is_near("last_name")) {
            (Some("full_name"), false, true) => roles[at] = Some("first_name"),
            (Some("full_name"), true, false) => roles[at] = Some("last_name"),
            // In some languages, the word for the last name also means the full name.
            (Some("last_name"), false, _)
                if !has_first && score(at, "full_name") > SHARE * score(at, "last_name") =>
            {
                roles[at] = Some("full_name");
            }
            (Some("first_name"), _, false)
                if score(at, "full_name") > SHARE * score(at, "first_name") && !is_near("middle_name") =>
            {
                roles[at] = Some("full_name");
            }
            _ => {}
        }
    }
}

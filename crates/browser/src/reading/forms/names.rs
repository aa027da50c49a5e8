use crate::page::Snapshot;
use crate::reading::roles::Scores;

/// How much of what speaks for a first name must speak for all of a name, so that it is all of it.
const SHARE: f32 = 0.3;

/// How far apart in a form the halves of a name may stand: between them there is room for a middle name.
const REACH: usize = 2;

/// Beside a last name, what asks for a name asks for the first; after a first name, for the last. And where there is no
/// last name, some words for a first name mean all of it.
pub(crate) fn settle_names(
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
        // What nobody is told the name of may be a trap for robots.
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
            // One name alone is all of it, in languages that call it as they call the last.
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

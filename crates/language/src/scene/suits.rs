//! Ranks the kinds of controls for each verb.

use super::kind::Kind;

/// Returns the rank of a kind for a verb: a lower one is better, and `None` excludes the kind.
pub(super) fn pressed(kind: Kind) -> Option<u8> {
    Some(match kind {
        Kind::Button => 0,
        Kind::Field | Kind::Combo | Kind::Area | Kind::List | Kind::Slider | Kind::Spinner | Kind::Dialog => {
            3
        }
        Kind::Option | Kind::Other => 2,
        Kind::Text => 4,
        Kind::Scroller | Kind::Fact | Kind::Heading | Kind::Passage => return None,
        _ => 1,
    })
}

pub(super) fn submitting(kind: Kind) -> Option<u8> {
    matches!(kind, Kind::Button | Kind::Link | Kind::Icon).then_some(u8::from(kind != Kind::Button))
}

pub(super) fn ticked(kind: Kind) -> Option<u8> {
    kind.takes_tick().then_some(0)
}

pub(super) fn focused(kind: Kind) -> Option<u8> {
    if kind.takes_text() { Some(0) } else { pressed(kind).map(|_| 1) }
}

pub(super) fn scrolled(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Scroller | Kind::Area => Some(0),
        Kind::List => Some(1),
        _ => None,
    }
}

pub(super) fn cleared(kind: Kind) -> Option<u8> {
    matches!(kind, Kind::Field | Kind::Combo | Kind::Area | Kind::Spinner).then_some(0)
}

pub(super) fn written(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Field | Kind::Combo | Kind::Area | Kind::Spinner => Some(0),
        Kind::Slider | Kind::List => Some(1),
        _ => None,
    }
}

pub(super) fn chosen_in(kind: Kind) -> Option<u8> {
    match kind {
        Kind::List | Kind::Combo | Kind::Slider | Kind::Spinner => Some(0),
        Kind::Field => Some(1),
        _ => None,
    }
}

pub(super) fn chosen(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Option | Kind::Radio | Kind::Checkbox => Some(0),
        Kind::Tab | Kind::MenuItem | Kind::TreeItem | Kind::Cell => Some(1),
        Kind::Button | Kind::Link | Kind::Icon | Kind::Section | Kind::Other => Some(2),
        Kind::Text => Some(3),
        _ => None,
    }
}

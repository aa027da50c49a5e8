//! Language-independent indicators of a signed-in user: addresses that end a session, and controls that open
//! a sign-out control or represent the user.

use super::assembly::{Clue, ScannedFrame};
use super::lexicon::{ACTIONS, Evidence};
use crate::page::{Element, RegionKind, Snapshot};

/// The confidence of a sign-out control that is recognized by its address.
const BY_ADDRESS: f32 = 0.95;
/// The minimum strength of an address segment that means only signing out.
const WHOLE: f32 = 0.9;
/// The maximum length of a label; a longer one is the title of an article.
const LONGEST: usize = 40;
/// URL parameters that contain a redirect target.
const REDIRECT_PARAMETERS: &[&str] = &[
    "next", "return", "redirect", "url", "continue", "from", "back", "dest", "goto", "target", "service",
    "ref",
];

/// Copies the session indicators of the scans to the clues.
pub(super) fn mark(snapshot: &Snapshot, frames: &[ScannedFrame], clues: &mut [Clue]) {
    for (element, clue) in snapshot.elements.iter().zip(clues) {
        let id = snapshot.frames.get(element.frame).map(|frame| frame.id.as_str());
        let Some(frame) = frames.iter().find(|frame| Some(frame.id.as_str()) == id) else { continue };
        clue.unfolds_exit = frame.scan.session.exits.contains(&element.key);
        clue.unfolds_entry = frame.scan.session.entries.contains(&element.key);
        clue.shows_person = frame.scan.session.persons.contains(&element.key);
    }
}

/// Adds the logout action to controls whose address says so, since their label may be an icon or an unknown
/// word.
pub(super) fn add_logout_actions(snapshot: &Snapshot, actions: &mut [Evidence]) {
    for (element, evidence) in snapshot.elements.iter().zip(actions) {
        let is_control = element.interactive && matches!(element.kind, "link" | "button" | "menuitem");
        let is_short = element.name.chars().count() <= LONGEST;
        if is_control && is_short && address_of(snapshot, element).is_some_and(is_logout_address) {
            evidence.retain(|(action, _)| *action != "logout");
            evidence.insert(0, ("logout", BY_ADDRESS));
        }
    }
}

/// Returns the target address of a control: of a link its own, of a button that of its form, if the form has
/// no fields.
fn address_of<'s>(snapshot: &'s Snapshot, element: &'s Element) -> Option<&'s str> {
    if element.kind != "button" {
        return element.attributes.get("href").map(String::as_str);
    }
    if let Some(own) = element.attributes.get("formaction") {
        return Some(own);
    }
    let form = snapshot.around(element.region).find(|region| region.kind == RegionKind::Form)?;
    let is_empty = !snapshot.elements.iter().any(|other| {
        other.interactive
            && !matches!(other.kind, "button" | "link")
            && snapshot
                .around(other.region)
                .any(|region| region.key == form.key && region.frame == form.frame)
    });
    form.hints.lines().find_map(|hint| hint.strip_prefix("action=")).filter(|_| is_empty)
}

fn is_logout_address(address: &str) -> bool {
    let address = address.split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let path =
        path.split_once("://").map_or(path, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let parts = path.split('/').map(|part| part.split('.').next().unwrap_or_default());
    let asked = query.split('&').filter_map(|pair| pair.split_once('='));
    let asked = asked.filter(|(name, _)| !REDIRECT_PARAMETERS.iter().any(|onward| name.starts_with(onward)));
    parts.chain(asked.map(|(_, value)| value)).any(|part| {
        (3..LONGEST).contains(&part.len())
            && ACTIONS
                .identifier(part)
                .first()
                .is_some_and(|(action, sure)| *action == "logout" && *sure > WHOLE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_logout_urls() {
        for address in [
            "/logout",
            "/users/sign_out",
            "https://example.org/account/logout.php?token=1",
            "/wp-login.php?action=logout&_wpnonce=1f24",
            "index.php?route=account/sign-out&do=logout",
            "/sair",
        ] {
            assert!(is_logout_address(address), "{address}");
        }
        for address in
            ["/login?next=/logout", "/help/how-to-log-out-everywhere", "/", "", "#logout", "/blog/logout-bug"]
        {
            assert!(!is_logout_address(address), "{address}");
        }
    }
}

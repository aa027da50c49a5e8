use std::time::Duration;

use lemmascope_browser::page::{Element, ElementId, RegionKind, Snapshot};
use lemmascope_browser::reading::ACTIONS;
use lemmascope_browser::session::{Deadline, Found, LookOptions};
use lemmascope_intent::{Cause, Failure};

use crate::intents::PageActor;
use crate::intents::session_indicators::{SessionIndicators, does, logs_out, said};

/// The maximum number of menus and pages that are opened in search of the control.
const MOST_TRIES: usize = 8;

/// The timeout for loading a page.
const COMING: Duration = Duration::from_secs(4);

/// A logout control.
pub(super) enum Control {
    /// It is clickable.
    Shown(ElementId),
    /// It is in the document, but no attempt made it visible.
    Hidden(Found),
}

/// Finds the logout control: visible, behind menus, or on the account page.
pub(super) async fn find(hands: &mut PageActor<'_>) -> Result<Control, Failure> {
    let mut tried: Vec<String> = Vec::new();
    if let Some(control) = coming(hands).await? {
        return Ok(control);
    }
    let mut hidden = hidden_control(hands).await?;
    if hidden.is_none() && is_outside(&hands.seen) {
        return Err(not_logged_in());
    }
    while tried.len() < MOST_TRIES {
        let near = hidden.as_ref().and_then(|(_, opener)| *opener);
        let next = openers(&hands.seen, near).into_iter().find(|(_, mark)| !tried.contains(mark));
        let Some((id, mark)) = next else { break };
        tried.push(mark);
        let (document, url) = (hands.seen.document.clone(), hands.seen.url.clone());
        let unfolded = match hands.hover(id).await {
            Ok(()) if shown(&hands.seen).is_some() => true,
            _ => hands.click(id).await.is_ok(),
        };
        if let Some(control) = shown(&hands.seen) {
            return Ok(control);
        }
        if !unfolded {
            hands.look().await?;
        }
        let has_moved = hands.seen.document != document || hands.seen.url != url;
        if has_moved {
            hidden = hidden_control(hands).await?;
        } else if unfolded && hands.press("escape", None).await.is_err() {
            hands.look().await?;
        }
    }
    match hidden {
        Some((found, _)) => Ok(Control::Hidden(found)),
        None if is_outside(&hands.seen) => Err(not_logged_in()),
        None => Err(not_found(hands, tried.len())),
    }
}

/// Waits for the control on a page that is still loading.
async fn coming(hands: &mut PageActor<'_>) -> Result<Option<Control>, Failure> {
    let until = Deadline::within(COMING);
    loop {
        let control = shown(&hands.seen);
        let is_loaded = hands.tab()?.state().lifecycle.loaded;
        let is_there = is_loaded && hands.seen.elements.iter().any(|element| element.interactive);
        if control.is_some() || is_there || until.is_over() {
            return Ok(control);
        }
        hands.wait_for_change(until).await?;
        hands.look().await?;
    }
}

fn shown(page: &Snapshot) -> Option<Control> {
    SessionIndicators::on(page).logout.map(Control::Shown)
}

/// Returns an invisible control, and the element that most likely opens it.
async fn hidden_control(hands: &mut PageActor<'_>) -> Result<Option<(Found, Option<ElementId>)>, Failure> {
    let options = LookOptions { hidden: true, ..LookOptions::default() };
    let whole = hands.look_with(&options).await?;
    let is_it =
        |element: &&Element| element.interactive && !element.visibility.is_visible() && logs_out(element);
    let Some(at) = whole.elements.iter().position(|element| is_it(&element)) else { return Ok(None) };
    let found = Found::listed(&whole.elements[at], &whole)?;
    // The opener is the last visible element before it that opens something.
    let opener =
        whole.elements[..at].iter().rev().find(|element| element.visibility.is_visible() && opens(element));
    Ok(Some((found, opener.map(|element| element.id))))
}

/// Whether a page shows a login control and no session controls.
fn is_outside(page: &Snapshot) -> bool {
    let indicators = SessionIndicators::on(page);
    let has_form = page.patterns.iter().any(|pattern| pattern.name == "login_form");
    !indicators.of_session() && (has_form || !indicators.login.is_empty())
}

/// Returns the elements that may open the control, most likely first, each with a key that identifies it on
/// another page.
fn openers(page: &Snapshot, near: Option<ElementId>) -> Vec<(ElementId, String)> {
    let mut found: Vec<(u32, ElementId, String)> = page
        .elements
        .iter()
        .filter(|element| element.interactive && element.visibility.is_visible() && !element.state.disabled)
        .filter(|element| {
            matches!(element.kind, "button" | "link" | "menuitem" | "combobox" | "tab" | "image")
        })
        .filter_map(|element| {
            let name = said(element);
            if is_grave(name) || name.chars().count() > 60 {
                return None;
            }
            let in_head = page.around(element.region).any(|region| {
                matches!(region.kind, RegionKind::Header | RegionKind::Navigation | RegionKind::Toolbar)
            });
            let is_nearest = near == Some(element.id);
            let rank = match () {
                () if is_nearest => 0,
                () if represents_user(element) && opens(element) => 1,
                () if opens(element) && in_head && is_at_right_edge(element, page) => 2,
                () if does(element, "menu") && element.kind == "button" => 3,
                () if represents_user(element) => 4,
                () if opens(element) && in_head => 5,
                () if does(element, "settings") && in_head => 6,
                () => return None,
            };
            let mark = format!(
                "{} {} {}",
                element.kind,
                name,
                element.attributes.get("id").map_or("", String::as_str)
            );
            Some((rank, element.id, mark))
        })
        .collect();
    found.sort_by_key(|(rank, ..)| *rank);
    found.into_iter().map(|(_, id, mark)| (id, mark)).collect()
}

/// Whether the element expands something.
fn opens(element: &Element) -> bool {
    let popup = element.attributes.get("aria-haspopup").is_some_and(|what| what != "false");
    let toggles = ["data-toggle", "data-bs-toggle"].iter().any(|name| element.attributes.contains_key(*name));
    let is_link =
        element.kind == "link" && element.attributes.get("href").is_some_and(|href| !href.starts_with('#'));
    popup || toggles || (element.state.expanded.is_some() && !is_link)
}

/// Whether the element represents the signed-in user.
fn represents_user(element: &Element) -> bool {
    let called = ["id", "class", "aria-controls", "data-testid", "title", "aria-label"].iter().any(|name| {
        element.attributes.get(*name).is_some_and(|value| {
            ACTIONS.identifier(value).iter().any(|(role, strength)| *role == "account" && *strength > 0.6)
        })
    });
    // Some are labelled with the email address only.
    let is_address = said(element).contains('@') && element.kind == "button";
    does(element, "account") || called || is_address
}

fn is_at_right_edge(element: &Element, page: &Snapshot) -> bool {
    element.bounds.x > page.viewport.width * 0.6
}

/// Words for irreversible actions; elements with them are not clicked.
const IRREVERSIBLE_WORDS: &[&str] = &[
    "delete",
    "remove",
    "deactivate",
    "close account",
    "cancel subscription",
    "unsubscribe",
    "terminate",
    "erase",
    "excluir",
    "eliminar",
    "apagar",
    "remover",
    "desativar",
    "borrar",
    "cancelar",
    "supprimer",
    "desactiver",
    "loschen",
    "entfernen",
    "kundigen",
    "deaktivieren",
    "elimina",
    "cancella",
    "disattiva",
    "verwijder",
    "usun",
    "удалить",
    "sil",
    "削除",
    "删除",
];

fn is_grave(name: &str) -> bool {
    let folded = lemmascope_intent::fold(name);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).collect();
    IRREVERSIBLE_WORDS.iter().any(|grave| {
        if grave.is_ascii() && !grave.contains(' ') { words.contains(grave) } else { folded.contains(grave) }
    })
}

fn not_logged_in() -> Failure {
    Failure::new(Cause::Unavailable, "not logged in")
        .hint("The page offers to sign in and shows nothing of a session.")
        .verdict("no_effect")
}

fn not_found(hands: &PageActor<'_>, tried: usize) -> Failure {
    let what = match tried {
        0 => "no menu of a user and no menu button is on the page".to_string(),
        1 => "one menu or account page was looked into".to_string(),
        count => format!("{count} menus and account pages were looked into"),
    };
    hands.tell_changes();
    Failure::new(Cause::TargetNotFound, "there is nothing to sign out with")
        .context(what)
        .hint("Go to a page of the site that has it, or click it by its text.")
        .verdict("not_found")
}

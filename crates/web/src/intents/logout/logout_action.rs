use std::time::{Duration, Instant};

use lemmascope_browser::driver::DialogKind;
use lemmascope_browser::page::{Element, ElementId, Pattern, RegionKind, Snapshot};
use lemmascope_browser::reading::{ACTIONS, REPLIES};
use lemmascope_browser::session::{Deadline, LookOptions};
use lemmascope_intent::Failure;

use super::control_search::Control;
use crate::intents::PageActor;
use crate::intents::lines::visible_text_lines;
use crate::intents::session_indicators::{SessionIndicators, does, logs_out, said};

/// The maximum number of confirmation questions.
const MOST_QUESTIONS: usize = 2;
/// The time for a page without session or login controls to update.
const DRAWING: Duration = Duration::from_millis(500);
const BEAT: Duration = Duration::from_millis(150);

/// Clicks the control, answers questions, and returns whether the session has ended.
pub(super) async fn leave(
    hands: &mut PageActor<'_>,
    control: &Control,
    wait: Duration,
) -> Result<bool, Failure> {
    let until = Deadline::within(wait);
    let left = std::sync::Arc::clone(&hands.seen);
    let pressed = match control {
        Control::Shown(id) => {
            hands.click(*id).await?;
            Some(*id)
        }
        Control::Hidden(found) => {
            hands.click_in_page(found).await?;
            None
        }
    };
    let mut asked = 0;
    let mut since = Instant::now();
    loop {
        if accept_dialog(hands).await? {
            since = Instant::now();
        }
        let was_loading = is_loading(hands);
        let page = hands.look().await?;
        let lines = visible_text_lines(&hands.tab()?).await;
        if has_left(&page, &lines) {
            return Ok(true);
        }
        if asked < MOST_QUESTIONS
            && let Some(answer) =
                question(&page, &lines, pressed).or_else(|| confirmation_button(&left, &page, pressed))
        {
            asked += 1;
            hands.click(answer).await?;
            since = Instant::now();
            continue;
        }
        // A page that was loading is examined once it is loaded.
        let is_quiet = since.elapsed() >= DRAWING && !was_loading && !is_loading(hands);
        if is_quiet || until.is_over() {
            match is_over(hands, &page).await? {
                None if !until.is_over() => since = Instant::now(),
                over => return Ok(over == Some(true)),
            }
        }
        hands.wait_for_change(Deadline::within(BEAT)).await.ok();
    }
}

/// Returns the logout button on the page to which a logout link has led.
fn confirmation_button(left: &Snapshot, page: &Snapshot, pressed: Option<ElementId>) -> Option<ElementId> {
    let was_link = pressed.and_then(|id| left.element(id)).is_some_and(|element| element.kind == "link");
    let is_there = |element: &&Element| {
        element.kind == "button"
            && element.visibility.is_visible()
            && !element.state.disabled
            && logs_out(element)
            && page.around(element.region).any(|region| region.tag == "form")
    };
    let is_another = was_link && left.document != page.document;
    page.elements.iter().filter(|_| is_another).find(is_there).map(|element| element.id)
}

/// Accepts a browser dialog that asks for confirmation.
async fn accept_dialog(hands: &mut PageActor<'_>) -> Result<bool, Failure> {
    let tab = hands.tab()?;
    let is_question = tab
        .state()
        .dialog
        .as_ref()
        .is_some_and(|dialog| matches!(dialog.kind, DialogKind::Confirm | DialogKind::BeforeUnload));
    if is_question {
        tab.answer_dialog(true, None).await?;
        hands.logbook().did("dialog accept");
    }
    hands.refuse_dialog()?;
    Ok(is_question)
}

fn is_loading(hands: &PageActor<'_>) -> bool {
    hands.tab().is_ok_and(|tab| {
        let state = tab.state();
        !state.lifecycle.dom_content_loaded
            || state.requests.iter().any(|one| one.kind == "document" && one.is_pending())
    })
}

/// Whether the page clearly shows that no user is signed in.
fn has_left(page: &Snapshot, lines: &[String]) -> bool {
    let indicators = SessionIndicators::on(page);
    if indicators.of_session() {
        return false;
    }
    let has_form = page.patterns.iter().any(|pattern| pattern.name == "login_form");
    has_form
        || !indicators.login.is_empty()
        || lines.iter().take(60).any(|line| REPLIES.mentions(line, "left"))
}

/// Decides when the page shows no clear sign: it has no session controls, even invisible ones, and is another
/// page or view than before. Returns `None` when yet another page has loaded meanwhile.
async fn is_over(hands: &mut PageActor<'_>, page: &Snapshot) -> Result<Option<bool>, Failure> {
    let options = LookOptions { hidden: true, ..LookOptions::default() };
    let whole = hands.look_with(&options).await?;
    if whole.document != page.document || whole.url != page.url {
        return Ok(None);
    }
    let is_left = !whole.elements.iter().any(|element| element.interactive && logs_out(element));
    let has_changed = hands.before.document != page.document
        || hands.before.url != page.url
        || SessionIndicators::on(&hands.before).of_session();
    Ok(Some(is_left && has_changed && !SessionIndicators::on(page).of_session()))
}

/// Returns the control that confirms the logout: in a dialog, or on a page without other questions.
fn question(page: &Snapshot, lines: &[String], pressed: Option<ElementId>) -> Option<ElementId> {
    let asks = |text: &str| REPLIES.mentions(text, "leave");
    let dialog = page
        .patterns
        .iter()
        .find(|pattern| pattern.name == "modal_dialog" && asks_to_confirm_logout(page, pattern));
    let region = match dialog {
        Some(pattern) => Some(pattern.region),
        None if lines.len() <= 60 && lines.iter().any(|line| asks(line)) => None,
        None => return None,
    };
    let is_in = |at: usize| match region {
        None => true,
        Some(region) => {
            let mut at = Some(at);
            while let Some(here) = at {
                if here == region {
                    return true;
                }
                at = page.regions.get(here).and_then(|one| one.parent).filter(|parent| *parent < here);
            }
            false
        }
    };
    let mut yes: Vec<(u32, ElementId)> = page
        .elements
        .iter()
        .filter(|one| one.interactive && one.visibility.is_visible() && matches!(one.kind, "button" | "link"))
        .filter(|one| is_in(one.region) && Some(one.id) != pressed)
        .filter_map(|one| {
            let rank = match () {
                () if does(one, "cancel") || does(one, "close") => return None,
                () if does(one, "logout") && one.kind == "button" => 0,
                () if ACTIONS.says(said(one), "accept") > 0.6 => 1,
                () if does(one, "logout") && region.is_some() => 2,
                () if one.role == Some("submit") && !is_aside(page, one.region) => 3,
                () => return None,
            };
            Some((rank, one.id))
        })
        .collect();
    yes.sort_by_key(|(rank, _)| *rank);
    yes.first().map(|(_, id)| *id)
}

fn asks_to_confirm_logout(page: &Snapshot, pattern: &Pattern) -> bool {
    let region = page.regions.get(pattern.region);
    let says = pattern.says.as_deref().unwrap_or_default();
    let asks = |text: &str| REPLIES.mentions(text, "leave") || ACTIONS.says(text, "logout") > 0.6;
    asks(says) || region.is_some_and(|region| asks(&region.text) || asks(&region.name))
}

fn is_aside(page: &Snapshot, region: usize) -> bool {
    page.around(region).any(|region| {
        matches!(
            region.kind,
            RegionKind::Header | RegionKind::Navigation | RegionKind::Footer | RegionKind::Search
        )
    })
}

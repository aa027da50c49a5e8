use std::time::Duration;

use futures_util::future::try_join3;
use lemmascope_browser::driver::{Button, FrameId, Mouse};
use lemmascope_browser::page::{Element, ElementId, Point, RegionKind, Snapshot};
use lemmascope_browser::session::{Chord, Deadline, read_answer};
use lemmascope_browser::text::quote;
use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::json;

use super::control::{Meaning, control_label, is_within, parts_of};
use super::popup::{Popup, Sort, popups};
use crate::intents::PageActor;
use crate::verbs::click;

/// The timeout for a closed popup to disappear, since it may fade.
const DISAPPEAR_TIMEOUT: Duration = Duration::from_millis(1500);
/// The timeout for it to begin to disappear.
const DISAPPEAR_START_TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum number of buttons that are tried.
const MOST_BUTTONS: usize = 3;

/// How a popup was closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Closed {
    Clicked(String),
    Escape,
    Backdrop,
}

impl std::fmt::Display for Closed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Clicked(name) => write!(f, "clicked {}", quote(name, 60)),
            Self::Escape => f.write_str("pressed Escape"),
            Self::Backdrop => f.write_str("clicked the backdrop"),
        }
    }
}

/// Closes a popup: by a button that only closes it, by Escape, by a click on the backdrop, and last by the
/// only button of a message that needs no answer. Unsuccessful attempts are recorded in `tried`.
pub(crate) async fn close(
    hands: &mut PageActor<'_>,
    popup: &Popup,
    tried: &mut Vec<String>,
) -> Result<Option<Closed>, Failure> {
    let document = hands.seen.document.clone();
    for id in close_controls(&hands.seen, popup) {
        let name = control_label(&hands.seen, id);
        if press(hands, id).await? && is_gone(hands, popup).await? {
            return Ok(Some(Closed::Clicked(name)));
        }
        tried.push(quote(&name, 40));
        if hands.seen.document != document {
            return Ok(None);
        }
    }
    if popup.sort != Sort::Toast && popup.sort != Sort::Banner {
        escape(hands).await?;
        if is_gone(hands, popup).await? {
            return Ok(Some(Closed::Escape));
        }
        tried.push("Escape".into());
        if click_backdrop(hands, popup).await? {
            if is_gone(hands, popup).await? {
                return Ok(Some(Closed::Backdrop));
            }
            tried.push("the backdrop".into());
        }
    }
    if let Some(id) = acknowledge_button(&hands.seen, popup) {
        let name = control_label(&hands.seen, id);
        if press(hands, id).await? && is_gone(hands, popup).await? {
            return Ok(Some(Closed::Clicked(name)));
        }
        tried.push(quote(&name, 40));
    }
    Ok(None)
}

/// Returns the controls that only close it, the most certain first.
fn close_controls(snapshot: &Snapshot, popup: &Popup) -> Vec<ElementId> {
    let mut found: Vec<(f32, ElementId)> = Vec::new();
    for element in around(snapshot, popup) {
        if !matches!(element.kind, "button" | "link") || element.state.disabled {
            continue;
        }
        let meaning = Meaning::of(element, snapshot);
        let mut strength = meaning.closes().max(meaning.cancels() * 0.8);
        // A close button that was recognized by its appearance has no text.
        let is_bare = element.name.trim().is_empty() && element.text.trim().is_empty();
        if strength < 0.45 && popup.close == Some(element.id) && is_bare && meaning.binds() < 0.3 {
            strength = 0.5;
        }
        if strength >= 0.45 {
            found.push((strength, element.id));
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.into_iter().map(|(_, id)| id).take(MOST_BUTTONS).collect()
}

/// Returns the elements of the popup and of its layer, since the close button may be beside the box.
fn around<'s>(snapshot: &'s Snapshot, popup: &Popup) -> Vec<&'s Element> {
    let mut layer = popup.region;
    while let Some(parent) =
        snapshot.regions.get(layer).and_then(|region| region.parent).filter(|up| *up < layer)
    {
        let Some(outer) = snapshot.regions.get(parent) else { break };
        let is_layer = outer.floating
            && matches!(outer.kind, RegionKind::Overlay | RegionKind::Dialog | RegionKind::Group);
        if !is_layer {
            break;
        }
        layer = parent;
    }
    let mut parts: Vec<&Element> =
        parts_of(snapshot, layer).into_iter().filter(|element| element.interactive).collect();
    // A layer with several popups contains the close buttons of the others too.
    let others: Vec<usize> = popups(snapshot)
        .into_iter()
        .map(|other| other.region)
        .filter(|other| *other != popup.region)
        .collect();
    parts.retain(|element| {
        is_within(snapshot, element.region, popup.region)
            || !others.iter().any(|other| is_within(snapshot, element.region, *other))
    });
    parts
}

/// Returns the only button of a message that needs no answer.
fn acknowledge_button(snapshot: &Snapshot, popup: &Popup) -> Option<ElementId> {
    let parts: Vec<&Element> =
        parts_of(snapshot, popup.region).into_iter().filter(|element| element.interactive).collect();
    let asks = parts.iter().any(|it| !matches!(it.kind, "button" | "link"));
    let mut buttons = parts.iter().filter(|element| element.kind == "button");
    let (only, more) = (buttons.next()?, buttons.next());
    let is_question = popup.title.contains('?') || popup.title.contains('？');
    (!asks && more.is_none() && !is_question && Meaning::of(only, snapshot).acknowledges() >= 0.8)
        .then_some(only.id)
}

/// Clicks without a log entry. Returns whether the click hit its target.
pub(crate) async fn press(hands: &mut PageActor<'_>, id: ElementId) -> Result<bool, Failure> {
    let found = hands.found(id)?;
    let visit = hands.visit;
    let done = click(visit, &mut *hands, &found, Button::Left, 1, false).await;
    hands.look().await?;
    Ok(done.is_ok_and(|aftermath| aftermath.elsewhere.is_none()))
}

async fn escape(hands: &mut PageActor<'_>) -> Result<(), Failure> {
    let chord = Chord::read("escape")?;
    let tab = hands.tab()?;
    let watch = hands.watch_keys(None).await?;
    let held = hands.modifiers();
    hands.conclude(watch, async move { chord.press(&tab, held).await }).await?;
    hands.look().await?;
    Ok(())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct BackdropPoint {
    problem: String,
    x: f64,
    y: f64,
}

/// Clicks the backdrop of a popup. Returns whether there was one.
async fn click_backdrop(hands: &mut PageActor<'_>, popup: &Popup) -> Result<bool, Failure> {
    let tab = hands.tab()?;
    let frame = FrameId(popup.place.0.clone());
    let limit = Duration::from_secs(2);
    let answer = tab.call(&frame, "lemmascope.shadeBeside", json!([popup.place.1]), limit).await;
    let Ok(beside) = answer.and_then(read_answer::<BackdropPoint>) else { return Ok(false) };
    if !beside.problem.is_empty() {
        return Ok(false);
    }
    let origin = hands.seen.frames.iter().find(|view| view.id == popup.place.0).map(|view| view.origin);
    let origin = origin.unwrap_or_default();
    let at = Point { x: origin.x + beside.x, y: origin.y + beside.y };
    let watch = hands.watch(None).await?;
    hands
        .conclude(watch, async move {
            let moved = tab.mouse(Mouse::Moved { at, held: None });
            let pressed = tab.mouse(Mouse::Pressed { at, button: Button::Left, clicks: 1 });
            let released = tab.mouse(Mouse::Released { at, button: Button::Left, clicks: 1 });
            try_join3(moved, pressed, released).await.map(drop)
        })
        .await?;
    hands.look().await?;
    Ok(true)
}

/// Whether the popup has disappeared, or does so within the timeout.
async fn is_gone(hands: &mut PageActor<'_>, popup: &Popup) -> Result<bool, Failure> {
    let (until, at_least) = (Deadline::within(DISAPPEAR_TIMEOUT), Deadline::within(DISAPPEAR_START_TIMEOUT));
    loop {
        if !popups(&hands.seen).iter().any(|other| other.place == popup.place) {
            return Ok(true);
        }
        let is_still = at_least.is_over() && !hands.is_unsettled(Duration::from_millis(300)).await;
        if until.is_over() || is_still {
            return Ok(false);
        }
        hands.wait_for_change(until).await?;
        hands.look().await?;
    }
}

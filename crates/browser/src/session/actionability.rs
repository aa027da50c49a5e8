use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;
use serde_json::{Value, json};

use super::WebSession;
use super::found::{Found, stale};
use super::scanner_response::{Brief, read};
use super::watch::Begun;
use crate::driver::{FrameId, Tab};
use crate::page::Point;
use crate::text::quote;

/// The requirements for an element before an action.
#[derive(Debug, Clone, Copy)]
pub struct Readiness {
    /// Whether the pointer has to reach it at some point.
    pub pointer: bool,
    /// Whether obstructions are ignored.
    pub force: bool,
    /// Whether it has to be enabled.
    pub enabled: bool,
    /// Whether it has to accept text.
    pub editable: bool,
}

impl Readiness {
    /// For clicks and other pointer actions.
    pub const POINTER: Self = Self { pointer: true, force: false, enabled: true, editable: false };
    /// For actions that only need a visible element: inspecting, hovering or scrolling.
    pub const SHOWN: Self = Self { pointer: false, force: false, enabled: false, editable: false };
    /// For entering text.
    pub const TEXT: Self = Self { pointer: false, force: false, enabled: true, editable: true };
}

/// An element that is ready for an action, with its position.
#[derive(Debug, Clone)]
pub struct ReadyElement {
    /// The point in the viewport of the main frame.
    pub at: Point,
    /// Whether the pointer reaches the element there.
    pub reached: bool,
    /// The properties of the element.
    pub what: Nature,
}

/// The properties of an element at the time of an action.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Nature {
    /// The tag name.
    pub tag: String,
    /// The `type` of an input.
    #[serde(rename = "type")]
    pub kind: String,
    pub(crate) role: String,
    /// Whether it is a form field.
    pub field: bool,
    pub(crate) editable: bool,
    pub(crate) focused: bool,
    /// Whether its value must not be displayed.
    pub secret: bool,
    pub(crate) link: String,
}

#[derive(Debug, Deserialize, Default)]
#[serde(default)]
struct Prepared {
    problem: String,
    by: Option<Brief>,
    /// Whether it has `pointer-events: none`.
    unfeeling: bool,
    point: Point,
    aimed: bool,
    what: Nature,
    /// The response to the request to watch from the next press on.
    begun: Option<Value>,
}

#[derive(Debug, Deserialize, Default)]
#[serde(default)]
struct MainFramePoint {
    problem: String,
    by: Option<Brief>,
    x: f64,
    y: f64,
}

impl WebSession {
    /// Prepares an element for an action: scrolls it into view, and waits until it is enabled, stable, and
    /// reachable by the pointer through all frames.
    pub async fn aim(
        &mut self,
        found: &Found,
        readiness: Readiness,
        limit: Duration,
    ) -> Result<ReadyElement, Failure> {
        Ok(self.prepare_target(found, readiness, limit, None).await?.0)
    }

    /// Prepares an element for a click. If the page has only one frame, the same call starts to watch it.
    pub async fn aim_to_press(
        &mut self,
        found: &Found,
        readiness: Readiness,
        limit: Duration,
    ) -> Result<(ReadyElement, Option<Begun>), Failure> {
        let number = self.next_watch_of_single_frame(found);
        self.prepare_target(found, readiness, limit, number).await
    }

    async fn prepare_target(
        &mut self,
        found: &Found,
        readiness: Readiness,
        limit: Duration,
        begin: Option<u64>,
    ) -> Result<(ReadyElement, Option<Begun>), Failure> {
        let tab = self.tab()?;
        // In another document, the same key would identify another element.
        let now = tab.frames().into_iter().find(|frame| frame.id == found.frame).map(|frame| frame.document);
        if now.is_none_or(|document| !found.document.is_empty() && document != found.document) {
            return Err(stale(found.id));
        }
        let options = json!({
            "limit": limit.as_millis() as u64,
            "pointer": readiness.pointer,
            "force": readiness.force,
            "enabled": readiness.enabled,
            "editable": readiness.editable,
            "begin": begin,
        });
        let patience = limit + Duration::from_secs(2);
        let answer =
            tab.call(&found.frame, "lemmascope.prepare", json!([found.key, options]), patience).await;
        let prepared: Prepared = read(answer.map_err(|failure| lost(failure, found))?)?;
        if prepared.problem == "covered" && prepared.unfeeling {
            return Err(self.unfeeling(prepared.by.as_ref(), &found.frame, found));
        }
        if !prepared.problem.is_empty() {
            return Err(self.problem(&prepared.problem, prepared.by.as_ref(), &found.frame, found));
        }
        let mut aim = ReadyElement { at: prepared.point, reached: prepared.aimed, what: prepared.what };
        if readiness.pointer {
            self.convert_to_main_frame(&tab, found, &mut aim, readiness.force).await?;
        }
        let begun = begin.zip(prepared.begun).map(|(number, answer)| Begun { number, answer });
        Ok((aim, begun))
    }

    /// Converts the point to coordinates of the main frame, and checks that each ancestor frame is visible
    /// there.
    async fn convert_to_main_frame(
        &mut self,
        tab: &Tab,
        found: &Found,
        aim: &mut ReadyElement,
        force: bool,
    ) -> Result<(), Failure> {
        let frames = tab.frames();
        let parent_of =
            |id: &FrameId| frames.iter().find(|frame| frame.id == *id).and_then(|frame| frame.parent.clone());
        let mut inner = found.frame.clone();
        while let Some(outer) = parent_of(&inner) {
            let owner = tab.frame_owner(&inner).await.map_err(|failure| lost(failure, found))?;
            let limit = Duration::from_secs(3);
            let answer = tab.call(&outer, "lemmascope.outward", json!([owner, aim.at]), limit).await;
            let step: MainFramePoint = read(answer.map_err(|failure| lost(failure, found))?)?;
            match step.problem.as_str() {
                "" => {}
                _ if force => aim.reached = false,
                problem => return Err(self.problem(problem, step.by.as_ref(), &outer, found)),
            }
            aim.at = Point { x: step.x, y: step.y };
            inner = outer;
        }
        Ok(())
    }

    fn problem(&mut self, problem: &str, by: Option<&Brief>, frame: &FrameId, found: &Found) -> Failure {
        let shown = found.shown();
        match problem {
            "gone" => stale(found.id),
            "hidden" => Failure::new(Cause::ElementNotVisible, format!("{shown} is not visible"))
                .hint("It may be inside a closed element; `observe` lists the visible elements.")
                .verdict("timeout"),
            "disabled" => Failure::new(Cause::ElementDisabled, format!("{shown} is disabled"))
                .hint("A required field may be empty, or something may have to be chosen first.")
                .verdict("disabled"),
            "readonly" => Failure::new(Cause::ElementDisabled, format!("{shown} cannot be written to"))
                .verdict("disabled"),
            "covered" => self.covered(by, frame, found),
            _ => Failure::new(Cause::Timeout, format!("{shown} did not come to rest in time"))
                .hint("Give it longer with --timeout.")
                .verdict("timeout"),
        }
    }

    fn covered(&mut self, by: Option<&Brief>, frame: &FrameId, found: &Found) -> Failure {
        let what = by.map(|by| self.obstructor(by, frame));
        intercepted(what, found)
    }

    fn unfeeling(&mut self, by: Option<&Brief>, frame: &FrameId, found: &Found) -> Failure {
        let what = by.map_or_else(|| "what is behind it".to_string(), |by| self.obstructor(by, frame));
        let shown = found.shown();
        Failure::new(Cause::ClickIntercepted, format!("the pointer goes through {shown} and reaches {what}"))
            .hint("The page takes no clicks there now; --force clicks it all the same.")
            .verdict("intercepted")
    }

    /// Returns the element that obstructs the target. If it is not listed, it gets an id, so that it can be
    /// acted on.
    fn obstructor(&mut self, brief: &Brief, frame: &FrameId) -> String {
        let named = self.named(brief, frame);
        let document = self.tab().ok().and_then(|tab| document_of_frame(&tab, frame));
        match brief.path.first().zip(document) {
            Some((key, document)) if !named.starts_with('[') => {
                format!("{} {named}", self.ids.number(&document, *key))
            }
            _ => named,
        }
    }

    /// Returns the nearest listed ancestor of an element, or else a description of the element itself.
    pub fn named(&self, brief: &Brief, frame: &FrameId) -> String {
        let own = {
            let text =
                if brief.text.is_empty() { String::new() } else { format!(" {}", quote(&brief.text, 60)) };
            let marks: String = brief.marks.chars().filter(|c| !c.is_control()).take(60).collect();
            format!("<{}{marks}>{text}", brief.tag)
        };
        let listed = self.last_look().and_then(|snapshot| {
            let at = snapshot.frames.iter().position(|view| view.id == frame.as_str())?;
            brief.path.iter().take(4).find_map(|key| {
                let element = snapshot.elements.iter().find(|one| one.frame == at && one.key == *key)?;
                Found::listed(element, &snapshot).ok()
            })
        });
        match listed {
            Some(found) if !found.name.is_empty() => format!("{} {}", found.shown(), strip_text(&own)),
            Some(found) => format!("{} {own}", found.id),
            None => own,
        }
    }
}

/// The failure when the pointer reaches another element.
pub(super) fn intercepted(by: Option<String>, found: &Found) -> Failure {
    let what = by.unwrap_or_else(|| "something".into());
    Failure::new(Cause::ClickIntercepted, format!("{} is covered by {what}", found.shown()))
        .hint(
            "Close what covers it first (`observe` shows how), or click the place all the same with --force.",
        )
        .verdict("intercepted")
}

fn document_of_frame(tab: &Tab, frame: &FrameId) -> Option<String> {
    tab.frames().into_iter().find(|one| one.id == *frame).map(|one| one.document)
}

/// Removes the text from a description such as `<div.cover> "text"`, because the name contains it already.
fn strip_text(own: &str) -> &str {
    own.split_once('>').map_or(own, |(marks, _)| &own[..=marks.len()])
}

/// Converts the loss of the document during a call to a stale element failure.
pub(super) fn lost(failure: Failure, found: &Found) -> Failure {
    if crate::driver::is_page_gone(&failure) { stale(found.id) } else { failure }
}

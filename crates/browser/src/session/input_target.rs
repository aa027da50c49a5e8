//! Determines the elements that a user's pointer or keyboard input reaches, through all frames.

use std::time::Duration;

use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::json;

use super::found::Found;
use super::scanner_response::{Brief, read};
use super::{LookOptions, WebSession};
use crate::driver::{FrameId, Tab};
use crate::page::Point;

const LIMIT: Duration = Duration::from_secs(5);
/// The maximum nesting depth of frames.
const NESTED_FRAMES: usize = 8;
/// The maximum number of ancestors that are searched for a listed element.
const NEAREST: usize = 4;

/// The element that a user input is about to reach.
#[derive(Debug, Clone)]
pub struct InputTarget {
    /// The element.
    pub found: Found,
    /// Its state before the input.
    pub state: ControlState,
}

/// The usage and value of an element.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ControlState {
    /// The usage.
    #[serde(rename = "use")]
    pub used_for: ControlUse,
    /// The text of a field.
    pub value: String,
    /// The selected options of a list.
    pub chosen: Vec<String>,
    /// Whether it is checked.
    pub ticked: bool,
    /// Whether the text must not be displayed.
    pub secret: bool,
}

/// The usage of an element.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlUse {
    /// It is clicked.
    #[default]
    Press,
    /// It accepts text, or a position of a range.
    Text,
    /// One of its options is selected.
    Choice,
    /// It is checked or unchecked.
    Tick,
    /// It accepts files.
    Files,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    /// The key of a frame element to continue with, and the point in that frame.
    frame: Option<u32>,
    at: Option<Point>,
    element: Brief,
    state: ControlState,
}

impl WebSession {
    /// Returns the element at a point of the viewport, or else the focused one.
    pub async fn reached(&mut self, at: Option<Point>) -> Result<Option<InputTarget>, Failure> {
        self.look(&LookOptions::default()).await?;
        let tab = self.tab()?;
        let (mut frame, mut at) = (tab.main_frame()?, at);
        for _ in 0..NESTED_FRAMES {
            let answer = tab.call(&frame, "lemmascope.reached", json!([at]), LIMIT).await?;
            let Some(answer) = read::<Option<Answer>>(answer)? else { return Ok(None) };
            let Some(owner) = answer.frame else {
                return self
                    .nearest_listed_ancestor(&frame, &answer.element)
                    .map(|found| found.map(|found| InputTarget { found, state: answer.state }));
            };
            let Some(inner) = frame_of(&tab, &frame, owner).await else { return Ok(None) };
            (frame, at) = (inner, answer.at);
        }
        Ok(None)
    }

    /// Returns the current state of an element; `None` if it or its page is gone.
    pub async fn control_state(&self, found: &Found) -> Option<ControlState> {
        let tab = self.tab().ok()?;
        let now = tab.frames().into_iter().find(|frame| frame.id == found.frame)?;
        if !found.document.is_empty() && now.document != found.document {
            return None;
        }
        let answer =
            tab.call(&found.frame, "lemmascope.reachedState", json!([found.key]), LIMIT).await.ok()?;
        let is_gone = answer.get("problem").is_some();
        read(answer).ok().filter(|_| !is_gone)
    }

    /// Returns the nearest listed ancestor, or the hit element itself.
    fn nearest_listed_ancestor(&mut self, frame: &FrameId, brief: &Brief) -> Result<Option<Found>, Failure> {
        let Some(hit) = brief.path.first().copied() else { return Ok(None) };
        let listed = self.last_look().and_then(|snapshot| {
            let at = snapshot.frames.iter().position(|view| view.id == frame.as_str())?;
            let is_listed =
                |key: &&u32| snapshot.elements.iter().any(|one| one.frame == at && one.key == **key);
            brief.path.iter().take(NEAREST).find(is_listed).copied()
        });
        self.element_of(frame, listed.unwrap_or(hit), &brief.text).map(Some)
    }
}

/// Returns the child frame whose element has this key.
async fn frame_of(tab: &Tab, outer: &FrameId, owner: u32) -> Option<FrameId> {
    for frame in tab.frames().into_iter().filter(|frame| frame.parent.as_ref() == Some(outer)) {
        if tab.frame_owner(&frame.id).await.is_ok_and(|key| key == owner) {
            return Some(frame.id);
        }
    }
    None
}

//! What the pointer or the keyboard of a person reaches, through all frames.

use std::time::Duration;

use lemmascope_intent::Failure;
use serde::Deserialize;
use serde_json::json;

use super::answer::{Brief, read};
use super::found::Found;
use super::{LookOptions, WebSession};
use crate::driver::{FrameId, Tab};
use crate::page::Point;

const LIMIT: Duration = Duration::from_secs(5);
/// How deep frames are followed into one another.
const NESTED_FRAMES: usize = 8;
/// How far above what was hit the element that observations list is looked for.
const NEAREST: usize = 4;

/// An element that an input of a person reaches, before it does.
#[derive(Debug, Clone)]
pub struct Reached {
    /// The element.
    pub found: Found,
    /// What it held.
    pub state: ControlState,
}

/// What an element is used for, and what it holds.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ControlState {
    /// What it is used for.
    #[serde(rename = "use")]
    pub used_for: ControlUse,
    /// The text of a field.
    pub value: String,
    /// The options that are chosen in a list.
    pub chosen: Vec<String>,
    /// Whether it is ticked.
    pub ticked: bool,
    /// Whether the text must not be shown.
    pub secret: bool,
}

/// What an element is used for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlUse {
    /// It is pressed.
    #[default]
    Press,
    /// It takes text, or a place on a scale.
    Text,
    /// One of its options is chosen.
    Choice,
    /// It is ticked.
    Tick,
    /// It takes files.
    Files,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    /// The element of a frame that has to be asked, and the point in there.
    frame: Option<u32>,
    at: Option<Point>,
    element: Brief,
    state: ControlState,
}

impl WebSession {
    /// The element at a point of the visible part of the page, or else the one that has the focus.
    pub async fn reached(&mut self, at: Option<Point>) -> Result<Option<Reached>, Failure> {
        self.look(&LookOptions::default()).await?;
        let tab = self.tab()?;
        let (mut frame, mut at) = (tab.main_frame()?, at);
        for _ in 0..NESTED_FRAMES {
            let answer = tab.call(&frame, "lemmascope.reached", json!([at]), LIMIT).await?;
            let Some(answer) = read::<Option<Answer>>(answer)? else { return Ok(None) };
            let Some(owner) = answer.frame else {
                return self
                    .reached_in(&frame, &answer.element)
                    .map(|found| found.map(|found| Reached { found, state: answer.state }));
            };
            let Some(inner) = frame_of(&tab, &frame, owner).await else { return Ok(None) };
            (frame, at) = (inner, answer.at);
        }
        Ok(None)
    }

    /// What an element holds now; nothing where it is gone, or its page.
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

    /// The nearest element that observations list, or the one that was hit.
    fn reached_in(&mut self, frame: &FrameId, brief: &Brief) -> Result<Option<Found>, Failure> {
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

/// The frame in a frame whose element has this number.
async fn frame_of(tab: &Tab, outer: &FrameId, owner: u32) -> Option<FrameId> {
    for frame in tab.frames().into_iter().filter(|frame| frame.parent.as_ref() == Some(outer)) {
        if tab.frame_owner(&frame.id).await.is_ok_and(|key| key == owner) {
            return Some(frame.id);
        }
    }
    None
}

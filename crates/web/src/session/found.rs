use lemmascope_intent::{Cause, Failure};

use crate::driver::FrameId;
use crate::observation::quote;
use crate::page::{Element, ElementId, Snapshot};

/// An element that a target was resolved to.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) id: ElementId,
    pub(crate) frame: FrameId,
    /// The scanner's number for it in that frame's document.
    pub(crate) key: u32,
    /// How it is called, without quotes.
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    /// Whether what it holds must not be shown.
    pub(crate) secret: bool,
    /// When another than the one that was described is used, because that one is not there: how it came to that.
    pub(crate) healed: Option<String>,
}

impl Found {
    /// A listed element of a snapshot.
    pub(crate) fn listed(element: &Element, snapshot: &Snapshot) -> Result<Self, Failure> {
        let frame = snapshot.frames.get(element.frame).ok_or_else(|| stale(element.id))?;
        let names = [&element.name, &element.text, &element.label, &element.placeholder];
        Ok(Self {
            id: element.id,
            frame: FrameId(frame.id.clone()),
            key: element.key,
            name: names.into_iter().find(|name| !name.trim().is_empty()).cloned().unwrap_or_default(),
            kind: element.kind,
            secret: element.secret,
            healed: None,
        })
    }

    /// `[3]`, as the log of what was typed has it.
    pub(crate) fn shown_id(&self) -> String {
        self.id.to_string()
    }

    /// `[3] "Sign in"`.
    pub(crate) fn shown(&self) -> String {
        match self.name.trim() {
            "" => format!("{} {}", self.id, self.kind),
            name => format!("{} {}", self.id, quote(name, 60)),
        }
    }
}

/// The element of that number is no longer there.
pub(crate) fn stale(id: ElementId) -> Failure {
    Failure::new(Cause::ElementStale, format!("{id} is no longer on the page"))
        .hint("Look again with `observe`; numbers are never given to another element.")
        .verdict("stale")
}

use lemmascope_intent::{Cause, Failure, Subject, Value};

use super::WebSession;
use crate::driver::FrameId;
use crate::page::{Element, ElementId, Snapshot};
use crate::targets::{Rules, subject_of};
use crate::text::quote;

/// An element that a target was resolved to.
#[derive(Debug, Clone)]
pub struct Found {
    /// The number that observations print.
    pub id: ElementId,
    /// The frame that it is in.
    pub frame: FrameId,
    /// The document of that frame; numbers count again in another.
    pub(crate) document: String,
    /// The scanner's number for it in that frame's document.
    pub key: u32,
    /// How it is called, without quotes.
    pub name: String,
    /// The kind of element: `button`, `link`, `input`, …
    pub kind: &'static str,
    /// Whether what it holds must not be shown.
    pub secret: bool,
    /// What is worth telling of how it was found: that several fitted, that another than the described one is used.
    pub notes: Vec<String>,
}

impl Found {
    /// A listed element of a snapshot.
    pub fn listed(element: &Element, snapshot: &Snapshot) -> Result<Self, Failure> {
        let frame = snapshot.frames.get(element.frame).ok_or_else(|| stale(element.id))?;
        let names = [&element.name, &element.text, &element.label, &element.placeholder];
        Ok(Self {
            id: element.id,
            frame: FrameId(frame.id.clone()),
            document: String::new(),
            key: element.key,
            name: names.into_iter().find(|name| !name.trim().is_empty()).cloned().unwrap_or_default(),
            kind: element.kind,
            secret: element.secret,
            notes: Vec::new(),
        })
    }

    /// Whether it is another than the one that was described, which is not there.
    pub fn is_healed(&self) -> bool {
        self.notes.iter().any(|note| note.starts_with("healed"))
    }

    /// `[3]`, as the log of what was typed has it.
    pub fn shown_id(&self) -> String {
        self.id.to_string()
    }

    /// `[3] "Sign in"`.
    pub fn shown(&self) -> String {
        match self.name.trim() {
            "" => format!("{} {}", self.id, self.kind),
            name => format!("{} {}", self.id, quote(name, 60)),
        }
    }
}

impl WebSession {
    /// An element that was found for a parameter, as the subject of a step.
    pub async fn subject(&mut self, found: &Found, parameter: &str) -> Subject {
        let snapshot = self.last_look();
        let listed = snapshot.as_ref().and_then(|snapshot| Some((snapshot.element(found.id)?, snapshot)));
        let mut subject = match listed {
            Some((element, snapshot)) => subject_of(element, snapshot),
            None => Subject { kind: found.kind.into(), name: found.name.clone(), ..Subject::default() },
        };
        subject.parameter = parameter.into();
        subject.secret |= found.secret;
        // The snapshot does not list everything that may have the class; the page knows.
        if let Some(group) = &subject.group {
            let class = Value::from(group.class.as_str());
            let fields = [("class_contains", class), ("index", Value::from(i64::from(group.index)))];
            let target = fields.map(|(key, value)| (key.to_string(), value)).into_iter().collect();
            let counted = self.find(&Value::Object(target), &Rules::default()).await;
            if !counted.is_ok_and(|counted| counted.id == found.id) {
                subject.group = None;
            }
        }
        subject
    }

    /// An element of a frame by the scanner's number, as the last look lists it, or under this name.
    pub fn element_of(&mut self, frame: &FrameId, key: u32, name: &str) -> Result<Found, Failure> {
        if let Some(snapshot) = self.last_look()
            && let Some(at) = snapshot.frames.iter().position(|view| view.id == frame.as_str())
            && let Some(element) = snapshot.elements.iter().find(|one| one.frame == at && one.key == key)
        {
            let document = self.document_of(frame);
            return Ok(Found { document, ..Found::listed(element, &snapshot)? });
        }
        let tab = self.tab()?;
        let document = tab.frames().into_iter().find(|one| one.id == *frame).map(|one| one.document);
        let document = document.unwrap_or_default();
        let id = self.ids.number(&document, key);
        let (frame, name) = (frame.clone(), name.to_string());
        Ok(Found { id, frame, document, key, name, kind: "element", secret: false, notes: Vec::new() })
    }
}

/// The element of that number is no longer there.
pub fn stale(id: ElementId) -> Failure {
    Failure::new(Cause::ElementStale, format!("{id} is no longer on the page"))
        .hint("Look again with `observe`; numbers are never given to another element.")
        .verdict("stale")
}

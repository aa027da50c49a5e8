use lemmascope_intent::{Cause, Failure, Subject, Value};

use super::WebSession;
use crate::driver::FrameId;
use crate::page::{Element, ElementId, Snapshot};
use crate::targets::{Rules, subject_of};
use crate::text::quote;

/// An element to which a target was resolved.
#[derive(Debug, Clone)]
pub struct Found {
    /// The id in observations.
    pub id: ElementId,
    /// Its frame.
    pub frame: FrameId,
    /// The document of that frame, for which the key is valid.
    pub(crate) document: String,
    /// The scanner's key in the frame's document.
    pub key: u32,
    /// Its name, without quotes.
    pub name: String,
    /// The kind of element: `button`, `link`, `input`, …
    pub kind: &'static str,
    /// Whether its value must not be displayed.
    pub secret: bool,
    /// Notes about the resolution: several matches, or a healed target.
    pub notes: Vec<String>,
}

impl Found {
    /// Creates it from a listed element of a snapshot.
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

    /// Whether the target was healed to another element than the described one.
    pub fn is_healed(&self) -> bool {
        self.notes.iter().any(|note| note.starts_with("healed"))
    }

    /// Formats the id for the log: `[3]`.
    pub fn shown_id(&self) -> String {
        self.id.to_string()
    }

    /// Formats the id and name: `[3] "Sign in"`.
    pub fn shown(&self) -> String {
        match self.name.trim() {
            "" => format!("{} {}", self.id, self.kind),
            name => format!("{} {}", self.id, quote(name, 60)),
        }
    }
}

impl WebSession {
    /// Describes an element that was resolved for a parameter as the subject of a step.
    pub async fn subject(&mut self, found: &Found, parameter: &str) -> Subject {
        let snapshot = self.last_look();
        let listed = snapshot.as_ref().and_then(|snapshot| Some((snapshot.element(found.id)?, snapshot)));
        let mut subject = match listed {
            Some((element, snapshot)) => subject_of(element, snapshot),
            None => Subject { kind: found.kind.into(), name: found.name.clone(), ..Subject::default() },
        };
        subject.parameter = parameter.into();
        subject.secret |= found.secret;
        // The snapshot may not list all elements of the class, so the page is queried.
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

    /// Returns the element with the scanner's key, as listed in the last snapshot, or with the given name.
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

/// The failure for an element that no longer exists.
pub fn stale(id: ElementId) -> Failure {
    Failure::new(Cause::ElementStale, format!("{id} is no longer on the page"))
        .hint("Look again with `observe`; numbers are never given to another element.")
        .verdict("stale")
}

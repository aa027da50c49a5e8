use std::time::Duration;

use futures_util::future::{join, join_all};
use lemmascope_intent::{Cause, Failure, Value};
use serde::Deserialize;
use serde_json::json;

use super::WebSession;
use super::found::Found;
use super::scanner_response::read;
use super::snapshots::LookOptions;
use crate::driver::{Frame, Tab};
use crate::page::{Element, ElementId, Point, Snapshot};
use crate::reading::{Ids, RawScan, ScannedFrame};
use crate::targets::{Findings, Group, Grouping, Query, Rules, Step, Target, Way, resolve, resolve_all};
use crate::text::quote;

/// The timeout for a query to a frame.
const LIMIT: Duration = Duration::from_secs(5);
/// The maximum number of elements that are described for a query.
const MOST: usize = 300;

/// The response of a frame to a query.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    error: String,
    count: usize,
    keys: Vec<u32>,
}

impl WebSession {
    /// Resolves a target to an element.
    pub async fn find(&mut self, target: &Value, rules: &Rules<'_>) -> Result<Found, Failure> {
        let target = Target::read(target)?;
        let mut findings = Findings::default();
        let snapshot = match &target.ways[..] {
            // Checking whether the last snapshot is current and evaluating the selector happen concurrently.
            [way @ (Way::Css(_) | Way::Xpath(_))] if self.seen.is_some() => {
                let query = match way {
                    Way::Xpath(path) => Query::Xpath(path.clone()),
                    Way::Css(selector) => Query::Css(selector.clone()),
                    _ => Query::Says(String::new()),
                };
                let options = LookOptions::default();
                let question = question(&query).unwrap_or_default();
                let (current, answers) =
                    join(self.is_current(&options), self.query_all_frames(&question)).await;
                match (current, self.last_look()) {
                    (true, Some(snapshot)) => {
                        let elements = self.describe_all(answers?, &snapshot).await?;
                        findings.add(query, elements);
                        snapshot
                    }
                    _ => self.look_afresh(&options).await?,
                }
            }
            // An id does not require a new snapshot of a large page: a query checks whether the element
            // exists.
            [Way::Id(_)] if self.is_large() && target.relations.is_empty() => {
                self.last_look().unwrap_or_default()
            }
            [Way::Number(id)]
                if self.is_large()
                    && target.relations.is_empty()
                    && self.ids.owner(ElementId(*id)).is_some() =>
            {
                self.last_look().unwrap_or_default()
            }
            _ => self.look(&LookOptions::default()).await?,
        };
        let rules = Rules { frame: self.scope_frame_index(&snapshot), ..*rules };
        loop {
            match resolve(&target, &snapshot, &findings, &rules).map_err(judged)? {
                Step::Found(found) => {
                    let listed = Found::listed(&found.element, &snapshot)?;
                    let document = self.document_of(&listed.frame);
                    return Ok(Found { notes: found.notes, document, ..listed });
                }
                Step::Need(query) => self.answer(query, &snapshot, &mut findings).await?,
            }
        }
    }

    /// Resolves a target to all matching elements.
    pub async fn find_all(
        &mut self,
        target: &Value,
        rules: &Rules<'_>,
        options: &LookOptions,
    ) -> Result<Vec<Element>, Failure> {
        let target = Target::read(target)?;
        let snapshot = self.look(options).await?;
        let rules = Rules { frame: self.scope_frame_index(&snapshot), ..*rules };
        let mut findings = Findings::default();
        loop {
            match resolve_all(&target, &snapshot, &findings, &rules).map_err(judged)? {
                Ok(elements) => return Ok(elements),
                Err(query) => self.answer(query, &snapshot, &mut findings).await?,
            }
        }
    }

    /// Counts the elements that match a selector, in all frames or in the selected one.
    pub async fn count(&self, selector: &str, visible: bool) -> Result<usize, Failure> {
        let question = json!({"css": selector, "visible": visible});
        Ok(self.query_all_frames(&question).await?.into_iter().map(|(_, answer)| answer.count).sum())
    }

    fn scope_frame_index(&self, snapshot: &Snapshot) -> Option<usize> {
        let scope = self.scope.as_ref()?;
        snapshot.frames.iter().position(|frame| frame.id == scope.as_str())
    }

    /// Queries the page, and adds the result to the findings.
    async fn answer(
        &mut self,
        query: Query,
        snapshot: &Snapshot,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let elements = match (&query, question(&query)) {
            (Query::Together(grouping), _) => {
                let groups = self.groups(grouping, snapshot).await?;
                findings.add_groups(grouping.clone(), groups);
                return Ok(());
            }
            (Query::Id(id), _) => self.numbered(ElementId(*id), snapshot).await?,
            (_, question) => {
                let answers = self.query_all_frames(&question.unwrap_or_default()).await?;
                self.describe_all(answers, snapshot).await?
            }
        };
        findings.add(query, elements);
        Ok(())
    }

    /// Returns the groups that the document of a frame determines.
    async fn groups(&self, grouping: &Grouping, snapshot: &Snapshot) -> Result<Vec<Group>, Failure> {
        let tab = self.tab()?;
        let Some(view) = snapshot.frames.get(grouping.frame) else { return Ok(Vec::new()) };
        let Some(frame) = tab.frames().into_iter().find(|frame| view.id == frame.id.as_str()) else {
            return Ok(Vec::new());
        };
        let asked = json!([{
            "anchors": grouping.anchors,
            "candidates": grouping.candidates,
            "relation": grouping.relation.as_str(),
            "text": grouping.text,
        }]);
        read(tab.call(&frame.id, "lemmascope.together", asked, LIMIT).await?)
    }

    async fn describe_all(
        &mut self,
        answers: Vec<(Frame, Answer)>,
        snapshot: &Snapshot,
    ) -> Result<Vec<Element>, Failure> {
        let tab = self.tab()?;
        let mut elements = Vec::new();
        for (frame, answer) in answers {
            elements.extend(self.describe(&tab, &frame, &answer.keys, snapshot).await?);
        }
        Ok(elements)
    }

    async fn query_all_frames(&self, question: &serde_json::Value) -> Result<Vec<(Frame, Answer)>, Failure> {
        let tab = self.tab()?;
        let frames = tab.frames().into_iter().filter(|frame| frame.ready);
        let frames = frames.filter(|frame| self.scope.as_ref().is_none_or(|scope| *scope == frame.id));
        let asked = frames.map(|frame| {
            let tab = &tab;
            async move {
                let answer = tab.call(&frame.id, "lemmascope.find", json!([question]), LIMIT).await;
                (frame, answer.and_then(read::<Answer>))
            }
        });
        let mut answers = Vec::new();
        for (frame, answer) in join_all(asked).await {
            match answer {
                Ok(answer) if !answer.error.is_empty() => return Err(broken(&answer.error)),
                Ok(answer) => answers.push((frame, answer)),
                Err(failure) if frame.parent.is_none() => return Err(failure),
                // A frame that hangs or was removed has no results.
                Err(_) => {}
            }
        }
        Ok(answers)
    }

    /// Returns the unlisted element with this id, if it still exists.
    async fn numbered(&mut self, id: ElementId, snapshot: &Snapshot) -> Result<Vec<Element>, Failure> {
        let Some((document, key)) = self.ids.owner(id).map(|(document, key)| (document.to_string(), key))
        else {
            return Ok(Vec::new());
        };
        let tab = self.tab()?;
        match tab.frames().into_iter().find(|frame| frame.document == document) {
            Some(frame) => self.describe(&tab, &frame, &[key], snapshot).await,
            None => Ok(Vec::new()),
        }
    }

    /// Returns elements by the scanner's keys: as listed in the snapshot, or described individually.
    async fn describe(
        &mut self,
        tab: &Tab,
        frame: &Frame,
        keys: &[u32],
        snapshot: &Snapshot,
    ) -> Result<Vec<Element>, Failure> {
        let Some(place) = snapshot.frames.iter().position(|view| view.id == frame.id.as_str()) else {
            return Ok(Vec::new());
        };
        let keys = &keys[..keys.len().min(MOST)];
        let listed = |key: &u32| snapshot.elements.iter().find(|one| one.frame == place && one.key == *key);
        let unlisted: Vec<u32> = keys.iter().copied().filter(|key| listed(key).is_none()).collect();
        let mut others = Vec::new();
        if !unlisted.is_empty() {
            let answer = tab.call(&frame.id, "lemmascope.describe", json!([unlisted]), LIMIT).await?;
            others = self.read_described(&answer, frame, place, snapshot)?;
        }
        let found = keys.iter().filter_map(|key| {
            listed(key).cloned().or_else(|| others.iter().find(|one| one.key == *key).cloned())
        });
        Ok(found.collect())
    }

    fn read_described(
        &mut self,
        answer: &serde_json::Value,
        frame: &Frame,
        place: usize,
        snapshot: &Snapshot,
    ) -> Result<Vec<Element>, Failure> {
        let scanned = ScannedFrame {
            document: frame.document.clone(),
            scan: RawScan::from_answer(answer)?,
            ..ScannedFrame::default()
        };
        // Parsed with separate ids, so that the page's id assignment is not reset; the final ids are assigned
        // afterwards.
        let alone = crate::reading::read(&[scanned], &mut Ids::default(), &[]);
        let origin = snapshot.frames.get(place).map_or(Point::default(), |view| view.origin);
        let region = snapshot.regions.iter().position(|region| region.frame == place).unwrap_or(0);
        let elements = alone.elements.into_iter().map(|element| Element {
            id: self.ids.number(&frame.document, element.key),
            frame: place,
            bounds: element.bounds.moved(origin),
            region,
            parent: None,
            ..element
        });
        Ok(elements.collect())
    }
}

/// Converts a query to the scanner's format; `None` for an id, which is resolved in another way.
fn question(query: &Query) -> Option<serde_json::Value> {
    match query {
        Query::Css(css) => Some(json!({"css": css})),
        Query::Xpath(xpath) => Some(json!({"xpath": xpath})),
        Query::Says(text) => Some(json!({"says": text})),
        Query::Id(_) | Query::Together(_) => None,
    }
}

/// Adds the verdict to a resolution failure.
fn judged(failure: Failure) -> Failure {
    if failure.verdict.is_some() {
        return failure;
    }
    match failure.cause {
        Cause::TargetNotFound => failure.verdict("not_found"),
        Cause::TargetAmbiguous => failure.verdict("ambiguous"),
        Cause::ElementStale => failure.verdict("stale"),
        _ => failure,
    }
}

fn broken(error: &str) -> Failure {
    // `Failed to execute 'querySelectorAll' on 'Document': '[[[' is not a valid selector.`: the part before
    // the quote is an internal detail.
    let told = error.split_once("': ").map_or(error, |(_, told)| told);
    Failure::new(Cause::InvalidParameter, format!("the selector cannot be read: {}", quote(told, 160)))
        .hint("Check it: css(\".class\"), css(\"#id\"), xpath(\"//tag\").")
}

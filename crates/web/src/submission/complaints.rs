//! Validation messages of the browser and the page for single fields.

use std::time::Duration;

use lemmascope_browser::driver::FrameId;
use lemmascope_browser::page::{ElementId, Snapshot};
use lemmascope_browser::session::{WebSession, read_answer};
use serde::Deserialize;
use serde_json::json;

use super::form::{Form, forms};

const LIMIT: Duration = Duration::from_secs(5);

/// A validation message for a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Complaint {
    pub(super) field: ElementId,
    pub(super) says: String,
    /// Whether it comes from the browser, which validates fields in any case.
    pub(super) is_native: bool,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Said {
    key: u32,
    native: String,
    page: String,
}

/// Returns the validation messages for the fields of the form, or for those of the page that replaced it.
pub(super) async fn complaints(
    session: &WebSession,
    before: &Snapshot,
    snapshot: &Snapshot,
    form: &Form,
) -> Vec<Complaint> {
    // Another page has other fields, so all of them are queried.
    let fields: Vec<usize> = if before.document == snapshot.document {
        let ids = form.fields.iter().filter_map(|at| before.elements.get(*at)).map(|element| element.id);
        ids.filter_map(|id| snapshot.elements.iter().position(|element| element.id == id)).collect()
    } else {
        forms(snapshot).into_iter().flat_map(|form| form.fields).collect()
    };
    let mut found = Vec::new();
    for (place, frame) in snapshot.frames.iter().enumerate() {
        let own: Vec<usize> =
            fields.iter().copied().filter(|at| snapshot.elements[*at].frame == place).collect();
        if own.is_empty() {
            continue;
        }
        let keys: Vec<u32> = own.iter().map(|at| snapshot.elements[*at].key).collect();
        let Ok(tab) = session.tab() else { continue };
        let frame = FrameId(frame.id.clone());
        let answer = tab.call(&frame, "lemmascope.complaints", json!([keys]), LIMIT).await;
        let said: Vec<Said> = answer.and_then(read_answer).unwrap_or_default();
        let is_same = before.document == snapshot.document;
        for one in said {
            let is_native = one.page.is_empty();
            // The browser's messages for a newly loaded page have not been shown yet.
            let says = match is_native {
                false => one.page,
                true if is_same => one.native,
                true => String::new(),
            };
            let field = own.iter().find(|at| snapshot.elements[**at].key == one.key);
            if let (Some(at), false) = (field, says.is_empty()) {
                found.push(Complaint { field: snapshot.elements[*at].id, says, is_native });
            }
        }
    }
    // Of several radio buttons with the same message, one is sufficient.
    let mut told: Vec<(String, String)> = Vec::new();
    found.retain(|complaint| {
        let element = snapshot.element(complaint.field);
        let name =
            element.filter(|one| one.kind == "radio").and_then(|one| one.attributes.get("name").cloned());
        let Some(name) = name else { return true };
        let is_new = !told.contains(&(name.clone(), complaint.says.clone()));
        told.push((name, complaint.says.clone()));
        is_new
    });
    found
}

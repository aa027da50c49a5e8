//! How it is reported what has become of a form: confirmed, refused, or that it cannot be told.

use lemmascope_browser::observation::{Extent, changes};
use lemmascope_browser::page::Snapshot;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, Logbook, Object, Outcome, Value};

use super::complaints::Complaint;
use super::outcome::{End, field_name};
use super::statements::Statement;
use super::traffic::request_since;
use crate::intents::PageActor;

/// How much of what a page says is quoted.
const LONGEST: usize = 200;
/// The maximum number of changes in one report.
const MOST_CHANGES: usize = 20;

/// Reports what has become of the form. `since`: the number of the last request before it was sent.
pub(super) fn conclude(
    hands: &PageActor<'_>,
    before: &Snapshot,
    end: End,
    since: u64,
) -> Result<Outcome, Failure> {
    let after = hands.seen.as_ref();
    let status = hands.tab().ok().and_then(|tab| tab.state().status());
    let is_new_page = before.document != after.document;
    let status = status.filter(|status| *status >= 400 && is_new_page);
    let verdict = if is_new_page || before.url != after.url { "navigated" } else { "changed" };
    let request = request_since(hands, since);
    let is_failed = request.as_ref().is_some_and(|request| !request.is_taken);
    let is_taken = request.as_ref().is_some_and(|request| request.is_taken);
    let sent = request.map(|request| ("Request", request.shown));
    match (end, status) {
        (_, Some(status @ 500..)) => Err(failed(hands, before, status)),
        (End::Refused { complaints, says }, _) => {
            Err(refused(hands, before, &complaints, &says).verdict(verdict))
        }
        (_, Some(status)) => Err(failed(hands, before, status)),
        (end @ (End::Nothing | End::Unclear { .. }), None) if is_failed => {
            let says = if let End::Unclear { says, .. } = end { says } else { Vec::new() };
            tell(hands.logbook(), says.into_iter().next().map(message).into_iter().chain(sent));
            Err(Failure::new(Cause::VerificationFailed, "the server did not accept the form")
                .hint("Look at the page with `observe`, and at `requests`.")
                .verdict(verdict))
        }
        (End::Nothing, None) if is_taken => confirmed(hands, before, sent, "changed"),
        (End::Nothing, None) => Err(Failure::new(Cause::NoEffect, "nothing happened")
            .hint("The page did not react: look again with `observe`, or wait until it is ready.")
            .verdict("no_effect")),
        (End::Left { says }, None) => confirmed(hands, before, says.map(message), "navigated"),
        (End::Accepted { says }, None) => confirmed(hands, before, Some(message(says)), verdict),
        (End::Gone, None) => confirmed(hands, before, None, verdict),
        (End::NextStep { fields }, None) => {
            let named: Vec<String> = fields.iter().take(8).map(|id| field_name(after, *id)).collect();
            confirmed(hands, before, Some(("Next step", named.join(", "))), verdict)
        }
        // A server that took what a script sent it is believed, unless the page has something to say to it.
        (End::Unclear { says, stands_out: false }, None) if is_taken => {
            confirmed(hands, before, says.into_iter().next().map(message).into_iter().chain(sent), verdict)
        }
        (End::Unclear { says, .. }, None) => {
            let text = match says.is_empty() {
                true => "the form is still there, and nothing says that it was sent",
                false => "cannot tell whether the form was accepted",
            };
            Err(unclear(hands, before, says, text).verdict(verdict))
        }
        (End::CameBack { says }, None) => {
            let text = "the form came back, and nothing says that it was taken";
            Err(unclear(hands, before, says.into_iter().collect(), text).verdict(verdict))
        }
    }
}

/// Reports a dialog of the browser that is open and asks something. `said`: what it and those before it say.
pub(super) fn blocked(
    hands: &PageActor<'_>,
    said: &[Statement],
    blocked: Failure,
) -> Result<Outcome, Failure> {
    let lines = said.iter().map(|statement| ("Dialog", quote(&statement.text, LONGEST)));
    tell(hands.logbook(), lines);
    Err(blocked.effect_unknown())
}

fn message(says: String) -> (&'static str, String) {
    ("Message", quote(&says, LONGEST))
}

fn confirmed(
    hands: &PageActor<'_>,
    before: &Snapshot,
    told: impl IntoIterator<Item = (&'static str, String)>,
    verdict: &'static str,
) -> Result<Outcome, Failure> {
    let logbook = hands.logbook();
    logbook.changed(changes(before, &hands.seen, Extent::Brief).into_iter().take(MOST_CHANGES));
    tell(logbook, told);
    let value: Object = [("outcome".to_string(), Value::from(verdict))].into_iter().collect();
    Ok(Outcome { value: value.into(), verdict: Some(verdict), ..Outcome::default() })
}

fn refused(hands: &PageActor<'_>, before: &Snapshot, complaints: &[Complaint], says: &[String]) -> Failure {
    let after = hands.seen.as_ref();
    let fields = complaints.iter().map(|complaint| {
        // What it was called before: some put what is wrong with a field into its label.
        let known = if before.document == after.document { before } else { after };
        (field_name(known, complaint.field), complaint.says.clone())
    });
    let forms = says.iter().map(|says| ("Form error".to_string(), says.clone()));
    let told: Vec<(String, String)> = forms.chain(fields).collect();
    // As lines of its own: what is said of a password is no secret, however its field is called.
    let lines = told.iter().map(|(name, says)| format!("{name}: {}", quote(says, LONGEST))).collect();
    let data: Vec<Value> = told
        .into_iter()
        .map(|(name, says)| {
            let fields = [("of".to_string(), Value::from(name)), ("says".to_string(), Value::from(says))];
            Value::Object(fields.into_iter().collect())
        })
        .collect();
    hands.logbook().section("result", lines, data.into());
    Failure::new(Cause::VerificationFailed, "the form was not accepted")
        .hint("Correct what it says and submit it again.")
}

/// A page that the server gave with a status that says no, and that says nothing of the form.
fn failed(hands: &PageActor<'_>, before: &Snapshot, status: u16) -> Failure {
    let after = hands.seen.as_ref();
    hands.logbook().changed(changes(before, after, Extent::Brief));
    let heading = after.elements.iter().find(|element| element.kind == "heading");
    let heading = heading.map(|heading| message(heading.name.clone()));
    tell(hands.logbook(), [("Status", status.to_string())].into_iter().chain(heading));
    let whose = if status >= 500 { "the server failed" } else { "the server refused it" };
    Failure::new(Cause::VerificationFailed, format!("{whose} with status {status}"))
        .hint("Look at the page with `observe`; the form may have to be filled in again.")
        .verdict("navigated")
}

/// The failure for an unclear outcome. Its hint does not advise to submit again, since that may submit twice.
fn unclear(hands: &PageActor<'_>, before: &Snapshot, says: Vec<String>, text: &str) -> Failure {
    hands.logbook().changed(changes(before, &hands.seen, Extent::Brief).into_iter().take(MOST_CHANGES));
    let says: Vec<String> = says.iter().map(|says| quote(says, LONGEST)).collect();
    tell(hands.logbook(), (!says.is_empty()).then(|| ("Message", says.join(" · "))));
    Failure::new(Cause::VerificationFailed, text)
        .hint(
            "Look at the page with `observe`: whether it has what was entered, or marks something as wrong.",
        )
        .effect_unknown()
}

fn tell(logbook: &Logbook, lines: impl IntoIterator<Item = (&'static str, String)>) {
    let result: Object =
        lines.into_iter().map(|(name, says)| (name.to_string(), Value::from(says))).collect();
    if !result.is_empty() {
        logbook.result(result);
    }
}

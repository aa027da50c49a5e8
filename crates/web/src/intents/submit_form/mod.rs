//! Sending a form off, once, and telling what has become of it.

mod button;
mod outcome;

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{
    Args, Cause, Change, Failure, Object, Outcome, Parameter, Signature, Type, Value, parse_duration,
};
use serde::Deserialize;
use serde_json::json;

use self::button::submit_button;
use self::outcome::{Answer, Complaint, End, Sight, field_name};
use super::form::{self, AUTO, Form, forms, has_focus, is_shown};
use super::{Hands, Lines};
use crate::observation::{Extent, changes, quote};
use crate::page::{RegionKind, Snapshot};
use crate::session::{Aftermath, Until, read_answer};
use crate::verbs::Visit;

const LIMIT: Duration = Duration::from_secs(5);
/// A page that has been at rest for so long after a form was sent has said what it has to say.
const REST: Duration = Duration::from_millis(700);

pub(super) fn signature() -> Signature {
    Signature::change("web.submit_form", "Send a form off and tell what has become of it.")
        .lasting()
        .parameter(Parameter::optional("target", Type::Any, "The form, or an element in it."))
        .parameter(Parameter::defaulted("pattern", AUTO, Type::String, "The form by the pattern that it is."))
        .parameter(Parameter::defaulted("wait", "10s", Type::String, "How long to wait for an answer."))
        .returns(Type::Object)
        .examples(&["submit_form", "submit_form --pattern contact_form --wait 5s"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let wait = args.optional_text("wait").unwrap_or("10s");
    let wait = parse_duration(wait).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("{} is not a duration", quote(wait, 40)))
            .hint("Write it as 500ms, 5s or 2m.")
    })?;
    let mut hands = Hands::on(visit).await?;
    let form = match form::named(&mut hands, args).await? {
        Some(form) => form,
        None => meant(&hands)?,
    };
    let before = Arc::clone(&hands.seen);
    let since = hands.tab()?.state().requests.back().map_or(0, |request| request.number);
    let lines = Lines::of(&hands).await;
    let sent = send(&mut hands, &before, &form).await;
    let aftermath = match sent {
        Ok(aftermath) => aftermath,
        Err(failure) if failure.cause == Cause::ElementDisabled => {
            return Err(disabled(&hands, &before, &form, failure));
        }
        Err(failure) => return Err(failure),
    };
    if let Some(failure) = aftermath.elsewhere {
        return Err(failure);
    }
    let until = Until::within(wait.min(visit.limit()));
    let is_changed = aftermath.verdict.is_some();
    let mut was_at_rest = false;
    let mut end;
    loop {
        hands.look().await?;
        let after = Arc::clone(&hands.seen);
        let complaints = complaints(&mut hands, &before, &form).await;
        let is_new_page = before.document != after.document;
        let now = if is_new_page { Lines::of(&hands).await } else { Lines::default() };
        let sight = Sight {
            before: &before,
            after: &after,
            form: &form,
            complaints: &complaints,
            is_changed,
            answer: answer_since(&hands, since),
            lines: (&lines, &now),
        };
        end = sight.end();
        // What has come between the look and the question whether it is at rest is looked at once more.
        let is_open = matches!(end, End::Nothing | End::Unclear { .. });
        let is_at_rest = is_open && !is_under_way(&hands) && !hands.is_unsettled(REST).await;
        if !is_open || until.is_over() || (is_at_rest && was_at_rest) {
            break;
        }
        was_at_rest = is_at_rest;
        hands.wait_for_change(until).await?;
    }
    // What happened beside the page is told as the click tells it.
    let beside = |change: &Change| matches!(change, Change::Added(what) if ["tab ", "download ", "dialog "].iter().any(|word| what.starts_with(word)));
    hands.logbook().changed(aftermath.changes.into_iter().filter(beside));
    conclude(&hands, &before, end, since)
}

/// The form that is meant when none is named: with the focus, filled last, the only one, the main one.
fn meant(hands: &Hands<'_>) -> Result<Form, Failure> {
    let snapshot = &hands.seen;
    let all: Vec<Form> = forms(snapshot).into_iter().filter(|form| is_shown(snapshot, form)).collect();
    // Numbers begin anew in another document.
    let (document, filled) = &hands.filled;
    let is_filled = |form: &Form| {
        *document == snapshot.document
            && form.fields.iter().any(|at| filled.contains(&snapshot.elements[*at].id))
    };
    let found =
        all.iter().find(|form| has_focus(snapshot, form)).or_else(|| all.iter().find(|form| is_filled(form)));
    if let Some(form) = found {
        return Ok(form.clone());
    }
    // What every page has, a search and a newsletter at its edge, is meant only where there is nothing else.
    let main: Vec<&Form> = all.iter().filter(|form| !is_aside(snapshot, form)).collect();
    match (all.as_slice(), main.as_slice()) {
        ([], _) => Err(Failure::new(Cause::TargetNotFound, "there is no form on the page")
            .hint("Look with `observe`; it may have to be opened first.")
            .verdict("not_found")),
        ([only], _) => Ok(only.clone()),
        (_, [only]) => Ok((*only).clone()),
        (all, main) => {
            let candidates: Vec<&Form> = if main.is_empty() { all.iter().collect() } else { main.to_vec() };
            let failure = Failure::new(
                Cause::TargetAmbiguous,
                format!("it is not said which of the {} forms to submit", candidates.len()),
            )
            .hint("Name it with --pattern, or fill in a field of it first.")
            .verdict("ambiguous");
            let named = candidates.iter().take(8).filter_map(|form| {
                let field = snapshot.elements.get(*form.fields.first()?)?;
                Some(format!("the form with {}", field_name(snapshot, field.id)))
            });
            Err(named.fold(failure, Failure::context))
        }
    }
}

fn is_aside(snapshot: &Snapshot, form: &Form) -> bool {
    let is_edge = snapshot.around(form.region).any(|region| {
        matches!(
            region.kind,
            RegionKind::Header | RegionKind::Footer | RegionKind::Navigation | RegionKind::Aside
        )
    });
    let is_search = snapshot
        .patterns
        .iter()
        .any(|pattern| pattern.region == form.region && matches!(pattern.name.as_str(), "search_form"));
    is_edge || is_search
}

/// Sends it off, once: by its button, or as a person does where there is none.
async fn send(hands: &mut Hands<'_>, before: &Snapshot, form: &Form) -> Result<Aftermath, Failure> {
    if let Some(button) = submit_button(before, form) {
        return hands.click(button).await;
    }
    let last = form.fields.iter().rev().find_map(|at| {
        let element = before.elements.get(*at)?;
        (matches!(element.kind, "input" | "combobox") && element.visibility.is_visible())
            .then_some(element.id)
    });
    let last = last
        .or_else(|| form.fields.first().and_then(|at| before.elements.get(*at)).map(|element| element.id));
    let found = hands.found(last.unwrap_or_default())?;
    let tab = hands.tab()?;
    let submitter = tab.call(&found.frame, "lemmascope.submitterOf", json!([found.key]), LIMIT).await?;
    if let Some(key) = submitter.get("form").and_then(serde_json::Value::as_u64) {
        let watch = hands.watch(None).await?;
        let frame = found.frame.clone();
        let done = hands
            .conclude(watch, async move {
                tab.call(&frame, "lemmascope.submitForm", json!([key]), LIMIT).await.map(drop)
            })
            .await;
        match &done {
            Ok(_) => hands.logbook().did("submit the form"),
            Err(_) => hands.logbook().failed("submit the form"),
        }
        return done;
    }
    tab.call(&found.frame, "lemmascope.focus", json!([found.key]), LIMIT).await?;
    hands.press("enter", Some(&found)).await
}

/// What is said against single fields.
async fn complaints(hands: &mut Hands<'_>, before: &Snapshot, form: &Form) -> Vec<Complaint> {
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct Said {
        key: u32,
        native: String,
        page: String,
    }
    let snapshot = Arc::clone(&hands.seen);
    // On another page the fields are others: all that are there are asked.
    let fields: Vec<usize> = if before.document == snapshot.document {
        let ids = form.fields.iter().filter_map(|at| before.elements.get(*at)).map(|element| element.id);
        ids.filter_map(|id| snapshot.elements.iter().position(|element| element.id == id)).collect()
    } else {
        forms(&snapshot).into_iter().flat_map(|form| form.fields).collect()
    };
    let mut found = Vec::new();
    for (place, frame) in snapshot.frames.iter().enumerate() {
        let own: Vec<usize> =
            fields.iter().copied().filter(|at| snapshot.elements[*at].frame == place).collect();
        if own.is_empty() {
            continue;
        }
        let keys: Vec<u32> = own.iter().map(|at| snapshot.elements[*at].key).collect();
        let Ok(tab) = hands.tab() else { continue };
        let frame = crate::driver::FrameId(frame.id.clone());
        let answer = tab.call(&frame, "lemmascope.complaints", json!([keys]), LIMIT).await;
        let said: Vec<Said> = answer.and_then(read_answer).unwrap_or_default();
        let is_same = before.document == snapshot.document;
        for one in said {
            // What the browser would say of a page that has just come, it has not said yet.
            let says = if !one.page.is_empty() {
                one.page
            } else if is_same {
                one.native
            } else {
                String::new()
            };
            let field = own.iter().find(|at| snapshot.elements[**at].key == one.key);
            if let (Some(at), false) = (field, says.is_empty()) {
                found.push(Complaint { field: snapshot.elements[*at].id, says });
            }
        }
    }
    // Of several radio buttons that all say the same, one tells it.
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

fn is_under_way(hands: &Hands<'_>) -> bool {
    hands.tab().is_ok_and(|tab| {
        let state = tab.state();
        state.requests.iter().any(|request| {
            request.is_pending() && matches!(request.kind.as_str(), "document" | "xhr" | "fetch")
        })
    })
}

/// The button does not take a click: what the form still wants is told with it.
fn disabled(hands: &Hands<'_>, before: &Snapshot, form: &Form, failure: Failure) -> Failure {
    let snapshot = hands.seen.as_ref();
    let empty = form.fields.iter().filter_map(|at| before.elements.get(*at)).filter(|element| {
        element.state.required
            && element.visibility.is_visible()
            && element.value.as_deref().is_none_or(str::is_empty)
            && element.state.checked != Some(true)
    });
    empty.take(10).fold(failure, |failure, element| {
        failure.context(format!("{} is required and empty", field_name(snapshot, element.id)))
    })
}

/// Tells what has become of it.
fn conclude(hands: &Hands<'_>, before: &Snapshot, end: End, since: u64) -> Result<Outcome, Failure> {
    let after = hands.seen.as_ref();
    let logbook = hands.logbook();
    let status = hands.tab().ok().and_then(|tab| tab.state().status());
    let is_new_page = before.document != after.document;
    if let Some(status) = status.filter(|status| *status >= 400 && is_new_page) {
        logbook.changed(changes(before, after, Extent::Brief));
        let heading = after
            .elements
            .iter()
            .find(|element| element.kind == "heading")
            .map(|element| quote(&element.name, 120));
        tell(
            logbook,
            [("Status", status.to_string())].into_iter().chain(heading.map(|heading| ("Message", heading))),
        );
        let whose = if status >= 500 { "the server failed" } else { "the server refused it" };
        return Err(Failure::new(Cause::VerificationFailed, format!("{whose} with status {status}"))
            .hint("Look at the page with `observe`; the form may have to be filled in again.")
            .verdict("navigated"));
    }
    let request = request_since(hands, since);
    let failed = request.as_ref().filter(|(_, is_taken)| !is_taken).map(|(told, _)| told.clone());
    let verdict = if is_new_page || before.url != after.url { "navigated" } else { "changed" };
    match end {
        End::Refused { complaints, says } => {
            let fields = complaints.iter().map(|complaint| {
                // What it was called before: some put what is wrong with a field into its label.
                let known = if is_new_page { after } else { before };
                (field_name(known, complaint.field), complaint.says.clone())
            });
            let forms = says.iter().map(|says| ("Form error".to_string(), says.clone()));
            let told: Vec<(String, String)> = forms.chain(fields).collect();
            // As lines of its own: what is said of a password is no secret, however its field is called.
            let lines = told.iter().map(|(name, says)| format!("{name}: {}", quote(says, 200))).collect();
            let data: Vec<Value> = told
                .into_iter()
                .map(|(name, says)| {
                    let fields =
                        [("of".to_string(), Value::from(name)), ("says".to_string(), Value::from(says))];
                    Value::Object(fields.into_iter().collect())
                })
                .collect();
            logbook.section("result", lines, data.into());
            Err(Failure::new(Cause::VerificationFailed, "the form was not accepted")
                .hint("Correct what it says and submit it again.")
                .verdict(verdict))
        }
        End::Nothing | End::Unclear { says: None } if failed.is_some() => {
            let told = failed.unwrap_or_default();
            tell(logbook, [("Request", told)]);
            Err(Failure::new(Cause::VerificationFailed, "the server did not accept the form")
                .hint("Look at the page with `observe`, and at `requests`.")
                .verdict(verdict))
        }
        End::Nothing => Err(Failure::new(Cause::NoEffect, "nothing happened")
            .hint("The page did not react: look again with `observe`, or wait until it is ready.")
            .verdict("no_effect")),
        End::Left { says } => {
            done(hands, before, says.map(|says| ("Message", quote(&says, 200))), "navigated")
        }
        End::Accepted { says } => done(hands, before, Some(("Message", quote(&says, 200))), verdict),
        End::Gone => done(hands, before, None, verdict),
        End::NextStep { fields } => {
            let named: Vec<String> = fields.iter().take(8).map(|id| field_name(after, *id)).collect();
            done(hands, before, Some(("Next step", named.join(", "))), verdict)
        }
        End::CameBack { says } => {
            logbook.changed(changes(before, after, Extent::Brief).into_iter().take(20));
            tell(logbook, says.map(|says| ("Message", quote(&says, 200))));
            Err(Failure::new(
                Cause::VerificationFailed,
                "the form came back, and nothing says that it was taken",
            )
            .hint("Look at the page with `observe`: something may be missing or marked as wrong.")
            .verdict(verdict))
        }
        End::Unclear { says: None } if request.is_none() => {
            logbook.changed(changes(before, after, Extent::Brief));
            Err(Failure::new(
                Cause::VerificationFailed,
                "the form is still there, and nothing says that it was sent",
            )
            .hint("Look at the page with `observe`: something may be missing or marked as wrong.")
            .verdict(verdict))
        }
        End::Unclear { says } => {
            let told = says.map(|says| ("Message", quote(&says, 200)));
            done(hands, before, told.or(request.map(|(told, _)| ("Request", told))), verdict)
        }
    }
}

fn done(
    hands: &Hands<'_>,
    before: &Snapshot,
    told: Option<(&'static str, String)>,
    verdict: &'static str,
) -> Result<Outcome, Failure> {
    let logbook = hands.logbook();
    logbook.changed(changes(before, &hands.seen, Extent::Brief).into_iter().take(20));
    if let Some(told) = told {
        tell(logbook, [told]);
    }
    let value: Object = [("outcome".to_string(), Value::from(verdict))].into_iter().collect();
    Ok(Outcome { value: value.into(), verdict: Some(verdict), ..Outcome::default() })
}

fn tell(logbook: &lemmascope_intent::Logbook, lines: impl IntoIterator<Item = (&'static str, String)>) {
    let result: Object =
        lines.into_iter().map(|(name, says)| (name.to_string(), Value::from(says))).collect();
    logbook.result(result);
}

/// The request that the form was sent with by a script, and whether the server took it.
fn request_since(hands: &Hands<'_>, since: u64) -> Option<(String, bool)> {
    let tab = hands.tab().ok()?;
    let state = tab.state();
    let sent = state.requests.iter().rev().take_while(|request| request.number > since);
    let last = sent
        .filter(|request| request.method != "GET" && matches!(request.kind.as_str(), "xhr" | "fetch"))
        .find_map(|request| request.status.map(|status| (request, status)));
    let (request, status) = last?;
    let url = quote(&request.url, 120);
    Some((format!("{} {} ({status})", request.method, url.trim_matches('"')), status < 400))
}

/// How the server answered a form that the browser itself sent off.
fn answer_since(hands: &Hands<'_>, since: u64) -> Answer {
    let Ok(tab) = hands.tab() else { return Answer::Unknown };
    let state = tab.state();
    let mut pages = state.requests.iter().filter(|it| it.number > since && it.kind == "document");
    let sent = pages.rfind(|request| request.method != "GET");
    match sent.and_then(|request| request.status) {
        Some(300..=399) => Answer::LedOn,
        Some(_) => Answer::Page,
        None => Answer::Unknown,
    }
}

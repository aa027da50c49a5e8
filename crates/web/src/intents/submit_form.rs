//! Submitting a form once, and reporting the outcome.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_browser::page::{RegionKind, Snapshot};
use lemmascope_browser::session::{ActionEffect, Deadline};
use lemmascope_browser::text::quote;
use lemmascope_intent::{
    Args, Cause, Change, Failure, Notation, Outcome, Parameter, Signature, Type, parse_duration,
};
use serde_json::json;

use super::PageActor;
use super::form::{self, was_filled};
use crate::submission::{
    Form, Submission, field_name, forms, forms_without_fields, has_focus, is_search, is_shown, submit_button,
};
use crate::verbs::Visit;

const LIMIT: Duration = Duration::from_secs(5);

pub(super) fn signature() -> Signature {
    let signature = Signature::change("web.submit_form", "Submit a form and report the outcome.")
        .command("submit_form")
        .calls_intent()
        .lasting();
    form::add_form_parameters(signature)
        .parameter(
            Parameter::defaulted("wait", "10s", Type::String, "How long to wait for an answer.")
                .written(Notation::Duration),
        )
        .returns(Type::Object)
        .examples(&["submit_form", "submit_form --pattern contact_form --wait 5s"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let wait = args.optional_text("wait").unwrap_or("10s");
    let wait = parse_duration(wait).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("{} is not a duration", quote(wait, 40)))
            .hint("Write it as 500ms, 5s or 2m.")
    })?;
    let mut hands = PageActor::on(visit).await?;
    let form = match form::form_to_submit(&mut hands, args).await? {
        Some(form) => form,
        None => meant(&hands)?,
    };
    let before = Arc::clone(&hands.seen);
    let submission = Submission::begin(&hands, &before, form.clone()).await?;
    let aftermath = match send(&mut hands, &before, &form).await {
        Ok(aftermath) => aftermath,
        Err(failure) if failure.cause == Cause::ElementDisabled => {
            return Err(disabled(&hands, &before, &form, failure));
        }
        Err(failure) => return Err(failure),
    };
    if let Some(failure) = aftermath.elsewhere {
        return Err(failure);
    }
    // Effects outside the page are reported as for a click.
    let beside = |change: &Change| matches!(change, Change::Added(what) if ["tab ", "download ", "dialog "].iter().any(|word| what.starts_with(word)));
    let is_changed = aftermath.verdict.is_some();
    hands.logbook().changed(aftermath.changes.into_iter().filter(beside));
    let until = Deadline::within(wait.min(visit.limit()));
    submission.conclude(&mut hands, &visit.cx.logbook, is_changed, until).await
}

/// Returns the form to submit when none is given: the focused one, the last filled one, the only one, or the
/// main one.
fn meant(hands: &PageActor<'_>) -> Result<Form, Failure> {
    let snapshot = &hands.seen;
    let all: Vec<Form> = forms(snapshot).into_iter().filter(|form| is_shown(snapshot, form)).collect();
    let focused = all.iter().find(|form| has_focus(snapshot, form));
    let found = focused.or_else(|| all.iter().find(|form| was_filled(hands, form)));
    if let Some(form) = found {
        return Ok(form.clone());
    }
    // Forms of the site's layout, such as a search or newsletter, are used only if there is no other.
    let main: Vec<&Form> = all.iter().filter(|form| !is_aside(snapshot, form)).collect();
    // A confirmation page has a form with a button and no fields.
    if main.is_empty()
        && let [only] = confirmations(snapshot).as_slice()
    {
        return Ok(only.clone());
    }
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

/// Returns the forms in the content that are sent by POST and have a button but no fields, each with its
/// button.
fn confirmations(snapshot: &Snapshot) -> Vec<Form> {
    let is_posted = |form: &Form| {
        let region = &snapshot.regions[form.region];
        form.is_form && region.hints.lines().any(|hint| hint == "method=post")
    };
    let sender = |form: &Form| {
        let mut buttons = form.buttons.iter().copied();
        buttons.find(|at| {
            let element = &snapshot.elements[*at];
            element.kind == "button" && element.visibility.is_visible() && !element.state.disabled
        })
    };
    let all = forms_without_fields(snapshot).into_iter();
    all.filter(|form| is_posted(form) && !is_aside(snapshot, form))
        .filter_map(|form| Some(Form { sender: Some(sender(&form)?), ..form }))
        .collect()
}

fn is_aside(snapshot: &Snapshot, form: &Form) -> bool {
    let is_edge = snapshot.around(form.region).any(|region| {
        matches!(
            region.kind,
            RegionKind::Header | RegionKind::Footer | RegionKind::Navigation | RegionKind::Aside
        )
    });
    is_edge || is_search(snapshot, form)
}

/// Submits the form once, by its button, or by the Enter key if there is none.
async fn send(hands: &mut PageActor<'_>, before: &Snapshot, form: &Form) -> Result<ActionEffect, Failure> {
    let named = form.sender.and_then(|at| before.elements.get(at)).map(|element| element.id);
    if let Some(button) = named.or_else(|| submit_button(before, form)) {
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

/// Returns the failure for a disabled button, with the fields that are still required.
fn disabled(hands: &PageActor<'_>, before: &Snapshot, form: &Form, failure: Failure) -> Failure {
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

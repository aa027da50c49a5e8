use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_browser::driver::{Button, FrameId};
use lemmascope_browser::session::{Brief, LookOptions, WebSession, read_answer, stale};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Signature};
use serde::Deserialize;
use serde_json::json;

use super::click::{click, note, submission};
use crate::verbs::parameters::{optional_target, timeout};
use crate::verbs::visit::Visit;

const LIMIT: Duration = Duration::from_secs(5);

pub(super) fn signature() -> Signature {
    Signature::change(
        "web.submit",
        "Submit a form: the one that an element is in, or the one with the focus.",
    )
    .command("submit [target]")
    .lasting()
    .parameter(optional_target("The form, or an element in it.").written(Notation::Form))
    .parameter(timeout())
    .examples(&["submit", "submit email"])
}

/// A form and the button that submits it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct SubmitTarget {
    problem: String,
    form: Option<u32>,
    button: Option<u32>,
    brief: Brief,
}

/// The forms of a frame.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Forms {
    focused: Option<SubmitTarget>,
    keen: bool,
    forms: Vec<SubmitTarget>,
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let (frame, submitter, line) = match args.get("target") {
        None => {
            session.look(&LookOptions::default()).await?;
            let (frame, submitter) = default_form(&session).await?;
            (frame, submitter, "submit".to_string())
        }
        Some(_) => {
            let rules = Rules { hidden: true, ..Rules::default() };
            let found = visit.target(&mut session, args, "target", &rules).await?;
            let tab = session.tab()?;
            let ask = tab.call(&found.frame, "lemmascope.submitterOf", json!([found.key]), LIMIT);
            let submitter: SubmitTarget = read_answer(ask.await?)?;
            if !submitter.problem.is_empty() {
                return Err(stale(found.id));
            }
            let line = format!("submit {}", found.shown());
            (found.frame, submitter, line)
        }
    };
    let Some(form) = submitter.form else {
        return Err(Failure::new(Cause::TargetNotFound, "there is no form there")
            .hint("Click the button that sends it instead.")
            .verdict("not_found"));
    };
    if let Some(button) = submitter.button {
        let button = session.element_of(&frame, button, &submitter.brief.text)?;
        let line = format!("submit {}", button.shown());
        let submission = submission(&mut session, Some(button.id)).await?;
        let aftermath = click(visit, &mut session, &button, Button::Left, 1, false).await?;
        note(visit, &mut session, submission, &aftermath, &line).await?;
        return aftermath.needed(line);
    }
    // A form without a button is submitted as by the enter key, with the browser's own check of its fields.
    let tab = session.tab()?;
    let submission = submission(&mut session, None).await?;
    let watch = session.watch(None).await?;
    let aftermath = session
        .conclude(watch, async move {
            tab.call(&frame, "lemmascope.submitForm", json!([form]), LIMIT).await.map(drop)
        })
        .await?;
    note(visit, &mut session, submission, &aftermath, &line).await?;
    aftermath.needed(line)
}

/// Returns the default form of a call without a target: the one with the focus in any frame, or the only one.
async fn default_form(session: &WebSession) -> Result<(FrameId, SubmitTarget), Failure> {
    let tab = session.tab()?;
    let frames = tab.frames().into_iter().filter(|frame| frame.ready);
    let frames = frames.filter(|frame| session.scope.as_ref().is_none_or(|scope| *scope == frame.id));
    let asked = frames.map(|frame| {
        let tab = &tab;
        async move {
            let answer = tab.call(&frame.id, "lemmascope.formsHere", json!([]), LIMIT).await;
            (frame.id, answer.and_then(read_answer::<Forms>).unwrap_or_default())
        }
    });
    let answers = join_all(asked).await;
    // A document that the focus has left remembers where it was.
    let mut focused: Vec<_> = answers
        .iter()
        .filter_map(|(frame, forms)| forms.focused.clone().map(|form| (!forms.keen, frame.clone(), form)))
        .collect();
    focused.sort_by_key(|(stale, ..)| *stale);
    if let Some((_, frame, submitter)) = focused.into_iter().next() {
        return Ok((frame, submitter));
    }
    let mut all = answers
        .into_iter()
        .flat_map(|(frame, forms)| forms.forms.into_iter().map(move |form| (frame.clone(), form)));
    match (all.next(), all.next()) {
        (None, _) => Err(Failure::new(Cause::TargetNotFound, "there is no form on the page")
            .hint("Click the button that sends it instead.")
            .verdict("not_found")),
        (Some(only), None) => Ok(only),
        (Some(first), Some(second)) => {
            let forms: Vec<_> = [first, second].into_iter().chain(all).collect();
            let failure = Failure::new(
                Cause::TargetAmbiguous,
                format!("it is not said which of the {} forms to submit", forms.len()),
            )
            .hint("Name a field or the button of it: `submit email`.")
            .verdict("ambiguous");
            let told = forms.iter().take(10).map(|(frame, form)| session.named(&form.brief, frame));
            Err(told.fold(failure, Failure::context))
        }
    }
}

use std::time::Duration;

use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature};
use serde::Deserialize;
use serde_json::json;

use super::click::click;
use crate::driver::Button;
use crate::session::{LookOptions, read_answer, stale};
use crate::target::Rules;
use crate::verbs::parameters::{optional_target, timeout};
use crate::verbs::visit::Visit;

const LIMIT: Duration = Duration::from_secs(5);

pub(super) fn signature() -> Signature {
    Signature::change(
        "web.submit",
        "Submit a form: the one that an element is in, or the one with the focus.",
    )
    .lasting()
    .parameter(optional_target("The form, or an element in it."))
    .parameter(timeout())
    .examples(&["submit", "submit email"])
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Submitter {
    problem: String,
    form: Option<u32>,
    button: Option<u32>,
    forms: usize,
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let found = match args.get("target") {
        None => None,
        Some(_) => {
            let rules = Rules { hidden: true, ..Rules::default() };
            Some(visit.target(&mut session, args, "target", &rules).await?)
        }
    };
    if found.is_none() {
        session.look(&LookOptions::default()).await?;
    }
    let tab = session.tab()?;
    let frame = match (&found, &session.scope) {
        (Some(found), _) => found.frame.clone(),
        (None, Some(scope)) => scope.clone(),
        (None, None) => tab.main_frame()?,
    };
    let key = found.as_ref().map(|found| found.key);
    let submitter: Submitter =
        read_answer(tab.call(&frame, "lemmascope.submitterOf", json!([key]), LIMIT).await?)?;
    if let (false, Some(found)) = (submitter.problem.is_empty(), &found) {
        return Err(stale(found.id));
    }
    let Some(form) = submitter.form else {
        let failure = match submitter.forms {
            0 => Failure::new(Cause::TargetNotFound, "there is no form on the page")
                .hint("Click the button that sends it instead."),
            forms => Failure::new(
                Cause::TargetNotFound,
                format!("it is not said which of the {forms} forms to submit"),
            )
            .hint("Name a field of it: `submit email`."),
        };
        return Err(failure.verdict("not_found"));
    };
    if let Some(button) = submitter.button {
        let button = session.element_of(&frame, button, "")?;
        let line = format!("submit {}", button.shown());
        return click(visit, &mut session, &button, Button::Left, 1, false).await?.needed(line);
    }
    // A form without a button is submitted as by the enter key, with the browser's own check of its fields.
    let watch = session.watch(found.as_ref(), false).await?;
    let aftermath = session
        .conclude(watch, async move {
            tab.call(&frame, "lemmascope.submitForm", json!([form]), LIMIT).await.map(drop)
        })
        .await?;
    aftermath.needed(found.map_or_else(|| "submit".into(), |found| format!("submit {}", found.shown())))
}

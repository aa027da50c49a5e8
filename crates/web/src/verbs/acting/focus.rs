use std::time::Duration;

use lemmascope_browser::session::{Found, Readiness, WebSession};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Change, Failure, Handling, Manner, Outcome, Signature};
use serde_json::{Value, json};

use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.focus", "Focus an element.")
        .command("focus <target>")
        .lasting()
        .handles(Handling { manner: Manner::Focus, thing: "target", value: None })
        .parameter(target())
        .parameter(timeout())
        .examples(&["focus email"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
    let watch = session.watch(Some(&found)).await?;
    let mut moved = false;
    let focused = focus(visit, &mut session, &found).await.map(|it| moved = it);
    let aftermath = session.conclude_soon(watch, async move { focused }).await?;
    let mut outcome = aftermath.welcome(format!("focus {}", found.shown()));
    // Focusing a button has no effect on the page, but it is the requested action.
    if moved && outcome.verdict.is_none() {
        outcome = outcome.verdict("changed").change(Change::Added(format!("focus {}", found.shown())));
    }
    Ok(outcome)
}

/// Focuses an element once it is ready. Returns whether the focus has moved.
pub(super) async fn focus(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
) -> Result<bool, Failure> {
    session.aim(found, Readiness { enabled: true, ..Readiness::SHOWN }, visit.patience()).await?;
    let tab = session.tab()?;
    let answer =
        tab.call(&found.frame, "lemmascope.focus", json!([found.key]), Duration::from_secs(5)).await?;
    match answer.get("focused") {
        Some(Value::Bool(true)) => Ok(answer.get("moved") == Some(&Value::Bool(true))),
        _ => Err(Failure::new(Cause::NoEffect, format!("{} does not take the focus", found.shown()))
            .verdict("no_effect")),
    }
}

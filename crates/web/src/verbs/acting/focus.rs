use std::time::Duration;

use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature};
use serde_json::{Value, json};

use crate::session::{Found, Readiness, WebSession};
use crate::target::Rules;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.focus", "Put the focus on an element.")
        .lasting()
        .parameter(target())
        .parameter(timeout())
        .examples(&["focus email"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
    let watch = session.watch(Some(&found), false).await?;
    let focused = focus(visit, &mut session, &found).await;
    let aftermath = session.conclude_soon(watch, async move { focused }).await?;
    Ok(aftermath.welcome(format!("focus {}", found.shown())))
}

/// Puts the focus on an element, once it is ready for it.
pub(super) async fn focus(visit: &Visit<'_>, session: &mut WebSession, found: &Found) -> Result<(), Failure> {
    session.aim(found, Readiness { enabled: true, ..Readiness::SHOWN }, visit.patience()).await?;
    let tab = session.tab()?;
    let answer =
        tab.call(&found.frame, "lemmascope.focus", json!([found.key]), Duration::from_secs(5)).await?;
    match answer.get("focused") {
        Some(Value::Bool(true)) => Ok(()),
        _ => Err(Failure::new(Cause::NoEffect, format!("{} does not take the focus", found.shown()))
            .verdict("no_effect")),
    }
}

use std::time::Duration;

use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature};
use serde_json::{Value, json};

use super::parameters::target;
use super::visit::Visit;
use crate::session::Readiness;
use crate::target::Rules;

pub(super) fn signature() -> Signature {
    Signature::change("web.focus", "Put the focus on an element.")
        .lasting()
        .parameter(target())
        .examples(&["focus email"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
    session.aim(&found, Readiness { enabled: true, ..Readiness::SHOWN }, visit.patience()).await?;
    let tab = session.tab()?;
    let watch = session.watch(Some(&found), false).await?;
    let (frame, key, shown) = (found.frame.clone(), found.key, found.shown());
    let name = shown.clone();
    let aftermath = session
        .conclude_soon(watch, async move {
            let answer = tab.call(&frame, "lemmascope.focus", json!([key]), Duration::from_secs(5)).await?;
            match answer.get("focused") {
                Some(Value::Bool(true)) => Ok(()),
                _ => Err(Failure::new(Cause::NoEffect, format!("{name} does not take the focus"))
                    .verdict("no_effect")),
            }
        })
        .await?;
    Ok(aftermath.welcome(format!("focus {shown}")))
}

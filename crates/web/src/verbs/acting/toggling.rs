//! Checking and unchecking, which differ only in the wanted state.

use std::time::Duration;

use lemmascope_browser::driver::Button;
use lemmascope_browser::page::Element;
use lemmascope_browser::session::{Found, WebSession, no_effect};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Failure, Outcome};
use serde_json::{Value, json};

use super::click::click;
use super::suitability::{Use, require};
use crate::verbs::visit::Visit;

/// Checks or unchecks the element, unless it has that state already.
pub(super) async fn tick(visit: &Visit<'_>, args: &Args, wanted: bool) -> Result<Outcome, Failure> {
    let verb = if wanted { "check" } else { "uncheck" };
    let mut session = visit.page().await?;
    let rules = Rules { suits: Some(&is_checkable), ..Rules::default() };
    let found = visit.target(&mut session, args, "target", &rules).await?;
    require(&session, &found, Use::Tick).await?;
    let line = format!("{verb} {}", found.shown());
    let (ticked, is_radio) = state(&session, &found).await?;
    if ticked == Value::Bool(wanted) {
        let already = if wanted { "checked" } else { "unchecked" };
        return Ok(Outcome::default().line(format!("{line} (already {already})")));
    }
    if is_radio && !wanted {
        return Err(Failure::new(Cause::InvalidParameter, format!("{} is one of several", found.shown()))
            .hint("A radio button is unticked by ticking another of its group."));
    }
    let aftermath = click(visit, &mut session, &found, Button::Left, 1, false).await?;
    let outcome = aftermath.needed(line.clone())?;
    // After a navigation, the state cannot be verified.
    match state(&session, &found).await {
        Ok((now, _)) if now != Value::Bool(wanted) && !now.is_null() => Err(no_effect(&line)),
        _ => Ok(outcome),
    }
}

fn is_checkable(element: &Element) -> bool {
    matches!(element.kind, "checkbox" | "radio" | "switch") || element.state.checked.is_some()
}

async fn state(session: &WebSession, found: &Found) -> Result<(Value, bool), Failure> {
    let tab = session.tab()?;
    let answer =
        tab.call(&found.frame, "lemmascope.ticked", json!([found.key]), Duration::from_secs(5)).await?;
    if answer.get("problem").is_some() {
        return Err(lemmascope_browser::session::stale(found.id));
    }
    let is_radio = answer.get("radio").and_then(Value::as_bool).unwrap_or(false);
    Ok((answer.get("ticked").cloned().unwrap_or_default(), is_radio))
}

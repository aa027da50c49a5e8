use std::time::{Duration, Instant};

use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature};
use serde_json::json;

use super::scroll::scroll;
use super::scroll_to::reveal;
use crate::driver::FrameId;
use crate::session::{Until, WebSession};
use crate::target::Rules;
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;
use crate::verbs::waiting::told;

/// How long a page that is at its end may take to bring more.
const MORE: Duration = Duration::from_millis(2500);

pub(super) fn signature() -> Signature {
    Signature::change("web.scroll_until", "Scroll down until an element is there and shows.")
        .lasting()
        .parameter(target())
        .parameter(timeout())
        .examples(&["scroll until \"Item 200\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let target = args.get("target").cloned().unwrap_or_default();
    let mut session = visit.page().await?;
    let until = visit.until();
    let frame = match &session.scope {
        Some(scope) => scope.clone(),
        None => session.tab()?.main_frame()?,
    };
    let mut is_first = true;
    let mut at_end_since: Option<Instant> = None;
    loop {
        match session.find(&target, &Rules::default()).await {
            Ok(found) if !found.is_healed() => {
                let line = format!("scroll until {}", found.shown());
                return reveal(&mut session, &found, line).await;
            }
            Err(failure) if !is_missing(&failure) => return Err(failure),
            _ => {}
        }
        let is_first = std::mem::take(&mut is_first);
        if scroll_on(&session, &frame, is_first).await? {
            at_end_since = None;
        } else {
            let since = *at_end_since.get_or_insert_with(Instant::now);
            if since.elapsed() >= MORE {
                let what =
                    format!("{} did not come although the page was scrolled to its end", told(&target));
                return Err(Failure::new(Cause::TargetNotFound, what)
                    .hint("Look with `observe`; it may be on another page, or be called otherwise.")
                    .verdict("not_found"));
            }
        }
        if until.is_over() {
            return Err(until.failure(&format!("{} did not come", told(&target))));
        }
        // At the end of what is there, the page gets time to bring more; before it, only to draw.
        let patience = if at_end_since.is_some() { MORE } else { Duration::from_millis(60) };
        session.wait_for_change(Until::within(until.left().min(patience))).await?;
    }
}

/// Scrolls what scrolls and is not at its end yet. Only where there is nothing of that kind, the wheel is turned: it goes
/// as far as it likes, past what it does not show.
async fn scroll_on(session: &WebSession, frame: &FrameId, is_first: bool) -> Result<bool, Failure> {
    let limit = Duration::from_secs(5);
    let answer = session.tab()?.call(frame, "lemmascope.scrollOn", json!([is_first]), limit).await?;
    if answer.get("moved").and_then(serde_json::Value::as_bool).unwrap_or(false) {
        return Ok(true);
    }
    let scrolled = scroll(session, frame, None, "down", &json!("page")).await?;
    Ok(scrolled.before != scrolled.after)
}

fn is_missing(failure: &Failure) -> bool {
    matches!(failure.cause, Cause::TargetNotFound | Cause::ElementNotVisible | Cause::ElementStale)
}

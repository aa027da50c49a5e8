use std::time::{Duration, Instant};

use lemmascope_browser::driver::FrameId;
use lemmascope_browser::session::{Deadline, Found, WebSession};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Cause, Failure, Value, fold};
use serde_json::json;

use super::scrolling::scroll;
use crate::verbs::waiting::describe_target;

/// The timeout for a page to load more content at its end.
const MORE: Duration = Duration::from_millis(2500);
/// The timeout in a direction in which everything is loaded already.
const LOADED_TIMEOUT: Duration = Duration::from_millis(200);
/// The timeout for a scroll.
const LIMIT: Duration = Duration::from_secs(5);

/// The way of searching for an element that exists only when it is scrolled into view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// Downwards.
    Down,
    /// Downwards, then upwards, in every frame; restores the scroll positions if it finds nothing.
    Everywhere,
}

/// Scrolls the page and its scrollable boxes step by step until the target exists.
pub(super) async fn seek(
    session: &mut WebSession,
    target: &Value,
    search: Search,
    until: Deadline,
) -> Result<Found, Failure> {
    let main = match &session.scope {
        Some(scope) => scope.clone(),
        None => session.tab()?.main_frame()?,
    };
    let mut frames = vec![main.clone()];
    if search == Search::Everywhere && session.scope.is_none() {
        let tab = session.tab()?;
        frames
            .extend(tab.frames().into_iter().filter(|it| it.ready && it.id != main).map(|it| it.id).take(8));
    }
    let mut failure = None;
    for frame in &frames {
        if search == Search::Everywhere {
            session.tab()?.call(frame, "lemmascope.keepScroll", json!([]), LIMIT).await?;
        }
        let ways: &[bool] = if search == Search::Everywhere { &[false, true] } else { &[false] };
        for up in ways {
            // Only the page itself loads more content at its end; a virtual list has its data available.
            let patience = if *up || *frame != main { LOADED_TIMEOUT } else { MORE };
            match scroll_to_find(session, target, frame, *up, patience, until).await {
                Ok(found) => return Ok(found),
                Err(missing) if is_missing(&missing) || missing.cause == Cause::Timeout => {
                    if search == Search::Everywhere {
                        session.tab()?.call(frame, "lemmascope.putScrollBack", json!([]), LIMIT).await?;
                    }
                    // An incomplete search must not report that the element is missing.
                    if missing.cause == Cause::Timeout {
                        return Err(missing);
                    }
                    failure.get_or_insert(missing);
                }
                Err(other) => return Err(other),
            }
        }
    }
    Err(failure.unwrap_or_else(|| absent(target)))
}

async fn scroll_to_find(
    session: &mut WebSession,
    target: &Value,
    frame: &FrameId,
    up: bool,
    patience: Duration,
    until: Deadline,
) -> Result<Found, Failure> {
    let mut is_first = true;
    let mut at_end_since: Option<Instant> = None;
    loop {
        match session.find(target, &Rules::default()).await {
            Ok(found) if is_meant(target, &found) => return Ok(found),
            Err(failure) if !is_missing(&failure) => return Err(failure),
            _ => {}
        }
        if scroll_further(session, frame, std::mem::take(&mut is_first), up).await? {
            at_end_since = None;
        } else {
            let since = *at_end_since.get_or_insert_with(Instant::now);
            if since.elapsed() >= patience {
                return Err(absent(target));
            }
        }
        if until.is_over() {
            return Err(until.failure(&format!("{} did not come", describe_target(target))));
        }
        // At the end, the page gets time to load more; before it, only to render.
        let rest = if at_end_since.is_some() { patience } else { Duration::from_millis(60) };
        session.wait_for_change(Deadline::within(until.left().min(rest))).await?;
    }
}

/// Scrolls the boxes that are not at their end yet. Uses the wheel only if there are none, because a page
/// that handles it may skip content.
async fn scroll_further(
    session: &WebSession,
    frame: &FrameId,
    is_first: bool,
    up: bool,
) -> Result<bool, Failure> {
    let answer = session.tab()?.call(frame, "lemmascope.scrollOn", json!([is_first, up]), LIMIT).await?;
    if answer.get("moved").and_then(serde_json::Value::as_bool).unwrap_or(false) {
        return Ok(true);
    }
    let direction = if up { "up" } else { "down" };
    let scrolled = scroll(session, frame, None, direction, &json!("page")).await?;
    Ok(scrolled.before != scrolled.after)
}

fn absent(target: &Value) -> Failure {
    let what = format!("{} did not come although the page was scrolled to its end", describe_target(target));
    Failure::new(Cause::TargetNotFound, what)
        .hint("Look with `observe`; it may be on another page, or be called otherwise.")
        .verdict("not_found")
}

/// Whether an element is the described one, and not one whose text only begins the same: "Row 129" may be
/// rendered before "Row 12".
pub(super) fn is_meant(target: &Value, found: &Found) -> bool {
    let wanted =
        target.as_object().and_then(|parts| parts.get("text")).or(Some(target)).and_then(Value::as_text);
    let Some(wanted) = wanted.map(fold).filter(|wanted| !wanted.trim().is_empty()) else {
        return !found.is_healed();
    };
    let name = fold(&found.name);
    let mut places = name.match_indices(wanted.trim()).peekable();
    let is_apart = |one: Option<char>, other: Option<char>| {
        !one.zip(other).is_some_and(|(one, other)| one.is_alphanumeric() && other.is_alphanumeric())
    };
    let is_whole = |(at, part): (usize, &str)| {
        let (before, after) = (&name[..at], &name[at + part.len()..]);
        is_apart(before.chars().next_back(), part.chars().next())
            && is_apart(part.chars().next_back(), after.chars().next())
    };
    !found.is_healed() && (places.peek().is_none() || places.any(is_whole))
}

pub(super) fn is_missing(failure: &Failure) -> bool {
    matches!(failure.cause, Cause::TargetNotFound | Cause::ElementNotVisible | Cause::ElementStale)
}

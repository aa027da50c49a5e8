use std::time::Duration;

use lemmascope_browser::session::{Deadline, Found, WebSession, read_answer, stale};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature};
use serde::Deserialize;
use serde_json::json;

use super::scroll_search::{Search, is_meant, is_missing, seek};
use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.scroll_to", "Scroll an element into view.")
        .command("scroll_to <target>")
        .aliases(&["scrollintoview", "scroll into view", "scrollinto"])
        .known_as(&["find text"])
        .calls_intent()
        .lasting()
        .parameter(target())
        .parameter(timeout())
        .examples(&["scroll_to \"Reviews\""])
}

/// The maximum number of attempts for an element that is re-rendered.
const TRIES: usize = 3;
/// The time that is reserved for restoring the scroll positions.
const RESTORE_RESERVE: Duration = Duration::from_millis(500);

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ScrollIntoViewResult {
    problem: String,
    moved: bool,
    in_view: bool,
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let target = args.get("target").cloned().unwrap_or_default();
    let mut found = match visit.target(&mut session, args, "target", &Rules::default()).await {
        Ok(found) if is_meant(&target, &found) => found,
        Err(failure) if !is_missing(&failure) => return Err(failure),
        other => {
            // An element of a virtual list does not exist yet, so it is searched by scrolling.
            let until = Deadline::within(visit.limit().saturating_sub(RESTORE_RESERVE));
            match (seek(&mut session, &target, Search::Everywhere, until).await, other) {
                (Ok(found), _) => found,
                (Err(missing), Ok(healed)) if is_missing(&missing) => healed,
                (Err(missing), _) => return Err(missing),
            }
        }
    };
    for _ in 1..TRIES {
        let line = format!("scroll_to {}", found.shown());
        match reveal(&mut session, &found, line).await {
            // A list that is re-rendered while scrolling has another element at that position now.
            Err(failure) if is_missing(&failure) => {
                found = visit.target(&mut session, args, "target", &Rules::default()).await?;
            }
            done => return done,
        }
    }
    let line = format!("scroll_to {}", found.shown());
    reveal(&mut session, &found, line).await
}

/// Scrolls until the element is visible, in its own frame and in the ancestor frames.
pub(super) async fn reveal(
    session: &mut WebSession,
    found: &Found,
    line: String,
) -> Result<Outcome, Failure> {
    let tab = session.tab()?;
    let limit = Duration::from_secs(5);
    let mut moved = false;
    let mut frame = found.frame.clone();
    let mut key = found.key;
    loop {
        let revealed: ScrollIntoViewResult =
            read_answer(tab.call(&frame, "lemmascope.scrollTo", json!([key]), limit).await?)?;
        if !revealed.problem.is_empty() {
            return Err(stale(found.id));
        }
        if !revealed.in_view && frame == found.frame {
            return Err(Failure::new(
                Cause::ElementNotVisible,
                format!("{} cannot be scrolled into view", found.shown()),
            )
            .hint("It may be hidden; something may have to be opened first."));
        }
        moved |= revealed.moved;
        let parent = tab.frames().into_iter().find(|one| one.id == frame).and_then(|one| one.parent);
        match parent {
            None => break,
            Some(parent) => {
                key = tab.frame_owner(&frame).await?;
                frame = parent;
            }
        }
    }
    let outcome = Outcome::default().line(line);
    Ok(if moved { outcome.verdict("changed") } else { outcome })
}

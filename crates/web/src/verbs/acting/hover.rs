use std::time::Duration;

use lemmascope_browser::driver::Mouse;
use lemmascope_browser::observation::{Extent, changes};
use lemmascope_browser::session::{LookOptions, Readiness};
use lemmascope_browser::targets::Rules;
use lemmascope_intent::{Args, Failure, Handling, Manner, Outcome, Signature};

use crate::verbs::parameters::{target, timeout};
use crate::verbs::visit::Visit;

/// The time for tooltips and menus that open on hover.
const PATIENCE: Duration = Duration::from_millis(450);

/// The number of elements from which an additional snapshot takes too long.
const MANY: usize = 3000;

pub(super) fn signature() -> Signature {
    Signature::change("web.hover", "Move the pointer over an element.")
        .command("hover <target>")
        .aliases(&["mouseover"])
        .known_as(&["mouse move", "mousemove", "move"])
        .lasting()
        .handles(Handling { manner: Manner::Point, thing: "target", value: None })
        .parameter(target())
        .parameter(timeout())
        .examples(&["hover \"Products\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let found = visit.target(&mut session, args, "target", &Rules::default()).await?;
    let readiness = Readiness { enabled: false, ..Readiness::POINTER };
    let aim = session.aim(&found, readiness, visit.patience()).await?;
    let tab = session.tab()?;
    let watch = session.watch(Some(&found)).await?;
    let moving = async move { tab.mouse(Mouse::Moved { at: aim.at, held: None }).await };
    let before = session.last_look();
    let aftermath = session.conclude_within(watch, PATIENCE, moving).await?;
    let mut outcome = aftermath.welcome(format!("hover {}", found.shown()));
    if outcome.verdict.is_none()
        && let Some(before) = before
        && before.elements.len() < MANY
    {
        // Menus that open by CSS alone cause no observable change.
        let after = session.look_afresh(&LookOptions::default()).await?;
        outcome.changes = changes(&before, &after, Extent::Brief);
        outcome.verdict = (!outcome.changes.is_empty()).then_some("changed");
    }
    Ok(outcome)
}

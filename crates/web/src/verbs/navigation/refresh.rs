use lemmascope_browser::driver::is_stuck;
use lemmascope_browser::session::leaving_changes;
use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use super::left;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.refresh", "Load the page again.")
        .command("refresh")
        .aliases(&["reload"])
        .everyday("pages")
        .lasting()
        .parameter(switch("hard", "Bypass the cache."))
        .returns(Type::Object)
        .examples(&["refresh", "refresh --hard"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.tab().await?;
    let tab = session.tab()?;
    let before = session.before_leaving();
    let leave = tab.leave().await?;
    let told = match tab.reload(args.flag("hard"), visit.limit()).await {
        Ok(()) => leaving_changes(&leave),
        // An unresponsive page is reopened in a new tab that replaces this one.
        Err(failure) if is_stuck(&failure) => {
            drop(leave);
            session.replace_tab().await?;
            session.depart(&before.url, None, visit.limit()).await?
        }
        Err(failure) => return Err(failure),
    };
    let line = if args.flag("hard") { "refresh --hard" } else { "refresh" };
    let arrived = session.arrive(before, visit.until(), line.into()).await;
    left(told, arrived)
}

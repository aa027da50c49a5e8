use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use super::left;
use crate::verbs::parameters::switch;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.refresh", "Load the page again.")
        .lasting()
        .parameter(switch("hard", "Without what the browser has kept of it."))
        .returns(Type::Object)
        .examples(&["refresh", "refresh --hard"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let tab = session.tab()?;
    let before = session.before_leaving();
    let leave = tab.leave();
    tab.reload(args.flag("hard"), visit.limit()).await?;
    let line = if args.flag("hard") { "refresh --hard" } else { "refresh" };
    let arrived = session.arrive(before, visit.until(), line.into()).await;
    left(&leave, arrived)
}

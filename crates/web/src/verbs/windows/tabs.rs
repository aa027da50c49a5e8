use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use super::tab_list::tab_value;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.tabs", "List the tabs.")
        .command("tabs")
        .aliases(&["tab list", "list tabs", "pages", "list pages"])
        .everyday("pages")
        .returns(Type::Array)
        .examples(&["tabs"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let mut tabs = Vec::new();
    for (number, tab) in (1..).zip(session.tabs()) {
        tabs.push(tab_value(&session, number, &tab).await);
    }
    Ok(Outcome::found(tabs))
}

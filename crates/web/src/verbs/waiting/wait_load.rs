use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_load", "Wait until the page and its resources are loaded.")
        .command("wait load")
        .aliases(&["wait for load"])
        .parameter(timeout())
        .examples(&["wait load"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.page().await?;
    let until = visit.until();
    let tab = session.tab()?;
    if tab.wait(until.left(), |state| state.lifecycle.loaded || state.dialog.is_some()).await {
        session.refuse_dialog()?;
        return Ok(Outcome::default().line("wait load"));
    }
    Err(until.failure("the page was not loaded"))
}

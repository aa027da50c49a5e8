use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_ready", "Wait until the page is ready for interaction.")
        .command("wait ready")
        .known_as(&["wait for"])
        .everyday("waiting")
        .parameter(timeout())
        .examples(&["wait ready"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let until = visit.until();
    let tab = session.tab()?;
    if tab.wait(until.left(), |state| state.lifecycle.dom_content_loaded || state.dialog.is_some()).await {
        session.refuse_dialog()?;
        if session.wait_until_loaded(until).await? {
            return Ok(Outcome::default().line("wait ready"));
        }
        return Err(until.failure("the loading screen was not gone"));
    }
    Err(until.failure("the page was not ready"))
}

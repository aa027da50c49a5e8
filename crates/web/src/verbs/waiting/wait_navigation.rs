use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.wait_navigation", "Wait until the last action has navigated to another page.")
        .command("wait navigation")
        .parameter(timeout())
        .examples(&["wait navigation"])
}

/// A navigation that the last action caused and waited for counts too; each counts once.
pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let until = visit.until();
    let tab = session.tab()?;
    let known = session.navigations;
    let arrived = |state: &lemmascope_browser::driver::TabState| {
        state.dialog.is_some() || (state.navigations > known && state.lifecycle.dom_content_loaded)
    };
    if !tab.wait(until.left(), arrived).await {
        return Err(until.failure("no other page came"));
    }
    session.refuse_dialog()?;
    session.navigations = tab.state().navigations;
    let url = tab.state().url.clone();
    Ok(Outcome::found(url).line("wait navigation"))
}

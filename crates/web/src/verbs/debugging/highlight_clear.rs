use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.highlight_clear", "Remove the highlights.")
        .command("highlight clear")
        .lasting()
        .examples(&["highlight clear"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    session.tab()?.clear_highlights();
    Ok(Outcome::default().line("highlight clear"))
}

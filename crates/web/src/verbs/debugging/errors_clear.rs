use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.errors_clear", "Clear the errors.")
        .command("errors clear")
        .lasting()
        .examples(&["errors clear"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    session.tab()?.state().errors.clear();
    Ok(Outcome::default().line("errors clear"))
}

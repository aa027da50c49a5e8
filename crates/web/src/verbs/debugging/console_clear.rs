use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.console_clear", "Clear the messages of the console.")
        .command("console clear")
        .lasting()
        .examples(&["console clear"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    session.tab()?.state().console.clear();
    Ok(Outcome::default().line("console clear"))
}

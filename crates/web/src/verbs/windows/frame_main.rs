use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.frame_main", "Switch back to the main page.")
        .command("frame main")
        .lasting()
        .examples(&["frame main"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.tab().await?;
    session.scope = None;
    Ok(Outcome::default().line("frame main"))
}

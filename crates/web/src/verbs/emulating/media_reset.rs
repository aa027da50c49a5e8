use lemmascope_browser::driver::Appearance;
use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.media_reset", "Stop emulating preferences.")
        .command("media reset")
        .lasting()
        .examples(&["media reset"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.page().await?;
    let context = session.context()?;
    let before = context.appearance();
    context.set_appearance(Appearance { color_scheme: None, reduced_motion: None, ..before }).await?;
    Ok(Outcome::default().line("media reset"))
}

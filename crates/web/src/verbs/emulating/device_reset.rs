use lemmascope_browser::driver::Appearance;
use lemmascope_intent::{Args, Failure, Outcome, Signature};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.device_reset", "Stop emulating a device.")
        .command("device reset")
        .lasting()
        .examples(&["device reset"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.page().await?;
    let context = session.context()?;
    let before = context.appearance();
    let appearance = Appearance {
        color_scheme: before.color_scheme,
        reduced_motion: before.reduced_motion,
        ..session.preferences().appearance(visit.cx)?
    };
    context.set_appearance(appearance).await?;
    Ok(Outcome::default().line("device reset"))
}

use lemmascope_browser::driver::Appearance;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.media_color_scheme", "Emulate a preference for dark or light colors.")
        .command("media color-scheme <scheme>")
        .aliases(&["set media"])
        .known_as(&["emulate"])
        .lasting()
        .parameter(
            Parameter::required("scheme", Type::String, "dark or light.")
                .written(Notation::Choice(&["dark", "light"])),
        )
        .examples(&["media color-scheme dark"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let scheme = args.text("scheme")?;
    if !matches!(scheme, "dark" | "light") {
        return Err(Failure::new(Cause::InvalidParameter, "a colour scheme is dark or light"));
    }
    let session = visit.page().await?;
    let context = session.context()?;
    let before = context.appearance();
    context.set_appearance(Appearance { color_scheme: Some(scheme.into()), ..before }).await?;
    Ok(Outcome::default().line(format!("media color-scheme {scheme}")))
}

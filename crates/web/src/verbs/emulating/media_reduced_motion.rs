use lemmascope_browser::driver::Appearance;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.media_reduced_motion", "Emulate a preference for reduced motion.")
        .command("media reduced-motion <motion>")
        .lasting()
        .parameter(
            Parameter::required("motion", Type::String, "reduce or no-preference.")
                .written(Notation::Choice(&["reduce", "no-preference"])),
        )
        .examples(&["media reduced-motion reduce"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let motion = args.text("motion")?;
    if !matches!(motion, "reduce" | "no-preference") {
        return Err(Failure::new(Cause::InvalidParameter, "reduced motion is reduce or no-preference"));
    }
    let session = visit.page().await?;
    let context = session.context()?;
    let before = context.appearance();
    context.set_appearance(Appearance { reduced_motion: Some(motion.into()), ..before }).await?;
    Ok(Outcome::default().line(format!("media reduced-motion {motion}")))
}

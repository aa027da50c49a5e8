use lemmascope_browser::driver::Appearance;
use lemmascope_intent::{Args, Cause, Change, Failure, Notation, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

/// The maximum width or height.
const LARGEST: i64 = 10_000;

pub(super) fn signature() -> Signature {
    Signature::change("web.viewport", "Set the size of the viewport, in CSS pixels.")
        .command("viewport <width> <height>")
        .aliases(&["resize", "set viewport", "resize page"])
        .known_as(&["window size"])
        .lasting()
        .parameter(Parameter::required("width", Type::Number, "Its width.").written(Notation::POSITIVE))
        .parameter(Parameter::required("height", Type::Number, "Its height.").written(Notation::POSITIVE))
        .examples(&["viewport 1280 720"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let side = |name: &str| {
        let given = args.optional_integer(name).filter(|side| (1..=LARGEST).contains(side));
        given.and_then(|side| u32::try_from(side).ok()).ok_or_else(|| {
            Failure::new(Cause::InvalidParameter, format!("the {name} is from 1 to {LARGEST}"))
        })
    };
    let (width, height) = (side("width")?, side("height")?);
    let session = visit.page().await?;
    let context = session.context()?;
    let before = context.appearance();
    context.set_appearance(Appearance { width, height, ..before.clone() }).await?;
    let change = Change::Altered {
        what: "viewport".into(),
        before: format!("{}×{}", before.width, before.height),
        after: format!("{width}×{height}"),
    };
    let outcome = Outcome::default().line(format!("viewport {width} {height}"));
    Ok(if (before.width, before.height) == (width, height) { outcome } else { outcome.change(change) })
}

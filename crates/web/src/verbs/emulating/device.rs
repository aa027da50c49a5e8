use lemmascope_browser::driver::Appearance;
use lemmascope_intent::{
    Args, Cause, Change, Failure, Notation, Outcome, Parameter, Signature, Type, nearest,
};

use super::device_table::{DEVICES, Device};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.device", "Emulate a device: viewport, touch and user agent.")
        .command("device <name>")
        .aliases(&["set device", "emulate device"])
        .known_as(&["emulate"])
        .lasting()
        .parameter(
            Parameter::required("name", Type::String, "The device, as `devices` lists it.")
                .written(Notation::Phrase),
        )
        .examples(&["device \"iPhone 14\""])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("name")?;
    let device = Device::named(name).ok_or_else(|| {
        let failure = Failure::new(Cause::TargetNotFound, format!("there is no device \"{name}\""));
        match nearest(name, DEVICES.iter().map(|device| device.name)) {
            Some(meant) => failure.hint(format!("Did you mean {meant}?")),
            None => failure.hint("`devices` lists them."),
        }
    })?;
    let session = visit.page().await?;
    let context = session.context()?;
    let before = context.appearance();
    let appearance = Appearance {
        width: device.size.0,
        height: device.size.1,
        scale: device.scale,
        mobile: device.is_mobile(),
        user_agent: device.user_agent(),
        ..before
    };
    context.set_appearance(appearance).await?;
    let (width, height) = device.size;
    Ok(Outcome::default()
        .line(format!("device \"{}\"", device.name))
        .change(Change::Added(format!("{} ({width}×{height})", device.name))))
}

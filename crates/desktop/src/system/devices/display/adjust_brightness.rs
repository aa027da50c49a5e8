use lemmascope_intent::{Args, Context, Failure, Outcome, Signature, Type};

use super::super::step::{by, direction, stepped};
use super::backlight::Backlight;
use super::set_brightness::set;
use crate::system::settings::Settings;
use crate::verb::apart;

/// The minimum brightness in percent at which the display is still readable.
const DIMMEST: i64 = 1;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.display.adjust_brightness", "Make the display brighter or darker.")
        .parameter(direction())
        .parameter(by())
        .returns(Type::Object)
        .examples(&["system.display.adjust_brightness up", "system.display.adjust_brightness down --by 20"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let root = settings.kernel.clone();
    let light = apart(move || Backlight::find(&root)).await?;
    let value = light.at_level(stepped(light.level(), DIMMEST, &args)?);
    set(settings, light, value, cx).await
}

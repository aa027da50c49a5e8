use lemmascope_intent::{Args, Context, Failure, Outcome, Parameter, Signature, Type};

use super::backlight::Backlight;
use super::set_brightness::set;
use crate::system::settings::Settings;
use crate::verb::apart;

/// The signature of the undo call for `set_brightness`, in units of the device.
pub(in super::super) fn signature() -> Signature {
    Signature::change("system.display.restore_brightness", "Make the display as bright as it was.")
        .parameter(Parameter::required("light", Type::String, "Which light."))
        .parameter(Parameter::required("value", Type::Number, "How bright it was, as it counts."))
        .returns(Type::Object)
        .internal()
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let (root, name) = (settings.kernel.clone(), args.text("light")?.to_string());
    let light = apart(move || Backlight::named(&root, &name)).await?;
    let value = args.optional_integer("value").and_then(|value| u32::try_from(value).ok());
    let value = value.unwrap_or(light.value).min(light.most);
    set(settings, light, value, cx).await
}

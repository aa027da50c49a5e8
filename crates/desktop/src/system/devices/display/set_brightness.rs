use lemmascope_intent::{Args, Cause, Change, Context, Failure, Outcome, Parameter, Signature, Type, Value};

use super::super::telling::{call, object};
use super::backlight::Backlight;
use crate::system::settings::Settings;
use crate::verb::apart;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.display.set_brightness", "Set how bright the display is.")
        .parameter(Parameter::required("level", Type::Number, "In percent, from 1 to 100.").within(0, 100))
        .returns(Type::Object)
        .examples(&["system.display.set_brightness 60"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let level = args.get("level").and_then(Value::as_number).map(|level| level.as_f64());
    let Some(level) = level.filter(|level| (1.0..=100.0).contains(level)) else {
        return Err(Failure::new(Cause::InvalidParameter, "parameter \"level\" must be from 1 to 100")
            .hint("Give it in percent, such as 60; at 0 the display would be black.")
            .about("level"));
    };
    let root = settings.kernel.clone();
    let light = apart(move || Backlight::find(&root)).await?;
    let value = light.at_level(level);
    set(settings, light, value, cx).await
}

/// Sets the brightness, and records the undo call.
pub(super) async fn set(
    settings: &Settings,
    light: Backlight,
    value: u32,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let undo = call(
        "system.display.restore_brightness",
        [("light", light.name.as_str().into()), ("value", i64::from(light.value).into())],
    );
    (cx.promise)(undo.clone()).await?;
    let before = light.level();
    let light = light.set(settings, value).await?;
    let after = light.level();
    let told = object([("level", after.into()), ("light", light.name.as_str().into())]);
    let outcome = Outcome::found(told).line(format!("set the brightness to {after}%")).undo(undo);
    Ok(match before == after {
        true => outcome,
        false => outcome.change(Change::Altered {
            what: "brightness".into(),
            before: format!("{before}%"),
            after: format!("{after}%"),
        }),
    })
}

use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Parameter, Signature, Type, Value};

use super::output::Output;
use crate::system::settings::Settings;

/// The signature of the undo call for volume changes, which restores each channel.
pub(in super::super) fn signature() -> Signature {
    Signature::change("system.audio.restore", "Restore the volume.")
        .parameter(Parameter::required("output", Type::String, "The audio output."))
        .parameter(Parameter::required("volumes", Type::Array, "How loud each channel was."))
        .parameter(Parameter::required("muted", Type::Boolean, "Whether it was silent."))
        .returns(Type::Object)
        .needs(&[Need::Sound])
        .internal()
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let output = Output::named(settings, args.text("output")?).await?;
    let volumes = args.get("volumes").and_then(Value::as_list).unwrap_or_default();
    let volumes = volumes.iter().filter_map(|volume| u32::try_from(volume.as_number()?.as_i64()?).ok());
    let volumes: Vec<u32> = volumes.collect();
    let undo = output.way_back();
    (cx.promise)(undo.clone()).await?;
    let output = output.set_volumes(&volumes).await?.set_muted(args.flag("muted")).await?;
    let muted = if output.muted { " (muted)" } else { "" };
    Ok(Outcome::found(output.told()).line(format!("set the volume to {}%{muted}", output.level())).undo(undo))
}

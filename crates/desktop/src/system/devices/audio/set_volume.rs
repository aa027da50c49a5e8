use lemmascope_intent::{
    Args, Cause, Change, Context, Failure, Need, Outcome, Parameter, Signature, Type, Value,
};

use super::output::{Output, scaled};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.audio.set_volume", "Set how loud the sound is.")
        .parameter(Parameter::required("level", Type::Number, "In percent, from 0 to 100.").within(0, 100))
        .returns(Type::Object)
        .needs(&[Need::Sound])
        .examples(&["system.audio.set_volume 40"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let level = args.get("level").and_then(Value::as_number).map(|level| level.as_f64());
    let Some(level) = level.filter(|level| (0.0..=100.0).contains(level)) else {
        return Err(Failure::new(Cause::InvalidParameter, "parameter \"level\" must be from 0 to 100")
            .hint("Give it in percent, such as 40.")
            .about("level"));
    };
    set(Output::current(settings).await?, level, cx).await
}

/// Sets the volume in percent, and records the undo call.
pub(super) async fn set(output: Output<'_>, level: f64, cx: &Context) -> Result<Outcome, Failure> {
    let (before, undo) = (output.level(), output.way_back());
    (cx.promise)(undo.clone()).await?;
    let volumes = scaled(&output.volumes, level);
    let output = output.set_volumes(&volumes).await?;
    let after = output.level();
    let muted = if output.muted { " (still muted)" } else { "" };
    let outcome = Outcome::found(output.told()).line(format!("set the volume to {after}%{muted}")).undo(undo);
    Ok(match before == after {
        true => outcome,
        false => outcome.change(Change::Altered {
            what: "volume".into(),
            before: format!("{before}%"),
            after: format!("{after}%"),
        }),
    })
}

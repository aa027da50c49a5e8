use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Signature, Type};

use super::output::Output;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.audio.get_volume", "Show the volume.")
        .returns(Type::Object)
        .needs(&[Need::Sound])
        .examples(&["system.audio.get_volume"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let output = Output::current(settings).await?;
    let muted = if output.muted { " (muted)" } else { "" };
    Ok(Outcome::found(output.told()).line(format!("volume {}%{muted}", output.level())))
}

use lemmascope_intent::{Args, Change, Context, Failure, Need, Outcome, Signature, Type};

use super::output::Output;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.audio.mute", "Silence the sound.")
        .returns(Type::Object)
        .needs(&[Need::Sound])
        .examples(&["system.audio.mute"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    cx: &Context,
) -> Result<Outcome, Failure> {
    turn(settings, true, cx).await
}

/// Mutes or unmutes the sound.
pub(super) async fn turn(settings: &Settings, muted: bool, cx: &Context) -> Result<Outcome, Failure> {
    let output = Output::current(settings).await?;
    let (before, undo) = (output.muted, output.way_back());
    (cx.promise)(undo.clone()).await?;
    let output = output.set_muted(muted).await?;
    let line = if muted { "mute the sound" } else { "unmute the sound" };
    let outcome = Outcome::found(output.told()).line(line).undo(undo);
    let word = |muted: bool| if muted { "muted" } else { "heard" }.to_string();
    Ok(match before == muted {
        true => outcome,
        false => {
            outcome.change(Change::Altered { what: "sound".into(), before: word(before), after: word(muted) })
        }
    })
}

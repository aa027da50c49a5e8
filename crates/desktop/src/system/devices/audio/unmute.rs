use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Signature, Type};

use super::mute::turn;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.audio.unmute", "Unmute the sound.")
        .returns(Type::Object)
        .needs(&[Need::Sound])
        .examples(&["system.audio.unmute"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    cx: &Context,
) -> Result<Outcome, Failure> {
    turn(settings, false, cx).await
}

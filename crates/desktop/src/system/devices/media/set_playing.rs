use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Parameter, Signature, Type};

use super::play_pause::turn;
use super::player::Player;
use crate::system::settings::Settings;

/// The signature of the undo call for `play_pause`. It is idempotent, so a repetition is harmless.
pub(in super::super) fn signature() -> Signature {
    Signature::change("system.audio.media.set_playing", "Have a player play, or pause.")
        .parameter(Parameter::required("player", Type::String, "The player."))
        .parameter(Parameter::required("playing", Type::Boolean, "Whether it is to play."))
        .returns(Type::Object)
        .needs(&[Need::Bus])
        .internal()
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let player = Player::choose(settings, &args).await?;
    turn(&player, args.flag("playing"), cx).await
}

use lemmascope_intent::{Args, Cause, Context, Failure, Need, Outcome, Signature, Type};

use super::super::telling::object;
use super::player::{Player, parameter};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.audio.media.previous", "Have a player play the track before.")
        .parameter(parameter())
        .returns(Type::Object)
        .needs(&[Need::Bus])
        .lasting()
        .examples(&["system.audio.media.previous"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let player = Player::choose(settings, &args).await?;
    if player.property("CanGoPrevious").await == Some(false) {
        return Err(Failure::new(
            Cause::NoEffect,
            format!("{} has no track before this one", player.identity),
        )
        .hint("Choose something else to play in the player."));
    }
    player.tell("Previous").await?;
    let told = object([("player", player.name.as_str().into())]);
    Ok(Outcome::found(told).line(format!("previous in {}", player.identity)))
}

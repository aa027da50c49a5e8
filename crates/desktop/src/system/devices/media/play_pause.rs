use lemmascope_intent::{Args, Change, Context, Failure, Need, Outcome, Signature, Type};

use super::super::telling::{call, object};
use super::player::{Player, Status, parameter};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.audio.media.play_pause", "Have a player go on playing, or pause.")
        .parameter(parameter())
        .returns(Type::Object)
        .needs(&[Need::Bus])
        .examples(&["system.audio.media.play_pause"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let player = Player::choose(settings, &args).await?;
    turn(&player, player.status != Status::Playing, cx).await
}

/// Starts or pauses a player, and verifies it.
pub(super) async fn turn(player: &Player, playing: bool, cx: &Context) -> Result<Outcome, Failure> {
    let was = player.status;
    let undo = call(
        "system.audio.media.set_playing",
        [("player", player.name.as_str().into()), ("playing", (was == Status::Playing).into())],
    );
    (cx.promise)(undo.clone()).await?;
    player.tell(if playing { "Play" } else { "Pause" }).await?;
    let now = player.becomes(|now| (now == Status::Playing) == playing).await?;
    let told = object([("player", player.name.as_str().into()), ("state", now.word().into())]);
    let change = Change::Altered {
        what: player.identity.clone(),
        before: was.word().into(),
        after: now.word().into(),
    };
    let line = format!("{} {}", if playing { "play" } else { "pause" }, player.identity);
    let outcome = Outcome::found(told).line(line).undo(undo);
    Ok(if was == now { outcome } else { outcome.change(change) })
}

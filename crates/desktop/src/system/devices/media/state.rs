use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Signature, Type};

use super::player::{Player, parameter};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.audio.media.state", "Show the playing media.")
        .parameter(parameter())
        .returns(Type::Object)
        .needs(&[Need::Bus])
        .examples(&["system.audio.media.state"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let player = Player::choose(settings, &args).await?;
    let mut told = player.track().await;
    let what = ["title", "artist"].into_iter().filter_map(|name| told.get(name)?.as_text());
    let what: Vec<&str> = what.collect();
    let line = match what.is_empty() {
        true => format!("{} is {}", player.identity, player.status.word()),
        false => format!("{} is {}: {}", player.identity, player.status.word(), what.join(", ")),
    };
    told.insert("player".into(), player.name.as_str().into());
    told.insert("name".into(), player.identity.as_str().into());
    told.insert("state".into(), player.status.word().into());
    Ok(Outcome::found(told).line(line))
}

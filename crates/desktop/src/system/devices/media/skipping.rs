use lemmascope_intent::{Args, Cause, Failure, Need, Outcome, Signature, Type};

use super::super::telling::object;
use super::player::{Player, parameter};
use crate::system::settings::Settings;

/// A direction for skipping tracks.
pub(super) struct Skip {
    /// The method of the player.
    pub(super) method: &'static str,
    /// The property that states whether such a track exists.
    pub(super) possible: &'static str,
    /// The verb in the log.
    pub(super) word: &'static str,
    /// The position of the track relative to the current one.
    pub(super) place: &'static str,
}

/// Completes the signature of a verb that skips.
pub(super) fn declared(signature: Signature) -> Signature {
    signature.parameter(parameter()).returns(Type::Object).needs(&[Need::Bus]).lasting()
}

pub(super) async fn skip(settings: &Settings, args: &Args, skip: &Skip) -> Result<Outcome, Failure> {
    let player = Player::choose(settings, args).await?;
    if player.property(skip.possible).await == Some(false) {
        return Err(Failure::new(
            Cause::NoEffect,
            format!("{} has no track {} this one", player.identity, skip.place),
        )
        .hint("Choose something else to play in the player."));
    }
    player.tell(skip.method).await?;
    let told = object([("player", player.name.as_str().into())]);
    Ok(Outcome::found(told).line(format!("{} in {}", skip.word, player.identity)))
}

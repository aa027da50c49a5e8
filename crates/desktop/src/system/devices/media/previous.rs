use lemmascope_intent::{Args, Context, Failure, Outcome, Signature};

use super::skipping::{Skip, declared, skip};
use crate::system::settings::Settings;

const PREVIOUS: Skip =
    Skip { method: "Previous", possible: "CanGoPrevious", word: "previous", place: "before" };

pub(in super::super) fn signature() -> Signature {
    declared(Signature::change("system.audio.media.previous", "Have a player play the track before."))
        .examples(&["system.audio.media.previous"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    skip(settings, &args, &PREVIOUS).await
}

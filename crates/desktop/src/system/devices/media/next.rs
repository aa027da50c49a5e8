use lemmascope_intent::{Args, Context, Failure, Outcome, Signature};

use super::skipping::{Skip, declared, skip};
use crate::system::settings::Settings;

const NEXT: Skip = Skip { method: "Next", possible: "CanGoNext", word: "next", place: "after" };

pub(in super::super) fn signature() -> Signature {
    declared(Signature::change("system.audio.media.next", "Have a player play the next track."))
        .examples(&["system.audio.media.next"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    skip(settings, &args, &NEXT).await
}

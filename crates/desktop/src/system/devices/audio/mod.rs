//! Sound: PulseAudio, or PipeWire's implementation of it, through `pactl`.

pub(super) mod adjust_volume;
pub(super) mod get_volume;
pub(super) mod mute;
mod output;
pub(super) mod restore;
pub(super) mod set_volume;
pub(super) mod unmute;

use lemmascope_intent::{CheckState, Finding};

use self::output::Output;
use crate::system::settings::Settings;

/// Whether an audio output exists.
pub(in crate::system) async fn check(settings: &Settings) -> Finding {
    match Output::current(settings).await {
        Ok(output) => Finding::ok(format!("sound is played on {}", output.name)),
        Err(failure) => Finding::failed(CheckState::Missing, failure),
    }
}

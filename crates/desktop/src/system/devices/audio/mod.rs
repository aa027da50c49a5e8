//! Sound: PulseAudio, or PipeWire in its place, through `pactl`.

pub(super) mod adjust_volume;
pub(super) mod get_volume;
pub(super) mod mute;
mod output;
pub(super) mod restore;
pub(super) mod set_volume;
pub(super) mod unmute;

//! Control of media players over the session bus (MPRIS).

pub(super) mod next;
pub(super) mod play_pause;
mod player;
pub(super) mod previous;
pub(super) mod set_playing;
mod skipping;
pub(super) mod state;

//! The devices of this machine: input, clipboard, display, sound, power, network, and status.

mod bus;
mod kernel;
mod program;
mod screen;
mod step;
mod telling;
mod wording;

mod audio;
mod clipboard;
mod display;
mod input;
mod media;
mod network;
mod power;
mod state;

use std::sync::Arc;

use lemmascope_intent::{Capability, Reach, Signature};

pub(super) use audio::check as check_audio;
pub use clipboard::serve as hold_clipboard;
pub(crate) use wording::letters;

use super::settings::Settings;
use crate::verb::{Act, Verb};

/// Returns the signature and implementation of the verb in a module.
macro_rules! verb {
    ($($module:ident)::+) => {
        ($($module)::+::signature(), (|settings, args, cx| Box::pin($($module)::+::act(settings, args, cx))) as Act<Settings>)
    };
}

/// Returns the verbs.
pub(super) fn verbs(settings: &Arc<Settings>) -> Vec<Arc<dyn Capability>> {
    let verbs: Vec<(Signature, Act<Settings>)> = vec![
        verb!(input::keyboard_type),
        verb!(input::keyboard_press),
        verb!(input::mouse_click),
        verb!(input::mouse_move),
        verb!(clipboard::read),
        verb!(clipboard::write),
        verb!(display::screenshot),
        verb!(display::find_text),
        verb!(display::set_brightness),
        verb!(display::adjust_brightness),
        verb!(display::night_light),
        verb!(audio::get_volume),
        verb!(audio::set_volume),
        verb!(audio::adjust_volume),
        verb!(audio::mute),
        verb!(audio::unmute),
        verb!(media::play_pause),
        verb!(media::next),
        verb!(media::previous),
        verb!(media::state),
        verb!(power::lock),
        verb!(power::sleep),
        verb!(power::shutdown),
        verb!(power::cancel_shutdown),
        verb!(network::status),
        verb!(network::airplane_mode),
        verb!(state::time),
        verb!(state::date),
        verb!(state::battery),
        verb!(state::active_window),
        verb!(state::disk_usage),
        verb!(state::memory_usage),
        (network::status::signature_of_state(), verb!(network::status).1),
        verb!(state::execution_context),
        // For undo and redo only.
        verb!(clipboard::restore),
        verb!(display::restore_brightness),
        verb!(audio::restore),
        verb!(media::set_playing),
        verb!(network::set_radios),
    ];
    verbs
        .into_iter()
        .map(|(signature, act)| Verb::made(signature.reach(Reach::Machine), act, settings))
        .collect()
}

//! What this machine is made of: what is typed and pressed, clipboard, display, sound, power, network, and how it is doing.

mod bus;
mod kernel;
mod telling;

mod media;
mod network;
mod power;
mod state;

use std::sync::Arc;

use lemmascope_intent::{Capability, Signature};

use super::settings::Settings;
use super::verb::{Act, Verb};

/// A verb of the module of that name.
macro_rules! verb {
    ($($module:ident)::+) => {
        ($($module)::+::signature(), (|settings, args, cx| Box::pin($($module)::+::act(settings, args, cx))) as Act)
    };
}

/// The verbs.
pub(super) fn verbs(settings: &Arc<Settings>) -> Vec<Arc<dyn Capability>> {
    let verbs: Vec<(Signature, Act)> = vec![
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
        verb!(state::disk_usage),
        verb!(state::memory_usage),
        (network::status::signature_of_state(), verb!(network::status).1),
        // For undo and redo only.
        verb!(media::set_playing),
        verb!(network::set_radios),
    ];
    verbs.into_iter().map(|(signature, act)| Verb::new(signature, act, settings)).collect()
}

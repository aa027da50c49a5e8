//! Emulation of screens, devices and preferences.

mod device;
mod device_reset;
mod devices;
mod media_color_scheme;
mod media_reduced_motion;
mod media_reset;
mod viewport;

mod device_table;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, table};

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    table! { sessions:
        viewport device device_reset devices media_color_scheme media_reduced_motion media_reset
    }
}

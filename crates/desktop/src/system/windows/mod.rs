//! Windows and applications: listing, starting, arranging and closing them.
//!
//! Works over X11 with the EWMH standard. Each verb verifies its effect and reports it.

mod desk;

mod asking;
mod client;
mod closing;

mod standing;
mod verb;

mod changing;
mod choice;

mod arrival;

mod apps;
mod desktops;
mod window;

use std::sync::Arc;

use lemmascope_intent::{Capability, Reach, Signature};

pub(crate) use arrival::{Wait, launch};

use super::settings::Settings;
use verb::{Act, Verb};

/// Returns the verbs.
pub(super) fn verbs(settings: &Arc<Settings>) -> Vec<Arc<dyn Capability>> {
    // Verbs that search for programs or start one do not require a display.
    let starting = |signature: fn() -> Signature, act| {
        crate::verb::Verb::made(signature().reach(Reach::Machine), act, settings)
    };
    let verb =
        |signature: fn() -> Signature, act: Act| Verb::made(signature().reach(Reach::Machine), act, settings);
    vec![
        starting(apps::launch::signature, |settings, args, cx| {
            Box::pin(apps::launch::act(settings, args, cx))
        }),
        starting(apps::launch_path::signature, |settings, args, cx| {
            Box::pin(apps::launch_path::act(settings, args, cx))
        }),
        starting(apps::list::signature, |settings, args, cx| Box::pin(apps::list::act(settings, args, cx))),
        verb(apps::focus::signature, apps::focus::act),
        verb(apps::close::signature, apps::close::act),
        verb(window::list::signature, window::list::act),
        verb(window::minimize::signature, window::minimize::act),
        verb(window::maximize::signature, window::maximize::act),
        verb(window::minimize_all::signature, window::minimize_all::act),
        verb(window::snap::left_signature, window::snap::left),
        verb(window::snap::right_signature, window::snap::right),
        verb(window::switch::signature, window::switch::act),
        verb(window::close::signature, window::close::act),
        verb(desktops::current::signature, desktops::current::act),
        verb(desktops::switch::signature, desktops::switch::act),
        verb(desktops::move_window::signature, desktops::move_window::act),
        // For undo and redo only.
        verb(window::put_back::signature, window::put_back::act),
        verb(apps::put_away::signature, apps::put_away::act),
    ]
}

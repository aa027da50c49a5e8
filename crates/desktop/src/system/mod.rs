//! This machine: its programs and windows, input, sound, display, power, network, and status.
//!
//! Every verb is one file with its signature, implementation and tests. Nothing here reads the environment:
//! settings state the locations of the display, the buses and the kernel's files, so that tests can replace
//! them. A verb reports what the machine lacks for it.

mod checks;
mod display;
mod settings;

mod devices;
pub(crate) mod windows;

use std::sync::Arc;

use lemmascope_intent::{Category, Domain, Source};

pub use devices::hold_clipboard;
pub(crate) use devices::letters;
pub use settings::Settings;

/// Returns the verbs for this machine.
pub fn domain(settings: impl Into<Arc<Settings>>) -> Domain {
    let settings = settings.into();
    Domain::new("system", [windows::verbs(&settings), devices::verbs(&settings)].concat())
        .sentences(&[Source { name: "system", text: include_str!("sentences.txt") }])
        .categories(CATEGORIES)
        .checks(checks::all(&settings))
}

const CATEGORIES: &[(&str, Category)] = &[
    ("system", Category::SystemQuery),
    ("system.apps", Category::ApplicationControl),
    ("system.apps.launch", Category::ApplicationLaunch),
    ("system.audio.media", Category::ApplicationControl),
    ("system.window", Category::WindowManagement),
    ("system.virtual_desktop", Category::WindowManagement),
    ("system.display.screenshot", Category::ScreenCapture),
    ("system.display.find_text", Category::ScreenPerception),
    ("system.input", Category::InputControl),
    ("system.clipboard", Category::InputControl),
];

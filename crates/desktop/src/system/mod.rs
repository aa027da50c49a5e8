//! This machine: its programs and windows, what is typed and pressed, sound, display, power, network, and how it is doing.
//!
//! Every verb is one file: its signature, its act, its tests. Nothing here reads the environment: where the display, the
//! buses and the kernel's files are is told by settings, so that a test brings its own. What this machine lacks is said by
//! the verb that needs it.

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

/// The verbs for this machine.
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

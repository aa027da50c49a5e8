//! The health checks of the display and of the sound.

use std::sync::Arc;

use lemmascope_intent::{Cause, Check, CheckState, Failure, Finding};

use super::devices::check_audio;
use super::display;
use super::settings::Settings;

/// Returns all checks of this machine.
pub(super) fn all(settings: &Arc<Settings>) -> Vec<Check> {
    let (screen, sound) = (Arc::clone(settings), Arc::clone(settings));
    vec![
        Check::optional("display", "windows, the clipboard, the screen, and a browser that you can see", {
            move |_| {
                let display = screen.display.clone();
                Box::pin(async move { check_display(display).await })
            }
        }),
        Check::optional("audio", "the volume and the microphone", move |_| {
            let settings = Arc::clone(&sound);
            Box::pin(async move { check_audio(&settings).await })
        }),
    ]
}

async fn check_display(display: Option<String>) -> Finding {
    let Some(display) = display else {
        return Finding::missing(
            "DISPLAY is not set",
            "Start the program in a desktop session, or: Xvfb :99 & export DISPLAY=:99",
        );
    };
    let name = display.clone();
    // The library connects synchronously, and may block on a display that does not respond.
    let reached = tokio::task::spawn_blocking(move || display::reach(&display).map(drop)).await;
    let reached = reached.unwrap_or_else(|_| Err(Failure::new(Cause::Failed, "the check itself failed")));
    match reached {
        Ok(()) => Finding::ok(format!("{name} answers")),
        Err(failure) => Finding::failed(CheckState::Broken, failure),
    }
}

use std::sync::PoisonError;
use std::time::Duration;

use lemmascope_intent::Failure;

use super::super::super::input::{Button, Key, Modifiers, Mouse};
use super::super::super::obstacle::{is_dialog_open, is_page_gone};
use super::super::protocol::Command;
use super::super::protocol::input::{DispatchKeyEvent, DispatchMouseEvent, InsertText};
use super::Tab;

/// The timeout for a page to handle an input event. Only a hanging page exceeds it.
const HANDLING: Duration = Duration::from_secs(10);

/// The mouse buttons and modifier keys that are held down.
#[derive(Debug, Default)]
pub(super) struct PressedInput {
    buttons: u8,
    modifiers: Modifiers,
}

impl Tab {
    /// Sends a mouse event through the browser, so that pages see it as trusted.
    pub async fn mouse(&self, event: Mouse) -> Result<(), Failure> {
        let dispatch = self.mouse_event(event);
        self.dispatch(&dispatch).await
    }

    /// Sets the modifier keys that are held during mouse events.
    pub fn hold(&self, modifiers: Modifiers) {
        self.inner.held.lock().unwrap_or_else(PoisonError::into_inner).modifiers = modifiers;
    }

    /// Sends a keyboard event through the browser.
    pub async fn key(&self, event: Key) -> Result<(), Failure> {
        match &event {
            Key::Down { stroke, modifiers } => {
                // With Control, Alt or Meta held, a key is a shortcut and inserts no text.
                let writes = !(modifiers.control || modifiers.alt || modifiers.meta);
                let text = stroke.text.as_deref().filter(|_| writes);
                let dispatch = DispatchKeyEvent {
                    kind: if text.is_some() { "keyDown" } else { "rawKeyDown" },
                    modifiers: modifiers.bits(),
                    text,
                    unmodified_text: text,
                    key: &stroke.key,
                    code: stroke.code,
                    windows_virtual_key_code: stroke.number,
                    location: stroke.location,
                    auto_repeat: false,
                    commands: editing(stroke.code, *modifiers),
                };
                self.dispatch(&dispatch).await
            }
            Key::Up { stroke, modifiers } => {
                let dispatch = DispatchKeyEvent {
                    kind: "keyUp",
                    modifiers: modifiers.bits(),
                    text: None,
                    unmodified_text: None,
                    key: &stroke.key,
                    code: stroke.code,
                    windows_virtual_key_code: stroke.number,
                    location: stroke.location,
                    auto_repeat: false,
                    commands: Vec::new(),
                };
                self.dispatch(&dispatch).await
            }
        }
    }

    /// Inserts a text at the caret, as an input method does.
    pub(crate) async fn insert_text(&self, text: &str) -> Result<(), Failure> {
        self.dispatch(&InsertText { text }).await
    }

    /// Sends an event to the page. If the event opens a dialog or leaves the page, it was handled, so this
    /// succeeds.
    pub(super) async fn dispatch<C: Command>(&self, command: &C) -> Result<(), Failure> {
        let was_open = self.state().dialog.is_some();
        match self.send_to_main_session(command, HANDLING).await {
            Ok(_) => Ok(()),
            Err(failure) if is_page_gone(&failure) => Ok(()),
            Err(failure) if is_dialog_open(&failure) && !was_open => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    pub(super) fn mouse_event(&self, event: Mouse) -> DispatchMouseEvent {
        let mut held = self.inner.held.lock().unwrap_or_else(PoisonError::into_inner);
        let (kind, at, button, clicks, wheel) = match event {
            Mouse::Moved { at, held } => ("mouseMoved", at, held, 0, None),
            Mouse::Pressed { at, button, clicks } => {
                held.buttons |= bit(button);
                ("mousePressed", at, Some(button), clicks, None)
            }
            Mouse::Released { at, button, clicks } => {
                held.buttons &= !bit(button);
                ("mouseReleased", at, Some(button), clicks, None)
            }
            Mouse::Wheel { at, dx, dy } => ("mouseWheel", at, None, 0, Some((dx, dy))),
        };
        DispatchMouseEvent {
            kind,
            x: finite(at.x),
            y: finite(at.y),
            button: button.map_or("none", name),
            buttons: held.buttons,
            click_count: clicks,
            modifiers: held.modifiers.bits(),
            delta_x: wheel.map(|(dx, _)| finite(dx)),
            delta_y: wheel.map(|(_, dy)| finite(dy)),
        }
    }
}

/// Replaces NaN and infinities, which would be serialized as `null` and refused by the browser.
fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}

fn bit(button: Button) -> u8 {
    match button {
        Button::Left => 1,
        Button::Right => 2,
        Button::Middle => 4,
    }
}

fn name(button: Button) -> &'static str {
    match button {
        Button::Left => "left",
        Button::Right => "right",
        Button::Middle => "middle",
    }
}

/// Returns the editor commands of a key. The desktop environment normally maps keys to them, which does not
/// happen in a headless browser.
fn editing(code: &str, modifiers: Modifiers) -> Vec<&'static str> {
    let command = (modifiers.control || modifiers.meta) && !modifiers.alt;
    match (code, command, modifiers.shift) {
        ("KeyA", true, false) => vec!["selectAll"],
        ("KeyC", true, false) => vec!["copy"],
        ("KeyX", true, false) => vec!["cut"],
        ("KeyV", true, false) => vec!["paste"],
        ("KeyZ", true, false) => vec!["undo"],
        ("KeyZ", true, true) | ("KeyY", true, false) => vec!["redo"],
        _ => Vec::new(),
    }
}

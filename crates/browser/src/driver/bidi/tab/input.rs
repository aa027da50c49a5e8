use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;
use serde_json::{Value, json};

use super::super::super::frame::FrameId;
use super::super::super::input::{Button, Key, KeyStroke, Modifiers, Mouse};
use super::super::super::obstacle::{is_dialog_open, is_page_gone};
use super::super::connection::PROMPTLY;
use super::Tab;
use crate::page::Point;

/// The timeout for a page to handle an input event. Only a hanging page exceeds it.
const HANDLING: Duration = Duration::from_secs(10);

/// The maximum time between two clicks of a double click.
const DOUBLE: Duration = Duration::from_millis(800);

/// The input state as the browser knows it.
#[derive(Debug, Default)]
pub(super) struct PressedInput {
    /// The modifier keys that callers want held during mouse events.
    modifiers: Modifiers,
    /// The modifier keys that the browser considers pressed.
    down: Modifiers,
    /// A button press that is sent together with the next event, because a click in two commands does not
    /// always produce a `click` event.
    pressed: Option<(Point, Button)>,
    /// The time of the last button release.
    released: Option<Instant>,
    /// The position of the pointer.
    at: Option<(FrameId, Point)>,
}

impl Tab {
    pub(in super::super::super) async fn mouse(&self, event: Mouse) -> Result<(), Failure> {
        match event {
            Mouse::Pressed { at, button, clicks } => {
                let is_apart = clicks <= 1 && self.held().released.is_some_and(|at| at.elapsed() < DOUBLE);
                if is_apart {
                    let release = json!({"context": self.id()});
                    self.connection().call("input.releaseActions", release, PROMPTLY).await?;
                    let mut held = self.held();
                    held.down = Modifiers::default();
                    held.at = None;
                }
                self.held().pressed = Some((at, button));
                Ok(())
            }
            Mouse::Moved { at, .. } => {
                let (frame, at) = self.aim(at).await?;
                let mut actions = self.take_deferred_press().await?;
                actions.push(moved(at));
                self.held().at = Some((frame.clone(), at));
                self.pointer(&frame, actions).await
            }
            Mouse::Released { at, button, .. } => {
                let mut actions = self.take_deferred_press().await?;
                let here = self.aim(at).await?;
                if self.held().at.as_ref() != Some(&here) {
                    actions.push(moved(here.1));
                }
                actions.push(json!({"type": "pointerUp", "button": number(button)}));
                {
                    let mut held = self.held();
                    held.at = Some(here.clone());
                    held.released = Some(Instant::now());
                }
                self.pointer(&here.0, actions).await
            }
            Mouse::Wheel { at, dx, dy } => {
                let (frame, at) = self.aim(at).await?;
                let scroll = json!({
                    "type": "scroll", "x": whole(at.x), "y": whole(at.y), "deltaX": whole(dx), "deltaY": whole(dy),
                });
                self.perform_in_frame(&frame, json!([{"type": "wheel", "id": "wheel", "actions": [scroll]}]))
                    .await
            }
        }
    }

    /// Takes the actions of the deferred press.
    async fn take_deferred_press(&self) -> Result<Vec<Value>, Failure> {
        let pressed = self.held().pressed.take();
        let Some((at, button)) = pressed else { return Ok(Vec::new()) };
        let here = self.aim(at).await?;
        let mut held = self.held();
        let mut actions = Vec::new();
        if held.at.as_ref() != Some(&here) {
            actions.push(moved(here.1));
        }
        held.at = Some(here);
        actions.push(json!({"type": "pointerDown", "button": number(button)}));
        Ok(actions)
    }

    async fn pointer(&self, frame: &FrameId, actions: Vec<Value>) -> Result<(), Failure> {
        let wanted = self.held().modifiers;
        self.set_held_modifiers(wanted).await?;
        let mouse = json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions});
        self.perform_in_frame(frame, json!([mouse])).await
    }

    pub(in super::super::super) fn hold(&self, modifiers: Modifiers) {
        self.held().modifiers = modifiers;
    }

    pub(in super::super::super) async fn key(&self, event: Key) -> Result<(), Failure> {
        let (stroke, modifiers, kind) = match event {
            Key::Down { stroke, modifiers } => (stroke, modifiers, "keyDown"),
            Key::Up { stroke, modifiers } => (stroke, modifiers, "keyUp"),
        };
        if let Some(set) = modifier(&stroke) {
            // A modifier key is pressed or released directly.
            let mut held = self.held();
            set(&mut held.down, kind == "keyDown");
        } else {
            // Shift is implied by the character.
            let writes = stroke.text.is_some() && !(modifiers.control || modifiers.alt || modifiers.meta);
            let shift = if writes { self.held().down.shift } else { modifiers.shift };
            self.set_held_modifiers(Modifiers { shift, ..modifiers }).await?;
        }
        let action = json!({"type": kind, "value": value_of(&stroke)});
        self.perform_keys(json!([{"type": "key", "id": "keyboard", "actions": [action]}])).await
    }

    /// Presses and releases modifier keys until exactly these are held.
    async fn set_held_modifiers(&self, wanted: Modifiers) -> Result<(), Failure> {
        let now = self.held().down;
        let changes: Vec<Value> = [
            (now.alt, wanted.alt, "\u{e00a}"),
            (now.control, wanted.control, "\u{e009}"),
            (now.meta, wanted.meta, "\u{e03d}"),
            (now.shift, wanted.shift, "\u{e008}"),
        ]
        .into_iter()
        .filter(|(now, wanted, _)| now != wanted)
        .map(|(_, wanted, key)| json!({"type": if wanted { "keyDown" } else { "keyUp" }, "value": key}))
        .collect();
        if changes.is_empty() {
            return Ok(());
        }
        self.held().down = wanted;
        self.perform_keys(json!([{"type": "key", "id": "keyboard", "actions": changes}])).await
    }

    /// Inserts a text at the caret. The protocol has no input method, so the `insertText` editing command is
    /// used.
    pub(in super::super::super) async fn insert_text(&self, text: &str) -> Result<(), Failure> {
        const INSERT: &str = "(text) => document.execCommand('insertText', false, text)";
        let focused = self.focused().await?;
        let inserted = match self.call(&focused, INSERT, json!([text]), HANDLING).await {
            Err(failure) if is_page_gone(&failure) => return Ok(()),
            inserted => inserted?,
        };
        if inserted == json!(true) {
            return Ok(());
        }
        let strokes: Vec<Value> = text
            .chars()
            .map(|c| if c == '\n' { '\u{e007}' } else { c })
            .flat_map(|c| ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": c.to_string()})))
            .collect();
        self.perform_keys(json!([{"type": "key", "id": "keyboard", "actions": strokes}])).await
    }

    /// Sends keys to the focused frame.
    async fn perform_keys(&self, actions: Value) -> Result<(), Failure> {
        let frame = if self.has_cross_origin_frames() { self.focused().await? } else { self.main_frame()? };
        self.perform_in_frame(&frame, actions).await
    }

    /// Sends input actions to the page. If an action opens a dialog or leaves the page, it was handled, so
    /// this succeeds.
    pub(super) async fn perform_in_frame(&self, frame: &FrameId, actions: Value) -> Result<(), Failure> {
        let was_open = self.state().dialog.is_some();
        let perform = json!({"context": frame.as_str(), "actions": actions});
        match self.ask("input.performActions", perform, HANDLING).await {
            Ok(_) => Ok(()),
            Err(failure) if is_page_gone(&failure) => Ok(()),
            Err(failure) if is_dialog_open(&failure) && !was_open => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    fn held(&self) -> MutexGuard<'_, PressedInput> {
        self.inner.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn moved(at: Point) -> Value {
    json!({"type": "pointerMove", "x": whole(at.x), "y": whole(at.y), "origin": "viewport"})
}

/// Rounds a coordinate, because the protocol requires integers.
fn whole(number: f64) -> i64 {
    if number.is_finite() { number.clamp(-1e9, 1e9).round() as i64 } else { 0 }
}

pub(super) fn number(button: Button) -> u8 {
    match button {
        Button::Left => 0,
        Button::Middle => 1,
        Button::Right => 2,
    }
}

/// Returns the setter of the modifier that a key represents.
fn modifier(stroke: &KeyStroke) -> Option<fn(&mut Modifiers, bool)> {
    match stroke.key.as_str() {
        "Alt" => Some(|held, is_down| held.alt = is_down),
        "Control" => Some(|held, is_down| held.control = is_down),
        "Meta" => Some(|held, is_down| held.meta = is_down),
        "Shift" => Some(|held, is_down| held.shift = is_down),
        _ => None,
    }
}

/// Returns the WebDriver character of a key.
fn value_of(stroke: &KeyStroke) -> String {
    let special = match stroke.key.as_str() {
        "Backspace" => '\u{e003}',
        "Tab" => '\u{e004}',
        "Enter" => '\u{e007}',
        "Shift" => '\u{e008}',
        "Control" => '\u{e009}',
        "Alt" => '\u{e00a}',
        "Escape" => '\u{e00c}',
        "PageUp" => '\u{e00e}',
        "PageDown" => '\u{e00f}',
        "End" => '\u{e010}',
        "Home" => '\u{e011}',
        "ArrowLeft" => '\u{e012}',
        "ArrowUp" => '\u{e013}',
        "ArrowRight" => '\u{e014}',
        "ArrowDown" => '\u{e015}',
        "Insert" => '\u{e016}',
        "Delete" => '\u{e017}',
        "Meta" => '\u{e03d}',
        key => match key.strip_prefix('F').and_then(|number| number.parse::<u32>().ok()) {
            Some(number @ 1..=12) => char::from_u32(0xe030 + number).unwrap_or('\u{e031}'),
            _ => return stroke.key.clone(),
        },
    };
    special.to_string()
}

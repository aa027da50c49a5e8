//! Moves a custom slider to a number, by keys and by the pointer.

use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;

use super::field::{Field, FieldState, Writing};
use super::found::stale;
use super::scanner_response::read;
use crate::driver::{Button, Mouse};
use crate::page::Point;
use crate::text::quote;

/// The maximum number of key presses.
const PRESSES: usize = 1000;
/// The maximum number of key presses between two checks of the value.
const AT_ONCE: usize = 50;
/// The maximum number of pointer movements along the track.
const MOVES: usize = 24;
/// The smallest useful pointer movement, in pixels.
const FINEST: f64 = 0.25;

/// The state of a custom slider.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct Slider {
    gone: bool,
    slider: bool,
    /// The current number; `None` for a slider that does not expose it until it is moved.
    now: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    /// The center of the handle, and the ends of the track along its axis.
    x: f64,
    y: f64,
    vertical: bool,
    start: Option<f64>,
    end: Option<f64>,
}

impl Field {
    /// Moves a slider to a number. Returns `None` if the field is not a slider.
    pub(super) async fn slide(&self, writing: &Writing<'_>) -> Result<Option<FieldState>, Failure> {
        let before = self.slider("lemmascope.beforeSliding").await?;
        if !before.slider {
            return Ok(None);
        }
        let wanted =
            writing.text.trim().trim_end_matches('%').parse::<f64>().ok().filter(|one| one.is_finite());
        let Some(wanted) = wanted else {
            return Err(Failure::new(Cause::TypeFailed, format!("{} takes a number", self.found().shown())));
        };
        self.slide_by_keys(wanted).await?;
        if self.now().await? != Some(wanted) {
            // Converts from the coordinates of the slider's frame to those of the page.
            let frame = Point { x: self.at().x - before.x, y: self.at().y - before.y };
            self.slide_by_pointer(wanted, frame).await?;
        }
        // A track may have fewer pixels than the slider has values.
        let is_reached =
            |now: Option<f64>| now.is_some_and(|now| equals_at_precision(now, wanted, writing.text));
        if !is_reached(self.now().await?) {
            self.slide_by_keys(wanted).await?;
        }
        let slider = self.slider("lemmascope.slider").await?;
        let name = self.found().shown();
        let Some(now) = slider.now else {
            let what = format!("{name} shows no number, and none on the page follows it");
            return Err(Failure::new(Cause::TypeFailed, what).hint("Drag its handle instead."));
        };
        let mut state = self.state().await?;
        state.value = now.to_string();
        if equals_at_precision(now, wanted, writing.text) {
            return Ok(Some(state));
        }
        let what = format!("{name} stands at {now} instead of {}", quote(writing.text, 40));
        let has_moved = before.now.is_none_or(|before| before != now);
        let failure =
            Failure::new(Cause::TypeFailed, what).verdict(if has_moved { "changed" } else { "no_effect" });
        Err(match (slider.min, slider.max) {
            (Some(min), Some(max)) => failure.hint(format!("Its range is {min} to {max}, in fixed steps.")),
            _ => failure.hint("Its steps are fixed."),
        })
    }

    /// Presses arrow keys for as long as the value gets closer.
    async fn slide_by_keys(&self, wanted: f64) -> Result<(), Failure> {
        self.call("lemmascope.focus").await?;
        let mut now = match self.now().await? {
            Some(now) => now,
            // The first key press shows which element displays the value.
            None => {
                self.press("arrowright").await?;
                let Some(now) = self.now().await? else { return Ok(()) };
                now
            }
        };
        let (mut step, mut pressed) = (None, 0);
        while now != wanted && pressed < PRESSES {
            let key = if wanted > now { "arrowright" } else { "arrowleft" };
            let count = step.map_or(1, |step| steps(wanted - now, step));
            if count == 0 {
                break;
            }
            for _ in 0..count {
                self.press(key).await?;
            }
            pressed += count;
            let Some(next) = self.now().await?.filter(|next| *next != now) else { break };
            let (before, after) = ((wanted - now).abs(), (wanted - next).abs());
            now = next;
            if after >= before {
                // The step width of the keys skips the number.
                self.press(if key == "arrowright" { "arrowleft" } else { "arrowright" }).await?;
                break;
            }
            #[expect(clippy::cast_precision_loss, reason = "a small count")]
            let each = (before - after) / count as f64;
            step = Some(each);
        }
        Ok(())
    }

    /// Drags the handle along its track, by interpolating between two positions with values below and above
    /// the wanted one.
    async fn slide_by_pointer(&self, wanted: f64, frame: Point) -> Result<(), Failure> {
        let slider = self.slider("lemmascope.slider").await?;
        let (Some(start), Some(end)) = (slider.start, slider.end) else { return Ok(()) };
        let from = if slider.vertical { slider.y } else { slider.x };
        let along = |place: f64| match slider.vertical {
            true => Point { x: frame.x + slider.x, y: frame.y + place },
            false => Point { x: frame.x + place, y: frame.y + slider.y },
        };
        let tab = self.tab();
        let held = Some(Button::Left);
        tab.mouse(Mouse::Moved { at: along(from), held: None }).await?;
        tab.mouse(Mouse::Pressed { at: along(from), button: Button::Left, clicks: 1 }).await?;
        // The position with the closest value, and the difference.
        let mut best = (from, slider.now.map_or(f64::INFINITY, |now| (now - wanted).abs()));
        let mut low = (start, None);
        let mut high = (end, None);
        for moves in 0..MOVES {
            let place = match (moves, low.1, high.1) {
                (0, ..) => start,
                (1, ..) => end,
                (_, Some(least), Some(most)) => between((low.0, least), (high.0, most), wanted),
                _ => break,
            };
            tab.mouse(Mouse::Moved { at: along(place), held }).await?;
            let Some(now) = self.now().await? else { continue };
            if (now - wanted).abs() < best.1 {
                best = (place, (now - wanted).abs());
            }
            match moves {
                0 => low.1 = Some(now),
                1 => high.1 = Some(now),
                _ if now == wanted => break,
                _ => {
                    let is_rising = high.1 > low.1;
                    let end = if (now < wanted) == is_rising { &mut low } else { &mut high };
                    *end = (place, Some(now));
                }
            }
            if moves > 1 && (high.0 - low.0).abs() < FINEST {
                break;
            }
        }
        let at = along(best.0);
        tab.mouse(Mouse::Moved { at, held }).await?;
        tab.mouse(Mouse::Released { at, button: Button::Left, clicks: 1 }).await
    }

    async fn now(&self) -> Result<Option<f64>, Failure> {
        Ok(self.slider("lemmascope.slider").await?.now)
    }

    async fn slider(&self, function: &str) -> Result<Slider, Failure> {
        let slider: Slider = read(self.call(function).await?)?;
        if slider.gone { Err(stale(self.found().id)) } else { Ok(slider) }
    }
}

/// Interpolates the position for a value between two positions, keeping a distance from both.
fn between((low, least): (f64, f64), (high, most): (f64, f64), wanted: f64) -> f64 {
    let share = if most == least { 0.5 } else { (wanted - least) / (most - least) };
    low + (high - low) * share.clamp(0.02, 0.98)
}

/// Whether a value equals the wanted one at its stated precision, since a continuous slider stops close to
/// it.
fn equals_at_precision(now: f64, wanted: f64, text: &str) -> bool {
    let decimals =
        text.trim().trim_end_matches('%').split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let unit = 0.1_f64.powi(i32::try_from(decimals).unwrap_or(0));
    (now - wanted).abs() < unit / 2.0
}

/// Returns the number of steps for a distance, up to the maximum between two checks.
fn steps(way: f64, step: f64) -> usize {
    if step <= 0.0 {
        return 1;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the bounds that it is held to"
    )]
    let count = (way.abs() / step).round().clamp(0.0, 1e6) as usize;
    count.min(AT_ONCE)
}

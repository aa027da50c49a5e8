use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;

use super::aim::read;
use super::field::{Field, FieldState, Writing};
use super::found::stale;
use crate::observation::quote;

/// So many times a key is pressed at most.
const PRESSES: usize = 1000;
/// So many at once, before it is looked again.
const AT_ONCE: usize = 50;

/// What a slider that the page draws says of itself.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct Slider {
    gone: bool,
    slider: bool,
    now: f64,
    min: Option<f64>,
    max: Option<f64>,
}

impl Field {
    /// Moves a slider to a number by keys, as all of them can be moved. Nothing if it is none.
    pub(super) async fn slide(&self, writing: &Writing<'_>) -> Result<Option<FieldState>, Failure> {
        let slider = self.slider().await?;
        if !slider.slider {
            return Ok(None);
        }
        let wanted =
            writing.text.trim().trim_end_matches('%').parse::<f64>().ok().filter(|one| one.is_finite());
        let Some(wanted) = wanted else {
            return Err(Failure::new(Cause::TypeFailed, format!("{} takes a number", self.found().shown())));
        };
        self.call("lemmascope.focus").await?;
        let mut now = slider.now;
        let mut step = None;
        let mut pressed = 0;
        while now != wanted && pressed < PRESSES {
            let key = if wanted > now { "arrowright" } else { "arrowleft" };
            let count = match step {
                None => 1,
                Some(step) => steps(wanted - now, step),
            };
            if count == 0 {
                break;
            }
            for _ in 0..count {
                self.press(key).await?;
            }
            pressed += count;
            let next = self.slider().await?.now;
            if next == now {
                break;
            }
            let (before, after) = ((wanted - now).abs(), (wanted - next).abs());
            now = next;
            if after >= before {
                break;
            }
            #[expect(clippy::cast_precision_loss, reason = "a small count")]
            let each = (before - after) / count as f64;
            step = Some(each);
        }
        let mut state = self.state().await?;
        state.value = now.to_string();
        if now == wanted {
            return Ok(Some(state));
        }
        let name = self.found().shown();
        let failure = Failure::new(
            Cause::TypeFailed,
            format!("{name} stands at {now} instead of {}", quote(writing.text, 40)),
        );
        Err(match (slider.min, slider.max) {
            (Some(min), Some(max)) => {
                failure.hint(format!("It goes from {min} to {max}, in steps of its own."))
            }
            _ => failure.hint("It goes in steps of its own."),
        })
    }

    async fn slider(&self) -> Result<Slider, Failure> {
        let slider: Slider = read(self.call("lemmascope.slider").await?)?;
        if slider.gone { Err(stale(self.found().id)) } else { Ok(slider) }
    }
}

/// How often a step is taken to go as far as that, no more than at once.
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

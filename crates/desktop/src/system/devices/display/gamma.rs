use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};
use x11rb::connection::Connection;
use x11rb::protocol::randr::ConnectionExt;

use super::super::screen::{Screen, lost};

/// The factors for red, green and blue of the night light, about 4000 K.
const WARM: [f64; 3] = [1.0, 0.82, 0.63];

/// The gamma ramps of the display, for each output.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Gamma(Vec<Ramp>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Ramp {
    crtc: u32,
    red: Vec<u16>,
    green: Vec<u16>,
    blue: Vec<u16>,
}

impl Gamma {
    /// Reads the current ramps.
    pub(super) fn read(screen: &Screen) -> Result<Self, Failure> {
        let unknown = || {
            Failure::new(Cause::Unavailable, "the display cannot be made warmer")
                .hint("Use the night light of the desktop, in its settings.")
        };
        let connection = &screen.connection;
        let asked = connection.randr_get_screen_resources_current(screen.root().root);
        let resources = asked.map_err(lost)?.reply().map_err(|_| unknown())?;
        let mut ramps = Vec::new();
        for crtc in resources.crtcs {
            let told = connection.randr_get_crtc_gamma(crtc).map_err(lost)?.reply();
            let Ok(told) = told else { continue };
            // An output without a connected monitor has no ramp.
            if told.red.len() > 1 {
                ramps.push(Ramp { crtc, red: told.red, green: told.green, blue: told.blue });
            }
        }
        if ramps.is_empty() {
            return Err(unknown());
        }
        let gamma = Self(ramps);
        // A display whose ramps were never set reports zeros, although it is not dark.
        let dark = gamma
            .0
            .iter()
            .all(|ramp| [&ramp.red, &ramp.green, &ramp.blue].into_iter().flatten().all(|it| *it == 0));
        Ok(if dark { gamma.plain() } else { gamma })
    }

    /// Sets the ramps, and verifies them.
    pub(super) fn set(&self, screen: &Screen) -> Result<(), Failure> {
        for ramp in &self.0 {
            let told = screen.connection.randr_set_crtc_gamma(ramp.crtc, &ramp.red, &ramp.green, &ramp.blue);
            told.map_err(lost)?.check().map_err(lost)?;
        }
        screen.connection.flush().map_err(lost)?;
        match Self::read(screen)?.is_like(self) {
            true => Ok(()),
            false => {
                Err(Failure::new(Cause::NoEffect, "the display accepted the colors and did not change them")
                    .hint("Use the night light of the desktop, in its settings.")
                    .verdict("no_effect"))
            }
        }
    }

    /// Returns ramps with less blue and slightly less green.
    pub(super) fn warmed(&self) -> Self {
        let scale = |steps: &[u16], part: f64| {
            steps.iter().map(|it| (f64::from(*it) * part).round() as u16).collect()
        };
        Self(
            self.0
                .iter()
                .map(|ramp| Ramp {
                    crtc: ramp.crtc,
                    red: scale(&ramp.red, WARM[0]),
                    green: scale(&ramp.green, WARM[1]),
                    blue: scale(&ramp.blue, WARM[2]),
                })
                .collect(),
        )
    }

    /// Returns linear ramps, the default of displays.
    pub(super) fn plain(&self) -> Self {
        let line = |steps: usize| -> Vec<u16> {
            let last = steps.saturating_sub(1).max(1);
            (0..steps).map(|step| (step * usize::from(u16::MAX) / last) as u16).collect()
        };
        Self(
            self.0
                .iter()
                .map(|ramp| Ramp {
                    crtc: ramp.crtc,
                    red: line(ramp.red.len()),
                    green: line(ramp.green.len()),
                    blue: line(ramp.blue.len()),
                })
                .collect(),
        )
    }

    /// Whether both are equal within the precision of a display, which stores fewer steps than it receives.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        const STEP: u16 = 600;
        let near = |one: &[u16], other: &[u16]| {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.abs_diff(*other) <= STEP)
        };
        self.0.len() == other.0.len()
            && self.0.iter().zip(&other.0).all(|(one, other)| {
                one.crtc == other.crtc
                    && near(&one.red, &other.red)
                    && near(&one.green, &other.green)
                    && near(&one.blue, &other.blue)
            })
    }

    /// Whether the ramps are warm: blue ends well below red on all outputs.
    pub(super) fn is_warm(&self) -> bool {
        let last = |steps: &[u16]| f64::from(steps.last().copied().unwrap_or(u16::MAX));
        self.0.iter().all(|ramp| last(&ramp.blue) < 0.85 * last(&ramp.red))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_warm_ramps_from_neutral_ones() {
        let steps = vec![0; 256];
        let plain =
            Gamma(vec![Ramp { crtc: 1, red: steps.clone(), green: steps.clone(), blue: steps }]).plain();
        assert_eq!(plain.0[0].red.last(), Some(&u16::MAX));
        assert!(!plain.is_warm() && plain.warmed().is_warm());
        assert!(plain.is_like(&plain) && !plain.is_like(&plain.warmed()));
    }
}

//! Durations in their notation: `500ms`, `5s`, `2m`.

use std::fmt;
use std::time::Duration;

/// A duration with its original unit, so that `90s` is not printed as `1.5m`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    written: String,
    duration: Duration,
}

impl Span {
    /// Parses `500ms`, `5s`, `2m`; seconds and minutes may have decimals. Returns `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let written = text.to_ascii_lowercase();
        let digits = written.find(|c: char| c.is_ascii_alphabetic())?;
        let (number, unit) = written.split_at(digits);
        let factor = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            _ => return None,
        };
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let sound = match number.split_once('.') {
            Some((whole, fraction)) => unit != "ms" && plain(whole) && plain(fraction),
            None => plain(number),
        };
        // Fifteen digits are exact in a float, and correspond to thirty thousand years in milliseconds.
        if !sound || number.len() > 15 {
            return None;
        }
        let value: f64 = number.parse().ok()?;
        let duration = Duration::from_millis((value * factor * 1000.0).round() as u64);
        Some(Self { written: format!("{value}{unit}"), duration })
    }

    /// Returns the duration.
    pub fn duration(&self) -> Duration {
        self.duration
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

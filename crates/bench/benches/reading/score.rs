use std::fmt;

use lemmascope_intent::Value;
use lemmascope_language::reader::{Decision, Reading};

use super::set::Asked;

/// How readings compare with what was meant.
#[derive(Default)]
pub(crate) struct Score {
    asked: f64,
    right: f64,
    acted: f64,
    outside: f64,
    refused: f64,
    /// Over fifteen bins of confidence, its sum and how many came true.
    bins: [(f64, f64); 15],
    /// Values that were found and are right, and all that were found or should have been.
    found: f64,
    values: f64,
}

impl Score {
    /// Takes the reading of a sentence.
    pub(crate) fn take(&mut self, reading: &Reading, asked: &Asked) {
        let is_right = reading.intent.as_deref() == Some(asked.intent.as_str());
        self.asked += 1.0;
        self.right += f64::from(u8::from(is_right));
        self.acted += f64::from(u8::from(is_right && reading.decision == Decision::Act));
        let bin = &mut self.bins[((reading.confidence * 15.0) as usize).min(14)];
        bin.0 += reading.confidence;
        bin.1 += f64::from(u8::from(is_right));
        let Some(values) = &asked.values else { return };
        let mut left = values.clone();
        self.values += left.len() as f64;
        // The values of another intent are none of this one's.
        for (name, value) in reading.parameters.iter().filter(|_| is_right) {
            for said in value.as_list().unwrap_or(std::slice::from_ref(value)) {
                self.values += 1.0;
                let same = |(slot, text): &(String, String)| slot == name && *text == written(said);
                if let Some(at) = left.iter().position(same) {
                    left.swap_remove(at);
                    self.found += 1.0;
                }
            }
        }
    }

    /// Takes the reading of a sentence that means nothing that is known.
    pub(crate) fn take_outside(&mut self, reading: &Reading) {
        self.outside += 1.0;
        self.refused += f64::from(u8::from(reading.decision == Decision::Unknown));
    }
}

fn written(value: &Value) -> String {
    value.as_text().map_or_else(|| value.to_string(), str::to_string)
}

/// As cells of a table.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: f64, all: f64| format!("{:.2} %", 100.0 * part / all.max(1.0));
        let or_none = |all: f64, text: String| if all > 0.0 { text } else { String::new() };
        let error: f64 = self.bins.iter().map(|(expected, came)| (expected - came).abs()).sum();
        write!(
            f,
            "{} | {} | {} | {:.3} | {}",
            share(self.right, self.asked),
            share(self.acted, self.asked),
            or_none(self.outside, share(self.refused, self.outside)),
            error / self.asked.max(1.0),
            or_none(self.values, format!("{:.3}", 2.0 * self.found / self.values.max(1.0))),
        )
    }
}

//! Percentages: `50%`, `fifty percent`, `cinquenta por cento`.

use lemmascope_intent::Number;

use super::number::{Sort, amount};
use super::passage::Passage;

/// Parses a percentage, and returns its end.
pub(super) fn percent(passage: &Passage, at: usize) -> Option<(usize, Number)> {
    let amount = amount(passage, at).filter(|amount| matches!(amount.sort, Sort::Sure | Sort::One))?;
    let end = match passage.mark(amount.end) {
        Some('%' | '％') => amount.end + 1,
        _ => match passage.is_portuguese() {
            true => passage.phrases(amount.end, &["por cento", "porcento", "percento"])?,
            false => passage.phrases(amount.end, &["percent", "per cent", "pct"])?,
        },
    };
    Some((end, amount.value.number()?))
}

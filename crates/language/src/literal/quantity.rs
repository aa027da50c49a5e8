//! Amounts with a unit: `10 MB`, `$15`, `três quilos`.

use lemmascope_intent::Number;

use super::decimal::Decimal;
use super::number::{Sort, amount};
use super::passage::Passage;
use super::unit::{Measure, Unit, currency, unit_at};

/// An amount with a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The amount.
    pub amount: Number,
    /// The unit.
    pub unit: Unit,
}

impl Quantity {
    /// Returns the number of bytes of a data size: powers of 1,000 for `KB`, of 1,024 for `KiB`.
    pub fn bytes(&self) -> Option<u64> {
        let factor: f64 = match (self.unit.measure, self.unit.sign) {
            (Measure::Data, "B") => 1.0,
            (Measure::Data, "KB") => 1e3,
            (Measure::Data, "MB") => 1e6,
            (Measure::Data, "GB") => 1e9,
            (Measure::Data, "TB") => 1e12,
            (Measure::Data, "KiB") => 1024.0,
            (Measure::Data, "MiB") => 1_048_576.0,
            (Measure::Data, "GiB") => 1_073_741_824.0,
            (Measure::Data, "TiB") => 1_099_511_627_776.0,
            _ => return None,
        };
        let bytes = (self.amount.as_f64() * factor).round();
        (0.0..1e19).contains(&bytes).then_some(bytes as u64)
    }

    /// Returns the text for a parameter: `10 MB`, `15 USD`.
    pub fn text(&self) -> String {
        format!("{} {}", self.amount, self.unit.sign)
    }
}

/// Parses a quantity, and returns its end.
pub(super) fn quantity(passage: &Passage, at: usize) -> Option<(usize, Quantity)> {
    if let Some(unit) = passage.mark(at).and_then(currency) {
        let amount =
            amount(passage, at + 1).filter(|it| it.sort == Sort::Sure && passage.digits(at + 1).is_some())?;
        return finish(passage, amount.end, amount.value.number()?, unit);
    }
    // The Brazilian currency symbol starts with a letter.
    if passage.word(at) == "r" && passage.is_mark(at + 1, '$') && passage.is_glued(at + 1) {
        let amount = amount(passage, at + 2).filter(|_| passage.digits(at + 2).is_some())?;
        let unit = Unit { sign: "BRL", measure: Measure::Money };
        return finish(passage, amount.end, amount.value.number()?, unit);
    }
    let amount = amount(passage, at)?;
    let start = passage.skip_hyphen(amount.end);
    // `de` follows millions: `dois milhões de euros`.
    let millions =
        passage.is_portuguese() && passage.said_before(start, &["milhao", "milhoes", "bilhoes", "duzia"]);
    let start = start + usize::from(millions && passage.word(start) == "de");
    let (end, unit) = unit_at(passage, start)?;
    if !is_unit(passage, start, amount.sort, unit) {
        return None;
    }
    let half = match passage.is_portuguese() {
        true => passage.phrases(end, &["e meio", "e meia"]),
        false => passage.phrases(end, &["and a half"]),
    };
    match half {
        Some(end) => finish(passage, end, amount.value.plus(Decimal::HALF)?.number()?, unit),
        None => finish(passage, end, amount.value.number()?, unit),
    }
}

/// Whether a word after an amount is a unit: a single letter is one only after digits, and `5G` is a network.
fn is_unit(passage: &Passage, at: usize, sort: Sort, unit: Unit) -> bool {
    let length = passage.word(at).len();
    let letter =
        length == 1 && (passage.digits(at - 1).is_none() || (passage.is_capital(at) && unit.sign != "l"));
    let measured = match sort {
        Sort::Sure => true,
        Sort::One | Sort::Half => length > 2,
        // `a foot` and `a degree` have other meanings.
        Sort::Article => {
            length > 2 && matches!(unit.measure, Measure::Money | Measure::Mass | Measure::Volume)
        }
    };
    measured && !letter
}

fn finish(passage: &Passage, end: usize, amount: Number, unit: Unit) -> Option<(usize, Quantity)> {
    (!passage.runs_on(end)).then_some((end, Quantity { amount, unit }))
}

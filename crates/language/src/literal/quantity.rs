//! Amounts with a unit: `10 MB`, `$15`, `três quilos`.

use lemmascope_intent::Number;

use super::decimal::Decimal;
use super::number::{Sort, amount};
use super::passage::Passage;
use super::unit::{Measure, Unit, currency, unit_at};

/// So much of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// How much.
    pub amount: Number,
    /// Of what.
    pub unit: Unit,
}

impl Quantity {
    /// The bytes that a size of data is: thousands for `KB`, 1,024s for `KiB`.
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

    /// The text that a parameter takes: `10 MB`, `15 USD`.
    pub fn text(&self) -> String {
        format!("{} {}", self.amount, self.unit.sign)
    }
}

/// The quantity that begins here, and where it ends.
pub(super) fn quantity(passage: &Passage, at: usize) -> Option<(usize, Quantity)> {
    if let Some(unit) = passage.mark(at).and_then(currency) {
        let amount =
            amount(passage, at + 1).filter(|it| it.sort == Sort::Sure && passage.digits(at + 1).is_some())?;
        return finish(passage, amount.end, amount.value.number()?, unit);
    }
    // Brazil writes its currency with a letter before the sign.
    if passage.word(at) == "r" && passage.is_mark(at + 1, '$') && passage.is_glued(at + 1) {
        let amount = amount(passage, at + 2).filter(|_| passage.digits(at + 2).is_some())?;
        let unit = Unit { sign: "BRL", measure: Measure::Money };
        return finish(passage, amount.end, amount.value.number()?, unit);
    }
    let amount = amount(passage, at)?;
    let start = passage.skip_hyphen(amount.end);
    // After millions stands `de`: `dois milhões de euros`.
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

/// Whether a word behind an amount is a unit: one letter is so behind digits only, and `5G` is a network.
fn is_unit(passage: &Passage, at: usize, sort: Sort, unit: Unit) -> bool {
    let length = passage.word(at).len();
    let letter =
        length == 1 && (passage.digits(at - 1).is_none() || (passage.is_capital(at) && unit.sign != "l"));
    let measured = match sort {
        Sort::Sure => true,
        Sort::One | Sort::Half => length > 2,
        // `a foot` and `a degree` are other things.
        Sort::Article => {
            length > 2 && matches!(unit.measure, Measure::Money | Measure::Mass | Measure::Volume)
        }
    };
    measured && !letter
}

fn finish(passage: &Passage, end: usize, amount: Number, unit: Unit) -> Option<(usize, Quantity)> {
    (!passage.runs_on(end)).then_some((end, Quantity { amount, unit }))
}

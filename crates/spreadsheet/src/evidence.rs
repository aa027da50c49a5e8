//! Evidence from the cells of a column about its conventions.

use crate::code_detection::ShapeCounts;
use crate::day::{Day, Order};
use crate::fault::Fault;
use crate::folding::shortened;
use crate::number::{Convention, Evidence};
use crate::value::Reading;

/// The number of example cells.
const SHOWN: usize = 3;

/// A number of cells, with examples.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cells {
    pub(crate) count: u64,
    shown: Vec<(u64, String)>,
}

impl Cells {
    #[inline]
    fn note(&mut self, row: u64, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.shown.len() < SHOWN {
            self.shown.push((row, shortened(&text(), 40)));
        }
    }

    fn merge(&mut self, other: Cells) {
        self.count += other.count;
        self.shown.extend(other.shown);
        self.shown.sort();
        self.shown.truncate(SHOWN);
    }

    /// Returns the first cells of the column as examples.
    pub(crate) fn shown(&self) -> Vec<String> {
        self.shown.iter().map(|(_, text)| text.clone()).collect()
    }
}

/// The evidence about the conventions of a column.
#[derive(Debug, Clone, Default)]
pub(crate) struct ColumnEvidence {
    pub(crate) point: Cells,
    pub(crate) comma: Cells,
    pub(crate) either: Cells,
    pub(crate) day_first: Cells,
    pub(crate) month_first: Cells,
    pub(crate) either_order: Cells,
    pub(crate) shapes: ShapeCounts,
}

impl ColumnEvidence {
    /// Records a number.
    #[inline]
    pub(crate) fn number(&mut self, evidence: Evidence, row: u64, text: impl FnOnce() -> String) {
        match evidence {
            Evidence::Neutral => {}
            Evidence::Point => self.point.note(row, text),
            Evidence::Comma => self.comma.note(row, text),
            Evidence::Either => self.either.note(row, text),
        }
    }

    /// Records a date in text form.
    pub(crate) fn day(&mut self, day: &Day, row: u64, text: &str) {
        let cells = match day.evidence() {
            Some(Order::DayFirst) => &mut self.day_first,
            Some(Order::MonthFirst) => &mut self.month_first,
            None if day.either() => &mut self.either_order,
            None => return,
        };
        cells.note(row, || text.to_owned());
    }

    pub(crate) fn merge(&mut self, other: ColumnEvidence) {
        self.point.merge(other.point);
        self.comma.merge(other.comma);
        self.either.merge(other.either);
        self.day_first.merge(other.day_first);
        self.month_first.merge(other.month_first);
        self.either_order.merge(other.either_order);
        self.shapes.merge(other.shapes);
    }

    /// Returns the conventions of the column. `asked` takes precedence; `likely` applies if the column is
    /// ambiguous.
    pub(crate) fn reading(&self, asked: Option<Convention>, likely: Reading) -> Reading {
        let convention = match (asked, self.point.count > 0, self.comma.count > 0) {
            (Some(asked), ..) => Some(asked),
            (None, true, false) => Some(Convention::Point),
            (None, false, true) => Some(Convention::Comma),
            (None, false, false) => likely.convention,
            (None, true, true) => None,
        };
        let order = match (self.day_first.count > 0, self.month_first.count > 0) {
            (true, false) => Order::DayFirst,
            (false, true) => Order::MonthFirst,
            _ => likely.order,
        };
        Reading {
            convention,
            order,
            worded: self.shapes.allows_currency_words(),
            powers: self.shapes.allows_exponents(),
        }
    }

    /// Returns an error if the column contains evidence for both conventions and ambiguous cells.
    pub(crate) fn contradiction(&self, column: &str) -> Option<Fault> {
        let both = self.point.count > 0 && self.comma.count > 0;
        (both && self.either.count > 0).then(|| Fault::MixedConventions {
            column: column.to_owned(),
            either: self.either.shown(),
            point: self.point.shown(),
            comma: self.comma.shown(),
        })
    }

    /// Describes how the numbers of the column were interpreted.
    pub(crate) fn notes(&self, column: &str, asked: Option<Convention>, reading: Reading) -> Vec<String> {
        let mut notes = Vec::new();
        let decided = asked.is_some() || self.point.count > 0 || self.comma.count > 0;
        match reading.convention {
            None => notes.push(format!(
                "\"{column}\" writes decimals both ways ({} and {}), each clear by itself",
                self.point.shown().join(", "),
                self.comma.shown().join(", ")
            )),
            Some(convention) if !decided && self.either.count > 0 => {
                let (sign, other) = match convention {
                    Convention::Point => ("point", "comma"),
                    Convention::Comma => ("comma", "point"),
                };
                notes.push(format!(
                    "\"{column}\" could be read with a decimal point or a decimal comma ({}); it was read with a {sign}, say decimal={other} if that is wrong",
                    self.either.shown().join(", ")
                ));
            }
            Some(_) => {}
        }
        notes
    }

    /// Describes how the dates of the column were interpreted.
    pub(crate) fn date_order_note(&self, column: &str, reading: Reading) -> Option<String> {
        let first = if reading.order == Order::DayFirst { "day" } else { "month" };
        let open = (self.day_first.count > 0) == (self.month_first.count > 0);
        (open && self.either_order.count > 0).then(|| {
            format!(
                "the dates of \"{column}\" do not say whether the day or the month comes first ({}); they were read with the {first} first",
                self.either_order.shown().join(", ")
            )
        })
    }
}

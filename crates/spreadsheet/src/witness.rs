//! Witnesses: columns that were not requested and that prove whether a row is a total.
//!
//! A row with the label of a total that is not the sum of the requested column may still be a total: the
//! column may contain text, or prices whose average is below them. The other numeric columns then decide.
//! They need a second pass, which only files with such a row take.

use crate::field::Field;
use crate::layout::Row;
use crate::plan::{Plan, Subject};
use crate::value::{Reading, Value};

/// The maximum number of witnesses.
const MOST: usize = 4;

/// The maximum number of columns that are searched for witnesses, because a sheet may have thousands.
const COLUMNS: usize = 200;

/// Returns mostly numeric columns, with their conventions.
pub(crate) fn find(
    rows: &[&Row],
    width: usize,
    asked: &[usize],
    reading: impl Fn(usize) -> Reading,
) -> Vec<(usize, Reading)> {
    let columns = (0..width.min(COLUMNS)).filter(|column| !asked.contains(column));
    let read = columns.map(|column| (column, reading(column)));
    read.filter(|(column, reading)| is_numeric(rows, *column, *reading)).take(MOST).collect()
}

fn is_numeric(rows: &[&Row], column: usize, reading: Reading) -> bool {
    let cells = rows.iter().filter_map(|row| row.cells.get(column)).map(Field::Cell);
    let (mut filled, mut numbers) = (0, 0);
    for cell in cells.filter(|it| !it.is_empty()) {
        filled += 1;
        numbers += usize::from(matches!(cell.value(reading), Value::Number { .. }));
    }
    numbers > 0 && numbers * 2 >= filled
}

impl Plan {
    /// Returns the plan with witnesses; nothing if it already has some, or if no column qualifies.
    pub(crate) fn with_witnesses(&self) -> Option<Plan> {
        if self.others.is_empty() {
            return None;
        }
        let mut plan = self.clone();
        let others = std::mem::take(&mut plan.others);
        let mut columns: Vec<(usize, Reading)> =
            self.slots.iter().copied().zip(self.readings.iter().copied()).collect();
        columns.extend(others.iter().filter(|(column, _)| !self.slots.contains(column)));
        columns.sort_unstable_by_key(|(column, _)| *column);
        (plan.slots, plan.readings) = columns.into_iter().unzip();
        let slots = plan.slots.clone();
        let place = |column: usize| slots.binary_search(&column).unwrap_or_default();
        let moved = |slot: usize| place(self.slots[slot]);
        plan.witnesses = others.iter().map(|(column, _)| place(*column)).collect();
        for target in &mut plan.targets {
            target.slot = moved(target.slot);
            if let Subject::With(other, _) = &mut target.subject {
                *other = moved(*other);
            }
        }
        plan.by.iter_mut().for_each(|it| it.slot = moved(it.slot));
        plan.sources = self.sources.iter().map(|slot| moved(*slot)).collect();
        plan.tested = self.tested.iter().map(|slot| moved(*slot)).collect();
        plan.labels = self.labels.iter().map(|slot| moved(*slot)).collect();
        plan.identifying_column = self.identifying_column.map(moved);
        Some(plan)
    }
}

//! Rows that may be totals, compared with the rows above them at the end of a pass.

use crate::cell::Cell;
use crate::field::Field;
use crate::plan::{Plan, Subject};
use crate::sum::Sum;
use crate::tally::Tally;
use crate::totals;
use crate::value::Value;

/// The sums of the rows from a given one on, independent of the conditions: a total is compared with these.
#[derive(Debug, Clone)]
pub(crate) struct Stretch {
    pub(crate) row: u64,
    pub(crate) sums: Vec<Sum>,
    pub(crate) filled: u64,
}

/// The maximum number of labelled rows that are not totals; beyond it the label is ordinary data.
const MOST_OPEN: usize = 1000;

/// The decisions about the rows that may be totals.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    /// The decisions, for people.
    pub(crate) notes: Vec<String>,
    /// Whether other columns should be consulted about some of them.
    pub(crate) open: bool,
}

/// A row that may be a total. It is set aside until all rows above it are known.
#[derive(Debug)]
pub(crate) struct SuspectedTotal {
    pub(crate) row: u64,
    pub(crate) label: String,
    pub(crate) fields: Vec<Cell<'static>>,
}

impl Tally {
    /// Compares the suspects with the rows above them. Those that are not totals are counted like all other
    /// rows.
    pub(crate) fn settle(&mut self, plan: &Plan) -> Settled {
        let mut suspects = std::mem::take(&mut self.suspects);
        let mut stretches = std::mem::take(&mut self.stretches);
        if suspects.is_empty() {
            return Settled::default();
        }
        suspects.sort_by_key(|it| it.row);
        // A stretch that starts at the row of a suspect comes after it.
        stretches.sort_by_key(|it| it.row);
        let mut stretches = stretches.into_iter().peekable();
        let nothing = vec![Sum::default(); plan.summed().count()];
        let (mut whole, mut since) = (nothing.clone(), nothing.clone());
        let (mut totals, mut others) = (Vec::new(), Vec::new());
        let (mut above, mut unproven) = (0, 0);
        for suspect in suspects {
            while let Some(stretch) = stretches.next_if(|it| it.row < suspect.row) {
                add(&mut whole, &stretch.sums);
                add(&mut since, &stretch.sums);
                above += stretch.filled;
            }
            let numbers = suspect.numbers(plan);
            if above > 0 && is_total(plan, &numbers, &whole, &since) {
                since.clone_from(&nothing);
                totals.push((suspect.row, suspect.label.clone()));
                self.leave_out(plan, &suspect);
            } else {
                unproven += 1;
                let own: Vec<Sum> = numbers.iter().map(|it| it.unwrap_or_default()).collect();
                add(&mut whole, &own);
                add(&mut since, &own);
                above += numbers.iter().flatten().count() as u64;
                if numbers.iter().any(Option::is_some) {
                    others.push((suspect.row, suspect.label.clone()));
                }
                let fields: Vec<Field<'_>> = suspect.fields.iter().map(Field::Cell).collect();
                self.count(plan, suspect.row, &fields);
            }
        }
        Settled { notes: told(&totals, &others), open: (1..=MOST_OPEN).contains(&unproven) }
    }

    fn leave_out(&mut self, plan: &Plan, suspect: &SuspectedTotal) {
        for (column, target) in self.columns.iter_mut().zip(&plan.targets) {
            let field = Field::Cell(&suspect.fields[target.slot]);
            let counts = match field.value(plan.readings[target.slot]) {
                Value::Number { .. } => true,
                Value::Empty | Value::Missing(_) => matches!(target.subject, Subject::Rows),
                _ => target.operation.accepts_any_cell(),
            };
            if counts {
                column.skipped.total += 1;
                column.example(suspect.row, || field.shown());
            }
        }
    }
}

impl SuspectedTotal {
    /// Returns the numbers of the row in the columns that detect totals.
    fn numbers(&self, plan: &Plan) -> Vec<Option<Sum>> {
        let number = |slot: usize| match Field::Cell(&self.fields[slot]).value(plan.readings[slot]) {
            Value::Number { number, .. } => {
                let mut sum = Sum::default();
                sum.add(number);
                Some(sum)
            }
            _ => None,
        };
        plan.summed().map(number).collect()
    }
}

/// Whether a row is the total of those above it, according to a requested column, or else to most of its
/// numbers, because a single number may equal the one above it by chance.
fn is_total(plan: &Plan, numbers: &[Option<Sum>], whole: &[Sum], since: &[Sum]) -> bool {
    let fits = |at: usize, number: &Sum| {
        totals::is_total(number, &whole[at]) || totals::is_total(number, &since[at])
    };
    let (mut own, mut others, mut against) = (0, 0, 0);
    for (at, number) in numbers.iter().enumerate() {
        let Some(number) = number else { continue };
        if !fits(at, number) {
            against += 1;
        } else if at < plan.sources.len() {
            own += 1;
        // If all numbers are zero, a zero proves nothing.
        } else if number.nearest() != 0.0 {
            others += 1;
        }
    }
    own > 0 || others > against
}

fn add(sums: &mut [Sum], others: &[Sum]) {
    sums.iter_mut().zip(others).for_each(|(own, other)| own.merge(other));
}

/// Describes the decisions about the rows that may be totals.
fn told(totals: &[(u64, String)], others: &[(u64, String)]) -> Vec<String> {
    let list = |rows: &[(u64, String)]| {
        let shown: Vec<String> =
            rows.iter().take(3).map(|(row, label)| format!("{row} (\"{label}\")")).collect();
        let more = if rows.len() > shown.len() {
            format!(" and {} more", rows.len() - shown.len())
        } else {
            String::new()
        };
        format!("{}{more}", shown.join(", "))
    };
    let mut notes = Vec::new();
    if !totals.is_empty() {
        notes.push(format!("left out as a total of the rows above: row {}", list(totals)));
    }
    if !others.is_empty() {
        notes.push(format!(
            "counted although called a total, since it is not the sum of the rows above: row {}",
            list(others)
        ));
    }
    notes
}

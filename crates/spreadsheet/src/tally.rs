//! Accumulates rows.

use std::collections::HashMap;

use jiff::civil::DateTime;

use crate::accumulator::{Accumulator, Taken};
use crate::analysis::{Example, Skipped};
use crate::distinct::MOST_NAMED;
use crate::evidence::ColumnEvidence;
use crate::fault::Fault;
use crate::field::Field;
use crate::folding::shortened;
use crate::grouping::Grouping;
use crate::lookup::letter;
use crate::percentile::{Focus, Middle};
use crate::plan::{Plan, Subject, Target};
use crate::sum::Sum;
use crate::suspected_total::{Stretch, SuspectedTotal};
use crate::totals;
use crate::units::Units;
use crate::value::{Reading, Value};

/// The maximum number of groups, multiplied by the number of figures.
const MOST_GROUPS: usize = 1_000_000;

/// The maximum total length of group names, in bytes.
const MOST_NAMES: usize = 64 << 20;

/// The maximum number of numbers that are stored for medians.
const MOST_KEPT: usize = 4_000_000;

/// The maximum number of rows that may be totals; beyond it the label is ordinary data.
const MOST_TOTALS: usize = 10_000;

/// The name of the group of empty cells.
pub(crate) const UNNAMED: &str = "(empty)";

/// The number of skipped cells that are shown.
const SHOWN: usize = 5;

/// The accumulated rows.
#[derive(Debug)]
pub(crate) struct Tally {
    /// The figures, by target.
    pub(crate) columns: Vec<FigureTally>,
    /// The evidence, by slot.
    pub(crate) column_evidence: Vec<ColumnEvidence>,
    pub(crate) groups: HashMap<Box<str>, Group>,
    /// The number of rows that satisfied the conditions.
    pub(crate) matched: u64,
    /// The number of rows that passed each test.
    pub(crate) met: Vec<u64>,
    outcomes: Vec<bool>,
    /// The number of rows.
    pub(crate) rows: u64,
    /// The last non-empty row.
    pub(crate) last_row: u64,
    names: usize,
    kept: usize,
    most_kept: usize,
    pub(crate) stretches: Vec<Stretch>,
    pub(crate) suspects: Vec<SuspectedTotal>,
    /// The error that stops the pass.
    pub(crate) fault: Option<Fault>,
}

/// The accumulated cells of a figure.
#[derive(Debug)]
pub(crate) struct FigureTally {
    pub(crate) measured: Accumulator,
    pub(crate) units: Units,
    pub(crate) skipped: Skipped,
    examples: Vec<(u64, String)>,
    pub(crate) middle: Option<Middle>,
}

/// The accumulated cells of a group, by target.
#[derive(Debug)]
pub(crate) struct Group {
    /// Its first row.
    pub(crate) row: u64,
    pub(crate) measured: Vec<Accumulator>,
}

impl Tally {
    /// Creates a tally. `shares` is the number of tallies that share the memory limits.
    pub(crate) fn new(plan: &Plan, shares: usize) -> Tally {
        let most_kept = MOST_KEPT / shares.max(1);
        let column = |(target, focus): (&Target, &Focus)| FigureTally {
            measured: Accumulator::new(target.operation, false),
            units: Units::default(),
            skipped: Skipped::default(),
            examples: Vec::new(),
            middle: target.operation.rank().map(|_| Middle::new(*focus, most_kept)),
        };
        Tally {
            columns: plan.targets.iter().zip(&plan.focus).map(column).collect(),
            column_evidence: vec![ColumnEvidence::default(); plan.slots.len()],
            groups: HashMap::new(),
            matched: 0,
            met: vec![0; plan.conditions.tests.len()],
            outcomes: Vec::new(),
            rows: 0,
            last_row: 0,
            names: 0,
            kept: 0,
            most_kept,
            stretches: Vec::new(),
            suspects: Vec::new(),
            fault: None,
        }
    }

    /// Starts at a row; rows before it may belong to another tally.
    pub(crate) fn begin(&mut self, plan: &Plan, row: u64) {
        self.stretches.push(Stretch { row, sums: vec![Sum::default(); plan.summed().count()], filled: 0 });
    }

    /// Accumulates a row, with one field for each slot.
    #[inline]
    pub(crate) fn row(&mut self, plan: &Plan, row: u64, fields: &[Field<'_>]) {
        let labelled = plan.labels.iter().any(|slot| totals::is_label(fields[*slot].bytes()));
        if labelled && self.suspects.len() < MOST_TOTALS {
            let label = plan.labels.iter().find(|slot| totals::is_label(fields[**slot].bytes()));
            let label = label.map_or_else(String::new, |slot| shortened(&fields[*slot].shown(), 40));
            self.suspects.push(SuspectedTotal {
                row,
                label,
                fields: fields.iter().map(Field::kept).collect(),
            });
            self.begin(plan, row);
        } else {
            self.count(plan, row, fields);
        }
    }

    /// Counts a row that is not a total.
    pub(crate) fn count(&mut self, plan: &Plan, row: u64, fields: &[Field<'_>]) {
        if fields.iter().all(Field::is_empty) {
            return;
        }
        self.rows += 1;
        self.last_row = self.last_row.max(row);
        let meets = plan.conditions.is_empty() || self.meets(plan, row, fields);
        self.matched += u64::from(meets);
        let (grouped, single) = (!plan.by.is_empty(), plan.sources.len() == 1);
        for (source, slot) in plan.sources.iter().enumerate() {
            let (field, reading) = (&fields[*slot], plan.readings[*slot]);
            let value = field.value(reading);
            self.witness(plan, source, *slot, row, field, &value);
            if meets {
                self.take(plan, *slot, row, fields, &value);
                if grouped && single {
                    self.group(plan, row, fields, Some(&value));
                }
            }
        }
        for (at, slot) in plan.witnesses.iter().enumerate() {
            let value = fields[*slot].value(plan.readings[*slot]);
            if let (Value::Number { number, .. }, Some(stretch)) = (value, self.stretches.last_mut()) {
                stretch.sums[plan.sources.len() + at].add(number);
                stretch.filled += 1;
            }
        }
        if meets && grouped && !single {
            self.group(plan, row, fields, None);
        }
    }

    /// Records the evidence of a cell for its column, whether or not its row satisfies the conditions.
    #[inline(always)]
    fn witness(
        &mut self,
        plan: &Plan,
        source: usize,
        slot: usize,
        row: u64,
        field: &Field<'_>,
        value: &Value<'_>,
    ) {
        let column_evidence = &mut self.column_evidence[slot];
        match value {
            Value::Number { number, evidence, .. } => {
                if evidence.speaks() {
                    column_evidence.number(*evidence, row, || field.shown());
                }
                if let Some(stretch) = self.stretches.last_mut() {
                    stretch.sums[source].add(*number);
                    stretch.filled += 1;
                }
            }
            Value::Text(_, evidence) if evidence.speaks() => {
                column_evidence.number(*evidence, row, || field.shown());
            }
            Value::Day(day, text) => column_evidence.day(day, row, text),
            _ => {}
        }
        if plan.calculates {
            column_evidence.shapes.take(value, row, field.length());
        }
    }

    /// Adds a cell of a row that satisfies the conditions to its figures.
    #[inline(always)]
    fn take(&mut self, plan: &Plan, slot: usize, row: u64, fields: &[Field<'_>], value: &Value<'_>) {
        let reading = plan.readings[slot];
        let moment = moment(value, reading);
        for (column, target) in self.columns.iter_mut().zip(&plan.targets) {
            if target.slot != slot {
                continue;
            }
            if matches!(target.subject, Subject::Rows) {
                column.measured.count_row();
                continue;
            }
            let other = target.other(plan, fields);
            column.take(target, &Taken { value, reading, moment, other, row, fields });
            if !matches!(value, Value::Number { .. } | Value::Empty) && !target.operation.accepts_any_cell() {
                column.example(row, || fields[slot].shown());
            }
            if column.measured.overfull {
                self.fault.get_or_insert_with(|| too_many_values(&target.column.name));
            }
        }
    }

    #[inline(never)]
    fn meets(&mut self, plan: &Plan, row: u64, fields: &[Field<'_>]) -> bool {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        outcomes.clear();
        for (at, (slot, test)) in plan.tested.iter().zip(&plan.conditions.tests).enumerate() {
            let reading = plan.readings[*slot];
            let value = fields[*slot].value(reading);
            // Targets record their own evidence.
            if test.is_measured() && !plan.sources.contains(slot) {
                let column_evidence = &mut self.column_evidence[*slot];
                match &value {
                    Value::Number { evidence, .. } | Value::Text(_, evidence) if evidence.speaks() => {
                        column_evidence.number(*evidence, row, || fields[*slot].shown());
                    }
                    Value::Day(day, text) => column_evidence.day(day, row, text),
                    _ => {}
                }
                column_evidence.shapes.take(&value, row, fields[*slot].length());
            }
            let met = test.meets(&value, reading);
            self.met[at] += u64::from(met);
            outcomes.push(met);
        }
        let meets = plan.conditions.condition.holds(&outcomes);
        self.outcomes = outcomes;
        meets
    }

    /// Adds a row to its group. `only` is the value of the only column with figures, if there is only one.
    #[inline(never)]
    fn group(&mut self, plan: &Plan, row: u64, fields: &[Field<'_>], only: Option<&Value<'_>>) {
        if self.fault.is_some() {
            return;
        }
        let key = |it: &Grouping| it.key(&fields[it.slot], plan.readings[it.slot]);
        let shown = match plan.by.as_slice() {
            [only] => key(only),
            several => {
                let named =
                    several.iter().map(key).map(|it| if it.is_empty() { UNNAMED.to_owned() } else { it });
                named.collect::<Vec<_>>().join(" / ")
            }
        };
        let group = match self.groups.get_mut(shown.as_str()) {
            Some(group) => group,
            None => {
                self.names += shown.len();
                if (self.groups.len() + 1) * plan.targets.len() > MOST_GROUPS || self.names > MOST_NAMES {
                    self.fault = Some(too_many_groups(&plan.grouped_by()));
                    return;
                }
                let measured = plan.targets.iter().map(|it| Accumulator::new(it.operation, true)).collect();
                self.groups.entry(shown.into_boxed_str()).or_insert(Group { row, measured })
            }
        };
        group.row = group.row.min(row);
        for (measured, target) in group.measured.iter_mut().zip(&plan.targets) {
            if matches!(target.subject, Subject::Rows) {
                measured.count_row();
                continue;
            }
            let reading = plan.readings[target.slot];
            let own;
            let value = match only {
                Some(value) => value,
                None => {
                    own = fields[target.slot].value(reading);
                    &own
                }
            };
            let (moment, other) = (moment(value, reading), target.other(plan, fields));
            self.kept += measured.take(&Taken { value, reading, moment, other, row, fields });
        }
        if self.kept > self.most_kept {
            self.fault = Some(too_many_numbers());
        }
    }

    /// Merges the tally of other rows.
    pub(crate) fn merge(&mut self, plan: &Plan, other: Tally) {
        for (own, others) in self.columns.iter_mut().zip(other.columns) {
            own.merge(others);
        }
        self.met.iter_mut().zip(&other.met).for_each(|(own, others)| *own += others);
        self.last_row = self.last_row.max(other.last_row);
        self.column_evidence
            .iter_mut()
            .zip(other.column_evidence)
            .for_each(|(own, others)| own.merge(others));
        for (key, others) in other.groups {
            match self.groups.get_mut(&key) {
                Some(own) => own.merge(others),
                None => {
                    self.names += key.len();
                    self.groups.insert(key, others);
                }
            }
        }
        self.matched += other.matched;
        self.rows += other.rows;
        self.kept += other.kept;
        self.most_kept += other.most_kept;
        self.stretches.extend(other.stretches);
        self.suspects.extend(other.suspects);
        self.fault = self.fault.take().or(other.fault);
        if self.groups.len() * plan.targets.len() > MOST_GROUPS {
            self.fault.get_or_insert_with(|| too_many_groups(&plan.grouped_by()));
        }
        let overfull = self.columns.iter().zip(&plan.targets).find(|(column, _)| column.measured.overfull);
        if let Some((_, target)) = overfull {
            self.fault.get_or_insert_with(|| too_many_values(&target.column.name));
        }
    }
}

impl FigureTally {
    #[inline(always)]
    fn take(&mut self, target: &Target, taken: &Taken<'_>) {
        self.measured.take(taken);
        match taken.value {
            Value::Number { number, unit, .. } => {
                self.units.note(*unit);
                if let Some(middle) = &mut self.middle {
                    middle.add(number.nearest());
                }
                // A pair counts only if both numbers are present.
                if taken.other.is_none() && matches!(target.subject, Subject::With(..)) {
                    self.skipped.unpaired += 1;
                }
            }
            Value::Empty => self.skipped.empty += 1,
            Value::Date(_) | Value::Day(..) => self.skipped.date += 1,
            Value::Text(..) => self.skipped.text += 1,
            Value::Boolean(_) => self.skipped.boolean += 1,
            Value::Error(_) => self.skipped.error += 1,
            Value::Missing(_) => self.skipped.missing += 1,
            Value::Uncomputed => self.skipped.uncomputed += 1,
        }
    }

    pub(crate) fn example(&mut self, row: u64, text: impl FnOnce() -> String) {
        if self.examples.len() < SHOWN {
            self.examples.push((row, shortened(&text(), 40)));
        }
    }

    fn merge(&mut self, other: FigureTally) {
        self.measured.merge(other.measured);
        self.units.merge(other.units);
        let (own, others) = (&mut self.skipped, other.skipped);
        own.empty += others.empty;
        own.text += others.text;
        own.error += others.error;
        own.date += others.date;
        own.boolean += others.boolean;
        own.uncomputed += others.uncomputed;
        own.total += others.total;
        own.missing += others.missing;
        own.unpaired += others.unpaired;
        self.examples.extend(other.examples);
        self.examples.sort();
        self.examples.truncate(SHOWN);
        if let (Some(own), Some(others)) = (&mut self.middle, other.middle) {
            own.merge(others);
        }
    }

    /// Returns the skipped cells, with examples.
    pub(crate) fn skipped(&self, column: usize) -> Skipped {
        let mut examples = self.examples.clone();
        examples.sort();
        let letter = letter(column);
        let examples =
            examples.into_iter().map(|(row, holds)| Example { cell: format!("{letter}{row}"), holds });
        Skipped { examples: examples.collect(), ..self.skipped.clone() }
    }
}

impl Group {
    fn merge(&mut self, other: Group) {
        self.row = self.row.min(other.row);
        self.measured.iter_mut().zip(other.measured).for_each(|(own, others)| own.merge(others));
    }
}

impl Target {
    /// Returns the number in the second column of a target.
    #[inline]
    fn other(&self, plan: &Plan, fields: &[Field<'_>]) -> Option<f64> {
        let Subject::With(slot, _) = &self.subject else { return None };
        match fields[*slot].value(plan.readings[*slot]) {
            Value::Number { number, .. } => Some(number.nearest()),
            _ => None,
        }
    }
}

#[inline]
fn moment(value: &Value<'_>, reading: Reading) -> Option<DateTime> {
    match value {
        Value::Date(moment) => Some(*moment),
        Value::Day(day, _) => day.moment(reading.order),
        _ => None,
    }
}

fn too_many_groups(column: &str) -> Fault {
    Fault::TooLarge {
        what: format!("the column \"{column}\" has more than {MOST_GROUPS} different values to group by"),
        remedy: "group by a column with fewer values, or set a condition".to_owned(),
    }
}

fn too_many_numbers() -> Fault {
    Fault::TooLarge {
        what: format!("the figures of all groups together take more than {MOST_KEPT} values to be kept"),
        remedy: "set a condition, or ask without groups".to_owned(),
    }
}

fn too_many_values(column: &str) -> Fault {
    Fault::TooLarge {
        what: format!("the column \"{column}\" has more than {MOST_NAMED} different values"),
        remedy: "set a condition, or ask for the number of distinct values".to_owned(),
    }
}

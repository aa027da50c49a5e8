//! What rows come to, counted as they pass.

use std::collections::HashMap;

use jiff::civil::DateTime;

use crate::analysis::{Example, Skipped};
use crate::evidence::Testimony;
use crate::fault::Fault;
use crate::field::Field;
use crate::folding::shortened;
use crate::lookup::letter;
use crate::measured::{Measured, Units};
use crate::middle::Middle;
use crate::number::is_code;
use crate::plan::Plan;
use crate::request::Operation;
use crate::sum::Sum;
use crate::suspect::{Stretch, Suspect};
use crate::totals;
use crate::value::Value;

/// So many groups are kept, one for each column that is asked for.
const MOST_GROUPS: usize = 1_000_000;

/// So many bytes of their names.
const MOST_NAMES: usize = 64 << 20;

/// So many numbers are kept for medians.
const MOST_KEPT: usize = 4_000_000;

/// So many rows may be totals; beyond them the word is one of the data.
const MOST_TOTALS: usize = 10_000;

/// How many cells that went into no figure are shown.
const SHOWN: usize = 5;

/// What rows come to.
#[derive(Debug)]
pub(crate) struct Tally {
    /// One for each target.
    pub(crate) columns: Vec<Tallied>,
    /// One for each slot.
    pub(crate) testimony: Vec<Testimony>,
    pub(crate) groups: HashMap<Box<str>, Group>,
    /// How many rows met the conditions.
    pub(crate) matched: u64,
    /// How many rows there were.
    pub(crate) rows: u64,
    names: usize,
    kept: usize,
    most_kept: usize,
    pub(crate) stretches: Vec<Stretch>,
    pub(crate) suspects: Vec<Suspect>,
    /// What cannot be gone on with.
    pub(crate) fault: Option<Fault>,
}

/// What one column comes to.
#[derive(Debug)]
pub(crate) struct Tallied {
    pub(crate) measured: Measured,
    pub(crate) units: Units,
    pub(crate) skipped: Skipped,
    /// How many texts are digits behind a zero.
    pub(crate) codes: u64,
    /// How many numbers the file stores as numbers.
    pub(crate) stored: u64,
    examples: Vec<(u64, String)>,
    pub(crate) middle: Option<Middle>,
}

/// What one group comes to, for each target.
#[derive(Debug)]
pub(crate) struct Group {
    /// Where it was met first.
    pub(crate) row: u64,
    pub(crate) measured: Vec<Measured>,
    pub(crate) kept: Vec<Vec<f64>>,
}

impl Tally {
    /// `shares` is how many there are of the kind, which share what may be kept.
    pub(crate) fn new(plan: &Plan, shares: usize) -> Tally {
        let most_kept = MOST_KEPT / shares.max(1);
        let median = plan.operation == Operation::Median;
        let column = |focus| Tallied {
            measured: Measured::default(),
            units: Units::default(),
            skipped: Skipped::default(),
            codes: 0,
            stored: 0,
            examples: Vec::new(),
            middle: median.then(|| Middle::new(focus, most_kept)),
        };
        Tally {
            columns: plan.focus.iter().map(|focus| column(*focus)).collect(),
            testimony: vec![Testimony::default(); plan.slots.len()],
            groups: HashMap::new(),
            matched: 0,
            rows: 0,
            names: 0,
            kept: 0,
            most_kept,
            stretches: Vec::new(),
            suspects: Vec::new(),
            fault: None,
        }
    }

    /// The rows that follow begin here; those between may be somebody else's.
    pub(crate) fn begin(&mut self, plan: &Plan, row: u64) {
        self.stretches.push(Stretch { row, sums: vec![Sum::default(); plan.summed().count()], filled: 0 });
    }

    /// Takes a row: one field for each slot.
    #[inline]
    pub(crate) fn row(&mut self, plan: &Plan, row: u64, fields: &[Field<'_>]) {
        let labelled = plan.labels.iter().any(|slot| totals::is_label(fields[*slot].bytes()));
        if labelled && self.suspects.len() < MOST_TOTALS {
            let label = plan.labels.iter().find(|slot| totals::is_label(fields[**slot].bytes()));
            let label = label.map_or_else(String::new, |slot| shortened(&fields[*slot].shown(), 40));
            self.suspects.push(Suspect { row, label, fields: fields.iter().map(Field::kept).collect() });
            self.begin(plan, row);
        } else {
            self.count(plan, row, fields);
        }
    }

    /// Counts a row that is no total.
    pub(crate) fn count(&mut self, plan: &Plan, row: u64, fields: &[Field<'_>]) {
        if fields.iter().all(Field::is_empty) {
            return;
        }
        self.rows += 1;
        let meets = plan.conditions.is_empty() || self.meets(plan, row, fields);
        self.matched += u64::from(meets);
        for (at, (slot, _)) in plan.targets.iter().enumerate() {
            let (field, reading) = (&fields[*slot], plan.readings[*slot]);
            let value = field.value(reading);
            match &value {
                Value::Number { number, evidence, .. } => {
                    if evidence.speaks() {
                        self.testimony[*slot].number(*evidence, row, || field.shown());
                    }
                    if let Some(stretch) = self.stretches.last_mut() {
                        stretch.sums[at].add(*number);
                        stretch.filled += 1;
                    }
                }
                Value::Text(_, evidence) if evidence.speaks() => {
                    self.testimony[*slot].number(*evidence, row, || field.shown());
                }
                Value::Day(day, text) => self.testimony[*slot].day(day, row, text),
                _ => {}
            }
            if meets {
                let moment = match &value {
                    Value::Date(moment) => Some(*moment),
                    Value::Day(day, _) => day.moment(reading.order),
                    _ => None,
                };
                let column = &mut self.columns[at];
                column.take(plan.operation, &value, moment);
                column.stored += u64::from(field.is_stored());
                if !matches!(value, Value::Number { .. } | Value::Empty) {
                    column.example(row, || field.shown());
                }
            }
        }
        for (at, slot) in plan.witnesses.iter().enumerate() {
            let value = fields[*slot].value(plan.readings[*slot]);
            if let (Value::Number { number, .. }, Some(stretch)) = (value, self.stretches.last_mut()) {
                stretch.sums[plan.targets.len() + at].add(number);
                stretch.filled += 1;
            }
        }
        if meets && let Some((slot, _)) = &plan.by {
            self.group(plan, row, fields, *slot);
        }
    }

    fn meets(&mut self, plan: &Plan, row: u64, fields: &[Field<'_>]) -> bool {
        let mut meets = true;
        for (slot, condition) in &plan.conditions {
            let reading = plan.readings[*slot];
            let value = fields[*slot].value(reading);
            // A target speaks for itself.
            if condition.is_measured() && !plan.targets.iter().any(|(target, _)| target == slot) {
                match &value {
                    Value::Number { evidence, .. } | Value::Text(_, evidence) if evidence.speaks() => {
                        self.testimony[*slot].number(*evidence, row, || fields[*slot].shown());
                    }
                    Value::Day(day, text) => self.testimony[*slot].day(day, row, text),
                    _ => {}
                }
            }
            meets = meets && condition.meets(&value, reading);
        }
        meets
    }

    fn group(&mut self, plan: &Plan, row: u64, fields: &[Field<'_>], by: usize) {
        if self.fault.is_some() {
            return;
        }
        let shown = fields[by].shown();
        let group = match self.groups.get_mut(shown.as_str()) {
            Some(group) => group,
            None => {
                self.names += shown.len();
                if (self.groups.len() + 1) * plan.targets.len() > MOST_GROUPS || self.names > MOST_NAMES {
                    self.fault = Some(too_many_groups(&plan.name(by)));
                    return;
                }
                let many = plan.targets.len();
                let kept =
                    if plan.operation == Operation::Median { vec![Vec::new(); many] } else { Vec::new() };
                let fresh = Group { row, measured: vec![Measured::default(); many], kept };
                self.groups.entry(shown.into_boxed_str()).or_insert(fresh)
            }
        };
        group.row = group.row.min(row);
        for (at, (slot, _)) in plan.targets.iter().enumerate() {
            let reading = plan.readings[*slot];
            let value = fields[*slot].value(reading);
            let moment = match &value {
                Value::Date(moment) => Some(*moment),
                Value::Day(day, _) => day.moment(reading.order),
                _ => None,
            };
            group.measured[at].take(plan.operation, &value, moment);
            if let (Value::Number { number, .. }, Some(kept)) = (&value, group.kept.get_mut(at)) {
                kept.push(number.nearest());
                self.kept += 1;
            }
        }
        if self.kept > self.most_kept {
            self.fault = Some(too_many_numbers());
        }
    }

    /// Takes what another one counted in other rows.
    pub(crate) fn merge(&mut self, plan: &Plan, other: Tally) {
        for (own, others) in self.columns.iter_mut().zip(other.columns) {
            own.merge(others, plan.operation);
        }
        self.testimony.iter_mut().zip(other.testimony).for_each(|(own, others)| own.merge(others));
        for (key, others) in other.groups {
            match self.groups.get_mut(&key) {
                Some(own) => own.merge(others, plan.operation),
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
            let by = plan.by.as_ref().map_or_else(String::new, |(_, column)| column.name.clone());
            self.fault.get_or_insert(too_many_groups(&by));
        }
    }
}

impl Tallied {
    #[inline]
    fn take(&mut self, operation: Operation, value: &Value<'_>, moment: Option<DateTime>) {
        self.measured.take(operation, value, moment);
        match value {
            Value::Number { number, unit, .. } => {
                self.units.note(*unit);
                if let Some(middle) = &mut self.middle {
                    middle.add(number.nearest());
                }
            }
            Value::Empty => self.skipped.empty += 1,
            Value::Date(_) | Value::Day(..) => self.skipped.date += 1,
            Value::Text(text, _) => {
                self.skipped.text += 1;
                self.codes += u64::from(is_code(text));
            }
            Value::Boolean(_) => self.skipped.boolean += 1,
            Value::Error(_) => self.skipped.error += 1,
            Value::Uncomputed => self.skipped.uncomputed += 1,
        }
    }

    pub(crate) fn example(&mut self, row: u64, text: impl FnOnce() -> String) {
        if self.examples.len() < SHOWN {
            self.examples.push((row, shortened(&text(), 40)));
        }
    }

    fn merge(&mut self, other: Tallied, operation: Operation) {
        self.measured.merge(&other.measured, operation);
        self.units.merge(other.units);
        self.codes += other.codes;
        self.stored += other.stored;
        let (own, others) = (&mut self.skipped, other.skipped);
        own.empty += others.empty;
        own.text += others.text;
        own.error += others.error;
        own.date += others.date;
        own.boolean += others.boolean;
        own.uncomputed += others.uncomputed;
        own.total += others.total;
        self.examples.extend(other.examples);
        self.examples.sort();
        self.examples.truncate(SHOWN);
        if let (Some(own), Some(others)) = (&mut self.middle, other.middle) {
            own.merge(others);
        }
    }

    /// What went into no figure, with a few cells that show it.
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
    fn merge(&mut self, other: Group, operation: Operation) {
        self.row = self.row.min(other.row);
        self.measured.iter_mut().zip(&other.measured).for_each(|(own, others)| own.merge(others, operation));
        self.kept.iter_mut().zip(other.kept).for_each(|(own, mut others)| own.append(&mut others));
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
        what: format!("the medians of all groups together take more than {MOST_KEPT} numbers"),
        remedy: "set a condition, or ask for the median without groups".to_owned(),
    }
}

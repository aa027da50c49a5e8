//! Turns tallies into answers.

use crate::accumulator::{Accumulator, Gathered};
use crate::analysis::{Analysis, Answer, Figure, Found as FoundRow, Group as Told, Occurrence, Skipped};
use crate::answer::{
    among, between, of_count, of_float, of_key, of_moment, of_number, of_percentage, of_quotient, of_sum,
    of_text,
};
use crate::distinct::{MOST_DISTINCT, Occurrences};
use crate::evidence::ColumnEvidence;
use crate::fault::Fault;
use crate::nature::{Nature, check, nature};
use crate::operation::{Operation, Rank};
use crate::percentile::{Focus, Found, Place};
use crate::plan::{Plan, Subject, Target};
use crate::ranking::{Kept, RankedRows};
use crate::request::Request;
use crate::tally::{FigureTally, Group, Tally, UNNAMED};

/// The result of a pass over the rows.
pub(crate) enum Conclusion {
    /// The answer.
    Known(Analysis),
    /// Another pass is needed, with a corrected plan.
    Again(Box<Plan>),
}

/// The maximum number of values in an answer.
const MOST_VALUES: usize = 200;

/// The number of most frequent values in an answer.
const MOST_COMMON: usize = 10;

/// Returns the answer, or the plan for another pass.
pub(crate) fn conclude(
    request: &Request,
    sheet: &str,
    plan: Plan,
    mut tally: Tally,
) -> Result<Conclusion, Fault> {
    let settled = tally.settle(&plan);
    if let Some(fault) = tally.fault.take() {
        return Err(fault);
    }
    if let Some(corrected) = corrected(&plan, &tally) {
        return Ok(Conclusion::Again(Box::new(corrected)));
    }
    if settled.open
        && let Some(heard) = plan.with_witnesses()
    {
        return Ok(Conclusion::Again(Box::new(heard)));
    }
    let counts = plan.targets.iter().all(|it| it.operation.counts());
    if tally.matched == 0 && !plan.conditions.is_empty() && !counts {
        let filters = request.conditions.join(", ");
        return Err(Fault::NothingMatches { filters, values: plan.values.clone() });
    }
    let mut notes = plan.layout.notes.clone();
    notes.extend(plan.notes());
    notes.extend(settled.notes);
    notes.extend(unmatched_tests(&plan, &tally));
    for (slot, test) in plan.tested.iter().zip(&plan.conditions.tests) {
        if test.is_measured()
            && let Some(fault) = tally.column_evidence[*slot].contradiction(&plan.name(*slot))
        {
            return Err(fault);
        }
    }
    let mut groups: Vec<(Box<str>, Group)> = std::mem::take(&mut tally.groups).into_iter().collect();
    groups.sort_by_key(|(_, group)| group.row);
    let whole = Whole {
        plan: &plan,
        rows: tally.rows,
        matched: tally.matched,
        column_evidence: &tally.column_evidence,
    };
    let mut answers = Vec::new();
    let mut focus = plan.focus.clone();
    for (at, tallied) in tally.columns.iter_mut().enumerate() {
        match whole.figure(at, tallied, &groups, &mut notes)? {
            Drawn::Figure(figure) => answers.push(*figure),
            Drawn::Nearer(nearer) => focus[at] = nearer,
        }
    }
    if focus != plan.focus {
        return Ok(Conclusion::Again(Box::new(Plan { focus, ..plan })));
    }
    let table = plan.layout.range(tally.last_row);
    if !plan.layout.others.is_empty() {
        let others: Vec<String> =
            plan.layout.others.iter().map(|it| format!("{} ({})", it.range, it.holds)).collect();
        notes.push(format!(
            "the figures are of the table {table}; the sheet holds others, which were not used: {}",
            others.join(", ")
        ));
    }
    notes.dedup();
    Ok(Conclusion::Known(Analysis {
        sheet: sheet.to_owned(),
        table,
        others: plan.layout.others.clone(),
        header_row: plan.layout.header_row,
        figures: answers,
        by: plan.by.into_iter().map(|it| it.column).collect(),
        notes,
    }))
}

/// Returns the plan with the conventions that the complete columns imply, if these differ from the assumed
/// ones.
fn corrected(plan: &Plan, tally: &Tally) -> Option<Plan> {
    let mut readings = plan.readings.clone();
    let measured = plan
        .tested
        .iter()
        .zip(&plan.conditions.tests)
        .filter(|(_, it)| it.is_measured())
        .map(|(slot, _)| *slot);
    for slot in plan.sources.iter().copied().chain(measured) {
        let mut reading = tally.column_evidence[slot].reading(plan.asked, plan.likely);
        // A count does not depend on how its cells are written.
        if !plan.calculates && plan.sources.contains(&slot) {
            (reading.worded, reading.powers) = (plan.readings[slot].worded, plan.readings[slot].powers);
        }
        readings[slot] = reading;
    }
    (readings != plan.readings).then(|| Plan { readings, ..plan.clone() })
}

/// Returns the comparisons that no row satisfies, which the user may have misspelt.
fn unmatched_tests(plan: &Plan, tally: &Tally) -> Vec<String> {
    let tests = plan.conditions.tests.iter().zip(&tally.met).filter(|(_, met)| **met == 0);
    let notes = tests.map(|(test, _)| format!("no row meets \"{}\"", test.shown));
    let mut notes: Vec<String> = notes.collect();
    if !notes.is_empty() && tally.matched == 0 && !plan.values.is_empty() {
        let values: Vec<String> = plan.values.iter().map(|it| format!("\"{it}\"")).collect();
        let column = plan.tested.first().map_or_else(String::new, |slot| plan.name(*slot));
        notes.push(format!("\"{column}\" holds, for instance, {}", values.join(", ")));
    }
    notes
}

enum Drawn {
    Figure(Box<Figure>),
    Nearer(Focus),
}

/// The data that all figures are computed from.
struct Whole<'w> {
    plan: &'w Plan,
    rows: u64,
    matched: u64,
    column_evidence: &'w [ColumnEvidence],
}

impl Whole<'_> {
    fn figure(
        &self,
        at: usize,
        tallied: &mut FigureTally,
        groups: &[(Box<str>, Group)],
        notes: &mut Vec<String>,
    ) -> Result<Drawn, Fault> {
        let plan = self.plan;
        let target = &plan.targets[at];
        let (name, operation) = (&target.column.name, target.operation);
        let mut skipped = tallied.skipped(plan.slots[target.slot]);
        let nature = nature(target, &tallied.measured, &skipped, &self.column_evidence[target.slot]);
        check(plan, target, nature, &tallied.measured, &skipped, self.column_evidence)?;
        self.note(target, nature, tallied, &skipped, notes)?;
        let value = match self.value(at, tallied, nature)? {
            Ok(value) => value,
            Err(nearer) => return Ok(Drawn::Nearer(nearer)),
        };
        let rows = match (&target.subject, operation) {
            (_, Operation::Percentage) => self.matched,
            _ => counted(target, &tallied.measured, nature),
        };
        if nature == Nature::Dates {
            skipped.date = 0;
            skipped.examples.clear();
        }
        if operation.accepts_any_cell() {
            skipped = Skipped {
                empty: skipped.empty,
                missing: skipped.missing,
                total: skipped.total,
                examples: skipped.examples,
                ..Skipped::default()
            };
        }
        if matches!(target.subject, Subject::Rows) {
            skipped.empty = 0;
        }
        let united = !operation.accepts_any_cell()
            && !matches!(operation, Operation::Correlation | Operation::Variance)
            && nature == Nature::Numbers;
        Ok(Drawn::Figure(Box::new(Figure {
            operation,
            column: target.column.clone(),
            with: match &target.subject {
                Subject::With(_, column) => Some(column.clone()),
                _ => None,
            },
            value,
            rows,
            skipped,
            unit: tallied.units.common().filter(|_| united),
            groups: self.groups(at, nature, groups)?,
            found: self.found(&tallied.measured, notes),
            values: values(operation, &tallied.measured, notes, name),
        })))
    }

    /// Describes how the column was interpreted.
    fn note(
        &self,
        target: &Target,
        nature: Nature,
        tallied: &FigureTally,
        skipped: &Skipped,
        notes: &mut Vec<String>,
    ) -> Result<(), Fault> {
        let (plan, name) = (self.plan, &target.column.name);
        if target.operation.accepts_any_cell() {
            return Ok(());
        }
        let column_evidence = &self.column_evidence[target.slot];
        if nature == Nature::Numbers {
            if let Some(fault) = column_evidence.contradiction(name).filter(|_| plan.asked.is_none()) {
                return Err(fault);
            }
            notes.extend(column_evidence.notes(name, plan.asked, plan.readings[target.slot]));
            notes.extend(tallied.units.notes(name));
        }
        if skipped.uncomputed > 0 {
            notes.push(format!(
                "{} formulas of \"{name}\" have no results in the file, and are missing from the figure",
                skipped.uncomputed
            ));
        }
        if nature == Nature::Dates {
            notes.extend(column_evidence.date_order_note(name, plan.readings[target.slot]));
            if tallied.measured.numbers > 0 {
                notes.push(format!(
                    "{} numbers among the dates of \"{name}\" were left out",
                    tallied.measured.numbers
                ));
            }
        }
        Ok(())
    }

    /// Returns the answer, or the range for the next pass of a percentile.
    fn value(
        &self,
        at: usize,
        tallied: &mut FigureTally,
        nature: Nature,
    ) -> Result<Result<Answer, Focus>, Fault> {
        let target = &self.plan.targets[at];
        if target.operation == Operation::Percentage {
            return of_percentage(self.matched, self.rows).map(Ok).ok_or_else(|| beyond(target));
        }
        if let Some(share) = target.operation.rank() {
            let all = tallied.measured.numbers;
            let found = tallied.middle.as_mut().and_then(|it| it.find(all, share));
            let value = match found {
                Some(Found::Within(nearer)) => return Ok(Err(nearer)),
                Some(Found::Pair(low, high)) => {
                    Place::of(all, share).and_then(|place| between(low, high, place.way))
                }
                None => None,
            };
            return value.map(Ok).ok_or_else(|| beyond(target));
        }
        answer(target, &tallied.measured, nature)?.map(Ok).ok_or_else(|| beyond(target))
    }

    fn groups(&self, at: usize, nature: Nature, groups: &[(Box<str>, Group)]) -> Result<Vec<Told>, Fault> {
        let target = &self.plan.targets[at];
        let mut told = Vec::with_capacity(groups.len());
        for (key, group) in groups {
            let own = &group.measured[at];
            let value = match (&own.gathered, target.operation.rank()) {
                (Gathered::Numbers(numbers), Some(share)) => among(numbers, share),
                // A single number has no variance, so its group has no figure.
                _ => answer(target, own, nature).ok().flatten(),
            };
            let key = if key.is_empty() { UNNAMED.to_owned() } else { key.to_string() };
            let name = match &own.gathered {
                Gathered::RankedRows(best) => best.kept.first().and_then(|it| self.name(it)),
                _ => None,
            };
            told.push(Told { key, value, rows: counted(target, own, nature), name });
        }
        if let Some(rank) = self.plan.rank {
            told = ranked(told, rank);
        }
        Ok(told)
    }

    /// Returns the rows of a ranking.
    fn found(&self, measured: &Accumulator, notes: &mut Vec<String>) -> Vec<FoundRow> {
        let Gathered::RankedRows(best) = &measured.gathered else { return Vec::new() };
        notes.extend(tie_note(best));
        let row = |kept: &Kept| {
            Some(FoundRow {
                row: kept.row,
                name: self.name(kept),
                value: of_key(&kept.key)?,
                cells: kept
                    .cells
                    .iter()
                    .enumerate()
                    .filter(|(_, cell)| !cell.is_empty())
                    .map(|(slot, cell)| (self.plan.name(slot), cell.clone()))
                    .collect(),
            })
        };
        best.kept.iter().filter_map(row).collect()
    }

    fn name(&self, kept: &Kept) -> Option<String> {
        self.plan
            .identifying_column
            .and_then(|slot| kept.cells.get(slot))
            .filter(|it| !it.is_empty())
            .cloned()
    }
}

fn tie_note(best: &RankedRows) -> Option<String> {
    let last = best.kept.last().filter(|_| best.equal > 0)?;
    let rows =
        if best.equal == 1 { "1 more row has".to_owned() } else { format!("{} more rows have", best.equal) };
    Some(format!("{rows} the same value as row {}", last.row))
}

/// Returns the groups with the highest or the lowest figures, the best first.
fn ranked(mut groups: Vec<Told>, rank: Rank) -> Vec<Told> {
    let figure = |it: &Told| it.value.as_ref().and_then(|it| it.number);
    groups.retain(|it| figure(it).is_some());
    groups.sort_by(|one, other| {
        let order = figure(one).unwrap_or_default().total_cmp(&figure(other).unwrap_or_default());
        if rank.highest { order.reverse() } else { order }
    });
    groups.truncate(usize::from(rank.count));
    groups
}

/// Returns the listed values.
fn values(
    operation: Operation,
    measured: &Accumulator,
    notes: &mut Vec<String>,
    name: &str,
) -> Vec<Occurrence> {
    let Gathered::Occurrences(occurrences) = &measured.gathered else { return Vec::new() };
    let most = if operation == Operation::Common { MOST_COMMON } else { MOST_VALUES };
    let sorted = sorted(occurrences, operation);
    if operation != Operation::Common && sorted.len() > most {
        notes.push(format!("only the first {most} of {} values of \"{name}\" are listed", sorted.len()));
    }
    let told = |(value, rows): (&str, u64)| Occurrence { value: value.to_owned(), rows };
    sorted.into_iter().take(most).map(told).collect()
}

/// Sorts the values by frequency, or by first occurrence.
fn sorted(occurrences: &Occurrences, operation: Operation) -> Vec<(&str, u64)> {
    let mut all: Vec<(&str, u64, u64)> =
        occurrences.known.iter().map(|(value, (count, row))| (&**value, *count, *row)).collect();
    match operation {
        Operation::Common => all.sort_by_key(|(_, count, row)| (std::cmp::Reverse(*count), *row)),
        _ => all.sort_by_key(|(_, _, row)| *row),
    }
    all.into_iter().map(|(value, count, _)| (value, count)).collect()
}

/// Returns the number of cells that the answer was calculated from.
fn counted(target: &Target, measured: &Accumulator, nature: Nature) -> u64 {
    if let Gathered::Together(together) = &measured.gathered {
        return together.count;
    }
    match target.operation {
        Operation::Missing => measured.filled + measured.missing,
        Operation::Common => match &measured.gathered {
            Gathered::Occurrences(it) => it.known.values().map(|(count, _)| *count).max().unwrap_or_default(),
            _ => 0,
        },
        operation if operation.accepts_any_cell() => measured.filled,
        _ => match nature {
            Nature::Numbers => measured.numbers,
            Nature::Dates => measured.dates,
            Nature::Codes(_) | Nature::Other => measured.filled,
        },
    }
}

/// Returns the answer; nothing if there are no numbers, or if the result overflows.
fn answer(target: &Target, measured: &Accumulator, nature: Nature) -> Result<Option<Answer>, Fault> {
    let little = |needs: &str| Fault::TooLittle {
        column: target.column.name.clone(),
        operation: target.operation.to_string(),
        needs: needs.to_owned(),
    };
    Ok(match (&measured.gathered, target.operation) {
        (_, Operation::Count) => Some(of_count(measured.filled)),
        (_, Operation::Missing) => Some(of_count(measured.missing)),
        (Gathered::Distinct(distinct), _) => match distinct.count() {
            Ok(count) => Some(of_count(count)),
            Err(estimate) => return Err(too_many(target, estimate)),
        },
        (Gathered::Occurrences(all), Operation::Common) => {
            sorted(all, Operation::Common).first().map(|(value, _)| of_text((*value).to_owned()))
        }
        // A lookup that finds several numbers has no answer.
        (Gathered::Occurrences(all), Operation::Lookup)
            if all.known.len() > 1 && nature == Nature::Numbers =>
        {
            return Err(Fault::Unfit {
                what: format!(
                    "{} rows meet the condition, with {} different values of \"{}\"",
                    measured.filled,
                    all.known.len(),
                    target.column.name
                ),
                remedy: "say what to calculate from them, such as sum or average, or ask for values"
                    .to_owned(),
                field: "op",
            });
        }
        (Gathered::Occurrences(all), _) => match sorted(all, Operation::Values).as_slice() {
            [(only, _)] => Some(of_text((*only).to_owned())),
            several => Some(of_count(several.len() as u64)),
        },
        (Gathered::Extreme(_, _, moment), _) if nature == Nature::Dates => moment.map(of_moment),
        (Gathered::RankedRows(best), _) => best.kept.first().and_then(|it| of_key(&it.key)),
        (Gathered::Together(together), _) => {
            let correlation = together.correlation().ok_or_else(|| {
                little("two rows at least that have a number in both columns, and numbers that differ")
            })?;
            of_float(correlation)
        }
        _ if measured.numbers == 0 => None,
        (Gathered::Sum(sum), Operation::Sum) => of_sum(sum),
        (Gathered::Sum(sum), _) => of_quotient(sum, measured.numbers),
        (Gathered::Extreme(_, number, _), _) => number.and_then(of_number),
        (Gathered::Spread(spread), operation) => {
            let variance = spread.variance().ok_or_else(|| little("two numbers at least"))?;
            of_float(if operation == Operation::Deviation { variance.sqrt() } else { variance })
        }
        (Gathered::Nothing | Gathered::Numbers(_), _) => None,
    })
}

fn too_many(target: &Target, estimate: u64) -> Fault {
    Fault::TooLarge {
        what: format!(
            "the column \"{}\" has too many different values to be counted exactly: more than {MOST_DISTINCT}, about {estimate}",
            target.column.name
        ),
        remedy: "set a condition".to_owned(),
    }
}

fn beyond(target: &Target) -> Fault {
    Fault::TooLarge {
        what: format!("the sum of the column \"{}\" is too large", target.column.name),
        remedy: "set a condition that leaves the largest ones out".to_owned(),
    }
}

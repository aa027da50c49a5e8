//! From what was counted to what is answered.

use crate::analysis::{Analysis, Answer, Figure, Group as Told, Skipped};
use crate::day;
use crate::decimal::{Decimal, figures, nearest, written};
use crate::fault::Fault;
use crate::measured::Measured;
use crate::middle::{Focus, Found, Middle};
use crate::plan::Plan;
use crate::request::{Operation, Request};
use crate::sum::Sum;
use crate::tally::{Group, Tallied, Tally};

/// Whether all is known.
pub(crate) enum Conclusion {
    /// It is.
    Known(Analysis),
    /// The rows have to be gone through again, by a plan that they themselves corrected.
    Again(Box<Plan>),
}

/// A name for cells of a group that hold nothing.
const UNNAMED: &str = "(empty)";

/// Answers, or says how to go on.
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
    if tally.matched == 0 && !request.filters.is_empty() {
        let filters: Vec<String> = request.filters.iter().map(ToString::to_string).collect();
        return Err(Fault::NothingMatches { filters: filters.join(", "), values: plan.values.clone() });
    }
    let mut notes = plan.layout.notes.clone();
    notes.extend(plan.notes());
    notes.extend(settled.notes);
    for (slot, condition) in &plan.conditions {
        if condition.is_measured()
            && let Some(fault) = tally.testimony[*slot].contradiction(&plan.name(*slot))
        {
            return Err(fault);
        }
    }
    let mut groups: Vec<(Box<str>, Group)> = std::mem::take(&mut tally.groups).into_iter().collect();
    groups.sort_by_key(|(_, group)| group.row);
    let mut answers = Vec::new();
    let mut focus = plan.focus.clone();
    for (at, tallied) in tally.columns.iter_mut().enumerate() {
        match figure(&plan, at, tallied, &tally.testimony, &mut groups, &mut notes)? {
            Drawn::Figure(figure) => answers.push(*figure),
            Drawn::Nearer(nearer) => focus[at] = nearer,
        }
    }
    if focus != plan.focus {
        return Ok(Conclusion::Again(Box::new(Plan { focus, ..plan })));
    }
    Ok(Conclusion::Known(Analysis {
        operation: plan.operation,
        sheet: sheet.to_owned(),
        header_row: plan.layout.header_row,
        figures: answers,
        by: plan.by.map(|(_, column)| column),
        notes,
    }))
}

/// The plan with what the whole columns said about how they are written, where that is not what was assumed.
fn corrected(plan: &Plan, tally: &Tally) -> Option<Plan> {
    let mut readings = plan.readings.clone();
    let targets = plan.targets.iter().map(|(slot, _)| *slot);
    let measured = plan.conditions.iter().filter(|(_, it)| it.is_measured()).map(|(slot, _)| *slot);
    for slot in targets.chain(measured) {
        readings[slot] = tally.testimony[slot].reading(plan.asked, plan.likely);
    }
    (readings != plan.readings).then(|| Plan { readings, ..plan.clone() })
}

enum Drawn {
    Figure(Box<Figure>),
    Nearer(Focus),
}

/// What the cells of a column are for the most part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    Numbers,
    Dates,
    Other,
}

fn figure(
    plan: &Plan,
    at: usize,
    tallied: &mut Tallied,
    testimony: &[crate::evidence::Testimony],
    groups: &mut [(Box<str>, Group)],
    notes: &mut Vec<String>,
) -> Result<Drawn, Fault> {
    let (slot, column) = &plan.targets[at];
    let (name, operation) = (&column.name, plan.operation);
    let measured = tallied.measured;
    let mut skipped = tallied.skipped(plan.slots[*slot]);
    let coded = is_coded(tallied);
    let nature = if coded { Nature::Other } else { nature(&measured, &skipped) };
    check(name, operation, nature, &measured, &skipped, coded)?;
    if nature == Nature::Numbers {
        if let Some(fault) = testimony[*slot].contradiction(name).filter(|_| plan.asked.is_none()) {
            return Err(fault);
        }
        notes.extend(testimony[*slot].notes(name, plan.asked, plan.readings[*slot]));
        notes.extend(tallied.units.notes(name));
    }
    if operation != Operation::Count && skipped.uncomputed > 0 {
        notes.push(format!(
            "{} formulas of \"{name}\" have no results in the file, and are missing from the figure",
            skipped.uncomputed
        ));
    }
    if nature == Nature::Dates {
        notes.extend(testimony[*slot].notes_on_dates(name, plan.readings[*slot]));
        if measured.numbers > 0 {
            notes.push(format!("{} numbers among the dates of \"{name}\" were left out", measured.numbers));
        }
    }
    let value = match (operation, nature) {
        (Operation::Median, _) => {
            let found = tallied.middle.as_mut().and_then(|it| it.find(measured.numbers));
            match found {
                Some(Found::Within(nearer)) => return Ok(Drawn::Nearer(nearer)),
                Some(Found::Pair(low, high)) => middle(low, high),
                None => None,
            }
        }
        _ => answer(&measured, operation, nature),
    };
    let value = value.ok_or_else(|| beyond(name))?;
    let rows = counted(&measured, nature);
    if nature == Nature::Dates {
        skipped.date = 0;
        skipped.examples.clear();
    }
    if operation == Operation::Count && nature == Nature::Other {
        skipped = Skipped { empty: skipped.empty, total: skipped.total, ..Skipped::default() };
    }
    let unit = tallied.units.common().filter(|_| nature == Nature::Numbers && operation != Operation::Count);
    let told = groups.iter_mut().map(|(key, group)| {
        let own = &group.measured[at];
        let value = match group.kept.get_mut(at) {
            Some(kept) => median(kept),
            None => answer(own, operation, nature),
        };
        let key = if key.is_empty() { UNNAMED.to_owned() } else { key.to_string() };
        Told { key, value, rows: counted(own, nature) }
    });
    let groups = told.collect();
    Ok(Drawn::Figure(Box::new(Figure { column: column.clone(), value, rows, skipped, unit, groups })))
}

/// A column is one of numbers unless other things are most of it by far: a few notes among amounts are left out and told,
/// a few numbers among names are no reason to add names up.
fn nature(measured: &Measured, skipped: &Skipped) -> Nature {
    if measured.dates > measured.numbers && measured.dates * 4 >= skipped.text {
        Nature::Dates
    } else if measured.numbers > 0 && measured.numbers * 4 >= skipped.text {
        Nature::Numbers
    } else {
        Nature::Other
    }
}

/// Whether digits without a zero before them are codes too, since others of the column have one: post codes, precincts. A
/// sum of some of them would be one of nothing. Numbers that are stored as such are numbers whatever stands beside them,
/// and one such text in a thousand is a slip.
fn is_coded(tallied: &Tallied) -> bool {
    tallied.codes > 0 && tallied.stored == 0 && tallied.codes * 1000 >= tallied.measured.numbers
}

/// A fault where the column is not one that the operation can be done with.
fn check(
    name: &str,
    operation: Operation,
    nature: Nature,
    measured: &Measured,
    skipped: &Skipped,
    coded: bool,
) -> Result<(), Fault> {
    let column = name.to_owned();
    let examples = || skipped.examples.iter().take(3).map(|it| it.holds.clone()).collect();
    match (operation, nature) {
        (Operation::Count, _) | (_, Nature::Numbers) => Ok(()),
        (Operation::Minimum | Operation::Maximum, Nature::Dates) => Ok(()),
        (_, Nature::Dates) => {
            Err(Fault::Dates { column, operation: operation.to_string(), examples: examples() })
        }
        (_, Nature::Other) if measured.filled == 0 => Err(Fault::NoValues { column }),
        (_, Nature::Other) if skipped.uncomputed > 0 && skipped.uncomputed * 2 >= measured.filled => {
            Err(Fault::Uncomputed { column, formulas: skipped.uncomputed })
        }
        (_, Nature::Other) => {
            let kinds = [
                (skipped.text, "text"),
                (skipped.error, "errors or missing"),
                (skipped.boolean, "true or false"),
                (skipped.date, "dates"),
            ];
            let coded = coded.then_some("codes with zeros in front");
            let most = kinds.iter().max_by_key(|(count, _)| *count).map_or("text", |(_, what)| what);
            Err(Fault::NotNumeric {
                column,
                operation: operation.to_string(),
                text: measured.filled - measured.numbers,
                cells: measured.filled,
                what: coded.unwrap_or(most).to_owned(),
                examples: examples(),
            })
        }
    }
}

/// How many cells went into the answer.
fn counted(measured: &Measured, nature: Nature) -> u64 {
    match nature {
        Nature::Numbers => measured.numbers,
        Nature::Dates => measured.dates,
        Nature::Other => measured.filled,
    }
}

/// Nothing where there are no numbers, or where they come to more than there is.
fn answer(measured: &Measured, operation: Operation, nature: Nature) -> Option<Answer> {
    if operation == Operation::Count {
        let count = counted(measured, nature);
        return Some(Answer { text: count.to_string(), number: Some(count as f64), exact: true });
    }
    if nature == Nature::Dates {
        let text = day::told(measured.moment?);
        return Some(Answer { text, number: None, exact: true });
    }
    if measured.numbers == 0 {
        return None;
    }
    match operation {
        Operation::Sum => of_sum(&measured.sum),
        Operation::Average => of_part(&measured.sum, measured.numbers),
        Operation::Minimum | Operation::Maximum => measured.extreme.and_then(of_number),
        Operation::Count | Operation::Median => None,
    }
}

fn of_sum(sum: &Sum) -> Option<Answer> {
    match sum.exact() {
        Some((mantissa, scale)) => Some(Answer {
            text: written(mantissa, scale),
            number: Some(nearest(mantissa, scale)),
            exact: true,
        }),
        None => near(sum.nearest()),
    }
}

/// A part of a sum: exact where the division comes out even.
fn of_part(sum: &Sum, parts: u64) -> Option<Answer> {
    match sum.divided(parts) {
        Some((mantissa, scale, true)) => Some(Answer {
            text: written(mantissa, scale),
            number: Some(nearest(mantissa, scale)),
            exact: true,
        }),
        Some((mantissa, scale, false)) if mantissa.unsigned_abs() > 10_u128.pow(17) => {
            near(nearest(mantissa, scale))
        }
        _ => near(sum.nearest() / parts as f64),
    }
}

fn of_number(number: Decimal) -> Option<Answer> {
    match number {
        Decimal::Exact { .. } => {
            Some(Answer { text: number.to_string(), number: Some(number.nearest()), exact: true })
        }
        Decimal::Near(number) => near(number),
    }
}

fn near(number: f64) -> Option<Answer> {
    number.is_finite().then(|| Answer { text: figures(number), number: Some(number), exact: false })
}

fn middle(low: f64, high: f64) -> Option<Answer> {
    let mut sum = Sum::default();
    sum.add(Decimal::stored(low)?);
    sum.add(Decimal::stored(high)?);
    of_part(&sum, 2)
}

fn median(kept: &mut Vec<f64>) -> Option<Answer> {
    let mut all = Middle::new(Focus::default(), kept.len());
    kept.drain(..).for_each(|number| all.add(number));
    let count = all.len() as u64;
    match all.find(count)? {
        Found::Pair(low, high) => middle(low, high),
        Found::Within(_) => None,
    }
}

fn beyond(column: &str) -> Fault {
    Fault::TooLarge {
        what: format!("the numbers of the column \"{column}\" come to more than can be told"),
        remedy: "set a condition that leaves the largest ones out".to_owned(),
    }
}

//! The plan of a pass: the operations on each row, determined before the first row.

use crate::analysis::{Column, Match};
use crate::code_detection;
use crate::condition::{self, Conditions};
use crate::counting;
use crate::day::Order;
use crate::evidence::ColumnEvidence;
use crate::fault::Fault;
use crate::field::Field;
use crate::folding::folded;
use crate::grouping::{self, Grouping};
use crate::layout::{self, Heading, Layout, Row};
use crate::lookup::{self, Names};
use crate::number::Convention;
use crate::operation::{Operation, Rank};
use crate::percentile::Focus;
use crate::request::Request;
use crate::value::{Reading, Value};
use crate::witness;

/// The number of columns from the left that may contain the label of a total.
const LABELS: usize = 3;

/// The number of columns to the left of the first figure that may contain the label of a total.
const LABELS_BESIDE: usize = 8;

/// The maximum number of figures of a request.
const MOST_FIGURES: usize = 64;

/// The maximum number of columns in a row of a ranking.
const MOST_TOLD: usize = 40;

/// The plan of a pass.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) asked: Option<Convention>,
    pub(crate) layout: Layout,
    /// The columns in use, from the left.
    pub(crate) slots: Vec<usize>,
    /// The conventions of each of them.
    pub(crate) readings: Vec<Reading>,
    /// The conventions for ambiguous columns.
    pub(crate) likely: Reading,
    /// The figures.
    pub(crate) targets: Vec<Target>,
    /// The slots of the targets, without duplicates.
    pub(crate) sources: Vec<usize>,
    /// The conditions.
    pub(crate) conditions: Conditions,
    /// The slot of each test.
    pub(crate) tested: Vec<usize>,
    /// The columns of the groups.
    pub(crate) by: Vec<Grouping>,
    /// The ranking of groups.
    pub(crate) rank: Option<Rank>,
    /// The slots that may contain the label of a total.
    pub(crate) labels: Vec<usize>,
    /// The slots that are summed only to detect totals.
    pub(crate) witnesses: Vec<usize>,
    /// The columns that may be witnesses, with their conventions.
    pub(crate) others: Vec<(usize, Reading)>,
    /// The range of the percentile of each target, as far as it is known.
    pub(crate) focus: Vec<Focus>,
    /// The values of the column in the first condition, for the error if no row matches.
    pub(crate) values: Vec<String>,
    /// The slot of the column that identifies rows.
    pub(crate) identifying_column: Option<usize>,
    /// Whether any figure is calculated from numbers, so that codes matter.
    pub(crate) calculates: bool,
}

/// A figure to calculate.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) slot: usize,
    pub(crate) column: Column,
    pub(crate) operation: Operation,
    pub(crate) subject: Subject,
    /// Whether the column has the name of a code, and its values may be codes.
    pub(crate) coded: bool,
}

/// The input of a figure.
#[derive(Debug, Clone)]
pub(crate) enum Subject {
    /// The cells of a column.
    Cells,
    /// The rows, whatever they contain.
    Rows,
    /// The cells of a column together with those of another one.
    With(usize, Column),
}

impl Plan {
    /// Resolves the columns that the request names.
    pub(crate) fn new(
        request: &Request,
        layout: Layout,
        rows: &[Row],
        sheet: &str,
        hint: Option<Convention>,
    ) -> Result<Plan, Fault> {
        let all: Vec<&Row> = rows.iter().filter(|row| layout.holds(row.number)).collect();
        let sample = match request.needs_sample() {
            true => condition::Sample::new(&all, layout.headings.len()),
            false => condition::Sample::default(),
        };
        let data: Vec<&Row> = layout::first(rows).iter().filter(|row| layout.holds(row.number)).collect();
        let settled = counting::settle(request, &layout.headings, sheet, &sample)?;
        let request = settled.as_ref().unwrap_or(request);
        let mut targets = targets(request, &layout.headings, sheet)?;
        let asks_for_row =
            request.operations.iter().any(|it| matches!(it, Operation::Highest(_) | Operation::Lowest(_)));
        let context = condition::Context { headings: &layout.headings, sheet, sample: &sample, asks_for_row };
        let conditions = condition::parse(&request.conditions, context)?;
        let each = listed_values(request, &conditions, &sample, &layout.headings);
        let mut by = grouping::find(each.as_ref().unwrap_or(&request.by), &layout.headings, &data, sheet)?;
        check(request, &conditions)?;

        // The label of a total is at the left of the table, or to the left of the total.
        let width = layout.headings.len();
        let first = targets.iter().map(|it| it.slot).min().unwrap_or_default();
        let labels = |column: &usize| {
            *column < LABELS || (first.saturating_sub(LABELS_BESIDE)..=first).contains(column)
        };
        let mut slots: Vec<usize> = (0..width).filter(labels).collect();
        for target in &targets {
            slots.push(target.slot);
            match (&target.subject, target.operation) {
                (Subject::With(other, _), _) => slots.push(*other),
                // A row counts if any cell is non-empty.
                (Subject::Rows, _) => slots.extend(0..width),
                (_, Operation::Highest(_) | Operation::Lowest(_)) => slots.extend(0..width.min(MOST_TOLD)),
                _ => {}
            }
        }
        slots.extend(conditions.tests.iter().map(|it| it.column));
        slots.extend(by.iter().map(|it| it.slot));
        slots.sort_unstable();
        slots.dedup();
        let slot = |column: usize| slots.binary_search(&column).unwrap_or_default();

        let likely = likely(&data, width, hint);
        let reading = |column| column_evidence(&data, column, likely).reading(request.decimal, likely);
        let readings: Vec<Reading> = slots.iter().map(|column| reading(*column)).collect();
        let asked: Vec<usize> = targets.iter().map(|it| it.slot).collect();
        let others = witness::find(&data, width, &asked, reading);
        let values = conditions.tests.first().map_or_else(Vec::new, |it| values(&data, it.column));
        for target in &mut targets {
            target.coded = is_code_column(&data, target, &layout.headings, reading(target.slot));
            target.slot = slot(target.slot);
            if let Subject::With(other, _) = &mut target.subject {
                *other = slot(*other);
            }
        }
        by.iter_mut().for_each(|it| it.slot = slot(it.slot));
        let identifying_column = identifying_column(&data, &slots, &targets, &layout.headings).map(slot);
        let with = targets.iter().filter_map(|it| match it.subject {
            Subject::With(other, _) => Some(other),
            _ => None,
        });
        let mut sources: Vec<usize> = targets.iter().map(|it| it.slot).chain(with).collect();
        sources.sort_unstable();
        sources.dedup();
        Ok(Plan {
            asked: request.decimal,
            tested: conditions.tests.iter().map(|it| slot(it.column)).collect(),
            labels: (0..slots.len()).filter(|at| labels(&slots[*at])).collect(),
            witnesses: Vec::new(),
            focus: vec![Focus::default(); targets.len()],
            rank: request.rank,
            calculates: targets.iter().any(|it| !it.operation.accepts_any_cell()),
            sources,
            conditions,
            targets,
            by,
            others,
            readings,
            likely,
            values,
            identifying_column,
            slots,
            layout,
        })
    }

    /// Returns the slots whose sums detect totals, those of the targets first.
    pub(crate) fn summed(&self) -> impl Iterator<Item = usize> {
        self.sources.iter().copied().chain(self.witnesses.iter().copied())
    }

    /// Returns the column name of a slot.
    pub(crate) fn name(&self, slot: usize) -> String {
        self.slots.get(slot).map_or_else(String::new, |column| lookup::name(*column, &self.layout.headings))
    }

    /// Describes the grouping.
    pub(crate) fn grouped_by(&self) -> String {
        self.by.iter().map(|it| it.column.name.as_str()).collect::<Vec<_>>().join(" / ")
    }

    /// Describes decisions about the requested columns.
    pub(crate) fn notes(&self) -> Vec<String> {
        let others = self.targets.iter().filter_map(|it| match &it.subject {
            Subject::With(_, column) => Some(column),
            _ => None,
        });
        let columns =
            self.targets.iter().map(|it| &it.column).chain(others).chain(self.by.iter().map(|it| &it.column));
        let guessed = columns.filter(|it| matches!(it.matched, Match::Part | Match::Misspelling));
        let mut notes: Vec<String> = guessed
            .map(|it| format!("\"{}\" was taken to mean the column \"{}\"", it.asked, it.name))
            .collect();
        notes.dedup();
        notes.extend(self.conditions.notes.iter().cloned());
        notes
    }
}

/// Returns the figures of a request, with columns in place of slots.
fn targets(request: &Request, headings: &[Heading], sheet: &str) -> Result<Vec<Target>, Fault> {
    if request.columns.is_empty() || request.operations.is_empty() {
        return Err(Fault::NoColumn);
    }
    let names = Names::new(headings);
    let find = |asked: &str| {
        let (column, how) = lookup::find(asked, headings, sheet)?;
        Ok::<_, Fault>((column, lookup::told(asked, column, how, headings)))
    };
    let mut targets = Vec::new();
    for operation in &request.operations {
        if *operation == Operation::Correlation {
            let [one, other] = request.columns.as_slice() else {
                return Err(Fault::NotTwoColumns { given: request.columns.clone() });
            };
            let ((slot, column), (other, with)) = (find(one)?, find(other)?);
            let subject = Subject::With(other, with);
            targets.push(Target { slot, column, operation: *operation, subject, coded: false });
            continue;
        }
        for asked in &request.columns {
            let rows = is_rows(asked) && !names.has(asked);
            let (slot, column, subject) = match operation {
                Operation::Percentage => (0, of_rows(asked), Subject::Rows),
                Operation::Count if rows => (0, of_rows(asked), Subject::Rows),
                _ => {
                    let (slot, column) = find(asked)?;
                    (slot, column, Subject::Cells)
                }
            };
            targets.push(Target { slot, column, operation: *operation, subject, coded: false });
        }
    }
    if targets.len() > MOST_FIGURES {
        return Err(Fault::TooLarge {
            what: format!("more than {MOST_FIGURES} figures were asked for at once"),
            remedy: "name fewer columns or operations".to_owned(),
        });
    }
    Ok(targets)
}

/// Returns the column whose values are all listed with "and": a request for the average of men and women, if
/// there are no other values, means two figures.
fn listed_values(
    request: &Request,
    conditions: &Conditions,
    sample: &condition::Sample,
    headings: &[Heading],
) -> Option<Vec<String>> {
    let (column, values) = conditions.listed.as_ref()?;
    let averages = |it: &Operation| {
        matches!(it, Operation::Average | Operation::Percentile(_) | Operation::Median | Operation::Deviation)
    };
    let is_each = request.by.is_empty()
        && matches!(conditions.condition, condition::Condition::Test(_))
        && request.operations.iter().all(averages)
        && sample.are_all_values(*column, values);
    is_each.then(|| vec![lookup::name(*column, headings)])
}

/// Whether the text refers to the rows themselves.
fn is_rows(asked: &str) -> bool {
    const WORDS: &[&str] = &[
        "*",
        "rows",
        "row",
        "lines",
        "records",
        "entries",
        "items",
        "all rows",
        "all",
        "linhas",
        "linha",
        "registos",
        "registros",
        "entradas",
        "todas as linhas",
        "itens",
    ];
    WORDS.contains(&folded(asked).as_str())
}

fn of_rows(asked: &str) -> Column {
    Column {
        asked: asked.trim().to_owned(),
        name: "rows".to_owned(),
        letter: String::new(),
        matched: Match::Exact,
    }
}

/// Returns an error if the parts of a request are incompatible.
fn check(request: &Request, conditions: &Conditions) -> Result<(), Fault> {
    let asks = |operation| request.operations.contains(&operation);
    if asks(Operation::Percentage) && conditions.is_empty() {
        return Err(Fault::Unfit {
            what: "a percentage needs a condition: it is the share of the rows that meet it".to_owned(),
            remedy: "add a condition, such as where=\"Paid is yes\"".to_owned(),
            field: "where",
        });
    }
    let grouped = !request.by.is_empty();
    if grouped && ([Operation::Percentage, Operation::Values, Operation::Lookup].into_iter().any(asks)) {
        return Err(Fault::Unfit {
            what: "neither percentages nor lists of values are told by group".to_owned(),
            remedy: "leave out the groups, or ask for count or distinct".to_owned(),
            field: "by",
        });
    }
    if request.rank.is_some() && !grouped {
        return Err(Fault::Unfit {
            what: "only groups have a highest or a lowest figure".to_owned(),
            remedy: "name a column to group by, or ask for the highest row".to_owned(),
            field: "by",
        });
    }
    Ok(())
}

/// Whether a column has the name of a code, and contains only integers of equal length or distinct integers.
fn is_code_column(rows: &[&Row], target: &Target, headings: &[Heading], reading: Reading) -> bool {
    let Some(heading) = headings.get(target.slot) else { return false };
    if !matches!(target.subject, Subject::Cells | Subject::With(..))
        || !code_detection::is_code_name(&heading.leaf)
    {
        return false;
    }
    let mut shapes = code_detection::ShapeCounts::default();
    let mut seen = std::collections::HashSet::new();
    let mut cells = 0;
    for row in rows {
        let Some(cell) = row.cells.get(target.slot) else { continue };
        let field = Field::Cell(cell);
        let value = field.value(reading);
        if !condition::is_missing(&value) {
            cells += 1;
            seen.insert(condition::text(&value, reading));
            shapes.take(&value, row.number, field.length());
        }
    }
    let differ = cells > 2 && seen.len() * 20 >= cells * 19;
    shapes.is_whole() && (differ || shapes.common_digit_count().is_some_and(|it| it > 4))
}

/// Returns the column that identifies rows: one with distinct names, else one with distinct codes, else the
/// first one with texts or dates.
fn identifying_column(
    rows: &[&Row],
    slots: &[usize],
    targets: &[Target],
    headings: &[Heading],
) -> Option<usize> {
    if !targets.iter().any(|it| matches!(it.operation, Operation::Highest(_) | Operation::Lowest(_))) {
        return None;
    }
    let asked: Vec<usize> = targets.iter().filter_map(|it| slots.get(it.slot).copied()).collect();
    let suitable = |column: &usize| {
        let cells = rows.iter().filter_map(|row| row.cells.get(*column)).map(Field::Cell);
        let (mut filled, mut texts, mut days) = (0_usize, 0_usize, 0_usize);
        let mut seen = std::collections::HashSet::new();
        for cell in cells.filter(|it| !it.is_empty()) {
            filled += 1;
            match cell.value(Reading::default()) {
                Value::Text(..) => texts += 1,
                Value::Date(_) | Value::Day(..) => days += 1,
                _ => {}
            }
            seen.insert(cell.shown());
        }
        let code = headings.get(*column).is_some_and(|it| code_detection::is_code_name(&it.leaf));
        let differ = seen.len() * 10 >= filled * 9;
        let (texts, days) = (texts * 2 > filled, days * 2 > filled);
        let rank = match (differ, texts) {
            (true, true) if !code => 0,
            (true, true) => 1,
            (true, false) if days => 2,
            (true, false) if code => 3,
            _ if texts || days => 4,
            _ => return None,
        };
        (filled * 2 > rows.len()).then_some((rank, *column))
    };
    let found = slots.iter().filter(|it| !asked.contains(it)).filter_map(suitable).min();
    found.map(|(_, column)| column)
}

/// Returns the evidence of the sample for a column.
fn column_evidence(rows: &[&Row], column: usize, likely: Reading) -> ColumnEvidence {
    let mut column_evidence = ColumnEvidence::default();
    for row in rows {
        let Some(cell) = row.cells.get(column) else { continue };
        let field = Field::Cell(cell);
        let value = field.value(likely);
        column_evidence.shapes.take(&value, row.number, field.length());
        match value {
            Value::Number { evidence, .. } | Value::Text(_, evidence) if evidence.speaks() => {
                column_evidence.number(evidence, row.number, String::new);
            }
            Value::Day(day, text) => column_evidence.day(&day, row.number, &text),
            _ => {}
        }
    }
    column_evidence
}

/// Returns the prevalent conventions of the file, from all its columns, or else from a hint such as its
/// delimiter.
fn likely(rows: &[&Row], width: usize, hint: Option<Convention>) -> Reading {
    // A limit, because a sheet may have thousands of columns.
    const COLUMNS: usize = 200;
    let open = Reading { convention: Some(hint.unwrap_or(Convention::Point)), ..Reading::default() };
    let mut all = ColumnEvidence::default();
    (0..width.min(COLUMNS)).for_each(|column| all.merge(column_evidence(rows, column, open)));
    let convention = match all.point.count.cmp(&all.comma.count) {
        std::cmp::Ordering::Greater => Some(Convention::Point),
        std::cmp::Ordering::Less => Some(Convention::Comma),
        std::cmp::Ordering::Equal => open.convention,
    };
    let order = if all.month_first.count > all.day_first.count { Order::MonthFirst } else { Order::DayFirst };
    Reading { convention, order, ..Reading::default() }
}

/// Returns some distinct values of a column.
fn values(rows: &[&Row], column: usize) -> Vec<String> {
    const SHOWN: usize = 5;
    let mut values: Vec<String> = Vec::new();
    for cell in rows.iter().filter_map(|row| row.cells.get(column)) {
        let shown = crate::folding::shortened(&Field::Cell(cell).shown(), 40);
        if !shown.is_empty() && !values.contains(&shown) {
            values.push(shown);
        }
        if values.len() == SHOWN {
            break;
        }
    }
    values
}

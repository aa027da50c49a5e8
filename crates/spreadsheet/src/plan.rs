//! What is to be done with each row, settled before the rows come.

use crate::analysis::{Column, Match};
use crate::condition::Condition;
use crate::day::Order;
use crate::evidence::Testimony;
use crate::fault::Fault;
use crate::field::Field;
use crate::layout::{Layout, Row};
use crate::lookup;
use crate::middle::Focus;
use crate::number::Convention;
use crate::request::{Operation, Request};
use crate::value::{Reading, Value};
use crate::witness;

/// How many columns from the left may say that a row is a total.
const LABELS: usize = 3;

/// And how many to the left of the first column that figures are made of.
const LABELS_BESIDE: usize = 8;

/// What is to be done with each row.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) operation: Operation,
    pub(crate) asked: Option<Convention>,
    pub(crate) layout: Layout,
    /// The columns that are looked at, from the left.
    pub(crate) slots: Vec<usize>,
    /// How each of them is written.
    pub(crate) readings: Vec<Reading>,
    /// How a column is written that leaves it open.
    pub(crate) likely: Reading,
    /// The columns that figures are made of, by slot.
    pub(crate) targets: Vec<(usize, Column)>,
    /// The conditions, each with its slot.
    pub(crate) conditions: Vec<(usize, Condition)>,
    /// The column that the groups are of.
    pub(crate) by: Option<(usize, Column)>,
    /// The slots that may say that a row is a total.
    pub(crate) labels: Vec<usize>,
    /// The slots that are summed up only to tell whether a row is a total.
    pub(crate) witnesses: Vec<usize>,
    /// The columns that could be, each with how it is written.
    pub(crate) others: Vec<(usize, Reading)>,
    /// The range that the median of each target lies in, as far as is known.
    pub(crate) focus: Vec<Focus>,
    /// What the column of the first condition holds, for one who asked for what it does not.
    pub(crate) values: Vec<String>,
}

impl Plan {
    /// Finds the columns that the request names.
    pub(crate) fn new(
        request: &Request,
        layout: Layout,
        rows: &[Row],
        sheet: &str,
        hint: Option<Convention>,
    ) -> Result<Plan, Fault> {
        let find = |asked: &str| lookup::find(asked, &layout.headings, sheet);
        let told =
            |asked: &str, (column, how): (usize, Match)| lookup::told(asked, column, how, &layout.headings);
        if request.columns.is_empty() {
            return Err(Fault::NoColumn);
        }
        let targets = request
            .columns
            .iter()
            .map(|asked| Ok((asked, find(asked)?)))
            .collect::<Result<Vec<_>, Fault>>()?;
        let filters = request
            .filters
            .iter()
            .map(|it| Ok((it, find(&it.column)?.0)))
            .collect::<Result<Vec<_>, Fault>>()?;
        let by = request.by.as_deref().map(|asked| Ok::<_, Fault>((asked, find(asked)?))).transpose()?;

        // A total's label stands at the left of the table, or to the left of the total.
        let first = targets.iter().map(|(_, (column, _))| *column).min().unwrap_or_default();
        let labels = |column: &usize| {
            *column < LABELS || (first.saturating_sub(LABELS_BESIDE)..=first).contains(column)
        };
        let mut slots: Vec<usize> = (0..layout.headings.len()).filter(labels).collect();
        slots.extend(targets.iter().map(|(_, (column, _))| *column));
        slots.extend(filters.iter().map(|(_, column)| *column));
        slots.extend(by.iter().map(|(_, (column, _))| *column));
        slots.sort_unstable();
        slots.dedup();
        let slot = |column: usize| slots.binary_search(&column).unwrap_or_default();

        let data: Vec<&Row> = rows.iter().filter(|row| row.number >= layout.first_row).collect();
        let likely = likely(&data, layout.headings.len(), hint);
        let reading = |column| testimony(&data, column, likely).reading(request.decimal, likely);
        let readings: Vec<Reading> = slots.iter().map(|column| reading(*column)).collect();
        let asked: Vec<usize> = targets.iter().map(|(_, (column, _))| *column).collect();
        let others = witness::find(&data, layout.headings.len(), &asked, reading);
        let values = filters.first().map_or_else(Vec::new, |(_, column)| values(&data, *column));
        Ok(Plan {
            operation: request.operation,
            asked: request.decimal,
            targets: targets.iter().map(|(asked, found)| (slot(found.0), told(asked, *found))).collect(),
            conditions: filters
                .iter()
                .map(|(filter, column)| (slot(*column), Condition::new(filter)))
                .collect(),
            by: by.map(|(asked, found)| (slot(found.0), told(asked, found))),
            labels: (0..slots.len()).filter(|at| labels(&slots[*at])).collect(),
            witnesses: Vec::new(),
            others,
            focus: vec![Focus::default(); targets.len()],
            readings,
            likely,
            values,
            slots,
            layout,
        })
    }

    /// The slots whose sums tell whether a row is a total, those of the targets first.
    pub(crate) fn summed(&self) -> impl Iterator<Item = usize> {
        self.targets.iter().map(|(slot, _)| *slot).chain(self.witnesses.iter().copied())
    }

    /// The name of the column of a slot.
    pub(crate) fn name(&self, slot: usize) -> String {
        self.slots.get(slot).map_or_else(String::new, |column| lookup::name(*column, &self.layout.headings))
    }

    /// What the reader decided about the columns that were asked for.
    pub(crate) fn notes(&self) -> Vec<String> {
        let columns = self.targets.iter().chain(&self.by).map(|(_, column)| column);
        let guessed = columns.filter(|it| matches!(it.matched, Match::Part | Match::Misspelling));
        guessed.map(|it| format!("\"{}\" was taken to mean the column \"{}\"", it.asked, it.name)).collect()
    }
}

/// What the sample says about a column.
fn testimony(rows: &[&Row], column: usize, likely: Reading) -> Testimony {
    let mut testimony = Testimony::default();
    for row in rows {
        let Some(cell) = row.cells.get(column) else { continue };
        let field = Field::Cell(cell);
        match field.value(likely) {
            Value::Number { evidence, .. } | Value::Text(_, evidence) if evidence.speaks() => {
                testimony.number(evidence, row.number, String::new);
            }
            Value::Day(day, text) => testimony.day(&day, row.number, &text),
            _ => {}
        }
    }
    testimony
}

/// How the file writes numbers and dates on the whole: by all its columns, else by a hint such as its delimiter.
fn likely(rows: &[&Row], width: usize, hint: Option<Convention>) -> Reading {
    // Only so many columns: a sheet may have thousands.
    const COLUMNS: usize = 200;
    let open = Reading { convention: Some(hint.unwrap_or(Convention::Point)), order: Order::DayFirst };
    let mut all = Testimony::default();
    (0..width.min(COLUMNS)).for_each(|column| all.merge(testimony(rows, column, open)));
    let convention = match all.point.count.cmp(&all.comma.count) {
        std::cmp::Ordering::Greater => Some(Convention::Point),
        std::cmp::Ordering::Less => Some(Convention::Comma),
        std::cmp::Ordering::Equal => open.convention,
    };
    let order = if all.month_first.count > all.day_first.count { Order::MonthFirst } else { Order::DayFirst };
    Reading { convention, order }
}

/// A few different values of a column.
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

//! Workbooks: selects a sheet and reads its rows.

use std::fs::File;
use std::ops::ControlFlow;

use crate::analysis::{Analysis, Progress};
use crate::analyze::settle;
use crate::book::{self, Book, Meter, SheetName};
use crate::cell::Cell;
use crate::fault::Fault;
use crate::field::{Field, kept};
use crate::folding::{bare, collapse_whitespace, folded};
use crate::layout::{self, Layout, Row, SAMPLE};
use crate::lookup;
use crate::plan::Plan;
use crate::request::Request;
use crate::tally::Tally;

/// The number of bytes between progress reports.
const STEP: u64 = 1 << 20;

pub(crate) fn analyze(
    file: File,
    name: &str,
    request: &Request,
    progress: &mut dyn FnMut(Progress),
) -> Result<Analysis, Fault> {
    let mut book = book::open(file, name)?;
    let index = match &request.sheet {
        Some(asked) => named(asked, book.sheets())?,
        None => first_table(&mut book, name)?,
    };
    let sheet = book.sheets().get(index).map_or_else(String::new, |it| it.name.clone());
    let first = first_pass(&mut book, index, &sheet, request, progress)
        .map_err(|fault| elsewhere(fault, &mut book, index))?;
    settle(request, &sheet, first, &mut |plan| pass(&mut book, index, plan, progress))
}

/// Returns the requested sheet and the layout of its table.
pub(crate) fn layout(file: File, name: &str, sheet: Option<&str>) -> Result<(String, Layout), Fault> {
    let mut book = book::open(file, name)?;
    let index = match sheet {
        Some(asked) => named(asked, book.sheets())?,
        None => first_table(&mut book, name)?,
    };
    let sheet = book.sheets().get(index).map_or_else(String::new, |it| it.name.clone());
    let layout = layout::find_table(&sample(&mut book, index)?, &[]);
    let layout = layout.ok_or_else(|| Fault::Empty { what: format!("the sheet \"{sheet}\"") })?;
    Ok((sheet, layout))
}

/// Resolves the name of a sheet.
fn named(asked: &str, sheets: &[SheetName]) -> Result<usize, Fault> {
    for form in [collapse_whitespace, folded, bare] {
        let wanted = form(asked);
        if let Some(at) = sheets.iter().position(|it| !wanted.is_empty() && form(&it.name) == wanted) {
            return Ok(at);
        }
    }
    let all = || sheets.iter().take(50).map(|it| it.name.clone()).collect();
    let number =
        asked.trim().parse::<usize>().ok().and_then(|it| it.checked_sub(1)).filter(|it| *it < sheets.len());
    number.ok_or_else(|| Fault::NoSuchSheet { asked: asked.to_owned(), all: all() })
}

/// Returns the first visible sheet with a table, or else a non-empty one.
fn first_table(book: &mut Book, name: &str) -> Result<usize, Fault> {
    let visible: Vec<bool> = book.sheets().iter().map(|it| it.visible).collect();
    let seen = (0..visible.len()).filter(|at| visible[*at]);
    let hidden = (0..visible.len()).filter(|at| !visible[*at]);
    let mut anything = None;
    for index in seen.chain(hidden) {
        let rows = sample(book, index)?;
        let wide =
            rows.iter().any(|row| row.cells.iter().filter(|it| !Field::Cell(it).is_empty()).count() > 1);
        let numbers = rows.iter().flat_map(|row| &row.cells).any(|it| matches!(it, Cell::Number(..)));
        if rows.len() > 1 && (wide || numbers) {
            return Ok(index);
        }
        if !rows.is_empty() {
            anything = anything.or(Some(index));
        }
    }
    anything.ok_or_else(|| Fault::Empty { what: format!("\"{name}\"") })
}

/// Returns the first rows of a sheet.
fn sample(book: &mut Book, index: usize) -> Result<Vec<Row>, Fault> {
    let mut rows = Vec::new();
    book.rows(index, &mut |number, cells| {
        rows.push(Row { number, cells: cells.iter().map(kept).collect() });
        if rows.len() < SAMPLE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    rows.retain(|row| row.cells.iter().any(|it| !Field::Cell(it).is_empty()));
    Ok(rows)
}

/// Detects the layout from the first rows, and counts all rows in one pass.
fn first_pass(
    book: &mut Book,
    index: usize,
    sheet: &str,
    request: &Request,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Plan, Tally), Fault> {
    let mut watch = Watch::new(book, progress);
    let mut waiting: Vec<Row> = Vec::new();
    let mut begun: Option<(Plan, Tally)> = None;
    let mut fault = None;
    let begin = |waiting: &mut Vec<Row>| -> Result<(Plan, Tally), Fault> {
        let rows = std::mem::take(waiting);
        let layout = layout::find_table(layout::first(&rows), &request.columns)
            .ok_or_else(|| Fault::Empty { what: format!("the sheet \"{sheet}\"") })?;
        let plan = Plan::new(request, layout, &rows, sheet, None)?;
        let mut tally = Tally::new(&plan, 1);
        tally.begin(&plan, 0);
        rows.iter().for_each(|row| count(&plan, &mut tally, row.number, &row.cells));
        Ok((plan, tally))
    };
    book.rows(index, &mut |number, cells| {
        watch.look();
        if let Some((plan, tally)) = &mut begun {
            count(plan, tally, number, cells);
            return if tally.fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        waiting.push(Row { number, cells: cells.iter().map(kept).collect() });
        if layout::has_enough_rows(&waiting, request.needs_sample()) {
            match begin(&mut waiting) {
                Ok(ready) => begun = Some(ready),
                Err(wrong) => {
                    fault = Some(wrong);
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    })?;
    match (fault, begun) {
        (Some(fault), _) => Err(fault),
        (None, Some(begun)) => Ok(begun),
        (None, None) => begin(&mut waiting),
    }
}

fn pass(
    book: &mut Book,
    index: usize,
    plan: &Plan,
    progress: &mut dyn FnMut(Progress),
) -> Result<Tally, Fault> {
    let mut watch = Watch::new(book, progress);
    let mut tally = Tally::new(plan, 1);
    tally.begin(plan, 0);
    book.rows(index, &mut |number, cells| {
        watch.look();
        count(plan, &mut tally, number, cells);
        if tally.fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(tally)
}

/// Reports progress from time to time.
struct Watch<'p> {
    meter: Meter,
    told: u64,
    progress: &'p mut dyn FnMut(Progress),
}

impl<'p> Watch<'p> {
    fn new(book: &Book, progress: &'p mut dyn FnMut(Progress)) -> Watch<'p> {
        Watch { meter: book.meter(), told: 0, progress }
    }

    #[inline]
    fn look(&mut self) {
        let shown = self.meter.shown();
        if shown.done >= self.told + STEP {
            self.told = shown.done;
            (self.progress)(shown);
        }
    }
}

fn count(plan: &Plan, tally: &mut Tally, row: u64, cells: &[Cell<'_>]) {
    if plan.layout.holds(row) {
        let fields: Vec<Field<'_>> =
            plan.slots.iter().map(|column| cells.get(*column).map_or(Field::EMPTY, Field::Cell)).collect();
        tally.row(plan, row, &fields);
    }
}

/// Adds another sheet that has the missing column.
fn elsewhere(fault: Fault, book: &mut Book, index: usize) -> Fault {
    let Fault::NoSuchColumn { asked, sheet, nearest, all, .. } = fault else { return fault };
    let names: Vec<SheetName> = book.sheets().to_vec();
    let others = names.iter().enumerate().filter(|(at, it)| *at != index && it.visible).take(50);
    let found = others.into_iter().find_map(|(at, other)| {
        let layout = layout::find_table(&sample(book, at).ok()?, &[])?;
        // Every sheet has columns by letter or number.
        layout.header_row?;
        let (_, how) = lookup::find(&asked, &layout.headings, &other.name).ok()?;
        use crate::analysis::Match;
        (!matches!(how, Match::Letter | Match::Index | Match::Misspelling)).then(|| other.name.clone())
    });
    Fault::NoSuchColumn { asked, sheet, nearest, all, elsewhere: found }
}

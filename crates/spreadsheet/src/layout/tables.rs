//! Sheets with several tables: selects the requested one and lists the others.
//!
//! A table ends if another header row starts after a blank row. Numbers above the header, and other tables,
//! are not part of it; they are listed, so that nobody mistakes the figures of one table for those of the
//! sheet.

use crate::analysis::Other;
use crate::folding::shortened;
use crate::lookup::{Names, letter};

use super::kinds::{Kind, filled, filled_width, kind};
use super::{Layout, Row, find, named, repeats, text};

/// The maximum depth of the header within its block: below a title and a remark.
const DEEPEST_IN_BLOCK: usize = 3;

/// The maximum number of other tables that an answer lists.
const MOST_OTHERS: usize = 8;

/// Consecutive rows without a blank one, by index in the sample.
#[derive(Debug, Clone, Copy)]
struct Block {
    start: usize,
    end: usize,
    /// The header row, if the block has one.
    names: Option<usize>,
}

/// Locates the table that has the requested columns; the main one if none has all of them, or if nothing was
/// requested.
pub(crate) fn find_table(rows: &[Row], wanted: &[String]) -> Option<Layout> {
    let main = find(rows)?;
    let Some(header) = main.header_row else { return Some(main) };
    let grid: Vec<Vec<Kind>> = rows.iter().map(|row| row.cells.iter().map(kind).collect()).collect();
    let at = rows.iter().position(|row| row.number >= header)?;
    let blocks = blocks(rows, &grid, at);
    let mut tables = vec![bounded(main, rows, &blocks)];
    for block in &blocks {
        let Some(names) = block.names.filter(|names| *names != at) else { continue };
        let width = rows[block.start..].iter().map(|row| row.cells.len()).max().unwrap_or_default();
        // Rows above the block belong to another table.
        let own = &rows[block.start..];
        tables.push(bounded(named(own, &grid[block.start..], names - block.start, width), rows, &blocks));
    }
    let has = |layout: &Layout| {
        let names = Names::new(&layout.headings);
        wanted.iter().all(|it| names.has(it))
    };
    let chosen = if wanted.is_empty() { 0 } else { tables.iter().position(has).unwrap_or_default() };
    let mut layout = tables.swap_remove(chosen);
    layout.others = others(&layout, rows, &grid, &blocks);
    Some(layout)
}

/// Limits the table to the rows before the next one.
fn bounded(mut layout: Layout, rows: &[Row], blocks: &[Block]) -> Layout {
    let header = layout.header_row.unwrap_or_default();
    let next = blocks.iter().find(|it| it.names.is_some_and(|names| rows[names].number > header));
    layout.last_row = next.map(|it| rows[it.start].number - 1);
    layout
}

/// Splits a sheet into blocks. `main` is the header row of the main table, which repetitions of the header
/// belong to.
fn blocks(rows: &[Row], grid: &[Vec<Kind>], main: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut start = 0;
    for end in 1..=rows.len() {
        if rows.get(end).is_some_and(|row| row.number == rows[end - 1].number + 1) {
            continue;
        }
        let names = match (start..end).contains(&main) {
            true => Some(main),
            false => names(grid, start, end).filter(|at| !repeats(&rows[*at], &rows[main])),
        };
        blocks.push(Block { start, end, names });
        start = end;
    }
    blocks
}

/// Returns the header row of a block: texts above numeric columns.
fn names(grid: &[Vec<Kind>], start: usize, end: usize) -> Option<usize> {
    (start..end.min(start + DEEPEST_IN_BLOCK)).find(|at| {
        let row = &grid[*at];
        let texts = row.iter().filter(|it| **it == Kind::Text).count();
        let plain = row.iter().all(|it| matches!(it, Kind::Text | Kind::Empty | Kind::Year));
        if texts < 2 || !plain || at + 1 >= end {
            return false;
        }
        let below = &grid[at + 1..end];
        let width = below.iter().map(|row| filled_width(row)).max().unwrap_or_default();
        let is_figure = |column: &usize| {
            below.iter().any(|row| matches!(row.get(*column), Some(Kind::Number | Kind::Year)))
        };
        let figures: Vec<usize> = (0..width).filter(is_figure).collect();
        let is_named = |column: &&usize| matches!(row.get(**column), Some(Kind::Text | Kind::Year));
        let under_text = figures.iter().any(|column| row.get(*column) == Some(&Kind::Text));
        under_text && figures.iter().filter(is_named).count() * 2 > figures.len()
    })
}

/// Returns the cell ranges with numbers outside a table.
fn others(layout: &Layout, rows: &[Row], grid: &[Vec<Kind>], blocks: &[Block]) -> Vec<Other> {
    let header = layout.header_row.unwrap_or_default();
    let mut others: Vec<(usize, usize, Option<usize>)> = Vec::new();
    for block in blocks {
        let foreign: Vec<usize> = (block.start..block.end)
            .filter(|at| {
                let number = rows[*at].number;
                let above = number < header && block.names.is_none_or(|names| rows[names].number == header);
                above || number < header || !layout.holds(number) && number > header
            })
            .filter(|at| rows[*at].number != header)
            .collect();
        let (Some(first), Some(last)) = (foreign.first(), foreign.last()) else { continue };
        match others.last_mut() {
            // A block without header continues the preceding table.
            Some((_, end, Some(_))) if block.names.is_none() && rows[*first].number > header => *end = *last,
            _ => {
                let names = block.names.filter(|names| foreign.contains(names));
                others.push((*first, *last, names));
            }
        }
    }
    let figures = |(first, last, names): &&(usize, usize, Option<usize>)| {
        let from = names.map_or(*first, |it| it + 1);
        grid[from..=*last].iter().flatten().any(|it| *it == Kind::Number)
    };
    others.iter().filter(figures).take(MOST_OTHERS).map(|it| told(rows, grid, *it)).collect()
}

fn told(rows: &[Row], grid: &[Vec<Kind>], (first, last, names): (usize, usize, Option<usize>)) -> Other {
    let lines = &grid[first..=last];
    let right = lines.iter().map(|row| filled_width(row)).max().unwrap_or(1).max(1);
    let left = lines.iter().filter_map(|row| row.iter().position(|it| *it != Kind::Empty)).min().unwrap_or(0);
    let range = format!("{}{}:{}{}", letter(left), rows[first].number, letter(right - 1), rows[last].number);
    let shown = |row: &Row| {
        let cells: Vec<String> = row.cells.iter().map(text).filter(|it| !it.is_empty()).collect();
        cells.join(", ")
    };
    let holds = match names {
        Some(names) => shown(&rows[names]),
        None => {
            let figures = (first..=last).filter(|at| filled(&grid[*at]) > 1).take(3);
            figures.map(|at| shown(&rows[at])).collect::<Vec<_>>().join("; ")
        }
    };
    Other { range, holds: shortened(&holds, 120) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;

    fn check(table: &str, wanted: &str) -> String {
        let row = |(at, line): (usize, &str)| Row {
            number: at as u64 + 1,
            cells: line.split('|').map(|cell| Cell::Text(cell.trim().to_owned().into())).collect(),
        };
        let mut rows: Vec<Row> = table.trim_matches('\n').lines().enumerate().map(row).collect();
        rows.retain(|row| row.cells.iter().any(|it| kind(it) != Kind::Empty));
        let layout = find_table(&rows, &[wanted.to_owned()]).unwrap();
        let others: Vec<String> =
            layout.others.iter().map(|it| format!("{} ({})", it.range, it.holds)).collect();
        format!(
            "{:?} {}-{} {}",
            layout.header_row,
            layout.first_row,
            layout.last_row.map_or_else(String::new, |it| it.to_string()),
            others.join(" ")
        )
    }

    const BUDGET: &str = "\
Budget of March|
Salary|2500
Rent received|400
Interest|12.5

Expense|Planned|Paid
Rent|900|900
Food|350|410.2
Power|80|75";

    #[test]
    fn reports_figures_above_the_header() {
        assert_eq!(
            check(BUDGET, "Paid"),
            "Some(6) 7- A1:B4 (Salary, 2500; Rent received, 400; Interest, 12.5)"
        );
    }

    const TWO: &str = "\
Income|Amount
Salary|2500
Interest|12.5

Expense|Cost|Paid
Rent|900|yes
Food|350|no";

    #[test]
    fn selects_the_table_with_the_column() {
        assert_eq!(check(TWO, "Cost"), "Some(5) 6- A1:B3 (Income, Amount)");
        assert_eq!(check(TWO, "Amount"), "Some(1) 2-4 A5:C7 (Expense, Cost, Paid)");
    }

    #[test]
    fn blank_rows_and_repeated_headers_continue_the_table() {
        let sections = "Region|Sales\nNorth|1\nSouth|2\n\nEast|3\nWest|4";
        assert_eq!(check(sections, "Sales"), "Some(1) 2- ");
        let pages = "Region|Sales|Cost\nNorth|1|5\nSouth|2|5\n\nRegion|Sales|Cost\nEast|3|5\nWest|4|5";
        assert_eq!(check(pages, "Sales"), "Some(1) 2- ");
        let titles = "Report|\nPrinted: 2024-01-05||\n\nRegion|Product|Amount\nNorth|Lamp|10\nSouth|Desk|20";
        assert_eq!(check(titles, "Amount"), "Some(4) 5- ");
    }
}

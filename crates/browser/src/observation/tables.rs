use super::budget::cost;
use crate::page::{Cell, Element, Row, Snapshot};
use crate::text::quote;

/// The maximum length of a cell.
const CELL: usize = 40;
/// The minimum number of rows that are worth printing.
const FEWEST: usize = 2;

/// Inserts the rows of tables below the lines of the tables, as many as fit. Prints no rows of a table if
/// fewer than the minimum fit.
pub(super) fn insert(lines: &mut Vec<String>, snapshot: &Snapshot, shown: &[usize], mut room: usize) {
    let tables = shown.iter().filter_map(|at| snapshot.elements.get(*at)).filter(|one| one.table.is_some());
    for element in tables {
        let start = format!("{} ", element.id);
        let Some(at) = lines.iter().position(|line| line.starts_with(&start)) else { continue };
        let rows = rows(element, room);
        room = room.saturating_sub(rows.iter().map(|row| cost(row)).sum());
        lines.splice(at + 1..at + 1, rows);
    }
}

/// The token cost of the rows of all tables.
pub(super) fn total_cost(snapshot: &Snapshot, shown: &[usize]) -> usize {
    let elements = shown.iter().filter_map(|at| snapshot.elements.get(*at));
    elements.flat_map(|element| rows(element, usize::MAX)).map(|row| cost(&row)).sum()
}

/// Returns the rows that fit, and a note about the rest. Each line begins with its kind, so that a page
/// cannot forge a line.
fn rows(element: &Element, room: usize) -> Vec<String> {
    let Some(table) = &element.table else { return Vec::new() };
    let note = |left: usize| format!("  … {left} more rows: extract tables");
    let mut spent = cost(&note(table.count));
    let mut rows = Vec::new();
    for row in &table.rows {
        let line = line(row);
        spent = spent.saturating_add(cost(&line));
        if spent > room {
            break;
        }
        rows.push(line);
    }
    if rows.len() < FEWEST.min(table.rows.len()) {
        return Vec::new();
    }
    let left = table.count.saturating_sub(rows.len());
    if left > 0 {
        rows.push(note(left));
    }
    rows
}

fn line(row: &Row) -> String {
    let kind = if row.head { "head" } else { "row" };
    let cells: Vec<String> = row.cells.iter().map(cell).collect();
    format!("  {kind} {}", cells.join(" | "))
}

/// Formats a cell as `"Bob 5"`, `[13]`, or both. The name of a control is printed on its own line.
fn cell(cell: &Cell) -> String {
    let ids: Vec<String> = cell.controls.iter().map(ToString::to_string).collect();
    match (cell.text.trim(), ids.is_empty()) {
        (text, true) => quote(text, CELL),
        ("", false) => ids.join(" "),
        (text, false) => format!("{} {}", quote(text, CELL), ids.join(" ")),
    }
}

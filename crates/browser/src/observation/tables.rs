use super::budget::cost;
use crate::page::{Cell, Element, Row, Snapshot};
use crate::text::quote;

/// How much of a cell is shown.
const CELL: usize = 40;
/// The least of a table that is worth showing.
const FEWEST: usize = 2;

/// Puts the rows of tables under the lines of the tables, as many as there is room for. Without room for a few of them,
/// nothing is shown.
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

/// What the rows of all tables take.
pub(super) fn whole_cost(snapshot: &Snapshot, shown: &[usize]) -> usize {
    let elements = shown.iter().filter_map(|at| snapshot.elements.get(*at));
    elements.flat_map(|element| rows(element, usize::MAX)).map(|row| cost(&row)).sum()
}

/// The rows that fit, and how many more there are. Each begins with its kind, so that no page can write a separate line.
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

/// `"Bob 5"`, `[13]`, or both; a control's own name is on its line.
fn cell(cell: &Cell) -> String {
    let ids: Vec<String> = cell.controls.iter().map(ToString::to_string).collect();
    match (cell.text.trim(), ids.is_empty()) {
        (text, true) => quote(text, CELL),
        ("", false) => ids.join(" "),
        (text, false) => format!("{} {}", quote(text, CELL), ids.join(" ")),
    }
}

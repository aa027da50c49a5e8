//! Locates the table on its sheet: the header row and the first data row.
//!
//! Files do not mark them. A header row is recognized by its content and by the rows below: distinct texts
//! above columns of a uniform kind. Titles, print dates and blank lines may precede it; a second header line
//! or a line of units may belong to it.

mod kinds;
mod score;
mod tables;

use crate::analysis::Other;
use crate::cell::Cell;
use crate::day;
use crate::decimal::Decimal;
use crate::folding::collapse_whitespace;
use crate::lookup::letter;

use kinds::{Below, Kind, below, filled, filled_width, kind, occupied};
use score::score;
pub(crate) use tables::find_table;

/// The number of rows in the sample.
pub(crate) const SAMPLE: usize = 200;

/// The number of rows in the sample for values in conditions: a sorted file has most of its values further
/// down.
pub(crate) const VALUES: usize = 5_000;

/// The maximum number of cells in that sample.
const MOST_CELLS: usize = 500_000;

/// Returns the rows that determine the layout and the conventions of the columns.
pub(crate) fn first(rows: &[Row]) -> &[Row] {
    &rows[..rows.len().min(SAMPLE)]
}

/// Whether the sample has enough rows.
pub(crate) fn has_enough_rows(rows: &[Row], needs_values: bool) -> bool {
    let widest = rows.last().map_or(0, |row| row.cells.len());
    let most = if needs_values { VALUES.min(MOST_CELLS / widest.max(1)).max(SAMPLE) } else { SAMPLE };
    rows.len() >= most
}

/// The maximum depth of the header row.
const DEEPEST: usize = 60;

/// The maximum length of a column name; longer texts are remarks.
const LONGEST_NAME: usize = 80;

/// A row of the sample.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Its 1-based number.
    pub(crate) number: u64,
    /// Its cells.
    pub(crate) cells: Vec<Cell<'static>>,
}

/// The layout of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The header row; the lowest one if there are several.
    pub(crate) header_row: Option<u64>,
    /// The first data row.
    pub(crate) first_row: u64,
    /// The last row of the table, if another table follows.
    pub(crate) last_row: Option<u64>,
    /// Other cell ranges that contain numbers.
    pub(crate) others: Vec<Other>,
    /// The column names.
    pub(crate) headings: Vec<Heading>,
    /// Decisions of the reader.
    pub(crate) notes: Vec<String>,
}

impl Layout {
    /// Whether a row belongs to the table.
    #[inline]
    pub(crate) fn holds(&self, row: u64) -> bool {
        row >= self.first_row && self.last_row.is_none_or(|last| row <= last)
    }

    /// Returns the cell range of the table, down to its last non-empty row: `A6:C20`.
    pub(crate) fn range(&self, last: u64) -> String {
        let first = self.header_row.unwrap_or(self.first_row);
        let right = self.headings.iter().rposition(|it| !it.name.is_empty());
        let right = right.unwrap_or(self.headings.len().saturating_sub(1));
        let left = self.headings.iter().position(|it| !it.name.is_empty()).unwrap_or(0);
        format!("{}{first}:{}{}", letter(left), letter(right), last.max(first))
    }
}

/// The name of a column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Heading {
    /// The complete name: `2024 / Sales`. Empty if the column has none.
    pub(crate) name: String,
    /// The last part of the name: `Sales`.
    pub(crate) leaf: String,
}

/// Locates the table. Returns nothing if all rows are empty.
fn find(rows: &[Row]) -> Option<Layout> {
    let grid: Vec<Vec<Kind>> = rows.iter().map(|row| row.cells.iter().map(kind).collect()).collect();
    let width = grid.iter().map(|row| filled_width(row)).max().filter(|width| *width > 0)?;
    let first = grid.iter().position(|row| filled(row) > 0)?;
    let nameless = || Layout {
        header_row: None,
        first_row: rows[first].number,
        last_row: None,
        others: Vec::new(),
        headings: vec![Heading::default(); width],
        notes: vec!["no row names the columns, so they go by their letters".to_owned()],
    };
    let candidates = (first..grid.len().min(first + DEEPEST)).filter(|at| filled(&grid[*at]) > 0);
    let columns = occupied(&grid, width);
    let scored = candidates.map(|at| (at, score(rows, &grid, at, &columns)));
    let best = scored.reduce(|best, next| if next.1 > best.1 { next } else { best });
    let Some((at, score)) = best else { return Some(nameless()) };
    if score <= 0.0 {
        return Some(nameless());
    }
    // The header may be repeated on each page, and above each table of a sheet.
    let at = (first..at).find(|above| repeats(&rows[*above], &rows[at])).unwrap_or(at);
    Some(named(rows, &grid, at, width))
}

/// Whether two rows are equal in most of their columns.
fn repeats(one: &Row, other: &Row) -> bool {
    let filled = |row: &Row| row.cells.iter().filter(|cell| kind(cell) != Kind::Empty).count();
    let same = one.cells.iter().zip(&other.cells);
    let same = same.filter(|(one, other)| one == other && kind(one) != Kind::Empty).count();
    same > 1 && same * 3 > filled(one).max(filled(other)) * 2
}

/// Builds the layout of the table below a header row.
fn named(rows: &[Row], grid: &[Vec<Kind>], at: usize, width: usize) -> Layout {
    let leaves: Vec<String> =
        (0..width).map(|column| rows[at].cells.get(column).map(text).unwrap_or_default()).collect();
    let parents = parents(rows, grid, at, &leaves);
    let mut notes = Vec::new();
    let mut lowest = at;
    let mut children = vec![String::new(); width];
    match lower(rows, grid, at, width) {
        Some(Lower::Units) => {
            notes.push(format!("row {} contains units, not values", rows[at + 1].number));
            lowest = at + 1;
        }
        Some(Lower::Names) => {
            children = (0..width)
                .map(|column| rows[at + 1].cells.get(column).map(text).unwrap_or_default())
                .collect();
            lowest = at + 1;
        }
        None => {}
    }
    let headings = leaves.iter().zip(&parents).zip(&children).map(|((leaf, parent), child)| {
        let parts: Vec<&str> =
            [parent, leaf, child].into_iter().map(String::as_str).filter(|it| !it.is_empty()).collect();
        Heading {
            name: parts.join(" / "),
            leaf: parts.last().map_or_else(String::new, |it| (*it).to_owned()),
        }
    });
    let names = if children.iter().all(String::is_empty) { at } else { lowest };
    Layout {
        header_row: Some(rows[names].number),
        first_row: rows[lowest].number + 1,
        last_row: None,
        others: Vec::new(),
        headings: headings.collect(),
        notes,
    }
}

/// Parses a line of parent names above the header: cells that span several columns, each of which extends to
/// the next one.
fn parents(rows: &[Row], grid: &[Vec<Kind>], at: usize, leaves: &[String]) -> Vec<String> {
    let none = vec![String::new(); leaves.len()];
    let Some(above) = at.checked_sub(1) else { return none };
    let kinds = &grid[above];
    let count = filled(kinds);
    let adjoining = rows[above].number + 1 == rows[at].number;
    let names = kinds.iter().all(|it| matches!(it, Kind::Empty | Kind::Text | Kind::Year | Kind::Date));
    let reaches_right = kinds.iter().skip(1).any(|it| *it != Kind::Empty);
    let mut seen: Vec<&String> = leaves.iter().filter(|it| !it.is_empty()).collect();
    let all = seen.len();
    seen.sort();
    seen.dedup();
    let repeated = seen.len() < all;
    // A single cell is a title, unless the names below need it to be unique.
    let several = count >= 2 || (repeated && reaches_right);
    if !adjoining || !names || !several {
        return none;
    }
    let above_names = leaves.iter().zip(kinds).filter(|(leaf, it)| !leaf.is_empty() && **it != Kind::Empty);
    let above_names = above_names.count();
    // A remark next to a title is not a column name: each cell must be above a name.
    let beside = kinds.iter().enumerate().any(|(column, it)| *it != Kind::Empty && column >= leaves.len());
    let labelled = rows[above]
        .cells
        .iter()
        .any(|cell| text(cell).ends_with(':') || text(cell).chars().count() > LONGEST_NAME);
    if beside || labelled || (above_names == all && !repeated) {
        return none;
    }
    let mut parent = String::new();
    let mut alone = false;
    leaves
        .iter()
        .enumerate()
        .map(|(column, leaf)| {
            let own = rows[above].cells.get(column).map(text).unwrap_or_default();
            if !own.is_empty() {
                // A cell above an unnamed column is the name of that column, and does not extend further.
                alone = leaf.is_empty();
                parent = own;
                return parent.clone();
            }
            if alone || leaf.is_empty() { String::new() } else { parent.clone() }
        })
        .collect()
}

enum Lower {
    Units,
    Names,
}

/// Detects a line of texts right below the header of numeric columns: units, or a second line of names.
fn lower(rows: &[Row], grid: &[Vec<Kind>], at: usize, width: usize) -> Option<Lower> {
    let row = grid.get(at + 1).filter(|_| rows[at + 1].number == rows[at].number + 1)?;
    if grid.len() < at + 3 {
        return None;
    }
    let (mut above_values, mut above_texts, mut units, mut all) = (0, 0, 0, 0);
    for column in 0..width {
        let name = rows[at + 1].cells.get(column).map(text).unwrap_or_default();
        match row.get(column).copied().unwrap_or(Kind::Empty) {
            // A placeholder for a missing value is not a name.
            Kind::Empty | Kind::Other => continue,
            Kind::Text => {}
            _ => return None,
        }
        all += 1;
        units += usize::from(is_unit(&name));
        match below(grid, at + 1, column) {
            Below::Values | Below::Years => above_values += 1,
            Below::Texts => above_texts += 1,
            Below::Nothing => {}
        }
    }
    // Above text columns, the row may also be the first data row with missing numbers.
    if all == 0 || above_values < 1 || above_values < above_texts {
        return None;
    }
    if units * 2 > all {
        return Some(Lower::Units);
    }
    (above_values >= 2 && above_texts == 0).then_some(Lower::Names)
}

/// `(EUR)`, `[kg]`, `%`, `m/s`
fn is_unit(text: &str) -> bool {
    const UNITS: &[&str] = &[
        "%", "€", "$", "£", "r$", "eur", "usd", "brl", "gbp", "kg", "g", "t", "l", "ml", "m", "cm", "mm",
        "km", "m2", "m²", "m3", "m³", "h", "min", "s", "ms", "days", "dias", "hours", "horas", "pcs", "un",
        "unit", "units", "°c", "kwh", "mwh", "v", "a", "w", "kw", "hz", "bar", "pa", "n", "number", "text",
        "date", "string", "int", "integer", "float", "#", "km/h", "m/s",
    ];
    let bracketed = |open, close| text.starts_with(open) && text.ends_with(close);
    bracketed('(', ')') || bracketed('[', ']') || UNITS.contains(&text.to_lowercase().as_str())
}

/// Returns a cell as a name.
fn text(cell: &Cell<'_>) -> String {
    match cell {
        Cell::Text(text) => collapse_whitespace(text),
        Cell::Number(number, _) | Cell::Duration(number) => {
            Decimal::stored(*number).map_or_else(String::new, |it| it.to_string())
        }
        Cell::Date(moment) => day::told(*moment),
        Cell::Boolean(it) => it.to_string(),
        Cell::Error(_) | Cell::Empty | Cell::Uncomputed => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(table: &str) -> String {
        let row = |(at, line): (usize, &str)| Row {
            number: at as u64 + 1,
            cells: line.split('|').map(|cell| Cell::Text(cell.trim().to_owned().into())).collect(),
        };
        let rows: Vec<Row> = table.trim_matches('\n').lines().enumerate().map(row).collect();
        let Some(layout) = find(&rows) else { return "nothing".to_owned() };
        let names: Vec<&str> = layout.headings.iter().map(|it| it.name.as_str()).collect();
        format!("{:?} {} {}", layout.header_row, layout.first_row, names.join("|"))
    }

    #[test]
    fn detects_header_in_first_row() {
        assert_eq!(check("Name|Age\nAnn|30\nBob|25"), "Some(1) 2 Name|Age");
        assert_eq!(check("Name|City\nAnn|Rome\nBob|Oslo"), "Some(1) 2 Name|City");
        assert_eq!(check("Amount\n1\n2"), "Some(1) 2 Amount");
        assert_eq!(check("Amount"), "Some(1) 2 Amount");
    }

    #[test]
    fn detects_header_below_titles_and_blank_rows() {
        let table =
            "Sales report|\nPrinted: 2024-01-05||\n||\nRegion|Product|Amount\nNorth|Lamp|10\nSouth|Desk|20";
        assert_eq!(check(table), "Some(4) 5 Region|Product|Amount");
        let table =
            "Company|ACME||\nYear|2024||\n|||\nId|Name|Price|Stock\n1|Lamp|5|7\n2|Desk|6|8\n3|Chair|6|8";
        assert_eq!(check(table), "Some(4) 5 Id|Name|Price|Stock");
    }

    #[test]
    fn merges_letter_row_above_header() {
        let table = "Bonds|||\n|'A'|'B'|'C'\nSERIES|ISSUED|REDEEMED|LEFT\nE|10|5|5\nF|20|9|11\nG|30|1|29";
        assert_eq!(check(table), "Some(3) 4 SERIES|'A' / ISSUED|'B' / REDEEMED|'C' / LEFT");
    }

    #[test]
    fn distant_cell_does_not_hide_header() {
        let far = "|".repeat(300);
        assert_eq!(check(&format!("Amount\n5\n6\n{far}7")).trim_end_matches('|'), "Some(1) 2 Amount");
    }

    #[test]
    fn text_among_numbers_is_no_header() {
        assert_eq!(check("3.1\nB221055625\n4.2\n5.3"), "None 1 ");
        assert_eq!(check("|0.5|1.5\nName|Size|Price\na|7|8.5\nb|6|7.5"), "Some(2) 3 Name|Size|Price");
    }

    #[test]
    fn detects_missing_header() {
        assert_eq!(check("1|2\n3|4"), "None 1 |");
        assert_eq!(check("Ann|30\nBob|25\nCid|40"), "None 1 |");
        assert_eq!(check("\n\n"), "nothing");
    }

    #[test]
    fn years_are_column_names() {
        assert_eq!(check("Country|2019|2020\nPT|10.5|11\nBR|12|13.5"), "Some(1) 2 Country|2019|2020");
    }

    #[test]
    fn merges_two_header_rows() {
        let table = "|2024||2025|\nRegion|Sales|Cost|Sales|Cost\nNorth|1|2|3|4\nSouth|5|6|7|8";
        assert_eq!(check(table), "Some(2) 3 Region|2024 / Sales|2024 / Cost|2025 / Sales|2025 / Cost");
        let table = "Region|2024||2025|\n|Sales|Cost|Sales|Cost\nNorth|1|2|3|4\nSouth|5|6|7|8";
        assert_eq!(check(table), "Some(2) 3 Region|2024 / Sales|2024 / Cost|2025 / Sales|2025 / Cost");
    }

    #[test]
    fn skips_units_below_header() {
        let table = "Item|Weight|Price\n|kg|(EUR)\nLamp|1.5|20\nDesk|20|150";
        assert_eq!(check(table), "Some(1) 3 Item|Weight|Price");
    }

    #[test]
    fn data_row_without_numbers_is_no_units_row() {
        let table = "Name|Amount\nAnn|n/a\nBob|3\nCid|4";
        assert_eq!(check(table), "Some(1) 2 Name|Amount");
    }
}

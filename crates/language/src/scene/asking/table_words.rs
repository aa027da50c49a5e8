//! The words of a table, and the roles of its columns.

use std::sync::LazyLock;

use super::super::said::plain_words;
use super::super::table::Table;
use crate::words::{Phrases, is_alike};

/// The words of headers.
static COLUMNS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("columns.txt")]));

/// The words of a table, for comparison.
pub(super) struct TableWords {
    pub(super) names: Vec<Vec<String>>,
    pub(super) headers: Vec<Vec<String>>,
    pub(super) cells: Vec<Vec<Vec<String>>>,
}

impl TableWords {
    pub(super) fn of(table: &Table) -> Self {
        let each = |texts: &Vec<String>| texts.iter().map(|text| plain_words(text)).collect::<Vec<_>>();
        Self {
            names: each(&table.names),
            headers: each(&table.headers),
            cells: table.rows.iter().map(each).collect(),
        }
    }

    fn cell(&self, row: usize, column: usize) -> &[String] {
        self.cells[row].get(column).map_or(&[], Vec::as_slice)
    }

    pub(super) fn columns(&self) -> usize {
        self.cells.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the columns in which a cell meets a condition, each with its rows.
    /// The texts of a list's items are in no columns.
    pub(super) fn columns_where(&self, meets: impl Fn(&[String]) -> bool) -> Vec<(usize, Vec<usize>)> {
        if self.headers.is_empty() {
            let has = |row: &usize| self.cells[*row].iter().any(|cell| meets(cell));
            let rows: Vec<usize> = (0..self.cells.len()).filter(has).collect();
            return if rows.is_empty() { Vec::new() } else { vec![(0, rows)] };
        }
        let rows = |column: usize| {
            (0..self.cells.len()).filter(|row| meets(self.cell(*row, column))).collect::<Vec<_>>()
        };
        (0..self.columns())
            .map(|column| (column, rows(column)))
            .filter(|(_, rows)| !rows.is_empty())
            .collect()
    }

    /// Returns the column whose header these words are.
    pub(super) fn header(&self, run: &[String]) -> Option<usize> {
        let is_same = |own: &[String]| {
            own.len() == run.len() && own.iter().zip(run).all(|(one, other)| is_alike(one, other))
        };
        let whole = self.headers.iter().position(|own| !own.is_empty() && is_same(own));
        whole.or_else(|| {
            let core = |own: &Vec<String>| -> Vec<String> {
                own.iter().filter(|word| !COLUMNS.has("idle", word)).cloned().collect()
            };
            let mut found = (0..self.headers.len()).filter(|at| {
                let core = core(&self.headers[*at]);
                !core.is_empty() && is_same(&core)
            });
            found.next().filter(|_| found.next().is_none())
        })
    }

    /// Whether a name of the table contains these words.
    pub(super) fn is_named(&self, run: &[String]) -> bool {
        let has = |own: &Vec<String>| {
            own.windows(run.len()).any(|part| part.iter().zip(run).all(|(one, other)| is_alike(one, other)))
        };
        self.names.iter().any(has)
    }
}

pub(super) fn is_price(words: &TableWords, head: usize) -> bool {
    is_of_role(words, head, "price")
}

/// Whether a header contains a word with this role.
pub(super) fn is_of_role(words: &TableWords, head: usize, role: &str) -> bool {
    words.headers[head].iter().any(|word| COLUMNS.has(role, word))
}

/// Returns the only column of a role.
pub(super) fn only(words: &TableWords, is: impl Fn(&TableWords, usize) -> bool) -> Option<usize> {
    let mut found = (0..words.headers.len()).filter(|head| is(words, *head));
    found.next().filter(|_| found.next().is_none())
}

/// Whether the values of a column differ in all rows, so that they stand for the rows.
pub(super) fn is_key(table: &Table, column: usize) -> bool {
    let mut cells: Vec<&str> =
        table.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.trim()).collect();
    cells.sort_unstable();
    cells.len() == table.rows.len()
        && cells.iter().all(|cell| !cell.is_empty())
        && cells.windows(2).all(|two| two[0] != two[1])
}

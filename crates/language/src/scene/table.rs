/// A table or list on the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Its caption, label and heading.
    pub names: Vec<String>,
    /// The column headers; none for a list.
    pub headers: Vec<String>,
    /// The cells of each row. A list has one cell for each item.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a row as one line.
    pub(super) fn line(&self, row: usize) -> String {
        let cells = self.rows.get(row).into_iter().flatten().map(|cell| cell.trim());
        cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

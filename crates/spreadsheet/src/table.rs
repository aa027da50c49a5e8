//! Formats an analysis as a table for spreadsheet programs.

use crate::analysis::{Analysis, Answer, Figure};

/// Formats the figures as CSV: a row for each group, or for each column if there are no groups.
#[must_use]
pub fn csv(analysis: &Analysis) -> String {
    let mut out = String::new();
    let first = analysis.figures.first().map(|it| it.operation);
    let several = analysis.figures.iter().any(|it| Some(it.operation) != first);
    match analysis.grouped_by() {
        Some(by) => {
            let heads = analysis.figures.iter().map(|it| format!("{} of {}", it.operation, it.column.name));
            row(&mut out, std::iter::once(by).chain(heads).map(|it| told(&it)));
            for (key, answers) in grouped(analysis) {
                row(&mut out, std::iter::once(told(key)).chain(answers.into_iter().map(number)));
            }
        }
        None if several => {
            let heads = ["operation", "column", "value", "unit", "rows", "skipped"];
            row(&mut out, heads.into_iter().map(str::to_owned));
            for figure in &analysis.figures {
                row(&mut out, std::iter::once(told(&figure.operation.to_string())).chain(cells(figure)));
            }
        }
        None => {
            let heads = ["column".to_owned(), analysis.operations(), "unit".to_owned(), "rows".to_owned()];
            row(&mut out, heads.into_iter().chain(["skipped".to_owned()]));
            analysis.figures.iter().for_each(|figure| row(&mut out, cells(figure)));
        }
    }
    details(&mut out, analysis);
    out
}

/// Appends the rows and values of each figure as separate tables.
fn details(out: &mut String, analysis: &Analysis) {
    for figure in &analysis.figures {
        if let Some(first) = figure.found.first() {
            out.push('\n');
            let heads = first.cells.iter().map(|(name, _)| told(name));
            row(out, std::iter::once("row".to_owned()).chain(heads));
            for found in &figure.found {
                let cell = |name: &String| {
                    let own = found.cells.iter().find(|(it, _)| it == name);
                    own.map_or_else(String::new, |(_, cell)| told(cell))
                };
                let cells = first.cells.iter().map(|(name, _)| cell(name));
                row(out, std::iter::once(found.row.to_string()).chain(cells));
            }
        }
        if !figure.values.is_empty() {
            out.push('\n');
            row(out, [told(&figure.column.name), "rows".to_owned()].into_iter());
            for value in &figure.values {
                row(out, [told(&value.value), value.rows.to_string()].into_iter());
            }
        }
    }
}

fn cells(figure: &Figure) -> impl Iterator<Item = String> {
    let unit = figure.unit.as_ref().map_or(String::new(), |it| told(&it.to_string()));
    let skipped = figure.skipped.filled() + figure.skipped.empty;
    let counts = [figure.rows.to_string(), skipped.to_string()];
    [told(&figure.column.name), number(Some(&figure.value)), unit].into_iter().chain(counts)
}

/// Returns the groups in order of appearance, with the answer for each column.
pub(crate) fn grouped(analysis: &Analysis) -> Vec<(&str, Vec<Option<&Answer>>)> {
    let mut places = std::collections::HashMap::new();
    let mut groups: Vec<(&str, Vec<Option<&Answer>>)> = Vec::new();
    for (index, figure) in analysis.figures.iter().enumerate() {
        for group in &figure.groups {
            let place = *places.entry(&*group.key).or_insert_with(|| {
                groups.push((&group.key, vec![None; analysis.figures.len()]));
                groups.len() - 1
            });
            groups[place].1[index] = group.value.as_ref();
        }
    }
    groups
}

fn row(out: &mut String, fields: impl Iterator<Item = String>) {
    for (index, field) in fields.enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&field);
    }
    out.push('\n');
}

fn number(answer: Option<&Answer>) -> String {
    answer.map_or(String::new(), |it| quoted(&it.text))
}

/// Formats a text from a file. A text that a spreadsheet program would interpret as a formula is escaped,
/// because the author of the file could otherwise make the program of the reader fetch or run something.
fn told(text: &str) -> String {
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    if risky { quoted(&format!("'{text}")) } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n', '\r', ';', '\t']) && text.trim().len() == text.len();
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::tests::{analysis, figure};

    #[test]
    fn writes_figures_as_rows() {
        let table = csv(&analysis(None, vec![figure("Sales", "-1234.50", &[]), figure("=2+3", "7", &[])]));
        assert_eq!(table, "column,sum,unit,rows,skipped\nSales,-1234.50,,3,0\n'=2+3,7,,3,0\n");
    }

    #[test]
    fn writes_groups_as_rows_and_figures_as_columns() {
        let groups = [("North", Some("1")), ("a \"b\", c", Some("-2")), ("@x", None)];
        let other = [("North", Some("5")), ("South", Some("6"))];
        let table = csv(&analysis(Some("Region"), vec![figure("A", "1", &groups), figure("B", "2", &other)]));
        assert_eq!(table, "Region,sum of A,sum of B\nNorth,1,5\n\"a \"\"b\"\", c\",-2,\n'@x,,\nSouth,,6\n");
        assert!(csv(&analysis(Some("-3"), vec![])).starts_with("-3\n"));
    }
}

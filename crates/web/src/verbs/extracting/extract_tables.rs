use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::formats::{Format, csv, outcome, parameters};
use crate::verbs::reading::{Of, read};
use crate::verbs::visit::Visit;

/// A table from the scanner. All rows are as long as the headers, if there are any.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Table {
    caption: String,
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns the rows as objects by header, or as lists without headers.
    pub(super) fn rows(&self) -> Json {
        let names = self.names();
        let row = |cells: &Vec<String>| match names.is_empty() {
            true => json!(cells),
            false => Json::Object(
                names
                    .iter()
                    .zip(cells)
                    .map(|(name, cell)| (name.clone(), json!(cell)))
                    .collect::<Map<_, _>>(),
            ),
        };
        self.rows.iter().map(row).collect()
    }

    /// Returns the headers as unique, non-empty field names.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (at, header) in self.headers.iter().enumerate() {
            let plain = if header.trim().is_empty() { format!("column {}", at + 1) } else { header.clone() };
            let mut name = plain.clone();
            let mut again = 2;
            while names.contains(&name) {
                name = format!("{plain} {again}");
                again += 1;
            }
            names.push(name);
        }
        names
    }

    fn to_json(&self) -> Json {
        json!({ "caption": self.caption, "headers": self.names(), "rows": self.rows() })
    }

    fn csv(&self) -> String {
        csv(&self.names(), self.rows.iter().cloned())
    }

    fn text(&self) -> String {
        let mut lines = Vec::new();
        if !self.caption.is_empty() {
            lines.push(format!("{}:", self.caption));
        }
        if !self.headers.is_empty() {
            lines.push(self.headers.join(" | "));
        }
        lines.extend(self.rows.iter().map(|row| row.join(" | ")));
        lines.join("\n")
    }
}

/// Returns the rows of a table, as objects if it has headers.
pub(crate) fn rows_of(headers: Vec<String>, rows: Vec<Vec<String>>) -> Vec<Json> {
    let rows = Table { headers, rows, ..Table::default() }.rows();
    rows.as_array().cloned().unwrap_or_default()
}

pub(super) fn signature() -> Signature {
    let [selector, format] = parameters();
    Signature::observe("web.extract_tables", "List the tables with their headers and rows.")
        .command("extract tables")
        .known_as(&["scrape"])
        .parameter(selector)
        .parameter(format)
        .returns(Type::Array)
        .examples(&["extract tables", "extract tables --selector \"#prices\" --format csv"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let format = Format::given(args)?;
    let mut session = visit.page().await?;
    let said = read(visit, &mut session, Of::given(args)?, "tables", json!({})).await?;
    let tables = tables(said);
    let all =
        |each: fn(&Table) -> String| Value::from(tables.iter().map(each).collect::<Vec<_>>().join("\n\n"));
    let value = match format {
        Format::Json => Value::from(tables.iter().map(Table::to_json).collect::<Json>()),
        Format::Csv => all(Table::csv),
        Format::Text => all(Table::text),
    };
    Ok(outcome(value, args))
}

/// Parses the tables of all responses.
pub(super) fn tables(said: Vec<Json>) -> Vec<Table> {
    said.into_iter().filter_map(|said| serde_json::from_value::<Vec<Table>>(said).ok()).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_columns_get_unique_names() {
        let table = Table {
            headers: ["Price", "", "Price"].map(String::from).to_vec(),
            rows: vec![["1", "2", "3"].map(String::from).to_vec()],
            ..Table::default()
        };
        assert_eq!(table.rows(), json!([{"Price": "1", "column 2": "2", "Price 2": "3"}]));
        assert_eq!(table.csv(), "Price,column 2,Price 2\n1,2,3");
    }
}

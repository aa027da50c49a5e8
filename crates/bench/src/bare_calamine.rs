//! Reads the first sheet of a workbook with calamine alone and adds up a column, as a measure for our own reading:
//! `bare_calamine FILE COLUMN`, with the column's heading in the first row.

use std::io::Write as _;

use calamine::{Data, DataType as _, Reader as _, open_workbook_auto};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(heading)) = (arguments.next(), arguments.next()) else {
        return Err("name a file and a column".into());
    };
    let mut book = open_workbook_auto(&file)?;
    let sheet = book.worksheet_range_at(0).ok_or("there is no sheet")??;
    let mut rows = sheet.rows();
    let named = |it: &Data| it.get_string() == Some(&heading);
    let column = rows.next().and_then(|it| it.iter().position(named)).ok_or("there is no such column")?;
    let sum: f64 = rows.filter_map(|row| row.get(column)?.as_f64()).sum();
    writeln!(std::io::stdout(), "{sum}")?;
    Ok(())
}

//! Parses arbitrary text as a condition on the rows of a table. The parser returns a count of at most all rows, or an error with
//! a remedy, and the result is deterministic.
#![no_main]

use std::io::{Seek as _, Write as _};

use lemmascope_spreadsheet::{Operation, Request, analyze};
use libfuzzer_sys::fuzz_target;

/// Columns of every kind that conditions tell apart: names, yes and no, numbers, dates, codes, and empty cells.
const TABLE: &str = "\
Name,Team,Age,Active,Joined,Part No,Unit price,Hours over time
Ana Silva,North,31,yes,2023-01-05,00123,12.5,3
Bento Cruz,South,,no,2023-02-11,4E099,7,
Carla Reis,North,44,yes,2024-03-20,12-10,99.95,0
Davi Couto,South and East,27,no,2024-11-30,A7,,12
";

fuzz_target!(|text: &str| {
    let mut request = Request::new(Operation::Count, "rows");
    request.conditions.push(text.to_owned());
    let ask = || {
        let mut file = tempfile::tempfile().ok()?;
        file.write_all(TABLE.as_bytes()).and_then(|()| file.rewind()).ok()?;
        Some(analyze(file, "table.csv", &request, &mut |_| {}))
    };
    let Some(found) = ask() else { return };
    match &found {
        Ok(analysis) => assert!(analysis.figures[0].value.number.is_some_and(|it| (0.0..=4.0).contains(&it))),
        Err(fault) => assert!(!fault.to_string().is_empty() && !fault.remedy().is_empty()),
    }
    assert_eq!(ask(), Some(found));
});

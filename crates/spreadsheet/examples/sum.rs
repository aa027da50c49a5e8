//! Answers a question about a file: `sum FILE OPERATION COLUMN [by COLUMN] [where CONDITION]…`. The benchmark
//! runs it.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::fs::File;
use std::process::ExitCode;

use lemmascope_spreadsheet::{Operation, Operations, Request, analyze};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match answer(&words) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn answer(words: &[String]) -> Result<String, String> {
    let [path, operation, column, rest @ ..] = words else {
        return Err("usage: sum FILE OPERATION COLUMN [by COLUMN] [where CONDITION]…".to_owned());
    };
    let file = File::open(path).map_err(|error| error.to_string())?;
    let asked: Operations = operation.parse().map_err(|fault| format!("{fault}"))?;
    let mut request = Request::new(Operation::Count, column);
    (request.operations, request.rank) = (asked.operations, asked.rank);
    request.columns = column.split(", ").map(str::to_owned).collect();
    for pair in rest.chunks(2) {
        match pair {
            [word, value] if word == "by" => request.by.push(value.clone()),
            [word, value] if word == "where" => request.conditions.push(value.clone()),
            [word, value] if word == "sheet" => request.sheet = Some(value.clone()),
            _ => return Err(format!("{pair:?} is not understood")),
        }
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let analysis =
        analyze(file, name, &request, &mut |_| ()).map_err(|fault| format!("{fault}; {}", fault.remedy()))?;
    serde_json::to_string(&analysis).map_err(|error| error.to_string())
}

//! Answers about text files, and the equivalence of parallel and sequential counting.

mod pieces;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};

use lemmascope_spreadsheet::{Analysis, Answer, Fault, Operation, Operations, Request, analyze};

/// Checks the answer to every line of `asked.txt` against `answered.txt`. `UPDATE_GOLDEN=1` rewrites it.
#[test]
fn answers() {
    let asked = fs::read_to_string(folder().join("asked.txt")).unwrap();
    let mut answered = String::new();
    for line in asked.lines().filter(|it| !it.starts_with('#') && !it.trim().is_empty()) {
        writeln!(answered, "{line}").unwrap();
        for told in tell(&ask(line)) {
            writeln!(answered, "    {told}").unwrap();
        }
    }
    let golden = folder().join("answered.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &answered).unwrap();
    }
    let expected = fs::read_to_string(&golden).unwrap_or_default();
    for (at, (one, other)) in answered.lines().zip(expected.lines()).enumerate() {
        assert_eq!(one, other, "line {}", at + 1);
    }
    assert_eq!(answered.lines().count(), expected.lines().count());
}

/// Checks that the dialect is detected after many empty lines.
#[test]
fn detects_dialect_after_many_blank_lines() {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&b"\n".repeat(600_000)).unwrap();
    file.write_all(b"Name;Amount\na;1,5\nb;2\n").unwrap();
    file.rewind().unwrap();
    let request = Request::new(Operation::Sum, "Amount");
    let analysis = analyze(file, "blank.csv", &request, &mut |_| ()).unwrap();
    assert_eq!((analysis.figures[0].value.text.as_str(), analysis.header_row), ("3.5", Some(600_001)));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/delimited")
}

fn ask(line: &str) -> Result<Analysis, Fault> {
    let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let name = format!("{}.csv", parts[0]);
    let asked: Operations = parts[1].parse()?;
    let mut request = Request::new(Operation::Count, "");
    (request.operations, request.rank) = (asked.operations, asked.rank);
    request.columns = parts[2].split(", ").map(str::to_owned).collect();
    for option in parts.get(3).into_iter().flat_map(|it| it.split("; ")) {
        match option.split_once(' ').unwrap() {
            ("where", condition) => request.conditions.push(condition.to_owned()),
            ("by", column) => request.by.push(column.to_owned()),
            ("decimal", word) => request.decimal = Some(word.parse().unwrap()),
            ("sheet", sheet) => request.sheet = Some(sheet.to_owned()),
            other => panic!("{other:?} is no option"),
        }
    }
    analyze(File::open(folder().join(&name)).unwrap(), &name, &request, &mut |_| ())
}

fn tell(outcome: &Result<Analysis, Fault>) -> Vec<String> {
    let analysis = match outcome {
        Ok(analysis) => analysis,
        Err(fault) => return vec![format!("fault: {fault}; {}", fault.remedy())],
    };
    let mut told = Vec::new();
    for figure in &analysis.figures {
        let unit = figure.unit.as_ref().map_or_else(String::new, |it| format!(" {it}"));
        let column = &figure.column;
        let several = analysis.figures.iter().any(|it| it.operation != figure.operation);
        let operation = if several { format!(" as {}", figure.operation) } else { String::new() };
        let with = figure.with.as_ref().map_or_else(String::new, |it| format!(" with {}", it.name));
        told.push(format!(
            "{}{unit}{operation} of {}{with} ({}, {:?}), {} rows",
            shown(&figure.value),
            column.name,
            column.letter,
            column.matched,
            figure.rows
        ));
        let skipped = serde_json::to_value(&figure.skipped).unwrap();
        let kinds =
            skipped.as_object().unwrap().iter().filter(|(_, it)| it.as_u64().is_some_and(|it| it > 0));
        let kinds: Vec<String> = kinds.map(|(kind, count)| format!("{count} {kind}")).collect();
        if !kinds.is_empty() {
            let cells: Vec<String> =
                figure.skipped.examples.iter().map(|it| format!("{} {:?}", it.cell, it.holds)).collect();
            told.push(format!("left out: {} {}", kinds.join(", "), cells.join(", ")).trim_end().to_owned());
        }
        for group in &figure.groups {
            let value = group.value.as_ref().map_or_else(|| "nothing".to_owned(), shown);
            let name = group.name.as_ref().map_or_else(String::new, |it| format!(" ({it})"));
            told.push(format!("{:?}: {value}{name}, {} rows", group.key, group.rows));
        }
        for row in &figure.found {
            let cells: Vec<String> = row.cells.iter().map(|(name, cell)| format!("{name}: {cell}")).collect();
            let name = row.name.as_deref().unwrap_or("nameless");
            told.push(format!("row {} ({name}): {}; {}", row.row, shown(&row.value), cells.join(", ")));
        }
        for value in &figure.values {
            told.push(format!("{:?}, {} rows", value.value, value.rows));
        }
    }
    for other in &analysis.others {
        told.push(format!("{} was used, not {}: {}", analysis.table, other.range, other.holds));
    }
    told.extend(analysis.notes.iter().map(|note| format!("note: {note}")));
    told
}

fn shown(answer: &Answer) -> String {
    format!("{}{}", if answer.exact { "" } else { "about " }, answer.text)
}

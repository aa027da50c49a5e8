//! Unusual workbooks of all formats: answers to questions, compared with LibreOffice.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};

use lemmascope_spreadsheet::{Analysis, Fault, Operation, Request, analyze};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/workbooks")
}

/// Returns the questions for each file, in the order of the files.
fn questions() -> BTreeMap<String, Vec<String>> {
    let cases = fs::read_to_string(folder().join("cases.txt")).unwrap();
    let mut questions = BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".txt") {
            continue;
        }
        let asked: Vec<String> = cases
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(" | "))
            .filter(|(files, _)| {
                *files == name || files.strip_suffix('*').is_some_and(|it| name.starts_with(it))
            })
            .filter_map(|(_, rest)| rest.split_once(" | "))
            .map(|(question, _)| question.to_owned())
            .collect();
        assert!(!asked.is_empty(), "nothing is asked of {name}");
        questions.insert(name, asked);
    }
    questions
}

/// Parses `sum of Price in Sheet by Region where Year = 2024`.
fn request(question: &str) -> Request {
    let (question, conditions) = match question.split_once(" where ") {
        Some((question, filters)) => (question, filters.split(" where ").map(str::to_owned).collect()),
        None => (question, Vec::new()),
    };
    let (question, by) = match question.split_once(" by ") {
        Some((question, by)) => (question, vec![by.to_owned()]),
        None => (question, Vec::new()),
    };
    let (question, sheet) = match question.split_once(" in ") {
        Some((question, sheet)) => (question, Some(sheet.to_owned())),
        None => (question, None),
    };
    let (operation, column) = question.split_once(" of ").unwrap();
    Request { sheet, by, conditions, ..Request::new(operation.parse().unwrap(), column) }
}

fn answer(name: &str, question: &str) -> Result<Analysis, Fault> {
    analyze(File::open(folder().join(name)).unwrap(), name, &request(question), &mut |_| {})
}

/// Formats an answer for the golden file.
fn told(answer: &Result<Analysis, Fault>) -> String {
    let analysis = match answer {
        Ok(analysis) => analysis,
        Err(fault) => return format!("  {fault}\n  → {}\n", fault.remedy()),
    };
    let mut out = String::new();
    for figure in &analysis.figures {
        let unit = figure.unit.as_ref().map_or(String::new(), |it| format!(" {it}"));
        let rounded = if figure.value.exact { "" } else { " (rounded)" };
        out += &format!(
            "  {}{unit}{rounded}, from {} cells of {}\n",
            figure.value.text, figure.rows, figure.column.name
        );
        let skipped = &figure.skipped;
        if skipped.filled() + skipped.empty > 0 {
            let kinds = [
                (skipped.empty, "empty"),
                (skipped.text, "text"),
                (skipped.error, "error"),
                (skipped.missing, "missing"),
                (skipped.date, "date"),
                (skipped.boolean, "boolean"),
                (skipped.uncomputed, "uncomputed"),
                (skipped.total, "total"),
            ];
            let kinds: Vec<_> = kinds
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, kind)| format!("{count} {kind}"))
                .collect();
            let examples: Vec<_> =
                skipped.examples.iter().map(|it| format!("{} {}", it.cell, it.holds)).collect();
            out += &format!("  without {} ({})\n", kinds.join(", "), examples.join("; "));
        }
        for group in &figure.groups {
            let value = group.value.as_ref().map_or("nothing", |it| &it.text);
            out += &format!("    {}: {value}, from {} cells\n", group.key, group.rows);
        }
    }
    for note in &analysis.notes {
        out += &format!("  note: {note}\n");
    }
    out
}

#[test]
fn workbook_answers_match_golden_file() {
    let mut all = String::new();
    for (name, questions) in questions() {
        all += &format!("{name}\n");
        for question in questions {
            all += &format!(" {question}\n{}", told(&answer(&name, &question)));
        }
        all += "\n";
    }
    crate::golden::check(&folder().join("answers.txt"), &all);
}

/// Checks that reading a long sheet reports monotonic progress within the size of the sheet.
#[test]
fn long_sheets_report_progress() {
    let rows: String = (2..40_000)
        .map(|row| format!("<row r=\"{row}\"><c r=\"A{row}\"><v>{row}.25</v></c></row>"))
        .collect();
    let head = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Amount</t></is></c></row>";
    let sheet = format!("<worksheet><sheetData>{head}{rows}</sheetData></worksheet>");
    let mut archive = zip::ZipWriter::new(tempfile::tempfile().unwrap());
    let relation = |id: &str, kind: &str, target: &str| {
        format!("<Relationships><Relationship Id='{id}' Type='/{kind}' Target='{target}'/></Relationships>")
    };
    for (name, content) in [
        ("_rels/.rels", relation("a", "officeDocument", "xl/workbook.xml")),
        ("xl/workbook.xml", "<workbook><sheets><sheet name='Long' r:id='a'/></sheets></workbook>".to_owned()),
        ("xl/_rels/workbook.xml.rels", relation("a", "worksheet", "sheet.xml")),
        ("xl/sheet.xml", sheet),
    ] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    let mut file = archive.finish().unwrap();
    file.rewind().unwrap();
    let mut told = Vec::new();
    let request = Request::new(Operation::Sum, "Amount");
    analyze(file, "long.xlsx", &request, &mut |progress| told.push(progress)).unwrap();
    assert!(!told.is_empty());
    assert!(told.iter().all(|it| it.done <= it.whole));
    assert!(told.windows(2).all(|it| it[0].done < it[1].done));
}

#[test]
fn results_agree_with_libreoffice() {
    let recorded = fs::read_to_string(folder().join("libreoffice.txt")).unwrap();
    for line in recorded.lines() {
        let [name, question, theirs] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (value, cells) = theirs.split_once(" of ").unwrap();
        let analysis = answer(name, question).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        let ours = &analysis.figures[0];
        let (value, number): (f64, f64) = (value.parse().unwrap(), ours.value.number.unwrap());
        assert!((number - value).abs() <= value.abs() * 1e-12, "{line}: {number}");
        assert_eq!(ours.rows.to_string(), cells, "{line}");
    }
    assert!(recorded.lines().count() > 50);
}

#[test]
fn results_agree_across_formats() {
    let mut first: BTreeMap<(String, String), (String, String)> = BTreeMap::new();
    let mut compared = 0;
    for (name, questions) in questions() {
        let (stem, _) = name.split_once('.').unwrap();
        for question in questions.iter().filter(|it| !it.contains("300")) {
            // Only the file name and the currency differ.
            let said = told(&answer(&name, question))
                .replace(&name, "FILE")
                .replace("BRL", "R$")
                .replace("EUR", "€");
            let key = (stem.to_owned(), question.clone());
            match first.get(&key) {
                Some((other, theirs)) => {
                    assert_eq!(theirs, &said, "{question}: {other} and {name}");
                    compared += 1;
                }
                None => drop(first.insert(key, (name.clone(), said))),
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

//! The column names of files.

use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;

use lemmascope_spreadsheet::{Columns, Fault, columns};

fn of(folder: &str, name: &str, sheet: Option<&str>) -> Result<Columns, Fault> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(folder).join(name);
    columns(File::open(path).unwrap(), name, sheet)
}

fn names(columns: &Columns) -> Vec<&str> {
    columns.columns.iter().map(|column| column.name.as_str()).collect()
}

#[test]
fn all_formats_have_the_same_column_names() {
    for extension in ["xlsx", "xlsb", "xls", "ods"] {
        let found = of("workbooks", &format!("regions.{extension}"), None).unwrap();
        assert_eq!(
            names(&found),
            ["Região", "Preço unitário", "Quantidade", "Margem", "Data", "Pago"],
            "{extension}"
        );
        assert_eq!(found.sheet, "Vendas");
        assert_eq!(found.columns[2].letter, "C");
    }
}

#[test]
fn finds_names_below_titles_and_unnamed_columns() {
    let found = of("delimited", "titles.csv", None).unwrap();
    assert!(found.header_row.is_some_and(|row| row > 1), "{found:?}");
    let found = of("delimited", "no-names.csv", None).unwrap();
    assert_eq!(found.header_row, None);
    assert!(found.columns.iter().all(|column| column.name.is_empty() && !column.letter.is_empty()));
}

#[test]
fn missing_sheet_and_invalid_file_are_errors() {
    assert!(matches!(of("workbooks", "regions.xlsx", Some("Nada")), Err(Fault::NoSuchSheet { .. })));
    assert!(matches!(of("delimited", "titles.csv", Some("Nada")), Err(Fault::NoSuchSheet { .. })));
    assert!(of("delimited", "blank.csv", None).is_err());
    let mut cut = tempfile::tempfile().unwrap();
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/workbooks/regions.xlsx");
    let mut bytes = Vec::new();
    File::open(whole).unwrap().read_to_end(&mut bytes).unwrap();
    cut.write_all(&bytes[..bytes.len() / 2]).unwrap();
    cut.rewind().unwrap();
    assert!(columns(cut, "cut.xlsx", None).is_err());
}

#[test]
fn reads_only_the_beginning_of_long_files() {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"Name,Amount\n").unwrap();
    for _ in 0..64 {
        file.write_all(&b"Ann,1\n".repeat(1 << 14)).unwrap();
    }
    file.rewind().unwrap();
    let mut watched = file.try_clone().unwrap();
    assert_eq!(names(&columns(file, "long.csv", None).unwrap()), ["Name", "Amount"]);
    // Both handles share one file position.
    let (read, whole) = (watched.stream_position().unwrap(), watched.metadata().unwrap().len());
    assert!(read < whole / 2, "{read} of {whole} bytes were read");
}

#[test]
fn limits_number_of_listed_columns() {
    let mut file = tempfile::tempfile().unwrap();
    let names: Vec<String> = (0..3_000).map(|number| format!("c{number}x")).collect();
    writeln!(file, "{}", names.join(",")).unwrap();
    file.rewind().unwrap();
    assert_eq!(columns(file, "wide.csv", None).unwrap().columns.len(), 500);
}

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
fn all_formats_tell_the_same_names() {
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
fn names_stand_below_titles_and_columns_may_have_none() {
    let found = of("delimited", "titles.csv", None).unwrap();
    assert!(found.header_row.is_some_and(|row| row > 1), "{found:?}");
    let found = of("delimited", "no-names.csv", None).unwrap();
    assert_eq!(found.header_row, None);
    assert!(found.columns.iter().all(|column| column.name.is_empty() && !column.letter.is_empty()));
}

#[test]
fn a_sheet_that_is_not_there_and_a_file_that_is_none_are_faults() {
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
fn only_the_beginning_of_a_long_file_is_read() {
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
fn thousands_of_columns_are_not_all_told() {
    let mut file = tempfile::tempfile().unwrap();
    let names: Vec<String> = (0..3_000).map(|number| format!("c{number}x")).collect();
    writeln!(file, "{}", names.join(",")).unwrap();
    file.rewind().unwrap();
    assert_eq!(columns(file, "wide.csv", None).unwrap().columns.len(), 500);
}

//! Malicious and corrupt files: each has a specific error, or a correct answer.

use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::path::Path;

use lemmascope_spreadsheet::{Operation, Request, analyze};

#[test]
fn hostile_files_yield_clear_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/hostile");
    let mut names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|it| it != "answers.txt");
    names.sort();
    let mut all = String::new();
    for name in names {
        let file = File::open(folder.join(&name)).unwrap();
        let said = match analyze(file, &name, &Request::new(Operation::Sum, "Amount"), &mut |_| {}) {
            Ok(analysis) => {
                format!("{} from {} cells", analysis.figures[0].value.text, analysis.figures[0].rows)
            }
            Err(fault) => format!("{fault}\n  → {}", fault.remedy()),
        };
        all += &format!("{name}\n  {said}\n");
    }
    crate::golden::check(&folder.join("answers.txt"), &all);
}

/// Checks that truncating or corrupting a valid workbook leads to an answer or an error, and never to a
/// panic.
#[test]
fn damaged_workbooks_do_not_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/workbooks");
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below.max(1) as u64) as usize
    };
    for name in ["regions.xlsx", "regions.xlsb", "regions.ods", "regions.xls", "formulas.xls"] {
        let good = fs::read(folder.join(name)).unwrap();
        for round in 0..150 {
            let mut bytes = good.clone();
            if round % 3 == 0 {
                bytes.truncate(next(good.len()));
            }
            for _ in 0..next(6) {
                let at = next(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = next(256) as u8;
                }
            }
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&bytes).unwrap();
            file.rewind().unwrap();
            let _answered = analyze(file, name, &Request::new(Operation::Sum, "Quantidade"), &mut |_| {});
        }
    }
}

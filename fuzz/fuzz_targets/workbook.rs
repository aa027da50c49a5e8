//! Any bytes are a workbook, or are told what is wrong with them; so are any bytes in the place of a part of one.
#![no_main]

use std::io::{Cursor, Seek as _, Write as _};

use lemmascope_spreadsheet::{Operation, Request, analyze};
use libfuzzer_sys::fuzz_target;
use zip::write::SimpleFileOptions;

const RELATION: &str = "<Relationships><Relationship Id='a' Type='/KIND' Target='TARGET'/></Relationships>";
const SHEET: &[u8] = b"<worksheet><sheetData><row><c t='s'><v>0</v></c></row><row><c s='1'><v>5</v></c></row></sheetData></worksheet>";

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    // The bytes of an archive hardly ever fit together by chance, so the parts are tried on their own.
    let whole = match first % 6 {
        0 => rest.to_vec(),
        1 => office("xml", rest, b"<sst><si><t>Amount</t></si></sst>", b""),
        2 => office("xml", SHEET, rest, b""),
        3 => office("xml", SHEET, b"<sst><si><t>Amount</t></si></sst>", rest),
        4 => zipped(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", rest)]),
        _ => [&[9, 8, 16, 0, 0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], rest].concat(),
    };
    let Ok(mut file) = tempfile::tempfile() else { return };
    if file.write_all(&whole).and_then(|()| file.rewind()).is_err() {
        return;
    }
    match analyze(file, "workbook", &Request::new(Operation::Sum, "1"), &mut |_| {}) {
        Ok(analysis) => assert_eq!(analysis.figures.len(), 1),
        Err(fault) => assert!(!fault.to_string().is_empty() && !fault.remedy().is_empty()),
    }
});

fn office(extension: &str, sheet: &[u8], strings: &[u8], styles: &[u8]) -> Vec<u8> {
    let main = format!("xl/workbook.{extension}");
    let relations = [("worksheet", "s"), ("sharedStrings", "t"), ("styles", "f")]
        .map(|(kind, target)| RELATION.replace("KIND", kind).replace("TARGET", target))
        .concat();
    zipped(&[
        ("_rels/.rels", RELATION.replace("KIND", "officeDocument").replace("TARGET", &main).as_bytes()),
        (&main, b"<workbook><sheets><sheet name='a' r:id='a'/></sheets></workbook>"),
        (&format!("xl/_rels/workbook.{extension}.rels"), relations.as_bytes()),
        ("xl/s", sheet),
        ("xl/t", strings),
        ("xl/f", styles),
    ])
}

fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in parts {
        archive.start_file(*name, options).expect("writing to memory does not fail");
        archive.write_all(content).expect("writing to memory does not fail");
    }
    archive.finish().expect("writing to memory does not fail").into_inner()
}

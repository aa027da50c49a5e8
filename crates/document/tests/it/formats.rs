//! Golden tests: each case is a file, or a folder that is zipped into one, with the expected result.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use lemmascope_document::{Document, Fault, Limits, read};
use zip::write::SimpleFileOptions;

#[test]
fn cases_match_their_snapshots() {
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(cases()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_none_or(|extension| extension != "snap" && extension != "new"));
    names.sort();
    assert!(names.len() >= 8, "the cases are gone");
    for path in names {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let file = if path.is_dir() { zipped(&path) } else { File::open(&path).unwrap() };
        let told = match read(file, &name, &Limits::default(), &mut |_| ()) {
            Ok(document) => shown(&document),
            Err(fault) => format!("{fault}; {}", fault.remedy()),
        };
        insta::with_settings!({snapshot_path => "cases", prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(name, told);
        });
    }
}

/// Checks that the name of a file matters only if its content is ambiguous.
#[test]
fn content_takes_precedence_over_file_name() {
    let page = b"<!doctype html><p>The page says this, whatever it is called.</p>";
    assert!(shown(&given(page, "letter.docx").unwrap()).contains("Paragraph The page says this"));
    let marked = b"# Heading\n\nA *marked* word.\n";
    assert!(shown(&given(marked, "a.md").unwrap()).contains("Heading(1) Heading"));
    assert!(shown(&given(marked, "a.txt").unwrap()).contains("# Heading"));
}

#[test]
fn decodes_text_in_its_encoding() {
    let said = "A situação não é fácil: à tarde já não há pão na padaria, e a família não está em casa.";
    let wide: Vec<u8> =
        [0xfe, 0xff].into_iter().chain(said.encode_utf16().flat_map(u16::to_be_bytes)).collect();
    let latin: Vec<u8> = said.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let page =
        [b"<html><head><meta charset=iso-8859-1></head><body><p>".as_slice(), &latin, b"</p>"].concat();
    for (bytes, name) in [(wide, "a.txt"), (latin, "b.txt"), (page, "c.html")] {
        let document = given(&bytes, name).unwrap();
        assert_eq!(document.pages[0].blocks[0].text, said, "{name}");
        assert_eq!(document.language, "pt");
    }
}

pub(crate) fn given(bytes: &[u8], name: &str) -> Result<Document, Fault> {
    read(file(bytes), name, &Limits::default(), &mut |_| ())
}

pub(crate) fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    file
}

/// Creates a ZIP archive of parts, in order.
pub(crate) fn archive(parts: &[(&str, &[u8])]) -> File {
    let mut zip = zip::ZipWriter::new(tempfile::tempfile().unwrap());
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap()
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/cases")
}

fn zipped(folder: &Path) -> File {
    let mut found = Vec::new();
    gather(folder, "", &mut found);
    found.sort();
    let parts: Vec<(&str, &[u8])> =
        found.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    archive(&parts)
}

fn gather(folder: &Path, prefix: &str, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
        if path.is_dir() {
            gather(&path, &format!("{name}/"), found);
        } else {
            found.push((name, std::fs::read(&path).unwrap()));
        }
    }
}

fn shown(document: &Document) -> String {
    let mut told = format!("{} ({})\n", document.title.as_deref().unwrap_or("no title"), document.language);
    for (number, page) in (1..).zip(&document.pages) {
        for block in &page.blocks {
            let more = if block.continues { " …" } else { "" };
            told.push_str(&format!("{number} {:?} {}{more}\n", block.kind, block.text.replace('\t', " | ")));
        }
    }
    told
}

//! Corrupt and malicious files: each is read as far as possible, or rejected with a reason.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::press::{Press, file, page, stream};
use super::{read_bytes, shown};

const TEXT: &str = "BT /F1 10 Tf 60 700 Td (There is a sentence on this page, and it is whole.) Tj ET";

/// Describes the result of reading a file on one line.
fn fate(bytes: &[u8]) -> String {
    match read_bytes(bytes) {
        Ok(document) => {
            let shown = shown(&document);
            let lines: Vec<&str> = shown.lines().filter(|line| !line.starts_with("---")).collect();
            format!(
                "{} page(s): {}",
                document.pages.len(),
                lines.join(" / ").chars().take(150).collect::<String>()
            )
        }
        Err(fault) => format!("{fault}; {}", fault.remedy()),
    }
}

fn catalog(pages: &str) -> Vec<(usize, String)> {
    vec![(1, "<< /Type /Catalog /Pages 2 0 R >>".to_owned()), (2, pages.to_owned())]
}

fn sound() -> Vec<u8> {
    page(TEXT, &[])
}

/// Returns a file with a replacement in its bytes.
fn with(from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(sound()).expect("text");
    assert!(text.contains(from));
    text.replacen(from, to, 1).into_bytes()
}

fn bomb() -> Vec<u8> {
    let mut folded = ZlibEncoder::new(Vec::new(), Compression::best());
    let blank = vec![b' '; 1 << 20];
    for _ in 0..200 {
        folded.write_all(&blank).expect("written");
    }
    let folded = folded.finish().expect("folded");
    let head = String::from_utf8(page("", &[])).expect("text");
    let content = head.find("5 0 obj").expect("the content");
    let end = head.get(content..).and_then(|rest| rest.find("endobj")).expect("its end") + content;
    let mut bytes = head.as_bytes()[..content].to_vec();
    bytes.extend(format!("5 0 obj\n<< /Filter /FlateDecode /Length {} >>\nstream\n", folded.len()).bytes());
    bytes.extend(folded);
    bytes.extend(b"\nendstream\n");
    bytes.extend(&head.as_bytes()[end..]);
    bytes
}

/// Returns a file with forms that each draw the next one ten times.
fn form_bomb() -> Vec<u8> {
    let forms: Vec<(usize, String)> = (10..30)
        .map(|number| {
            let next = format!("/X{} Do ", number + 1).repeat(10);
            let entries = "/Type /XObject /Subtype /Form /BBox [0 0 595 842]";
            (number, stream(entries, &format!("{next} {TEXT}")))
        })
        .collect();
    page(&format!("{TEXT} /X10 Do"), &forms)
}

#[test]
fn hostile_files_match_the_snapshot() {
    let mut cut = sound();
    cut.truncate(cut.len() * 2 / 3);
    let own = "/Type /XObject /Subtype /Form /BBox [0 0 595 842]";
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("sound", sound()),
        ("only a header", b"%PDF-1.7\n".to_vec()),
        (
            "a header and noise",
            [
                b"%PDF-1.7\n".to_vec(),
                (0..4096_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect(),
            ]
            .concat(),
        ),
        ("cut off", cut),
        ("places that are wrong", with("startxref\n", "startxref\n9")),
        ("a table of places that is gone", with("xref\n1 1", "xxxx\n1 1")),
        ("tables that lead to each other", with("/Root 1 0 R", "/Prev 0 /Root 1 0 R")),
        ("no pages", file(&catalog("<< /Type /Pages /Count 0 /Kids [] >>"))),
        ("pages within themselves", file(&catalog("<< /Type /Pages /Count 1 /Kids [2 0 R 2 0 R] >>"))),
        ("millions of pages, it says", with("/Count 1", "/Count 99999999")),
        ("a page without a size", with("[0 0 595 842]", "[0 0 0 0]")),
        ("a page as large as numbers go", with("[0 0 595 842]", "[0 0 9e38 9e38]")),
        (
            "a form in itself",
            page(
                &format!("{TEXT} /X10 Do"),
                &[(10, stream(&format!("{own} /Resources 4 0 R"), "/X10 Do /X10 Do"))],
            ),
        ),
        ("forms in forms", form_bomb()),
        ("a stream that unfolds to 200 MB", bomb()),
        ("objects deep in each other", page(&format!("{TEXT} {}", "[".repeat(200_000)), &[])),
        (
            "dictionaries deep in each other",
            with("/MediaBox", &format!("/Deep {} /MediaBox", "<< /A ".repeat(100_000))),
        ),
        ("states without end", page(&format!("{TEXT} {}", "q ".repeat(500_000)), &[])),
        (
            "numbers that are none",
            page(&format!("{TEXT} 1e999 0 0 1e-999 nan 0 cm BT /F1 99999999999999999999 Tf (x) Tj ET"), &[]),
        ),
        (
            "an encryption nobody knows",
            with("/Root 1 0 R", "/ID [(a) (b)] /Encrypt << /Filter /Foo.Bar /V 77 >> /Root 1 0 R"),
        ),
        ("a font that is none", with("/Subtype /Type1", "/Subtype /Type9")),
        ("a page that is not there", file(&catalog("<< /Type /Pages /Count 1 /Kids [77 0 R] >>"))),
        ("content that is not there", with("/Contents 5 0 R", "/Contents 55 0 R")),
    ];
    let fates: Vec<String> =
        cases.iter().map(|(name, bytes)| format!("{name}\n    {}", fate(bytes))).collect();
    insta::assert_snapshot!("hostile", fates.join("\n"));
}

#[test]
fn reads_other_pages_despite_a_damaged_page() {
    let mut press = Press::default();
    press.page("").lines(60.0, 700.0, "The first page is sound and has a sentence on it.");
    press.page("").raw("<<<< [[[[ ((((");
    press.page("").lines(60.0, 700.0, "The third page is sound and has a sentence on it.");
    let document = read_bytes(&press.finish()).expect("a document");
    assert!(shown(&document).contains("The first page") && shown(&document).contains("The third page"));
}

#[test]
fn truncated_and_corrupted_files_do_not_panic() {
    let mut press = Press::default();
    press.page("").lines(60.0, 700.0, "The first page is sound and has a sentence on it.");
    let whole = press.finish();
    for end in (0..whole.len()).step_by(37) {
        let _fate = fate(&whole[..end]);
    }
    for at in (0..whole.len()).step_by(11) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x15;
        let _fate = fate(&bytes);
    }
}

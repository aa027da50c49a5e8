//! Generated PDF files, read in the reading order of a person.

mod hostile;
mod press;
mod scripts;

use std::fs::File;
use std::io::{Seek as _, Write as _};

use lemmascope_document::{Document, Fault, Kind, Length, Limits, Progress, read, render, summarize};

use press::Press;

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("written");
    file.rewind().expect("rewound");
    file
}

fn read_bytes(bytes: &[u8]) -> Result<Document, Fault> {
    read(file(bytes), "paper.pdf", &Limits::default(), &mut |_| {})
}

/// Formats the blocks of a document, one per line.
fn shown(document: &Document) -> String {
    let mut shown = String::new();
    for (number, page) in (1..).zip(&document.pages) {
        shown.push_str(&format!("--- {number}{}\n", if page.scanned { " scanned" } else { "" }));
        for block in &page.blocks {
            let more = if block.continues { " …" } else { "" };
            shown.push_str(&format!("{:?}: {}{more}\n", block.kind, block.text.replace('\t', " | ")));
        }
    }
    for note in &document.notes {
        shown.push_str(&format!("note: {note}\n"));
    }
    shown
}

fn check(name: &str, press: &Press) {
    let document = read_bytes(&press.finish()).expect("a document");
    insta::assert_snapshot!(name, shown(&document));
}

const LEFT: &str = "
    The harbour of the old town was built when
    ships still came with sails, and its walls were
    made for small boats. When steam came, the har-
    bour had to grow, and the town grew with it. The
    new quays were finished in the spring of that
    year, and the well-known warehouses followed.
    Traders from the north settled there. Most of
    them stayed, and their children spoke both
    languages. A school was opened for them by the";
const RIGHT: &str = "
    council, which paid its teachers from the tolls
    of the bridge. It stood until the great fire. All
    of its papers were lost, save for one book of
    names that a pupil had taken home. From that
    book we know who sat in which row, and that the
    winters were cold. A second school, built by the
    well-
    known merchant, was larger. It had a garden and
    a room for music, and it is still in use today.";

#[test]
fn reads_two_columns_in_order() {
    let mut press = Press::default();
    press.page("").text("F2", 18.0, 150.0, 780.0, "A Short History of the Harbour");
    press.text("F1", 11.0, 240.0, 755.0, "Ana Lima, Porto").text("F2", 12.0, 60.0, 720.0, "Abstract");
    press.lines(60.0, 700.0, LEFT).lines(310.0, 700.0, RIGHT);
    check("columns", &press);
}

#[test]
fn spanning_heading_separates_columns() {
    let mut press = Press::default();
    press.page("").lines(60.0, 780.0, LEFT).lines(310.0, 780.0, RIGHT);
    press.text(
        "F2",
        14.0,
        60.0,
        640.0,
        "2 The years after the great fire, and what became of the town in them",
    );
    press.lines(60.0, 610.0, RIGHT).lines(310.0, 610.0, LEFT);
    check("heading-across", &press);
}

#[test]
fn removes_headers_footers_and_page_numbers() {
    let mut press = Press::default();
    for number in 1..=4 {
        press.page("").text("F1", 9.0, 60.0, 810.0, "Annals of the Town").text(
            "F1",
            9.0,
            300.0,
            30.0,
            &number.to_string(),
        );
        press.lines(
            60.0,
            760.0,
            &format!(
                "This is the page that comes as number {}, and it says so\nin two lines.",
                ["one", "two", "three", "four"][number - 1]
            ),
        );
    }
    check("furniture", &press);
}

#[test]
fn classifies_tables_captions_lists_and_notes() {
    let mut press = Press::default();
    press.page("").lines(60.0, 780.0, "The tolls of the bridge rose in every year of which there is a record, as the\ntable shows, and fell when the second bridge was opened to the traffic.");
    for (at, row) in [
        ["Year", "Carts", "Toll"],
        ["1871", "1,204", "310.50"],
        ["1872", "1,377", "355.25"],
        ["1873", "1,410", "371.00"],
    ]
    .iter()
    .enumerate()
    {
        for (cell, text) in row.iter().enumerate() {
            press.text("F1", 10.0, 80.0 + 120.0 * cell as f32, 730.0 - 13.0 * at as f32, text);
        }
    }
    press.lines(60.0, 660.0, "Table 1: Carts and tolls of the old bridge.");
    press.lines(60.0, 630.0, "What the council bought from the tolls in these years, by its own account:");
    press.text("F1", 10.0, 75.0, 612.0, "\u{2022} stones for the quay,").text(
        "F1",
        10.0,
        75.0,
        600.0,
        "- Timber for the roof of the school.",
    );
    press.text("F3", 10.0, 75.0, 570.0, "for cart in carts: pay(cart)");
    press.text("F1", 6.0, 60.0, 64.0, "1").text(
        "F1",
        8.0,
        64.0,
        60.0,
        "The account is kept in the town hall and may be seen on request.",
    );
    check("kinds", &press);
}

#[test]
fn classifies_references() {
    let mut press = Press::default();
    press.page("").lines(
        60.0,
        780.0,
        "The school is described by the teacher who was the first to come there.",
    );
    press.text("F2", 12.0, 60.0, 750.0, "References");
    press.lines(60.0, 730.0, "[1] A. Lima. The school at the harbour. Porto, 1903.\n[2] B. Reis. Tolls and carts. Annals of the Town, volume 3, which is long\nout of print, 1911.");
    check("references", &press);
}

#[test]
fn reads_rotated_pages() {
    let mut turned = Press::default();
    turned.page("/Rotate 90").raw("q 0 1 -1 0 595 0 cm\n");
    turned
        .lines(
            60.0,
            500.0,
            "This page lies on its side, and is shown upright.\nIts second line follows its first one.",
        )
        .raw("Q\n");
    check("rotated", &turned);
    // Without the entry, the page is displayed sideways, and still reads the same.
    let mut lying = Press::default();
    lying.page("").raw("q 0 1 -1 0 595 0 cm\n");
    lying
        .lines(
            60.0,
            500.0,
            "This page lies on its side, and is shown upright.\nIts second line follows its first one.",
        )
        .raw("Q\n");
    check("rotated", &lying);
}

#[test]
fn removes_rotated_margin_stamps() {
    let mut press = Press::default();
    press.page("").lines(60.0, 780.0, LEFT);
    press.raw("BT /F1 14 Tf 0 1 -1 0 30 300 Tm (archive:1234.5678v1 [hist] 1 Jan 2020) Tj ET\n");
    let document = read_bytes(&press.finish()).expect("a document");
    assert!(!shown(&document).contains("archive"), "{}", shown(&document));
    assert!(shown(&document).contains("harbour had to grow"), "{}", shown(&document));
}

#[test]
fn reads_hidden_ocr_layer_but_not_off_page_or_clipped_text() {
    let mut press = Press::default();
    press.page("").raw("q 595 0 0 842 0 0 cm /Im Do Q 3 Tr\n");
    press.lines(60.0, 700.0, "What the scanner saw was recognized and put behind the picture.").raw("0 Tr\n");
    press.text("F1", 10.0, 900.0, 700.0, "Nobody sees this.");
    press.raw("q 0 0 50 50 re W n\n").text("F1", 10.0, 300.0, 400.0, "Nor this.").raw("Q\n");
    check("recognized", &press);
}

#[test]
fn marks_image_only_pages_as_scanned() {
    let mut press = Press::default();
    press.page("").raw("q 595 0 0 842 0 0 cm /Im Do Q\n");
    press.page("").lines(60.0, 700.0, "This page has text of its own, and it is a whole sentence.");
    let document = read_bytes(&press.finish()).expect("a document");
    assert_eq!(document.scanned_pages(), [1]);
}

#[test]
fn treats_pages_with_undecodable_fonts_as_scanned() {
    let mut press = Press::default();
    press.page("").text("F4", 10.0, 60.0, 700.0, "ABCDEFGHIJKLMNOPQRSTUVWXYZ").text(
        "F4",
        10.0,
        60.0,
        680.0,
        "ZYXWVUTSRQPONM",
    );
    check("unreadable", &press);
}

#[test]
fn decrypts_files_without_a_user_password() {
    let sealed = |name: &str| {
        let path = format!("{}/tests/it/pdf/encrypted/{name}.pdf", env!("CARGO_MANIFEST_DIR"));
        read(File::open(path).expect("a file"), name, &Limits::default(), &mut |_| {})
    };
    for open in ["rc4-40", "rc4-128", "aes-128", "aes-256"] {
        let document = sealed(open).expect(open);
        assert!(shown(&document).contains("The key to this page is no secret."), "{open}");
    }
    for closed in ["password-rc4-128", "password-aes-256"] {
        assert_eq!(sealed(closed), Err(Fault::Encrypted), "{closed}");
    }
}

#[test]
fn reports_progress_for_each_page() {
    let mut press = Press::default();
    for word in ["first", "second", "third"] {
        press.page("").lines(
            60.0,
            700.0,
            &format!("The {word} page has a sentence on it, and nothing more."),
        );
    }
    let mut steps = Vec::new();
    read(file(&press.finish()), "paper.pdf", &Limits::default(), &mut |step| steps.push(step))
        .expect("a document");
    assert!(steps.starts_with(&[1, 2, 3].map(|done| Progress { done, of: 3 })), "{steps:?}");
}

#[test]
fn renders_pages_as_png_in_their_size() {
    let mut press = Press::default();
    press.page("").text("F2", 200.0, 60.0, 400.0, "INK");
    let bytes = press.finish();
    let png = render(bytes.clone(), 1, 72.0).expect("a picture");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(png.get(16..24), Some([0, 0, 2, 83, 0, 0, 3, 74].as_slice()), "595 by 842");
    let mut blank = Press::default();
    let blank = render(blank.page("").finish(), 1, 72.0).expect("a picture");
    assert!(png.len() > blank.len() + 100, "the ink is in the picture");
    assert_eq!(render(bytes.clone(), 2, 72.0), Err(Fault::NoSuchPage { page: 2, pages: 1 }));
    assert_eq!(render(bytes.clone(), 0, 72.0), Err(Fault::NoSuchPage { page: 0, pages: 1 }));
}

#[test]
fn reads_form_field_values_in_their_line() {
    let mut press = Press::default();
    press.page(
        "/Annots [
            << /Type /Annot /Subtype /Widget /Rect [100 698 200 708] /AP << /N << /On 9 0 R >> >> /AS /On >>
            << /Type /Annot /Subtype /Widget /Rect [100 598 200 608] /AP << /N 9 0 R >> /F 2 >>
            << /Type /Annot /Subtype /Popup /Rect [100 498 200 508] /AP << /N 9 0 R >> >>
        ]",
    );
    press.text("F1", 10.0, 60.0, 700.0, "Name:").text("F1", 10.0, 205.0, 700.0, "signed for the council.");
    let document = read_bytes(&press.finish()).expect("a document");
    assert_eq!(shown(&document), "--- 1\nParagraph: Name: Maria Aparecida signed for the council.\n");
}

#[test]
fn detects_title_by_largest_font() {
    let mut press = Press::default();
    press.page("").text("F1", 9.0, 60.0, 810.0, "Annals of the Town").text(
        "F2",
        20.0,
        60.0,
        770.0,
        "Tolls and Carts",
    );
    press.lines(60.0, 720.0, LEFT);
    let document = read_bytes(&press.finish()).expect("a document");
    assert_eq!(document.title.as_deref(), Some("Tolls and Carts"));
    assert!(document.pages.iter().flat_map(|page| &page.blocks).any(|block| block.kind == Kind::Title));
}

#[test]
fn detects_title_by_position() {
    let mut press = Press::default();
    press.page("").text("F1", 9.0, 60.0, 815.0, "Annals of the Town, Volume 3").text(
        "F1",
        10.0,
        220.0,
        780.0,
        "Tolls and Carts in the Old Town",
    );
    press.text("F1", 10.0, 260.0, 752.0, "Ana Maria Lima").text("F1", 10.0, 60.0, 720.0, "Abstract");
    press.lines(60.0, 700.0, LEFT).lines(310.0, 700.0, RIGHT);
    let document = read_bytes(&press.finish()).expect("a document");
    assert_eq!(document.title.as_deref(), Some("Tolls and Carts in the Old Town"));
    let author = document.pages[0].blocks.iter().find(|block| block.kind == Kind::Author);
    assert_eq!(author.map(|block| block.text.as_str()), Some("Ana Maria Lima"));
}

#[test]
fn keeps_repeated_text_that_is_the_only_content() {
    let mut press = Press::default();
    for _ in 0..5 {
        press.page("").text("F1", 12.0, 60.0, 780.0, "Hello world");
    }
    let document = read_bytes(&press.finish()).expect("a document");
    let summary = summarize(&document, Length::Short).expect("a summary");
    assert_eq!(summary.text, "Hello world");
    // A stamp on scanned pages is not text.
    let mut press = Press::default();
    for _ in 0..5 {
        press.page("").raw("q 595 0 0 842 0 0 cm /Im Do Q\n").text(
            "F1",
            9.0,
            60.0,
            20.0,
            "Digitized by the Library",
        );
    }
    let document = read_bytes(&press.finish()).expect("a document");
    assert_eq!(document.scanned_pages(), [1, 2, 3, 4, 5]);
    assert!(document.is_empty());
}

#[test]
fn summary_of_short_text_is_the_text() {
    for text in ["Buy milk", "Closed", "Total 120.00 EUR", "Meeting at noon, room 4"] {
        let mut press = Press::default();
        press.page("").text("F1", 12.0, 60.0, 700.0, text);
        let Ok(document) = read_bytes(&press.finish()) else { panic!("{text} is not read") };
        assert_eq!(summarize(&document, Length::Short).expect("a summary").text, text);
        assert!(summarize(&document, Length::Tweet).is_ok(), "{text}");
    }
    let mut press = Press::default();
    press.page("").text("F1", 12.0, 60.0, 700.0, "1 2 3");
    let fault = summarize(&read_bytes(&press.finish()).expect("a document"), Length::Short).unwrap_err();
    assert_eq!(fault, Fault::NoSentences { found: "numbers".into() });
}

#[test]
fn summary_excludes_run_in_headings() {
    let mut press = Press::default();
    press.page("").lines(
        60.0,
        700.0,
        "
        Abstract In this paper we study how harbours grow when ships become
        larger. We find that towns grow with them, and that tolls rise.
        1 Introduction Harbours were built by hand when ships had sails.",
    );
    let document = read_bytes(&press.finish()).expect("a document");
    let summary = summarize(&document, Length::Bullets).expect("a summary");
    for sentence in &summary.sentences {
        assert!(
            !sentence.text.contains("Abstract") && !sentence.text.contains("Introduction"),
            "{summary:?}"
        );
    }
}

#[test]
fn rejects_files_that_exceed_the_time_limit() {
    let mut press = Press::default();
    for _ in 0..3 {
        press.page("").text("F1", 12.0, 60.0, 700.0, "The harbour was closed for repairs in the spring.");
    }
    let limits = Limits { time: std::time::Duration::ZERO, ..Limits::default() };
    let fault = read(file(&press.finish()), "paper.pdf", &limits, &mut |_| {}).unwrap_err();
    assert!(matches!(fault, Fault::TooLarge { .. }), "{fault}");
}

#[test]
fn rejects_noise_from_ocr() {
    let mut press = Press::default();
    press.page("").raw("q 595 0 0 842 0 0 cm /Im Do Q\n");
    let mut document = read_bytes(&press.finish()).expect("a document");
    for noise in ["~ |i }{ qWx lI1 ;: ,.' _ zZ}{ 0OQ@ vv/\\ jk| {t7!", "", "|", "12 34", "¢§ ¥£ ©® ™µ ¶·"]
    {
        assert!(!document.put_ocr(1, noise), "{noise}");
    }
    assert!(document.is_empty());
    assert!(document.put_ocr(1, "The harbour was closed for repairs."));
    assert_eq!(
        summarize(&document, Length::Short).expect("a summary").text,
        "The harbour was closed for repairs."
    );
}

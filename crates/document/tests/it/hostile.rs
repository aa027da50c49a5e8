//! Malicious and corrupt files: each results in a specific error, or in its readable parts.

use lemmascope_document::{Document, Fault, Length, Limits, read, summarize};
use proptest::prelude::*;

use crate::formats::{archive, file, given};

const RELATIONS: &[u8] =
    br#"<Relationships><Relationship Type="x/officeDocument" Target="word/document.xml"/></Relationships>"#;

fn small() -> Limits {
    Limits {
        file: 64 << 20,
        pages: 100,
        text: 1 << 20,
        part: 1 << 20,
        unfolded: 2 << 20,
        ..Limits::default()
    }
}

fn docx(text: &[u8], limits: &Limits) -> Result<Document, Fault> {
    let parts = [("_rels/.rels", RELATIONS), ("word/document.xml", text)];
    read(archive(&parts), "a.docx", limits, &mut |_| ())
}

#[test]
fn each_broken_file_is_told_by_what_is_wrong_with_it() {
    let plain = archive(&[("a.txt", b"hello".as_slice())]);
    let workbook = archive(&[("xl/workbook.xml", b"<w/>".as_slice())]);
    let slides = archive(&[("ppt/presentation.xml", b"<w/>".as_slice())]);
    let book = archive(&[("mimetype", b"application/epub+zip".as_slice())]);
    let sheet = archive(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet".as_slice())]);
    let headless = archive(&[("word/other.xml", b"<w/>".as_slice())]);
    let locked = archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text".as_slice()),
        ("META-INF/manifest.xml", b"<manifest:manifest><manifest:encryption-data/></manifest:manifest>"),
        ("content.xml", b"\x01\x02\x03"),
    ]);
    let wide = |name: &str| -> Vec<u8> {
        let name = name.encode_utf16().flat_map(u16::to_le_bytes);
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".iter().copied().chain([0; 512]).chain(name).collect()
    };
    let mut told = Vec::new();
    for (what, file) in [
        ("empty", file(b"")),
        ("blank", file(b" \r\n\t \n")),
        (
            "noise",
            file(&(0..9999_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 23) as u8).collect::<Vec<_>>()),
        ),
        ("zip", plain),
        ("workbook", workbook),
        ("slides", slides),
        ("book", book),
        ("sheet", sheet),
        ("no text part", headless),
        ("locked odt", locked),
        ("locked docx", file(&wide("EncryptedPackage"))),
        ("old word", file(&wide("WordDocument"))),
        ("torn zip", file(b"PK\x03\x04 and then nothing of an archive")),
        ("page without text", file(b"<html><body><script>let x = 1</script></body></html>")),
    ] {
        let fault = read(file, "a.docx", &Limits::default(), &mut |_| ()).unwrap_err();
        told.push(format!("{what}: {fault}; {}", fault.remedy()));
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn rejects_truncated_and_deeply_nested_xml() {
    let deep = "<w:x>".repeat(100_000);
    for broken in ["<w:document><w:p><w:r><w:t>Half of it", "<w:document><w:p></", &deep] {
        let found = docx(broken.as_bytes(), &Limits::default());
        assert!(matches!(found, Err(Fault::Damaged { .. })), "{found:?}");
    }
}

#[test]
fn does_not_expand_xml_entities() {
    let mut text = String::from("<!DOCTYPE d [<!ENTITY a0 \"ha\">");
    for at in 1..40 {
        text.push_str(&format!("<!ENTITY a{at} \"&a{0};&a{0};&a{0};&a{0};\">", at - 1));
    }
    text.push_str("]><w:document><w:p><w:r><w:t>Said &a39;once.</w:t></w:r></w:p></w:document>");
    let document = docx(text.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(document.pages[0].blocks[0].text, "Said once.");
}

#[test]
fn rejects_zip_bombs() {
    let bomb = vec![b' '; 8 << 20];
    assert!(matches!(docx(&bomb, &small()), Err(Fault::TooLarge { .. })));
    // Many parts, each of which is within the limit.
    let part = vec![b' '; 1 << 20];
    let parts: Vec<(&str, &[u8])> = vec![
        ("_rels/.rels", RELATIONS),
        ("word/document.xml", b"<w:p><w:t>a</w:t></w:p>"),
        ("word/styles.xml", &part),
        ("word/footnotes.xml", &part),
        ("word/endnotes.xml", &part),
    ];
    let found = read(archive(&parts), "a.docx", &small(), &mut |_| ());
    assert!(matches!(found, Err(Fault::TooLarge { .. })), "{found:?}");
}

#[test]
fn enforces_limits_for_text_pages_and_files() {
    let limits = Limits { text: 1000, ..small() };
    let long = "word ".repeat(1000);
    assert!(matches!(
        read(file(long.as_bytes()), "a.txt", &limits, &mut |_| ()),
        Err(Fault::TooLarge { .. })
    ));
    let pages = "page\u{c}".repeat(1000);
    assert!(matches!(
        read(file(pages.as_bytes()), "a.txt", &small(), &mut |_| ()),
        Err(Fault::TooLarge { .. })
    ));
    let limits = Limits { file: 10, ..small() };
    assert!(matches!(
        read(file(long.as_bytes()), "a.txt", &limits, &mut |_| ()),
        Err(Fault::TooLarge { .. })
    ));
}

#[test]
fn reads_deeply_nested_and_repetitive_markup() {
    let said = "<p>The text at the bottom is found all the same, however deep it lies.</p>";
    for page in [
        "<div>".repeat(50_000) + said,
        "<table><tr><td>".repeat(10_000) + said,
        "</b></i></p>".repeat(20_000) + said,
        "<b><i><a>".repeat(10_000) + said + &"</p></b>".repeat(10_000),
        format!("<p title=\"{}\">{said}", "x".repeat(1 << 20)),
    ] {
        let document = given(format!("<html><body>{page}").as_bytes(), "a.html").unwrap();
        assert!(document.pages[0].blocks.iter().any(|block| block.text.contains("at the bottom")));
    }
    for marked in
        [">".repeat(20_000), "- ".repeat(5_000), "[".repeat(20_000), "*a ".repeat(20_000), "`".repeat(20_000)]
    {
        let _read_or_refused = given(format!("{marked} text that ends.\n").as_bytes(), "a.md");
    }
    let rules = "Heading\n=======\n".repeat(20_000);
    assert!(given(rules.as_bytes(), "a.txt").is_ok());
    let line = "a".repeat(1 << 20);
    let document = given(line.as_bytes(), "a.txt").unwrap();
    assert!(summarize(&document, Length::Tweet).unwrap().text.chars().count() <= 280);
}

#[test]
fn reports_deeply_nested_and_truncated_rtf() {
    let deep = format!("{{\\rtf1 {}", "{".repeat(100_000));
    assert!(matches!(given(deep.as_bytes(), "a.rtf"), Err(Fault::Damaged { .. })));
    let broken = given(b"{\\rtf1 Half of it is here, and \\b the rest", "a.rtf").unwrap();
    assert_eq!(broken.pages[0].blocks[0].text, "Half of it is here, and the rest");
    assert_eq!(broken.notes.len(), 1);
    assert_eq!(given(b"{\\rtf1{\\pict 00ff}}", "a.rtf"), Err(Fault::Empty));
    // Old programs write the star in other positions, where it has no meaning.
    let strayed = given(b"{\\rtf1{\\i0\\*\\cs7\\f2 It is said all the same.}\\par}", "a.rtf").unwrap();
    assert_eq!(strayed.pages[0].blocks[0].text, "It is said all the same.");
}

#[test]
fn rejects_encrypted_and_incomplete_epubs() {
    let container: (&str, &[u8]) =
        ("META-INF/container.xml", b"<container><rootfile full-path='b.opf'/></container>");
    let list: (&str, &[u8]) = (
        "b.opf",
        b"<package><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/><itemref idref='a'/></package>",
    );
    let lock: (&str, &[u8]) =
        ("META-INF/encryption.xml", b"<encryption><EncryptionMethod Algorithm='aes'/></encryption>");
    let book = |parts: &[(&str, &[u8])]| read(archive(parts), "a.epub", &small(), &mut |_| ());
    assert!(matches!(book(&[container, list, lock]), Err(Fault::UnknownEncryption { .. })));
    assert!(matches!(book(&[container, list]), Err(Fault::Damaged { .. })));
    assert!(matches!(book(&[container]), Err(Fault::Damaged { .. })));
    let said: (&str, &[u8]) = ("a.xhtml", b"<html><title/><p>It is read.</p></html>");
    assert!(book(&[container, list, said]).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Checks that any text is either rejected or has valid summaries.
    #[test]
    fn any_text_is_rejected_or_has_valid_summaries(text in "(?s)([A-Za-zÀ-ü0-9.,;:!?()\\[\\]\"<>/#*=_|&>\\-\n\t\u{c} ]|<p>|<li>|Dr\\. |et al\\. |\\. The ){0,600}") {
        for name in ["a.txt", "a.md", "a.html"] {
            let Ok(document) = given(text.as_bytes(), name) else { continue };
            let Ok(tweet) = summarize(&document, Length::Tweet) else { continue };
            prop_assert!(tweet.text.chars().count() <= 280);
            let bullets = summarize(&document, Length::Bullets).unwrap();
            prop_assert!(bullets.sentences.len() <= 7);
            prop_assert!(bullets.text.lines().all(|line| line.starts_with("- ")));
            let short = summarize(&document, Length::Short).unwrap();
            prop_assert!(short.sentences.iter().all(|sentence| sentence.pages.iter().all(|page| (1..=document.pages.len()).contains(page))));
        }
    }

    /// Checks that arbitrary bytes in place of a part are harmless.
    #[test]
    fn reader_accepts_arbitrary_bytes_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let _read_or_refused = docx(&bytes, &small());
        let _read_or_refused = given(&bytes, "a.html");
    }

    /// Checks that arbitrary rich text is read or rejected.
    #[test]
    fn reader_accepts_arbitrary_rtf_without_panic(text in r"([a-z0-9 ?;\\{}*'~]|\\par |\\u-?[0-9]{1,6} ?|\\uc[0-9] |\\cell |\\row |\\intbl |\\pard |\\'[0-9a-f]{2}|\\bin[0-9]{1,9} |\{\\footnote |\\f[0-9] |\\fcharset[0-9]{1,3} |\{\\fonttbl ){0,300}") {
        let _read_or_refused = given(format!("{{\\rtf1 {text}").as_bytes(), "a.rtf");
    }
}

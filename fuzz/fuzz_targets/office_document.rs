//! Any bytes in the place of an office document's text, or of a book's chapter, are read or refused.
#![no_main]

use std::fs::File;
use std::io::Write as _;
use std::time::Duration;

use lemmascope_document::{Limits, read};
use libfuzzer_sys::fuzz_target;
use zip::write::SimpleFileOptions;

const CONTAINER: &[u8] = br#"<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;
const BOOK: &[u8] = br#"<package xmlns="http://www.idpf.org/2007/opf"><manifest>
<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>"#;

fuzz_target!(|bytes: &[u8]| {
    let archives: [&[(&str, &[u8])]; 3] = [
        &[("word/document.xml", bytes)],
        &[("mimetype", b"application/vnd.oasis.opendocument.text"), ("content.xml", bytes)],
        &[
            ("mimetype", b"application/epub+zip"),
            ("META-INF/container.xml", CONTAINER),
            ("book.opf", BOOK),
            ("a.xhtml", bytes),
        ],
    ];
    for parts in archives {
        let Some(file) = zipped(parts) else { return };
        let time = Duration::from_secs(10);
        let limits =
            Limits { file: 1 << 20, pages: 200, text: 1 << 20, part: 1 << 20, unfolded: 4 << 20, time };
        if let Ok(document) = read(file, "a", &limits, &mut |_| ()) {
            assert!(!document.is_empty());
        }
    }
});

fn zipped(parts: &[(&str, &[u8])]) -> Option<File> {
    let mut zip = zip::ZipWriter::new(tempfile::tempfile().ok()?);
    let plain = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in parts {
        zip.start_file(*name, plain).ok()?;
        zip.write_all(content).ok()?;
    }
    zip.finish().ok()
}

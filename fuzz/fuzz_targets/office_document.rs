//! Any bytes in the place of an office document's text are read or refused.
#![no_main]

use std::io::Write as _;

use lemmascope_document::{Limits, read};
use libfuzzer_sys::fuzz_target;
use zip::write::SimpleFileOptions;

fuzz_target!(|bytes: &[u8]| {
    for name in ["word/document.xml", "content.xml"] {
        let Ok(place) = tempfile::tempfile() else { return };
        let mut zip = zip::ZipWriter::new(place);
        let plain = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        if name == "content.xml" {
            let _written = zip.start_file("mimetype", plain);
            let _written = zip.write_all(b"application/vnd.oasis.opendocument.text");
        }
        let _written = zip.start_file(name, plain);
        let _written = zip.write_all(bytes);
        let Ok(file) = zip.finish() else { return };
        let limits = Limits { file: 1 << 20, pages: 200, text: 1 << 20, part: 1 << 20, unfolded: 4 << 20 };
        if let Ok(document) = read(file, "a", &limits, &mut |_| ()) {
            assert!(!document.is_empty());
        }
    }
});

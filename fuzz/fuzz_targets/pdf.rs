//! Any bytes are a document within its bounds, or have a fault with a remedy.
#![no_main]

use std::io::{Seek as _, Write as _};
use std::time::Duration;

use lemmascope_document::{Limits, read};
use libfuzzer_sys::fuzz_target;

const TIME: Duration = Duration::from_secs(10);
const LIMITS: Limits =
    Limits { file: 1 << 20, pages: 100, text: 1 << 20, part: 4 << 20, unfolded: 16 << 20, time: TIME };

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut file) = tempfile::tempfile() else { return };
    // What comes without its first line is taken for text, which other targets read.
    let head: &[u8] = if bytes.starts_with(b"%PDF-") { b"" } else { b"%PDF-1.7\n" };
    if file.write_all(head).and_then(|()| file.write_all(bytes)).and_then(|()| file.rewind()).is_err() {
        return;
    }
    match read(file, "paper.pdf", &LIMITS, &mut |step| assert!(step.done <= step.of, "{step:?}")) {
        Ok(document) => {
            assert!(document.pages.len() <= LIMITS.pages, "more pages than there may be");
            let text: usize =
                document.pages.iter().flat_map(|page| &page.blocks).map(|block| block.text.len()).sum();
            assert!(text <= 2 * LIMITS.text, "more text than there may be");
        }
        Err(fault) => assert!(!fault.to_string().is_empty() && !fault.remedy().is_empty()),
    }
});

//! Whatever a page's process answers to a scan is read, or refused, without harm and within bounds.
#![no_main]

use lemmascope_browser::read_scan_answer;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(answer) = std::str::from_utf8(bytes) else { return };
    if let Some(elements) = read_scan_answer(answer) {
        // It is read for two frames; each has a bound.
        assert!(elements <= 50_000, "more elements than there may be");
    }
});

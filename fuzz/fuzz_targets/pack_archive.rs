//! Any bytes are an archive of a pack, whose files stay in a folder and within the limits, or are refused.
#![no_main]

use std::io::Write;

use lemmascope_repository::{Bundle, MOST_BYTES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut file) = tempfile::tempfile() else { return };
    if file.write_all(bytes).is_err() {
        return;
    }
    let Ok((bundle, _)) = Bundle::of_archive(file) else { return };
    let total: u64 = bundle.files().map(|(_, bytes)| bytes.len() as u64).sum();
    assert!(total <= MOST_BYTES);
    for (path, _) in bundle.files() {
        assert!(path.as_str().split('/').all(|part| !part.is_empty() && !part.starts_with('.')), "{path}");
    }
});

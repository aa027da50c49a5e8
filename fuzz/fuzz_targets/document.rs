//! Any bytes are a document with bounded text, or are refused; what is summarized keeps its length.
#![no_main]

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::time::Duration;

use lemmascope_document::{Length, Limits, read, summarize};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let name = ["a.txt", "a.md", "a.html", "a"][usize::from(first % 4)];
    let Some(file) = file(bytes) else { return };
    let time = Duration::from_secs(10);
    let limits = Limits { file: 1 << 20, pages: 200, text: 1 << 20, part: 1 << 20, unfolded: 4 << 20, time };
    let Ok(document) = read(file, name, &limits, &mut |_| ()) else { return };
    let text: usize = document.pages.iter().flat_map(|page| &page.blocks).map(|block| block.text.len()).sum();
    assert!(text <= limits.text && document.pages.len() <= limits.pages);
    let Ok(tweet) = summarize(&document, Length::Tweet) else { return };
    assert!(tweet.text.chars().count() <= 280);
    let Ok(bullets) = summarize(&document, Length::Bullets) else { return };
    assert!(bullets.sentences.len() <= 7);
});

fn file(bytes: &[u8]) -> Option<File> {
    let mut file = tempfile::tempfile().ok()?;
    file.write_all(bytes).ok()?;
    file.seek(SeekFrom::Start(0)).ok()?;
    Some(file)
}

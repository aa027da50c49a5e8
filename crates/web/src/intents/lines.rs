use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_browser::driver::Tab;
use serde_json::{Value, json};

/// The limits for reading the text of a page.
const MOST_LINES: usize = 3000;
const MOST_FRAMES: usize = 12;
/// The maximum length of a line that is compared.
const LONGEST: usize = 1000;
const LIMIT: Duration = Duration::from_secs(2);

/// Returns the visible lines of text in all frames.
pub(super) async fn visible_text_lines(tab: &Tab) -> Vec<String> {
    let frames: Vec<_> = tab.frames().into_iter().filter(|frame| frame.ready).take(MOST_FRAMES).collect();
    let asked =
        frames.iter().map(|frame| tab.call(&frame.id, "lemmascope.read", json!([null, "text"]), LIMIT));
    let mut lines = Vec::new();
    for answer in join_all(asked).await.into_iter().flatten() {
        let texts = answer.as_array().into_iter().flatten();
        for text in texts.filter_map(|one| one.get("is").and_then(Value::as_str)) {
            lines.extend(text.lines().map(tidy).filter(|line| !line.is_empty()));
        }
    }
    lines.truncate(MOST_LINES);
    lines
}

/// Normalizes a text like the lines of a page.
pub(super) fn tidy(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST).collect()
}

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use super::Hands;

/// How many lines of a page are read.
const MOST: usize = 3000;
/// More of a line is not compared.
const LONGEST: usize = 1000;
const LIMIT: Duration = Duration::from_secs(2);

/// What can be read on a page, line by line.
#[derive(Debug, Default)]
pub(super) struct Lines(HashSet<String>, Vec<String>);

impl Lines {
    pub(super) async fn of(hands: &Hands<'_>) -> Self {
        let Ok(tab) = hands.tab() else { return Self::default() };
        let frames: Vec<_> = tab.frames().into_iter().filter(|frame| frame.ready).take(12).collect();
        let arguments = json!([null, "text", {}]);
        let asked =
            frames.iter().map(|frame| tab.call(&frame.id, "lemmascope.read", arguments.clone(), LIMIT));
        let mut all = Vec::new();
        for answer in join_all(asked).await.into_iter().flatten() {
            let parts = answer.as_array().map(Vec::as_slice).unwrap_or_default();
            let texts: Vec<&str> = parts.iter().filter_map(|part| part.get("is")?.as_str()).collect();
            let lines = texts.iter().flat_map(|text| text.lines()).map(str::trim);
            all.extend(lines.map(|line| line.chars().take(LONGEST).collect::<String>()));
        }
        all.retain(|line| !line.is_empty());
        all.truncate(MOST);
        Self(all.iter().cloned().collect(), all)
    }

    /// The lines that were not there before.
    pub(super) fn since<'l>(&'l self, before: &'l Self) -> impl Iterator<Item = &'l str> {
        self.1.iter().filter(|line| !before.0.contains(*line)).map(String::as_str)
    }

    /// Whether this can be read somewhere.
    pub(super) fn say(&self, text: &str) -> bool {
        self.1.iter().any(|line| line.contains(text))
    }
}

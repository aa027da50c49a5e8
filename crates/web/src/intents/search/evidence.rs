use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_browser::page::{ElementId, Snapshot};
use lemmascope_browser::reading::ANSWERS;
use lemmascope_browser::session::read_answer;
use serde::Deserialize;
use serde_json::json;

use super::result_count::{stated, without};
use crate::intents::PageActor;

/// The maximum length of a message.
const LONGEST: usize = 200;
/// The timeout for reading a frame.
const LIMIT: Duration = Duration::from_secs(3);
const MOST_FRAMES: usize = 12;
/// The minimum strength of a phrase for empty results.
pub(super) const SAYS_NOTHING: f32 = 0.3;

/// The texts and lists of a page that may answer a search.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    said: Vec<Said>,
    /// The entries of the list that mostly mention the query, with the link of each.
    pub(super) entries: Vec<Option<ElementId>>,
    /// Whether several lists are candidates.
    pub(super) is_unsure: bool,
    /// Whether a table has a header and no rows.
    pub(super) is_bare: bool,
    /// Whether the page repeats the query in its content, outside of fields and entries.
    pub(super) is_quoted: bool,
}

#[derive(Debug, Clone, Deserialize)]
struct Said {
    text: String,
    /// Whether it is in a control, or in a part of the site's layout.
    aside: bool,
    /// Whether it is in an entry.
    inside: bool,
}

#[derive(Debug, Deserialize)]
struct Answer {
    said: Vec<Said>,
    entries: Vec<Option<u32>>,
    unsure: bool,
    bare: bool,
    quoted: bool,
}

impl Evidence {
    /// Reads the page in all its frames. `before` is the page on which the query was entered.
    pub(super) async fn read(hands: &PageActor<'_>, query: &str, before: &Snapshot) -> Self {
        let Ok(tab) = hands.tab() else { return Self::default() };
        let links = before.elements.iter().filter(|it| it.kind == "link" && it.visibility.is_visible());
        let known: String = links.fold("\n".into(), |known, link| known + &link.name + "\n");
        let frames: Vec<_> = tab.frames().into_iter().filter(|frame| frame.ready).take(MOST_FRAMES).collect();
        let arguments = json!([query, known]);
        let asked =
            frames.iter().map(|frame| tab.call(&frame.id, "lemmascope.findings", arguments.clone(), LIMIT));
        let mut all = Self::default();
        for (frame, answer) in frames.iter().zip(join_all(asked).await) {
            let Ok(answer) = answer.and_then(read_answer::<Answer>) else { continue };
            all.said.extend(answer.said);
            all.is_bare |= answer.bare;
            all.is_quoted |= answer.quoted;
            if answer.entries.is_empty() {
                continue;
            }
            all.is_unsure |= answer.unsure || !all.entries.is_empty();
            let place = hands.seen.frames.iter().position(|view| view.id == frame.id.as_str());
            let id = |key: u32| {
                let elements = &hands.seen.elements;
                elements.iter().find(|it| Some(it.frame) == place && it.key == key).map(|element| element.id)
            };
            all.entries = answer.entries.into_iter().map(|key| key.and_then(id)).collect();
        }
        all
    }

    /// Returns the texts of the content that may be messages about the search, without the query.
    fn messages<'e>(&'e self, query: &'e str) -> impl Iterator<Item = (&'e str, String)> {
        let is_message = |said: &&Said| !said.aside && !said.inside && said.text.chars().count() <= LONGEST;
        self.said.iter().filter(is_message).map(|said| (said.text.as_str(), without(&said.text, query)))
    }

    /// Returns the numbers of results that the page states. Numbers that were stated before count only in
    /// another document without new ones.
    pub(super) fn totals(&self, before: &Self, query: &str, is_another: bool) -> BTreeSet<u64> {
        let mut shapes: BTreeMap<String, Vec<(bool, u64)>> = BTreeMap::new();
        let known = before.texts();
        for (text, line) in self.messages(query) {
            let Some(count) = stated(&line) else { continue };
            let shape: String = line.chars().filter(|character| !character.is_ascii_digit()).collect();
            shapes.entry(shape).or_default().push((!known.contains(text), count));
        }
        // A total is stated above and below a list; a number that is repeated more often, or differs, belongs
        // to the entries.
        let is_total =
            |said: &Vec<(bool, u64)>| said.len() <= 2 && said.iter().all(|(_, count)| *count == said[0].1);
        let totals = |is_new: bool| -> BTreeSet<u64> {
            let all = shapes.values().filter(|said| is_total(said)).flatten();
            all.filter(|(new, _)| *new == is_new).map(|(_, count)| *count).collect()
        };
        let new = totals(true);
        if new.is_empty() && is_another { totals(false) } else { new }
    }

    /// Whether the page says that nothing was found. With `is_repeated`, messages from before count too.
    pub(super) fn reports_no_results(&self, before: &Self, query: &str, is_repeated: bool) -> bool {
        let known = before.texts();
        self.messages(query)
            .filter(|(text, _)| is_repeated || !known.contains(*text))
            .any(|(_, line)| ANSWERS.says(&line, "no_results") >= SAYS_NOTHING)
    }

    fn texts(&self) -> HashSet<&str> {
        self.said.iter().map(|said| said.text.as_str()).collect()
    }
}

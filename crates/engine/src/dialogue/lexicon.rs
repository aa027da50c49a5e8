//! The names of currently existing things, which sentences may refer to.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_intent::{Capability, Context, Format, Value};
use lemmascope_language::reader::{Lexicon, Tokenized};
use tokio::time::Instant;

use crate::engine::Engine;
use crate::execution::call_permitted;
use crate::lock::lock;
use crate::request::Request;

/// The timeout for all name listings together. A sentence is read without the names that arrive later.
const PATIENCE: Duration = Duration::from_millis(700);
/// The timeout for the columns of named spreadsheets, without which questions about them cannot be read.
const PATIENCE_FOR_COLUMNS: Duration = Duration::from_secs(3);
/// The maximum number of spreadsheets whose columns are listed.
const MOST_SHEETS: usize = 3;

/// The names to look up for a sentence.
pub(super) struct Sought {
    /// The kinds of names that the possible intents accept.
    pub(super) kinds: BTreeSet<Format>,
    /// The files that the sentence mentions, verbatim.
    pub(super) files: Vec<String>,
    /// The words of the sentence, folded.
    pub(super) words: Vec<String>,
}

impl Sought {
    /// Returns the names to look up for a sentence whose possible intents accept names of these kinds.
    pub(super) fn new(kinds: BTreeSet<Format>, heard: &Tokenized<'_>) -> Self {
        let words = heard.words.iter().map(|word| word.folded.clone()).collect();
        Self { kinds, files: heard.files().collect(), words }
    }

    fn takes(&self, kind: Format) -> bool {
        match kind {
            Format::Path => self.takes(Format::File) || self.takes(Format::Folder),
            // The grammar of things has no examples from which the need for these names would follow.
            Format::Kind(_) => true,
            kind => self.kinds.iter().any(|format| format.takes(kind)),
        }
    }
}

impl Engine {
    /// Returns the names of existing things that a sentence may refer to, as seen from the working directory
    /// of the request.
    pub(super) async fn lexicon(&self, request: &Request, heard: &Tokenized<'_>) -> Lexicon {
        let kinds = self.reader(&request.session).wants(heard);
        self.names(request, Sought::new(kinds, heard)).await
    }

    /// Returns the names of the requested kinds. Calls only the verbs that list these kinds, all
    /// concurrently.
    pub(super) async fn names(&self, request: &Request, sought: Sought) -> Lexicon {
        let until = Instant::now() + PATIENCE;
        let mut lexicon = Lexicon::default();
        let listing =
            self.catalog.listing().filter(|(kind, _)| *kind != Format::Column && sought.takes(*kind));
        let asked = listing.map(|(kind, verb)| {
            let path = (kind == Format::Path).then(|| ".".to_string());
            listed(self, verb, path, request, until)
        });
        take(&mut lexicon, join_all(asked).await);
        if !sought.takes(Format::Column) {
            return lexicon;
        }
        // Columns are those of the mentioned spreadsheets, which are identified by the names of files.
        let sheets = spreadsheets(&lexicon, &sought, &self.mentioned_files(request));
        let until =
            if sought.files.is_empty() { until } else { until.max(Instant::now() + PATIENCE_FOR_COLUMNS) };
        let columns = self.catalog.listing().filter(|(kind, _)| *kind == Format::Column);
        let asked = columns.flat_map(|(_, verb)| {
            sheets.iter().map(move |sheet| listed(self, verb, Some(sheet.clone()), request, until))
        });
        let found = join_all(asked).await;
        take(&mut lexicon, found);
        lexicon
    }

    /// Returns the files that the conversation has mentioned, latest last.
    fn mentioned_files(&self, request: &Request) -> Vec<String> {
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned();
        mentioned.into_iter().filter(|(kind, _)| *kind == Format::File).map(|(_, name)| name).collect()
    }
}

/// Returns the names that a verb lists. A verb that fails or times out lists none.
async fn listed(
    engine: &Engine,
    verb: &Arc<dyn Capability>,
    path: Option<String>,
    request: &Request,
    until: Instant,
) -> Vec<(Format, String)> {
    let arguments = path.into_iter().map(|path| ("path".to_string(), Value::from(path))).collect();
    let limit = until.saturating_duration_since(Instant::now());
    let context = Context {
        settings: engine.lookup(),
        seals: engine.seals(&request.owner),
        limit,
        ..request.context()
    };
    let called = tokio::time::timeout_at(until, call_permitted(verb.as_ref(), arguments, &context)).await;
    let Ok(Ok(outcome)) = called else { return Vec::new() };
    let kind = verb.signature().lists.unwrap_or(Format::Item);
    let items = outcome.value.as_list().unwrap_or_default();
    items.iter().filter_map(|item| named(item, kind)).collect()
}

fn take(lexicon: &mut Lexicon, found: Vec<Vec<(Format, String)>>) {
    let found: Vec<(Format, String)> = found.into_iter().flatten().collect();
    let kinds: BTreeSet<Format> = found.iter().map(|(kind, _)| *kind).collect();
    for kind in kinds {
        lexicon.add(kind, found.iter().filter(|(of, _)| *of == kind).map(|(_, name)| name.as_str()));
    }
}

/// Returns the spreadsheets that a sentence refers to: by file name, by a name among its words, or as the
/// last mentioned one.
fn spreadsheets(lexicon: &Lexicon, sought: &Sought, mentioned: &[String]) -> Vec<String> {
    let mut sheets: Vec<String> = Vec::new();
    for said in &sought.files {
        let mut meant = lexicon.meant(said, Format::Spreadsheet);
        if meant.is_empty() {
            meant = lexicon.near(said, Format::Spreadsheet);
        }
        match meant.is_empty() {
            true => sheets.extend(Some(said.clone()).filter(|said| is_spreadsheet(said))),
            false => sheets.extend(meant.into_iter().map(str::to_string)),
        }
    }
    if sheets.is_empty() {
        let words: Vec<&str> = sought.words.iter().map(String::as_str).collect();
        sheets.extend(lexicon.find(&words, Format::Spreadsheet).map(|(name, _)| name.to_string()));
    }
    if sheets.is_empty() {
        sheets.extend(mentioned.iter().rev().find(|name| is_spreadsheet(name)).cloned());
    }
    sheets.dedup();
    sheets.truncate(MOST_SHEETS);
    sheets
}

fn is_spreadsheet(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    extension.is_some_and(|extension| Format::Spreadsheet.extensions().contains(&extension.as_str()))
}

/// Returns the name in a list item, and its kind.
fn named(item: &Value, kind: Format) -> Option<(Format, String)> {
    if let Some(text) = item.as_text() {
        return Some((kind, text.into()));
    }
    let fields = item.as_object()?;
    let name = fields.get("name").or_else(|| fields.get("title"))?.as_text()?.trim();
    let kind = match (kind, fields.get("type").and_then(Value::as_text)) {
        (Format::Path, Some("folder" | "directory")) => Format::Folder,
        (Format::Path, _) => Format::File,
        (kind, _) => kind,
    };
    (!name.is_empty()).then(|| (kind, name.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sought(files: &[&str], words: &str, kinds: &[Format]) -> Sought {
        Sought {
            kinds: kinds.iter().copied().collect(),
            files: files.iter().map(ToString::to_string).collect(),
            words: words.split_whitespace().map(str::to_string).collect(),
        }
    }

    fn names() -> Lexicon {
        let mut lexicon = Lexicon::default();
        lexicon.add(Format::File, ["staff.csv", "staff.pdf", "Sales 2024.xlsx", "notes.txt"]);
        lexicon
    }

    #[test]
    fn searches_only_formats_accepted_by_parameters() {
        let items = sought(&[], "", &[Format::Item]);
        assert!(items.takes(Format::Path) && items.takes(Format::Application));
        assert!(!items.takes(Format::Column) && !items.takes(Format::Window));
        let columns = sought(&[], "", &[Format::Column]);
        assert!(columns.takes(Format::Column));
        assert!(!columns.takes(Format::Path) && !columns.takes(Format::Application));
        assert!(!sought(&[], "", &[Format::Title, Format::Url]).takes(Format::Path));
    }

    #[test]
    fn finds_spreadsheets_named_in_sentence_or_context() {
        let found = |files: &[&str], words: &str, mentioned: &[&str]| {
            let mentioned: Vec<String> = mentioned.iter().map(ToString::to_string).collect();
            spreadsheets(&names(), &sought(files, words, &[Format::Column]), &mentioned)
        };
        assert_eq!(found(&["staff.csv"], "", &[]), ["staff.csv"]);
        assert_eq!(found(&["STAF.csv"], "", &[]), ["staff.csv"], "misspelt");
        assert_eq!(found(&["data/other.ods"], "", &[]), ["data/other.ods"], "in another folder");
        assert_eq!(found(&["notes.txt", "page.pdf"], "", &[]), [] as [&str; 0], "no spreadsheets");
        assert_eq!(found(&[], "average of the sales 2024 sheet", &[]), ["Sales 2024.xlsx"]);
        assert_eq!(found(&[], "sum the amount", &["old.csv", "new.ODS", "a.txt"]), ["new.ODS"]);
        assert_eq!(found(&["staff.csv"], "", &["old.csv"]), ["staff.csv"], "what is said goes first");
    }

    #[test]
    fn reads_item_names_of_several_json_forms() {
        let item = |json: serde_json::Value| Value::from(json);
        assert_eq!(named(&Value::from("A"), Format::Column), Some((Format::Column, "A".into())));
        let folder = item(serde_json::json!({"name": "docs", "type": "folder"}));
        assert_eq!(named(&folder, Format::Path), Some((Format::Folder, "docs".into())));
        let file = item(serde_json::json!({"name": "a.txt", "type": "file"}));
        assert_eq!(named(&file, Format::Path), Some((Format::File, "a.txt".into())));
        let window = item(serde_json::json!({"title": "Inbox", "app": "Mail"}));
        assert_eq!(named(&window, Format::Window), Some((Format::Window, "Inbox".into())));
        assert_eq!(named(&item(serde_json::json!({"letter": "C"})), Format::Column), None);
        assert_eq!(named(&item(serde_json::json!({"name": " "})), Format::Column), None);
    }
}

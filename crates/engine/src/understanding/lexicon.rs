use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{Args, Capability, Context, Format, Value};
use lemmascope_language::reader::{Heard, Lexicon};

use crate::engine::{Engine, Request};

/// How long is waited for names; a sentence is read without those that take longer.
const PATIENCE: Duration = Duration::from_millis(700);

impl Engine {
    /// The names of the things that there are now, where the request comes from.
    pub(super) async fn lexicon(&self, request: &Request, heard: &Heard<'_>) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for (kind, verb) in self.catalog.listing() {
            // Columns are those of the spreadsheets that are spoken of.
            let of: Vec<Option<String>> = match kind {
                Format::Column => heard.files().map(Some).collect(),
                Format::Path => vec![Some(".".into())],
                _ => vec![None],
            };
            for path in of {
                let names = self.names(verb, path, request).await;
                for kind in [Format::File, Format::Folder, kind] {
                    lexicon
                        .add(kind, names.iter().filter(|(of, _)| *of == kind).map(|(_, name)| name.as_str()));
                }
            }
        }
        lexicon
    }

    async fn names(
        &self,
        verb: &Arc<dyn Capability>,
        path: Option<String>,
        request: &Request,
    ) -> Vec<(Format, String)> {
        let arguments = path.into_iter().map(|path| ("path".to_string(), Value::from(path))).collect();
        let context = Context {
            settings: self.lookup(),
            limit: PATIENCE,
            ..Context::new(&request.session, &request.workspace)
        };
        let called = tokio::time::timeout(PATIENCE, verb.call(Args::new(arguments), &context)).await;
        let Ok(Ok(outcome)) = called else { return Vec::new() };
        let kind = verb.signature().lists.unwrap_or(Format::Item);
        let items = outcome.value.as_list().unwrap_or_default();
        items.iter().filter_map(|item| named(item, kind)).collect()
    }
}

/// The name in an item of a list, and what it is a name of.
fn named(item: &Value, kind: Format) -> Option<(Format, String)> {
    if let Some(text) = item.as_text() {
        return Some((kind, text.into()));
    }
    let fields = item.as_object()?;
    let name = fields.get("name")?.as_text()?.to_string();
    let kind = match (kind, fields.get("type").and_then(Value::as_text)) {
        (Format::Path, Some("folder" | "directory")) => Format::Folder,
        (Format::Path, _) => Format::File,
        (kind, _) => kind,
    };
    Some((kind, name))
}

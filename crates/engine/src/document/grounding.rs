//! Suggested documents: they name existing things, and are tried before they are suggested.

use std::time::Duration;

use lemmascope_intent::definition::Template;
use lemmascope_intent::document::Draft;
use lemmascope_intent::{Capability, Cause, Context, Effect, Failure, Format, Object, Value};
use tokio::time::Instant;

use super::invocation_of;
use crate::engine::Engine;
use crate::execution::call_permitted;
use crate::request::Request;

/// The time limit for finding a suggestion.
const PATIENCE: Duration = Duration::from_secs(5);
/// The maximum number of candidates for a field.
const MOST_TRIED: usize = 12;

/// The files and folders in a folder.
#[derive(Default)]
struct Listing {
    files: Vec<String>,
    folders: Vec<String>,
}

impl Engine {
    /// Fills a draft with the names of existing things. Returns the first version without a known obstacle,
    /// or `None` if there is none.
    pub(super) async fn grounded(&self, draft: Draft, request: &Request) -> Option<Draft> {
        let until = Instant::now() + PATIENCE;
        let mut open = vec![(0, draft)];
        // Depth first: the most likely file with its most likely column, then its other columns, then the
        // other files.
        for _ in 0..MOST_TRIED * MOST_TRIED {
            let (settled, draft) = open.pop()?;
            if Instant::now() >= until {
                return None;
            }
            let names = draft.names();
            let Some((field, format)) = names.get(settled).copied() else {
                match self.stands(&draft, request, until).await {
                    true => return Some(draft),
                    false => continue,
                }
            };
            let mut found = self.settled(&draft, field, format, request, until).await;
            found.truncate(MOST_TRIED);
            open.extend(
                found
                    .into_iter()
                    .rev()
                    .map(|draft| (settled + usize::from(draft.text(field).is_some()), draft)),
            );
        }
        None
    }

    /// Returns the draft with each candidate for a field, the most likely first.
    async fn settled(
        &self,
        draft: &Draft,
        field: &'static str,
        format: Format,
        request: &Request,
        until: Instant,
    ) -> Vec<Draft> {
        let with = |names: Vec<String>| {
            names.into_iter().map(|name| draft.clone().with(field, Some(name))).collect()
        };
        match format {
            Format::Folder => {
                // A folder that does not exist is created; an unusable one is skipped.
                let folder = draft.wanted(field).unwrap_or_default().to_string();
                let listed = self.in_folder(&folder, request, until).await;
                let usable = match &listed {
                    Ok(_) => true,
                    Err(failure) => failure.cause == Cause::TargetNotFound,
                };
                vec![draft.clone().with(field, usable.then_some(folder))]
            }
            Format::Title => {
                let title = draft.wanted(field).map(str::to_string).or_else(|| draft.sample(field));
                let folder = draft.names().into_iter().find(|(_, format)| *format == Format::Folder);
                let folder = folder.and_then(|(field, _)| draft.text(field)).unwrap_or(".");
                let taken = self.in_folder(folder, request, until).await.unwrap_or_default();
                let is_free = |name: &&String| !taken.files.contains(name) && !taken.folders.contains(name);
                let proposed = draft.ranked(field, &[]);
                let names = proposed.into_iter().chain(title.into_iter().flat_map(|title| numbered(&title)));
                let names: Vec<String> = names.collect();
                with(draft.ranked(field, &names).iter().filter(is_free).take(1).cloned().collect())
            }
            Format::Column => {
                let path = draft.names().into_iter().find(|(_, format)| *format == Format::Spreadsheet);
                let path = path.and_then(|(field, _)| draft.text(field)).unwrap_or_default();
                let columns =
                    self.listed(Format::Column, Some(path), request, until).await.unwrap_or_default();
                let columns: Vec<String> = columns.iter().filter_map(name_of).collect();
                with(draft.ranked(field, &columns))
            }
            Format::Item => {
                let mut things: Vec<(String, &str)> = Vec::new();
                for (prefix, there) in self.near(draft.wanted(field), request, until).await {
                    let path = |name: &String| format!("{prefix}{name}");
                    things.extend(there.files.iter().map(path).map(|name| (name, "file")));
                    things.extend(there.folders.iter().map(path).map(|name| (name, "folder")));
                }
                let applications =
                    self.listed(Format::Application, None, request, until).await.unwrap_or_default();
                things.extend(applications.iter().filter_map(name_of).map(|name| (name, "application")));
                let names: Vec<String> = things.iter().map(|(name, _)| name.clone()).collect();
                // Filters of the search are kept if the proposed name matches them.
                let kind = |name: &String| things.iter().find(|it| it.0 == *name).map_or("file", |it| it.1);
                let named = draft.ranked(field, &names).into_iter();
                named.map(|name| draft.clone().for_kind(kind(&name)).with(field, Some(name))).collect()
            }
            _ => {
                let mut names: Vec<String> = Vec::new();
                for (prefix, there) in self.near(draft.wanted(field), request, until).await {
                    names.extend(there.files.iter().map(|name| format!("{prefix}{name}")));
                }
                with(draft.ranked(field, &names))
            }
        }
    }

    /// Lists the folder of a path and the working directory, each with the prefix for its names.
    async fn near(&self, wanted: Option<&str>, request: &Request, until: Instant) -> Vec<(String, Listing)> {
        let mut found = Vec::new();
        if let Some((folder, _)) = wanted.and_then(|wanted| wanted.rsplit_once('/'))
            && let Ok(there) =
                self.in_folder(if folder.is_empty() { "/" } else { folder }, request, until).await
        {
            found.push((format!("{folder}/"), there));
        }
        found.extend(self.in_folder(".", request, until).await.ok().map(|there| (String::new(), there)));
        found
    }

    async fn in_folder(&self, folder: &str, request: &Request, until: Instant) -> Result<Listing, Failure> {
        let entries = self.listed(Format::Path, Some(folder), request, until).await?;
        let mut listing = Listing::default();
        for entry in &entries {
            let Some(name) = name_of(entry) else { continue };
            let kind = entry.as_object().and_then(|fields| fields.get("type")).and_then(Value::as_text);
            match kind {
                Some("folder" | "directory") => listing.folders.push(name),
                _ => listing.files.push(name),
            }
        }
        Ok(listing)
    }

    /// Calls the verb that lists things of a kind.
    pub(crate) async fn listed(
        &self,
        format: Format,
        path: Option<&str>,
        request: &Request,
        until: Instant,
    ) -> Result<Vec<Value>, Failure> {
        let Some((_, verb)) = self.catalog.listing().find(|(kind, _)| *kind == format) else {
            return Ok(Vec::new());
        };
        let arguments = path.into_iter().map(|path| ("path".to_string(), Value::from(path))).collect();
        let value = self.call_within(verb.as_ref(), arguments, request, until).await?;
        Ok(value.as_list().unwrap_or_default().to_vec())
    }

    /// Whether a document has no known obstacle. A read-only document is executed as a test; one with changes
    /// is only planned.
    async fn stands(&self, draft: &Draft, request: &Request, until: Instant) -> bool {
        let Some(document) = draft.document() else { return false };
        let Ok(prepared) = self.prepare(invocation_of(&document), &request.session).await else {
            return false;
        };
        let calls = prepared.plan.calls();
        let [call] = calls.as_slice() else { return true };
        let verb = self.catalog.get(&call.capability);
        let Some(verb) = verb.filter(|_| call.effect == Effect::Observe) else { return true };
        let literals = call.arguments.iter().filter_map(|(name, value)| match value {
            Template::Literal(Value::Null) => None,
            Template::Literal(value) => Some((name.clone(), value.clone())),
            _ => None,
        });
        match self.call_within(verb.as_ref(), literals.collect(), request, until).await {
            Ok(_) => true,
            // A timeout does not prove that it fails.
            Err(failure) => failure.cause == Cause::Timeout,
        }
    }

    async fn call_within(
        &self,
        verb: &dyn Capability,
        arguments: Object,
        request: &Request,
        until: Instant,
    ) -> Result<Value, Failure> {
        let limit = until.saturating_duration_since(Instant::now());
        let context = Context {
            settings: self.lookup(),
            seals: self.seals(&request.owner),
            limit,
            ..request.context()
        };
        match tokio::time::timeout_at(until, call_permitted(verb, arguments, &context)).await {
            Ok(outcome) => Ok(outcome?.value),
            Err(_) => Err(Failure::new(Cause::Timeout, "looking for what could be suggested took too long")),
        }
    }
}

/// Returns the name in a list item; for a column without a name, its letter.
fn name_of(item: &Value) -> Option<String> {
    if let Some(text) = item.as_text() {
        return Some(text.into());
    }
    let fields = item.as_object()?;
    let name = ["name", "title", "letter"].iter().find_map(|key| fields.get(*key)?.as_text())?;
    (!name.is_empty()).then(|| name.to_string())
}

/// Returns a title and its numbered variants, for use if the title is taken.
fn numbered(title: &str) -> Vec<String> {
    let (stem, extension) = match title.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, format!(".{extension}")),
        _ => (title, String::new()),
    };
    let others = (2..100).map(|number| format!("{stem}-{number}{extension}"));
    std::iter::once(title.to_string()).chain(others).collect()
}

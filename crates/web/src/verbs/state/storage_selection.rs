use std::time::Duration;

use lemmascope_browser::driver::{FrameId, StorageArea, StorageItems};
use lemmascope_browser::session::WebSession;
use lemmascope_browser::text::tame;
use lemmascope_intent::{Args, Cause, Failure, Parameter, SensitiveFields, Value};
use serde_json::json;

use crate::verbs::parameters::switch;

/// The timeout for accessing a storage. Only a hanging page exceeds it.
const LIMIT: Duration = Duration::from_secs(10);

/// The maximum length of a value in a list.
const MAX_LISTED_VALUE: usize = 200;

/// The switches `--local` and `--session`.
pub(super) fn switches() -> [Parameter; 2] {
    [switch("local", "Local storage."), switch("session", "Session storage.")]
}

/// Returns the storages that the switches select, or both without a switch.
pub(super) fn named(args: &Args) -> Result<Vec<StorageArea>, Failure> {
    match (args.flag("local"), args.flag("session")) {
        (true, true) => {
            Err(Failure::new(Cause::InvalidParameter, "--local and --session exclude each other"))
        }
        (true, false) => Ok(vec![StorageArea::Local]),
        (false, true) => Ok(vec![StorageArea::Session]),
        (false, false) => Ok(vec![StorageArea::Local, StorageArea::Session]),
    }
}

/// Returns the storage that the switches select, or the local one without a switch.
pub(super) fn one(args: &Args) -> Result<StorageArea, Failure> {
    Ok(named(args)?.first().copied().unwrap_or(StorageArea::Local))
}

/// Calls a function with a storage of the current frame.
pub(super) async fn ask(
    session: &WebSession,
    shelf: StorageArea,
    function: &str,
    arguments: &[&str],
) -> Result<serde_json::Value, Failure> {
    let tab = session.tab()?;
    let frame = frame(session)?;
    let mut all = vec![json!(shelf.as_str())];
    all.extend(arguments.iter().map(|argument| json!(argument)));
    tab.call(&frame, function, all.into(), LIMIT).await.map_err(|failure| match failure.cause {
        Cause::Failed if failure.message.contains("Quota") => {
            Failure::new(Cause::DiskFull, "the page's storage is full")
        }
        Cause::Failed => Failure::new(Cause::Unavailable, "this page has no storage")
            .hint("Open a page of a site first: goto <url>.")
            .context(failure.message),
        _ => failure,
    })
}

/// Returns the content of a storage of the current frame.
pub(super) async fn contents(session: &WebSession, shelf: StorageArea) -> Result<StorageItems, Failure> {
    let read = "(shelf) => Object.fromEntries(Object.entries(globalThis[shelf]))";
    let items = ask(session, shelf, read, &[]).await?;
    let items = items.as_object().into_iter().flatten();
    Ok(items.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_string()))).collect())
}

/// Formats a value for a list: cut to a length, and masked if its key is sensitive.
pub(super) fn listed(key: &str, value: &str) -> Value {
    let sensitive = SensitiveFields::default();
    let auth = SensitiveFields::new(["auth", "jwt", "session", "credentials"]);
    let value = match sensitive.matches(key) || auth.matches(key) {
        true => Value::from(value).into_secret(),
        false => tame(value, MAX_LISTED_VALUE).into(),
    };
    let fields = [("key".to_string(), tame(key, MAX_LISTED_VALUE).into()), ("value".to_string(), value)];
    Value::Object(fields.into_iter().collect())
}

fn frame(session: &WebSession) -> Result<FrameId, Failure> {
    match &session.scope {
        Some(frame) => Ok(frame.clone()),
        None => session.tab()?.main_frame(),
    }
}

pub(super) fn word(shelf: StorageArea) -> &'static str {
    match shelf {
        StorageArea::Local => "local",
        StorageArea::Session => "session",
    }
}

use std::time::Duration;

use futures_util::future::join_all;
use lemmascope_browser::driver::Frame;
use lemmascope_browser::session::{WebSession, stale};
use lemmascope_browser::targets::Rules;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Value};
use serde_json::{Value as Json, json};

use super::visit::Visit;

/// The timeout for reading the main frame.
const LIMIT: Duration = Duration::from_secs(10);
/// The timeout for other frames, so that one that hangs does not prevent reading the rest.
const FRAME_LIMIT: Duration = Duration::from_secs(2);

/// The script that evaluates a selector and reads the matches in one call.
const SELECTED: &str = "(query, what, options) => {
    const found = lemmascope.find(query);
    return found.error === undefined ? lemmascope.read(found.keys, what, options) : found;
}";

/// The elements to read.
#[derive(Clone, Copy)]
pub(crate) enum Of<'a> {
    /// The page: the selected frame, or every frame, the main one first.
    Page,
    /// All matches of a selector.
    Css(&'a str),
    Xpath(&'a str),
    /// A single element.
    Target(&'a Value),
}

impl<'a> Of<'a> {
    /// Parses the arguments: a target, a selector, or the page.
    pub(super) fn given(args: &'a Args) -> Result<Self, Failure> {
        match (args.get("target"), args.optional_text("selector")) {
            (Some(_), Some(_)) => {
                Err(Failure::new(Cause::InvalidParameter, "there is a target and a selector")
                    .hint("Give one of them."))
            }
            (Some(Value::Text(word)), None) if word == "viewport" => Ok(Self::Page),
            (Some(target), None) => Ok(Self::Target(target)),
            (None, Some(selector)) => Ok(Self::Css(selector)),
            (None, None) => Ok(Self::Page),
        }
    }
}

/// Reads the elements or frames, one value for each.
pub(crate) async fn read(
    visit: &Visit<'_>,
    session: &mut WebSession,
    of: Of<'_>,
    what: &str,
    options: Json,
) -> Result<Vec<Json>, Failure> {
    let tab = session.tab()?;
    let (function, arguments) = match of {
        Of::Target(target) => {
            let rules = Rules { strict: visit.is_strict(), hidden: true, ..Rules::default() };
            let found = session.find(target, &rules).await?;
            let of_value = what == "value" || options.get("name").is_some_and(|name| name == "value");
            if found.secret && of_value {
                return Ok(vec![Json::Null]);
            }
            let arguments = json!([[found.key], what, options]);
            let answer = tab.call(&found.frame, "lemmascope.read", arguments, LIMIT).await?;
            let said = said(&answer);
            return if said.is_empty() { Err(stale(found.id)) } else { Ok(said) };
        }
        Of::Css(selector) => (SELECTED, json!([{"css": selector}, what, options])),
        Of::Xpath(path) => (SELECTED, json!([{"xpath": path}, what, options])),
        Of::Page => ("lemmascope.read", json!([null, what, options])),
    };
    let frames = frames(session)?;
    let asked = frames.iter().map(|frame| {
        let limit = if frame.parent.is_none() { LIMIT } else { FRAME_LIMIT };
        tab.call(&frame.id, function, arguments.clone(), limit)
    });
    let mut all = Vec::new();
    for (at, answer) in join_all(asked).await.into_iter().enumerate() {
        match answer {
            Ok(answer) => {
                if let Some(error) = answer.get("error").and_then(Json::as_str) {
                    return Err(unreadable(error));
                }
                all.extend(said(&answer));
            }
            Err(failure) if at == 0 => return Err(failure),
            Err(_) => {}
        }
    }
    match of {
        Of::Css(selector) | Of::Xpath(selector) if all.is_empty() => Err(nothing(selector)),
        _ => Ok(all),
    }
}

/// Joins the texts of the results.
pub(super) fn joined(said: &[Json]) -> String {
    let texts: Vec<&str> = said.iter().filter_map(Json::as_str).filter(|text| !text.is_empty()).collect();
    texts.join("\n\n")
}

/// The failure for a selector without matches.
fn nothing(selector: &str) -> Failure {
    Failure::new(Cause::TargetNotFound, format!("nothing here is {}", quote(selector, 120)))
        .hint("Look at the page with `observe`.")
        .verdict("not_found")
}

fn unreadable(error: &str) -> Failure {
    Failure::new(Cause::InvalidParameter, format!("the selector cannot be read: {}", quote(error, 160)))
}

/// Returns the frames to read: the selected one, or all.
fn frames(session: &WebSession) -> Result<Vec<Frame>, Failure> {
    let frames = session.tab()?.frames().into_iter().filter(|frame| frame.ready);
    Ok(match &session.scope {
        Some(scope) => frames.filter(|frame| frame.id == *scope).collect(),
        None => frames.collect(),
    })
}

fn said(answer: &Json) -> Vec<Json> {
    let items = answer.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(|item| item.get("is").cloned()).collect()
}

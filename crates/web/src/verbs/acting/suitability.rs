//! Checks whether a verb suits an element, before any input is sent: typing into a button would click it, and
//! clearing a checkbox would toggle it.

use std::time::Duration;

use lemmascope_browser::session::{Found, WebSession, read_answer, stale};
use lemmascope_intent::{Cause, Failure};
use serde::Deserialize;
use serde_json::json;

use crate::values::{Date, parse_date};

const LIMIT: Duration = Duration::from_secs(5);

/// The usage of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Text,
    Choice,
    Tick,
    Files,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    problem: String,
    takes: bool,
    kind: String,
    readonly: bool,
}

/// Returns the day to choose in the date picker of a read-only field; `None` for other fields, and for values
/// that are not dates.
pub(super) async fn day_to_pick(
    session: &WebSession,
    found: &Found,
    value: &str,
) -> Result<Option<Date>, Failure> {
    let Some(date) = parse_date(value) else { return Ok(None) };
    let answer = ask(session, found, "text").await?;
    Ok(answer.readonly.then_some(date))
}

async fn ask(session: &WebSession, found: &Found, wanted: &str) -> Result<Answer, Failure> {
    let asked = json!([found.key, wanted]);
    let answer: Answer =
        read_answer(session.tab()?.call(&found.frame, "lemmascope.takes", asked, LIMIT).await?)?;
    if answer.problem.is_empty() { Ok(answer) } else { Err(stale(found.id)) }
}

/// Fails if the element cannot be used that way, without changing it.
pub(super) async fn require(session: &WebSession, found: &Found, wanted: Use) -> Result<(), Failure> {
    let (name, what) = match wanted {
        Use::Text => ("text", "takes no text"),
        Use::Choice => ("choice", "has nothing to choose from"),
        Use::Tick => ("tick", "cannot be ticked"),
        Use::Files => ("files", "takes no files"),
    };
    let answer = ask(session, found, name).await?;
    if answer.takes {
        return Ok(());
    }
    let remedy = match answer.kind.as_str() {
        "list" => "It is a list: choose from it with `select`.",
        "checkbox" | "radio" | "switch" => "It is ticked: use `check` or `uncheck`.",
        "file field" => "It takes files: use `upload`.",
        "text field" => "It is a text field: use `type` or `clear`.",
        "link" => "It is a link: use `click`.",
        "button" => "It is a button: use `click`.",
        _ => "Name the field itself; `observe` lists the fields.",
    };
    Err(Failure::new(Cause::InvalidParameter, format!("{} {what}", found.shown())).hint(remedy))
}

use lemmascope_intent::{Args, Context, Failure, Format, Outcome, Parameter, Signature, Type, Value};
use serde_json::{Value as Json, json};

use super::{failure, owner, with_memory_reach};
use crate::Address;
use crate::gateway;
use crate::site::Site;

/// The maximum number of characters of a message in a line of the list.
const LINE: usize = 80;
/// The maximum number of threads in a listing.
const MOST: i64 = 200;

pub(super) fn signature() -> Signature {
    let most = Parameter::defaulted("limit", 20, Type::Number, "The most threads that are listed.");
    with_memory_reach(Signature::observe(
        "channels.inbox",
        "List the threads of your inbox, the latest first, or read one.",
    ))
    .command("inbox [thread]")
    .parameter(
        Parameter::optional("thread", Type::String, "The id of the thread to read.").format(Format::Title),
    )
    .parameter(most.within(1, MOST))
    .returns(Type::Object)
    .examples(&["inbox", "inbox --limit 5", "inbox 01a1b2c3-0000-7000-8000-000000000000"])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let agent = Address::for_owner(owner(cx).as_str());
    if let Some(id) = args.optional_text("thread") {
        let thread = gateway::thread(site, agent.as_str(), id.trim()).await.map_err(failure)?;
        cx.logbook.section("thread", messages(&thread), Value::Null);
        return Ok(Outcome::found(Value::from(json!({"thread": thread}))).line(format!("inbox {id}")));
    }
    let limit = args.get("limit").and_then(Value::as_number).and_then(|it| it.as_i64()).unwrap_or(20);
    let limit = u64::try_from(limit).unwrap_or(1);
    let threads = gateway::threads(site, agent.as_str(), limit).await.map_err(failure)?;
    let mut lines: Vec<String> = threads.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("none".into());
    }
    cx.logbook.section("inbox", lines, Value::Null);
    Ok(Outcome::found(Value::from(json!({"threads": threads}))).line("inbox"))
}

/// Formats a thread as a line of the list.
fn line(thread: &Json) -> String {
    let text = |name: &str| thread[name].as_str().unwrap_or_default();
    let status = thread["waiting_reason"].as_str().unwrap_or_else(|| text("status"));
    let said = thread["approval"]["question"].as_str().or_else(|| said(&thread["payload"]));
    let said = shortened(said.unwrap_or_else(|| text("intent_type")));
    format!("{}  {status}  {}: {said}", text("thread_id"), text("from_agent"))
}

/// Formats a thread as a conversation.
fn messages(thread: &Json) -> Vec<String> {
    let mut lines = vec![line(thread)];
    if let Some(context) = thread["payload"]["context"].as_str() {
        lines.push(format!("context: {}", shortened(context)));
    }
    for event in thread["timeline"].as_array().into_iter().flatten() {
        let text = |name: &str| event[name].as_str().unwrap_or_default();
        let data = &event["data"];
        let told = data["message"].as_str().or_else(|| data["question"].as_str());
        let told = told.or_else(|| data["comment"].as_str()).map(|it| format!(": {}", shortened(it)));
        let what = text("event_type").trim_start_matches("intent.");
        lines.push(format!("{}  {}  {what}{}", text("at"), text("actor"), told.unwrap_or_default()));
    }
    lines
}

/// Returns the main text of a payload.
fn said(payload: &Json) -> Option<&str> {
    ["question", "answer", "message", "sentence", "line", "text"]
        .into_iter()
        .find_map(|it| payload[it].as_str())
}

/// Truncates untrusted text to one line.
fn shortened(text: &str) -> String {
    let mut line: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(LINE).collect();
    if text.chars().count() > LINE {
        line.push('…');
    }
    line
}

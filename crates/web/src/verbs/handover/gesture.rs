//! Converts a user's input to the call of an equivalent verb. Text is recorded completely after each key, so
//! that nothing is lost on a navigation.

use lemmascope_browser::session::{ControlState, ControlUse, InputTarget, WebSession};
use lemmascope_intent::{Args, Failure, Gesture, Object, Value};

use super::input::{give, point};
use super::open_tab;
use crate::verbs::visit::Visit;

/// Keys that move the caret, the focus or the page. Their effects are part of later inputs.
const MOVING: [&str; 10] = [
    "tab",
    "arrowup",
    "arrowdown",
    "arrowleft",
    "arrowright",
    "home",
    "end",
    "pageup",
    "pagedown",
    "backspace",
];

/// The call that is equivalent to an input.
struct Call {
    verb: &'static str,
    arguments: Vec<(&'static str, Value)>,
    supersedes: bool,
}

impl Call {
    fn new(verb: &'static str) -> Self {
        Self { verb, arguments: Vec::new(), supersedes: false }
    }

    fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.arguments.push((name, value.into()));
        self
    }

    /// Marks the call as superseding all earlier ones on the element.
    fn whole(mut self) -> Self {
        self.supersedes = true;
        self
    }
}

/// Forwards an input, and records it in the logbook.
pub(super) async fn forward_and_record(visit: &Visit<'_>, args: &Args) -> Result<(), Failure> {
    open_tab(visit)?;
    let mut session = visit.page().await?;
    let tab = session.tab()?;
    let kind = args.text("kind")?;
    let at = match kind {
        "click" => Some(point(&tab, args).await?),
        _ => None,
    };
    let reached = session.reached(at).await?;
    let place = tab.state().url.clone();
    let subject = match &reached {
        Some(reached) => Some(session.subject(&reached.found, "target").await),
        None => None,
    };
    give(&tab, args).await?;
    let call = match &reached {
        Some(reached) => on_element(&session, kind, args, reached).await?,
        None => page_key_call(kind, args)?,
    };
    let Some(call) = call else { return Ok(()) };
    let element = reached.as_ref().map(|it| format!("{}/{}/{}", place, it.found.frame, it.found.key));
    visit.cx.logbook.gesture(Gesture {
        verb: call.verb.into(),
        subject,
        arguments: call
            .arguments
            .into_iter()
            .map(|(name, value)| (name.to_string(), value))
            .collect::<Object>(),
        place,
        element: element.unwrap_or_default(),
        supersedes: call.supersedes,
    });
    Ok(())
}

/// Returns the call for an input on an element. Queries the new state if the page still exists.
async fn on_element(
    session: &WebSession,
    kind: &str,
    args: &Args,
    reached: &InputTarget,
) -> Result<Option<Call>, Failure> {
    let before = &reached.state;
    let after = session.control_state(&reached.found).await;
    if let Some(call) = after.as_ref().and_then(|after| changed(before, after)) {
        return Ok(Some(call));
    }
    let key = if kind == "key" { args.text("key")?.to_lowercase() } else { String::new() };
    Ok(match (before.used_for, kind) {
        (ControlUse::Files, _) => None,
        // The page is gone, so the new state is derived from the input.
        (ControlUse::Text, "text") if after.is_none() => {
            let text = format!("{}{}", before.value, args.text("text")?);
            Some(written(text, before.secret))
        }
        (ControlUse::Tick, "click") if after.is_none() => Some(ticked(!before.ticked)),
        // A list opens; the choice in it is recorded later.
        (ControlUse::Choice, "click") => None,
        (_, "click") => Some(Call::new("web.click")),
        (ControlUse::Press, "key") if matches!(key.as_str(), "enter" | "space") => {
            Some(Call::new("web.click"))
        }
        (_, "text") => None,
        (_, "key") if is_told(&key, before.used_for) => Some(Call::new("web.press").with("key", key)),
        _ => None,
    })
}

/// Returns the call for an input without an element: a key for the whole page.
fn page_key_call(kind: &str, args: &Args) -> Result<Option<Call>, Failure> {
    let key = match kind {
        "key" => args.text("key")?.to_lowercase(),
        "text" if args.text("text")?.chars().count() == 1 => args.text("text")?.to_string(),
        _ => return Ok(None),
    };
    Ok((!MOVING.contains(&key.as_str())).then(|| Call::new("web.press").with("key", key)))
}

/// Whether a key is recorded as such: it neither moves nor edits.
fn is_told(key: &str, used_for: ControlUse) -> bool {
    match used_for {
        ControlUse::Text => matches!(key, "enter" | "escape"),
        // These keys open the list and move in it.
        ControlUse::Choice => false,
        _ => !MOVING.contains(&key.trim_start_matches("shift+")),
    }
}

/// Returns the call that changes an element from one state to another.
fn changed(before: &ControlState, after: &ControlState) -> Option<Call> {
    match after.used_for {
        ControlUse::Text if before.value != after.value => {
            Some(written(after.value.clone(), before.secret || after.secret))
        }
        ControlUse::Tick if before.ticked != after.ticked => Some(ticked(after.ticked)),
        ControlUse::Choice if before.chosen != after.chosen => {
            let mut chosen: Vec<Value> = after.chosen.iter().map(|option| option.as_str().into()).collect();
            let value = if chosen.len() == 1 { chosen.remove(0) } else { Value::List(chosen) };
            Some(Call::new("web.select").with("value", value).whole())
        }
        _ => None,
    }
}

fn written(text: String, is_secret: bool) -> Call {
    let text = Value::from(text);
    Call::new("web.type").with("text", if is_secret { text.into_secret() } else { text }).whole()
}

fn ticked(is_ticked: bool) -> Call {
    Call::new(if is_ticked { "web.check" } else { "web.uncheck" }).whole()
}

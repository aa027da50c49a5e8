use std::time::Duration;

use lemmascope_browser::page::Element;
use lemmascope_browser::session::{Chord, Found, Readiness, WebSession, Writing, no_effect};
use lemmascope_browser::targets::Rules;
use lemmascope_browser::text::quote;
use lemmascope_intent::{
    Args, Cause, Failure, Handling, MASK, Manner, Notation, Object, Outcome, Parameter, Signature, Type,
    Value, format_duration,
};

use super::calendar::pick_day_as_action;
use super::click::{note, submission};
use super::counting::{count_to, counter_of};
use super::keypad;
use super::suitability::{Use, day_to_pick, require};
use crate::submission::Submission;
use crate::values::to_input_format;
use crate::verbs::parameters::{switch, target, timeout};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.type", "Type into a field, replacing its value.")
        .command("type <target> <text>")
        .aliases(&["fill", "input", "input text"])
        .known_as(&["set value", "send", "keyboard type"])
        .everyday("acting")
        .lasting()
        .handles(Handling { manner: Manner::Write, thing: "target", value: Some("text") })
        .parameter(target())
        .parameter(Parameter::required("text", Type::String, "The text.").named_by_previous().unrecorded())
        .parameter(switch("append", "Append to the current value."))
        .parameter(Parameter::optional(
            "clear",
            Type::Boolean,
            "Replace the current value, which is the default; `false` is the same as append.",
        ))
        .parameter(switch("enter", "Press enter after it."))
        .parameter(
            Parameter::optional("delay", Type::Any, "How long to wait between keys: milliseconds, or 50ms.")
                .written(Notation::Millis),
        )
        .parameter(timeout())
        .returns(Type::Object)
        .examples(&["type email \"ann@example.com\"", "type 2 \"blue shirt\" --enter"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let text = args.text("text")?;
    let delay = delay(args)?;
    let takes = delay.saturating_mul(u32::try_from(text.chars().count()).unwrap_or(u32::MAX));
    if takes > visit.limit() {
        return Err(Failure::new(
            Cause::Timeout,
            format!("with that delay, typing takes {}", format_duration(takes)),
        )
        .hint("Give it longer with --timeout, or a shorter --delay.")
        .verdict("timeout"));
    }
    let mut session = visit.page().await?;
    let rules = Rules { suits: Some(&takes_text), ..Rules::default() };
    let found = visit.target(&mut session, args, "target", &rules).await?;
    if let Some(outcome) = count(visit, &mut session, &found, text).await? {
        return Ok(outcome);
    }
    if let Some(outcome) = enter_on_keypad(visit, &mut session, &found, args).await? {
        return Ok(outcome);
    }
    require(&session, &found, Use::Text).await?;
    if let Some(date) = day_to_pick(&session, &found, text).await? {
        let line = format!("type {} {}", found.shown_id(), quote(text, 80));
        return pick_day_as_action(visit, &mut session, &found, date, line).await;
    }
    let aim = session.aim(&found, Readiness::TEXT, visit.patience()).await?;
    let is_secret = found.secret || aim.what.secret || args.is_secret("text");
    // What a field of dates or times takes is written in one way alone; people write it in many.
    let spelled = to_input_format(&aim.what.kind, text);
    let text = spelled.as_deref().unwrap_or(text);
    let append = match args.get("clear").and_then(Value::as_bool) {
        Some(clear) => !clear,
        None => args.flag("append"),
    };
    let writing = Writing { text, append, delay, secret: is_secret };
    let shown = if is_secret { format!("\"{MASK}\"") } else { quote(text, 80) };
    let line = format!("type {} {shown}", found.shown_id());
    let mut field = session.field(&found, aim.at)?;
    let watch = session.watch_keys(Some(&found)).await?;
    let mut state = None;
    let aftermath = session
        .conclude_soon(watch, async {
            state = Some(field.write(&writing).await?);
            Ok(())
        })
        .await?;
    let mut outcome = aftermath.welcome(line.clone());
    // It holds what was typed: that is the effect, even when it held the same before.
    outcome.verdict = outcome.verdict.or(Some("changed"));
    if args.flag("enter") {
        let enter = Chord::read("enter")?;
        let submission = submission(&mut session, None).await?.filter(Submission::is_sent_by_enter);
        let tab = session.tab()?;
        let watch = session.watch_keys(Some(&found)).await?;
        let pressed =
            session.conclude(watch, async move { enter.press(&tab, Default::default()).await }).await?;
        let line = format!("{line} --enter");
        note(visit, &mut session, submission, &pressed, &line).await?;
        let Some(verdict) = pressed.verdict else { return Err(no_effect(&line)) };
        outcome.verdict = Some(verdict);
        outcome.changes.extend(pressed.changes);
        outcome = outcome.line(line);
    }
    if let Some(state) = state {
        let secret = is_secret || state.secret;
        let value = if secret { Value::from(state.value).into_secret() } else { Value::from(state.value) };
        outcome.value = Value::Object([("value".to_string(), value)].into_iter().collect());
    }
    Ok(outcome)
}

/// Enters the text on a pad of buttons, where a button, the display or the label of the pad is the target.
/// Returns `None` for other elements.
async fn enter_on_keypad(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    args: &Args,
) -> Result<Option<Outcome>, Failure> {
    let snapshot = session.last_look();
    if snapshot.as_ref().and_then(|it| it.element(found.id)).is_some_and(takes_text) {
        return Ok(None);
    }
    let Some(pad) = keypad::keypad_of(session, found).await? else { return Ok(None) };
    let text = args.text("text")?;
    let is_secret = args.is_secret("text") || found.secret || keypad::is_secret(&pad);
    keypad::enter(visit, session, &pad, text, None).await?;
    let shown = if is_secret { format!("\"{MASK}\"") } else { quote(text, 80) };
    let value = if is_secret { Value::from(text).into_secret() } else { Value::from(text) };
    let value = Object::from_iter([("value".to_string(), value)]);
    let outcome = Outcome { value: value.into(), verdict: Some("changed"), ..Outcome::default() };
    Ok(Some(outcome.line(format!("type {} {shown}", found.shown_id()))))
}

/// Sets the number beside buttons for plus and minus, where such a button or a read-only field is the target.
/// Returns `None` for other elements, and for texts that are not numbers.
async fn count(
    visit: &Visit<'_>,
    session: &mut WebSession,
    found: &Found,
    text: &str,
) -> Result<Option<Outcome>, Failure> {
    let text = text.trim();
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let snapshot = session.last_look();
    let is_written = snapshot.as_ref().and_then(|it| it.element(found.id)).is_some_and(takes_text);
    let Some(wanted) = text.parse().ok().filter(|_| is_number && !is_written) else { return Ok(None) };
    let Some(counter) = counter_of(session, found.id).await? else { return Ok(None) };
    let changes = count_to(visit, session, &counter, wanted).await?;
    let value = Object::from_iter([("value".to_string(), Value::from(text))]);
    let line = format!("type {} {}", found.shown_id(), quote(text, 80));
    let outcome = Outcome { value: value.into(), changes, verdict: Some("changed"), ..Outcome::default() };
    Ok(Some(outcome.line(line)))
}

pub(super) fn takes_text(element: &Element) -> bool {
    matches!(element.kind, "input" | "textarea" | "editor" | "combobox" | "slider") && !element.state.readonly
}

fn delay(args: &Args) -> Result<Duration, Failure> {
    let invalid = || {
        Failure::new(Cause::InvalidParameter, "the delay is not a number of milliseconds")
            .hint("Write 50 or 50ms.")
    };
    let delay = match args.get("delay") {
        None => Duration::ZERO,
        Some(Value::Number(number)) => milliseconds(number.as_f64()).ok_or_else(invalid)?,
        Some(Value::Text(text)) => match text.trim().parse() {
            Ok(number) => milliseconds(number).ok_or_else(invalid)?,
            Err(_) => crate::verbs::visit::duration(text)?,
        },
        Some(_) => return Err(invalid()),
    };
    if delay > Duration::from_secs(60) { Err(invalid()) } else { Ok(delay) }
}

/// A number of milliseconds, which may have a fraction.
fn milliseconds(number: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(number / 1000.0).ok()
}

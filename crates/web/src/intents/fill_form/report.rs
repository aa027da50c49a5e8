//! What is in the form now, and what does not.

use lemmascope_browser::observation::called;
use lemmascope_browser::page::{Counter, Element, Snapshot};
use lemmascope_browser::text::quote;
use lemmascope_intent::{Cause, Failure, MASK, Object, Outcome, Value};

use super::Job;
use super::filling::End;
use super::fitting::Way;
use super::plan::{Plan, SkipReason, SkippedEntry, shown, skipped_line};
use crate::intents::PageActor;
use crate::intents::form::AUTO;
use crate::submission::Form;

/// Tells what was filled, what was skipped and what is still empty, and how it ends.
pub(super) fn tell(
    hands: &PageActor<'_>,
    job: &Job<'_>,
    form: &Form,
    plan: &Plan,
) -> Result<Outcome, Failure> {
    let filled = sections(hands, job, form, plan);
    let failed = job.done.iter().filter(|one| one.end != End::Holds).count();
    let is_misfit = plan.left.iter().any(|left| left.why != SkipReason::Unmatched);
    if failed > 0 {
        let all = job.done.len();
        let what = if failed == 1 { "one value".to_string() } else { format!("{failed} values") };
        return Err(Failure::new(Cause::VerificationFailed, format!("{what} of {all} did not arrive"))
            .hint("The values in the form are listed under filled; see skipped for the reasons.")
            .verdict("changed"));
    }
    if !plan.left.is_empty() && (!job.partial || (is_misfit && filled.is_empty())) {
        return Err(refused(&hands.seen, form, plan));
    }
    let value: Object = [("filled".to_string(), filled.into())].into_iter().collect();
    let outcome = Outcome { value: value.into(), verdict: Some("changed"), ..Outcome::default() };
    Ok(outcome.line(line(job)))
}

/// How it is told among other steps: with the form that was named.
fn line(job: &Job<'_>) -> String {
    let target = job.args.get("target").and_then(Value::as_object).and_then(|target| target.get("pattern"));
    let pattern = job.args.optional_text("pattern").filter(|pattern| *pattern != AUTO);
    match pattern.or(target.and_then(Value::as_text)) {
        Some(form) => format!("fill_form {form}"),
        None => "fill_form".into(),
    }
}

/// Puts the blocks into the answer. Returns what was filled, as data.
pub(super) fn sections(hands: &PageActor<'_>, job: &Job<'_>, form: &Form, plan: &Plan) -> Vec<Value> {
    let snapshot = &hands.seen;
    let mut lines = Vec::new();
    let mut filled = Vec::new();
    let mut skipped: Vec<(String, String)> = Vec::new();
    let mut done: Vec<_> = job.done.iter().collect();
    done.sort_by_key(|one| one.id);
    for one in done {
        let element = snapshot.element(one.id).or_else(|| hands.before.element(one.id));
        match &one.end {
            End::Holds => {
                let (kind, name) = match &one.step.task.way {
                    Way::Counted(counter, _) if counter.field.is_none() => ("counter", label(counter)),
                    Way::Keypad(pad, _) if pad.displays.is_empty() => {
                        ("keypad", format!(" {}", quote(&pad.label, 60)))
                    }
                    _ => {
                        let kind = element.map_or(one.found.kind, |element| element.kind);
                        (kind, element.map(called).unwrap_or_default())
                    }
                };
                lines.push(format!("{} {kind}{name} ← {}", one.id, one.step.display()));
                filled.push(record(
                    &one.step.key,
                    element,
                    one.id.0,
                    &one.step.task.shown,
                    one.step.task.secret,
                ));
            }
            End::Gone => {
                skipped
                    .push((one.step.key.clone(), format!("{} is no longer on the page", one.found.shown())));
            }
            End::Failed(reason) => skipped.push((one.step.key.clone(), reason.clone())),
        }
    }
    skipped.extend(plan.left.iter().map(|left| (left.key.clone(), left.reason(snapshot))));
    skipped.dedup();
    let logbook = hands.logbook();
    logbook.section("filled", lines, filled.clone().into());
    if !skipped.is_empty() {
        let lines = skipped.iter().map(|(key, reason)| skipped_line(key, reason)).collect();
        let record = |(key, reason): &(String, String)| {
            let fields = [("key", key.as_str()), ("reason", reason.as_str())];
            Value::Object(
                fields.into_iter().map(|(name, text)| (name.to_string(), Value::from(text))).collect(),
            )
        };
        let data: Vec<Value> = skipped.iter().map(record).collect();
        logbook.section("skipped", lines, data.into());
    }
    let empty = still_empty(snapshot, form);
    let line =
        |element: &&Element| format!("{} {}{} {{required}}", element.id, element.kind, called(element));
    let data: Vec<Value> = empty.iter().map(|element| Value::from(i64::from(element.id.0))).collect();
    logbook.stands("still empty", empty.iter().map(line).collect(), data.into());
    filled
}

fn label(counter: &Counter) -> String {
    if counter.label.is_empty() { String::new() } else { format!(" {}", quote(&counter.label, 60)) }
}

fn record(key: &str, element: Option<&Element>, id: u32, shown: &str, secret: bool) -> Value {
    let value = match shown {
        "checked" => Value::from(true),
        "unchecked" => Value::from(false),
        _ if secret => Value::from(MASK),
        // It was quoted to be shown.
        text => serde_json::from_str::<String>(text)
            .map_or_else(|_| Value::from(text.trim_matches('"')), Value::from),
    };
    let fields = [
        ("key", Value::from(key)),
        ("id", Value::from(i64::from(id))),
        ("kind", Value::from(element.map_or("", |element| element.kind))),
        ("name", Value::from(element.map_or("", |element| element.name.as_str()))),
        ("value", value),
    ];
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// What the form wants and does not have yet.
fn still_empty<'s>(snapshot: &'s Snapshot, form: &Form) -> Vec<&'s Element> {
    let fields = form.fields.iter().filter_map(|at| snapshot.elements.get(*at));
    let is_ticked = |element: &Element| {
        element.state.checked == Some(true)
            || (element.kind == "radio"
                && snapshot.elements.iter().any(|other| {
                    other.kind == "radio"
                        && other.state.checked == Some(true)
                        && other.attributes.get("name") == element.attributes.get("name")
                }))
    };
    let mut named: Vec<&str> = Vec::new();
    fields
        .filter(|element| {
            element.state.required && element.visibility.is_visible() && !element.state.disabled
        })
        .filter(|element| match element.kind {
            "checkbox" | "radio" | "switch" => !is_ticked(element),
            "select" => element.choices.iter().all(|choice| !choice.selected || choice.value.is_empty()),
            _ => element.value.as_deref().is_none_or(str::is_empty),
        })
        .filter(|element| {
            // Of several radio buttons one stands for all.
            let name = element.attributes.get("name").map_or("", String::as_str);
            let is_first = element.kind != "radio" || !named.contains(&name);
            if element.kind == "radio" {
                named.push(name);
            }
            is_first
        })
        .take(20)
        .collect()
}

/// Nothing was touched, since not everything has a place.
pub(super) fn refused(snapshot: &Snapshot, form: &Form, plan: &Plan) -> Failure {
    let (unmatched, others): (Vec<&SkippedEntry>, Vec<&SkippedEntry>) =
        plan.left.iter().partition(|left| left.why == SkipReason::Unmatched);
    let keys = |all: &[&SkippedEntry]| {
        all.iter().map(|left| lemmascope_browser::text::quote(&left.key, 60)).collect::<Vec<_>>().join(", ")
    };
    let mut failure = match (unmatched.as_slice(), others.as_slice()) {
        ([], [one, ..]) => {
            let cause =
                if one.why == SkipReason::Ambiguous { Cause::TargetAmbiguous } else { Cause::TargetNotFound };
            let failure = Failure::new(cause, format!("{}: {}", keys(&[one]), one.reason(snapshot)));
            match &one.why {
                SkipReason::Misfit(misfit) => match &misfit.hint {
                    Some(hint) => failure.hint(hint.clone()),
                    None => failure.hint("Give another value, or leave it out."),
                },
                _ => failure.hint("Name the field by its label or its number: {\"5\": …}."),
            }
        }
        ([], []) => Failure::new(Cause::TargetNotFound, "no field was found for the data"),
        (missing, _) => {
            let failure =
                Failure::new(Cause::TargetNotFound, format!("no field was found for {}", keys(missing)));
            let mut near: Vec<String> = Vec::new();
            for id in missing.iter().flat_map(|left| left.near.iter()) {
                let told = shown(snapshot, *id);
                if !near.contains(&told) && near.len() < 6 {
                    near.push(told);
                }
            }
            let near = match near.len() {
                0 => empty_fields_line(snapshot, form, plan),
                _ => format!("Nearest: {}. ", near.join(", ")),
            };
            failure.hint(format!("{near}Nothing was filled in; --partial fills in the rest."))
        }
    };
    // One alone is told by the message.
    for left in plan.left.iter().take(10).filter(|_| plan.left.len() > 1) {
        failure = failure.context(skipped_line(&left.key, &left.reason(snapshot)));
    }
    let verdict = if failure.cause == Cause::TargetAmbiguous { "ambiguous" } else { "not_found" };
    failure.verdict(verdict)
}

/// Lists the fields without a given value, so that the caller learns their names.
fn empty_fields_line(snapshot: &Snapshot, form: &Form, plan: &Plan) -> String {
    let is_free = |at: &&usize| !plan.steps.iter().any(|step| step.task.element == **at);
    let free = form.fields.iter().filter(is_free).filter_map(|at| snapshot.elements.get(*at));
    let named: Vec<String> = free
        .filter(|element| element.visibility.is_visible() && element.kind != "radio")
        .take(8)
        .map(|element| shown(snapshot, element.id))
        .collect();
    if named.is_empty() { String::new() } else { format!("Other fields: {}. ", named.join(", ")) }
}

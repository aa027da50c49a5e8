//! The report of a completed run.

use lemmascope_intent::{Definition, Effect, Failure, Node, Plan, Report, Status, Value};

use crate::execution::{Frame, Runner};
use crate::plan::is_masked;

/// The note on a failure after which the effect is unknown.
pub(crate) const MAY_HAVE_HAPPENED: &str =
    "It may have had its effect all the same; look before it is repeated.";

/// Returns the report of a completed run.
pub(crate) async fn tell(
    runner: &Runner<'_>,
    plan: &Plan,
    definition: Option<&Definition>,
    frame: &Frame<'_>,
    outcome: Result<(), Failure>,
) -> Report {
    let mut report = match &outcome {
        Ok(()) => Report::ok(&plan.intent),
        Err(failure) => Report::error(&plan.intent, failure),
    };
    if outcome.is_ok() {
        report.summary = summary(plan, definition);
        {
            let mut trace = runner.trace();
            if definition.is_none() {
                report.result = std::mem::take(&mut trace.value);
                report.verdict = trace.verdict;
                report.view = trace.view.take();
            }
        }
        if let Some(view) = &mut report.view {
            view.alone = plan.calls().iter().all(|call| call.effect == Effect::Observe);
        }
        if let Some(definition) = definition {
            let extracted = runner.extract(&definition.success.extract, frame).await;
            runner.miss(extracted.missing);
            runner.trace().extracted.extend(extracted.values);
        }
    }
    let mut trace = std::mem::take(&mut *runner.trace());
    if !trace.extracted.is_empty() {
        report.result = Value::Object(std::mem::take(&mut trace.extracted));
    }
    if report.result == Value::Null {
        report.result = std::mem::take(&mut trace.result);
    }
    report.sections = std::mem::take(&mut trace.sections);
    if outcome.is_ok() && !trace.tolerated.is_empty() {
        report.status = Status::Partial;
        let (total, failed) = (trace.actions.len(), trace.tolerated.len());
        report.summary = Some(format!("{failed} of {total} steps failed"));
        report.code = trace.tolerated.first().map(|(_, failure)| failure.code());
    }
    let is_partial = report.status == Status::Partial;
    if is_partial {
        report.hints.extend(left_to_do(&trace.tolerated));
    }
    for (what, failure) in &trace.tolerated {
        let told =
            trace.actions.iter_mut().find(|action| !action.ok && action.line == *what).filter(|_| is_partial);
        match told {
            // The line of a skipped action includes its reason.
            Some(action) => action.line = format!("{what}: {}", failure.message),
            None => report.context.push(format!("{what}: {}", failure.message)),
        }
        report.hints.extend(failure.hint.clone().filter(|hint| !report.hints.contains(hint)));
    }
    let is_question = outcome.as_ref().is_err_and(|failure| failure.asks);
    if is_question && trace.changes.is_empty() && !trace.actions.iter().any(|action| action.ok) {
        report.status = Status::Ask;
        // Nothing was executed, because the question preceded it.
        trace.actions.clear();
    }
    if outcome.is_err_and(|failure| failure.effect_unknown) {
        report.context.push(MAY_HAVE_HAPPENED.into());
    }
    report.actions = std::mem::take(&mut trace.actions);
    report.context.append(&mut trace.hook_failures);
    report.changes = std::mem::take(&mut trace.changes);
    if report.status != Status::Ok {
        // A partial run has ended and cannot be resumed.
        if let Some(checkpoint) = trace.checkpoint.filter(|_| !is_partial) {
            let line = format!("{} --resume {checkpoint}{}", plan.intent, secrets_again(plan));
            let before = match runner.resumed_at {
                Some(_) => trace.before_checkpoint.or_else(|| passed_before(plan, &checkpoint)),
                None => trace.before_checkpoint,
            };
            report.hints.push(format!("{}\n  {line}", achieved(before.as_deref(), &checkpoint)));
            report.checkpoint = Some(checkpoint);
        }
        if trace.undoable {
            report.hints.push("`undo` reverts the changes.".into());
        }
    }
    report
}

/// Returns the completed part and the point of resumption: `payment_started` after `shipping_started` means
/// that the shipping is completed and the payment is next.
fn achieved(before: Option<&str>, checkpoint: &str) -> String {
    let spoken = |stem: &str| stem.replace(['_', '-'], " ");
    if let Some(done) = stem(checkpoint, &DONE) {
        return format!("{} completed successfully. Retry from there:", capitalized(&spoken(done)));
    }
    let Some(next) = stem(checkpoint, &BEGUN) else {
        return format!("Everything before \"{checkpoint}\" completed successfully. Retry from there:");
    };
    let before = before.and_then(|before| stem(before, &BEGUN).or_else(|| stem(before, &DONE)));
    match before {
        Some(done) => format!(
            "{} completed successfully. Retry from {} step:",
            capitalized(&spoken(done)),
            spoken(next)
        ),
        None => format!("Everything before {0} completed successfully. Retry from {0} step:", spoken(next)),
    }
}

/// The last words of checkpoint names that mark the beginning or the end of something.
const BEGUN: [&str; 6] = ["started", "begun", "start", "begin", "ready", "reached"];
const DONE: [&str; 6] = ["completed", "complete", "done", "finished", "submitted", "filled"];

/// Returns the part of a checkpoint's name before one of these words.
fn stem<'a>(name: &'a str, words: &[&str]) -> Option<&'a str> {
    let (stem, last) = name.rsplit_once(['_', '-'])?;
    words.contains(&last.to_lowercase().as_str()).then_some(stem).filter(|stem| !stem.is_empty())
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns the checkpoint that precedes another one in the plan, which a resumed run has passed earlier.
fn passed_before(plan: &Plan, checkpoint: &str) -> Option<String> {
    let mut last = None;
    for node in &plan.nodes {
        match node {
            Node::Checkpoint(name) if name == checkpoint => return last,
            Node::Checkpoint(name) => last = Some(name.clone()),
            _ => {}
        }
    }
    None
}

/// Returns the steps for completing the skipped parts: commands, or missing data.
fn left_to_do(tolerated: &[(String, Failure)]) -> Vec<String> {
    let (mut commands, mut missing) = (Vec::new(), Vec::new());
    for (what, _) in tolerated {
        match (what.strip_prefix("extract "), what.strip_suffix(" [skipped]")) {
            (Some(name), _) => missing.push(name),
            (None, Some(command)) => commands.push(format!("  {command}")),
            (None, None) => {}
        }
    }
    let mut hints = Vec::new();
    if !commands.is_empty() {
        hints.push(format!("Still to be done:\n{}", commands.join("\n")));
    }
    if !missing.is_empty() {
        hints.push(format!(
            "Not found: {}. `observe` lists the elements, and `extract` reads them.",
            missing.join(", ")
        ));
    }
    hints
}

/// Returns the parameters that are not stored and must be given again, as options.
fn secrets_again(plan: &Plan) -> String {
    let secret = plan.parameters.iter().filter(|(_, value)| is_masked(value));
    secret.map(|(name, _)| format!(" --{name} {{...}}")).collect()
}

/// Marks the report of an executed run as not recorded, so that neither undo nor resumption is possible.
pub(crate) fn not_recorded(report: &mut Report, failure: Failure, changed: bool) {
    if changed && report.status == Status::Ok {
        report.status = Status::Partial;
        report.summary = Some("it was done, but could not be recorded, so that undo will not find it".into());
        report.code = Some(failure.code());
    }
    report.context.push(failure.message);
    report.hints.extend(failure.hint);
}

/// Returns the text after the name in the headline: the first given argument, unless it is a secret.
fn summary(plan: &Plan, definition: Option<&Definition>) -> Option<String> {
    let named = definition.and_then(|definition| {
        definition
            .parameters
            .iter()
            .find(|parameter| parameter.value.required)
            .map(|it| it.value.name.clone())
    });
    // A default that the person did not give is not shown.
    let is_default = |name: &str, value: &Value| {
        let declared = definition.and_then(|it| it.parameters.iter().find(|it| it.value.name == name));
        declared.is_some_and(|declared| declared.value.default.as_ref() == Some(value))
    };
    let value = match named {
        Some(name) => plan.parameters.get(&name),
        None => {
            let first = plan.parameters.iter().next();
            first.filter(|(name, value)| !is_default(name, value)).map(|(_, value)| value)
        }
    };
    match value {
        Some(Value::Text(text)) if !text.contains('\n') && text.chars().count() <= 80 => {
            Some(format!("\"{text}\""))
        }
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_progress_at_checkpoint() {
        for (before, checkpoint, told) in [
            (
                Some("shipping_started"),
                "payment_started",
                "Shipping completed successfully. Retry from payment step:",
            ),
            (None, "shipping_complete", "Shipping completed successfully. Retry from there:"),
            (
                None,
                "payment_started",
                "Everything before payment completed successfully. Retry from payment step:",
            ),
            (Some("a"), "copied", "Everything before \"copied\" completed successfully. Retry from there:"),
            (
                Some("card_details_filled"),
                "order-review-ready",
                "Card details completed successfully. Retry from order review step:",
            ),
        ] {
            assert_eq!(achieved(before, checkpoint), told);
        }
    }
}

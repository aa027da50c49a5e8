//! Error responses.

use lemmascope_intent::{Cause, Failure, RouteRefusal};
use serde_json::{Value as Json, json};

use crate::action::InvalidField;

/// Returns the refusal of an invalid envelope. No action was executed.
pub(super) fn invalid(fault: &InvalidField) -> RouteRefusal {
    Failure::new(Cause::InvalidParameter, fault.to_string())
        .about(&*fault.field)
        .hint("Nothing was applied. See docs/board.md for the schema.")
        .into()
}

/// Converts the report of a call into a refusal.
pub(super) fn of_report(report: &Json) -> RouteRefusal {
    let cause = match text(report, "code") {
        "TARGET_NOT_FOUND" => Cause::TargetNotFound,
        "TARGET_AMBIGUOUS" => Cause::TargetAmbiguous,
        "PARAMETER_MISSING" => Cause::MissingParameter,
        "PARAMETER_INVALID" => Cause::InvalidParameter,
        "INTENT_UNAVAILABLE" => Cause::Forbidden,
        "TIMEOUT" => Cause::Timeout,
        _ => Cause::Conflict,
    };
    let mut failure = Failure::new(cause, text(report, "summary"));
    if let Some(field) = report["field"].as_str() {
        failure = failure.about(field);
    }
    let hints = report["hint"].as_array().into_iter().flatten().filter_map(Json::as_str);
    failure = hints.fold(failure, |failure, hint| failure.hint(hint));
    let instead: Vec<&str> =
        report["instead"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    match instead.is_empty() {
        true => failure.into(),
        false => failure.instead(instead).into(),
    }
}

/// Returns the refusal of a change to a card whose version has changed in the meantime, with the current
/// card.
pub(super) fn stale(report: &Json, current: Json) -> RouteRefusal {
    const STATUS: u16 = 409;
    let refusal = of_report(report);
    let code = refusal.failure.code();
    let body = json!({
        "type": format!("/docs#{code}"),
        "title": "Conflict",
        "status": STATUS,
        "code": code,
        "detail": refusal.failure.message,
        "field": "version",
        "hint": ["Nothing was applied. Look at the card as it is now, and send the change with its version."],
        "current": current,
    });
    RouteRefusal { status: Some(STATUS), body: Some(body), failure: refusal.failure }
}

fn text<'j>(report: &'j Json, name: &str) -> &'j str {
    report[name].as_str().unwrap_or_default()
}

//! Confirmation of plans by a person.

use std::time::Duration;

use lemmascope_intent::definition::Template;
use lemmascope_intent::{Effect, Failure, Plan, PlannedCall, Report, Status, Value};

use crate::engine::Engine;
use crate::execution::call_permitted;
use crate::plan::Prepared;
use crate::request::Request;

/// The length of a time window for confirmation codes, in seconds. A code is valid for at least one window
/// and at most two.
const WINDOW: i64 = 10 * 60;

/// The timeout of a check before a confirmation.
const PATIENCE: Duration = Duration::from_secs(3);

impl Engine {
    /// Returns the question to the person, if the plan contains irreversible calls.
    ///
    /// Calls that send something to other people can be confirmed in advance, with `--yes` or with the digest
    /// of the plan. Permanent losses and calls with a warning cannot, because the author of the request could
    /// have added that too. They need a code that is only in the reply to the request, and that is valid for
    /// this plan and for a limited time.
    pub(crate) fn question(&self, prepared: &Prepared) -> Result<Option<Report>, Failure> {
        let Prepared { plan, options, .. } = prepared;
        let whole = prepared.whole();
        let calls = whole.calls();
        let asking: Vec<&PlannedCall> = calls.into_iter().filter(|call| call.asks).collect();
        if asking.is_empty() {
            return Ok(None);
        }
        let mut warnings: Vec<&str> = asking.iter().filter_map(|call| call.warning.as_deref()).collect();
        warnings.dedup();
        let grave = !warnings.is_empty() || asking.iter().any(|call| call.effect == Effect::Change);
        let digest = prepared.digest();
        let (code, agreed) = match grave {
            true => self.codes(&digest).map(|codes| {
                let agreed = options.confirm.as_ref().is_some_and(|given| codes.contains(given));
                (codes[0].clone(), agreed)
            })?,
            false => {
                let agreed = options.agreed || options.confirm.as_ref() == Some(&digest);
                (digest, agreed)
            }
        };
        if agreed {
            return Ok(None);
        }
        let mut report = prepared.shown(Report::new(Status::Ask, &plan.intent));
        report.summary = Some(match options.confirm {
            Some(_) if warnings.is_empty() => {
                "the plan differs from the confirmed one; execute this one?".into()
            }
            None if warnings.is_empty() => "this cannot be undone; carry it out?".into(),
            Some(_) => {
                format!("{}; the plan was not confirmed, or too long ago. Execute it?", warnings.join("; "))
            }
            None => format!("{}. Carry it out?", warnings.join("; ")),
        });
        if grave && options.agreed {
            report.context.push("--yes is not enough for this".into());
        }
        let soon = if grave { ", within ten minutes" } else { "" };
        report.hints.push(format!("To agree to exactly this plan{soon}, add --confirm {code}"));
        report.digest = Some(code);
        Ok(Some(report))
    }

    /// Checks the arguments of the calls that wait for a confirmation, so that a question about one of them
    /// comes before the confirmation, and the user confirms the final plan.
    pub(super) async fn check_before_confirmation(
        &self,
        plan: &Plan,
        request: &Request,
    ) -> Result<(), Failure> {
        for call in plan.calls().into_iter().filter(|call| call.asks) {
            let verb = self.catalog.get(&call.capability).and_then(|it| it.signature().checked_by);
            let Some(check) = verb.and_then(|name| self.catalog.get(name)) else { continue };
            let literal = |name: &str| match call.arguments.get(name) {
                Some(Template::Literal(value)) if *value != Value::Null => Some(value.clone()),
                _ => None,
            };
            let parameters = &check.signature().parameters;
            // A value that an earlier step computes is not known yet.
            if parameters.iter().any(|it| it.required && literal(&it.name).is_none()) {
                continue;
            }
            let arguments =
                parameters.iter().filter_map(|it| Some((it.name.clone(), literal(&it.name)?))).collect();
            let context =
                lemmascope_intent::Context { settings: self.lookup(), limit: PATIENCE, ..request.context() };
            let checked = call_permitted(check.as_ref(), arguments, &context);
            // A check that cannot be made is left to the call itself.
            match tokio::time::timeout(PATIENCE, checked).await {
                Ok(Err(failure)) if failure.field.is_some() => return Err(failure),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the currently valid codes of a plan: that of the current time window, and that of the previous
    /// one.
    fn codes(&self, digest: &str) -> Result<[String; 2], Failure> {
        let window = jiff::Timestamp::now().as_second() / WINDOW;
        let code = |window: i64| self.vault.code(&["agreement", digest, &window.to_string()]);
        Ok([code(window)?, code(window - 1)?])
    }
}

/// Returns the report of a plan that cannot be confirmed yet: a question, or the reason why it would fail.
pub(super) fn unconfirmed(failure: &Failure) -> Report {
    let report = Report::error("", failure);
    if failure.asks { Report { status: Status::Ask, ..report } } else { report }
}

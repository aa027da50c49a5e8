//! What a person has to agree to before it is done.

use lemmascope_intent::{Effect, Failure, PlannedCall, Report, Status};

use crate::engine::Engine;
use crate::plan::Prepared;

/// How long an agreement to what is lost permanently can be given, at least; at most twice as long.
const WINDOW: i64 = 10 * 60;

impl Engine {
    /// The question to the person, when something may be done that cannot be undone.
    ///
    /// What reaches a person can be agreed to beforehand, with `--yes` or with the digest of the plan. What is lost permanently,
    /// and what a verb warns of, cannot: whoever wrote the request could have written that too. It is agreed to by a code that is only in the answer
    /// to the request, for this plan and for a while.
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

    /// The codes by which a plan can be agreed to now: that of this while, and that of the last.
    fn codes(&self, digest: &str) -> Result<[String; 2], Failure> {
        let window = jiff::Timestamp::now().as_second() / WINDOW;
        let code = |window: i64| self.vault.code(&["agreement", digest, &window.to_string()]);
        Ok([code(window)?, code(window - 1)?])
    }
}

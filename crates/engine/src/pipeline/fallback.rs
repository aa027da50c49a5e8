//! Fallback to a built-in intent if the definition that overrides it does not fit the page.

use lemmascope_intent::{Cause, Report, Status};

use crate::catalog::Tier;
use crate::engine::Engine;
use crate::plan::Invocation;
use crate::report::{MAY_HAVE_HAPPENED, mask_report};
use crate::request::Request;

impl Engine {
    /// Runs the built-in intent of the same name after a definition failed, and reports both. Returns the
    /// original report if there is no such intent, or if the effect might happen twice.
    pub(crate) async fn fall_back(
        &self,
        invocation: Invocation,
        failed: Report,
        request: &Request,
    ) -> Report {
        if !is_harmless(&failed) || !self.is_overridden(&invocation, &request.session) {
            return failed;
        }
        let Ok(prepared) = self.prepare_builtin(invocation, &request.session).await else { return failed };
        if !matches!(self.question(&prepared), Ok(None)) {
            return failed;
        }
        let why = failed.summary.clone().unwrap_or_default();
        let note = format!("the definition that goes before the built-in one failed: {why}");
        let note = mask_report(Report { context: vec![note], ..failed.clone() }, &prepared.redactor).context;
        let mut report = self.carry_out(prepared, request).await;
        let own = std::mem::take(&mut report.actions);
        report.actions = failed.actions.into_iter().chain(own).collect();
        report.context.extend(note);
        report
    }

    /// Whether a definition overrides a built-in intent of the same name.
    fn is_overridden(&self, invocation: &Invocation, session: &str) -> bool {
        let is_continued = invocation.options.iter().any(|(name, _)| name == "resume");
        self.read(|state| {
            let builtin = state.registry(session).of_tier(&invocation.name, Tier::Builtin, None);
            let entry = state.resolve(&invocation.name, session);
            !is_continued && builtin.is_some() && entry.is_some_and(|entry| entry.tier != Tier::Builtin)
        })
    }
}

/// Whether a run failed because the page differs from its definition, before anything was sent.
fn is_harmless(failed: &Report) -> bool {
    let is_misfit = matches!(
        failed.cause,
        Some(
            Cause::TargetNotFound
                | Cause::TargetAmbiguous
                | Cause::ElementStale
                | Cause::ElementNotVisible
                | Cause::ElementDisabled
                | Cause::ClickIntercepted
                | Cause::TypeFailed
        )
    );
    failed.status == Status::Error
        && failed.run.is_some()
        && is_misfit
        && !failed.context.iter().any(|line| line == MAY_HAVE_HAPPENED)
}

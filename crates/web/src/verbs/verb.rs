use std::sync::Arc;

use lemmascope_browser::session::Sessions;
use lemmascope_intent::{
    Args, BoxFuture, Capability, Cause, Change, Context, Effect, Failure, Outcome, Reach, Signature,
};

use super::visit::Visit;
use super::watchdog::Watchdog;

/// What a verb does, given where it is called and its checked arguments.
pub(crate) type Act = for<'a> fn(&'a Visit<'a>, &'a Args) -> BoxFuture<'a, Result<Outcome, Failure>>;

/// A verb made of its signature and its act.
pub(crate) struct Verb {
    signature: Signature,
    act: Act,
    sessions: Arc<Sessions>,
    /// Whether it acts on the page, so that there is always a word for what became of it.
    judged: bool,
}

impl Verb {
    pub(crate) fn new(signature: Signature, act: Act, sessions: &Arc<Sessions>) -> Self {
        Self { signature, act, sessions: Arc::clone(sessions), judged: false }
    }

    /// Sets its reach, unless its signature states one.
    pub(crate) fn with_reach(mut self, reach: Reach) -> Self {
        self.signature.reach.get_or_insert(reach);
        self
    }

    /// Sets its family, which is that of its folder.
    pub(crate) fn with_family(mut self, family: &'static str) -> Self {
        self.signature.family = family;
        self
    }

    /// A verb that never ends without a verdict.
    pub(super) fn judged(self) -> Self {
        Self { judged: true, ..self }
    }
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            let visit = Visit::new(&self.sessions, cx, &args)?;
            let mut outcome = self.carry_out(&visit, &args).await;
            if self.judged {
                outcome = judge(outcome);
            }
            self.sessions.save_profile(&cx.session).await;
            // What a person should know besides comes first: that the browser was started again, that another element
            // than the described one was used.
            let notices = self.sessions.take_notices(&cx.session).await;
            match outcome {
                Ok(mut outcome) => {
                    outcome.changes.splice(0..0, notices.into_iter().map(Change::Added));
                    Ok(outcome)
                }
                Err(failure) => Err(notices.into_iter().fold(failure, Failure::context)),
            }
        })
    }
}

impl Verb {
    /// Acts while the page is watched over: a page that answers nothing is brought to answer before the time of the call is
    /// over, and the caller is told.
    async fn carry_out(&self, visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
        let watchdog = Watchdog::default();
        let of_effect = |failure: Failure| match self.signature.effect {
            Effect::Observe => failure,
            Effect::Change | Effect::Send => failure.effect_unknown(),
        };
        let outcome = {
            let watch = watchdog.watch(visit);
            tokio::pin!(watch);
            let outcome = tokio::select! {
                biased;
                outcome = (self.act)(visit, args) => outcome,
                failure = &mut watch => Err(of_effect(failure)),
            };
            match outcome {
                // It may be the page that has not answered: then the call ends with a page that answers, or with its time.
                Err(failure) if failure.cause == Cause::Timeout => tokio::select! {
                    biased;
                    () = watchdog.wait_until_responsive(visit) => Err(failure),
                    failure = watch => Err(of_effect(failure)),
                },
                outcome => outcome,
            }
        };
        watchdog.end(visit, outcome).await
    }
}

/// What needed no effect and had none is told as such, and a failure by what its cause comes to. A failure that may
/// have had an effect has no word: nobody knows.
fn judge(outcome: Result<Outcome, Failure>) -> Result<Outcome, Failure> {
    match outcome {
        Ok(outcome) => Ok(Outcome { verdict: outcome.verdict.or(Some("no_effect")), ..outcome }),
        Err(failure) if failure.verdict.is_some() || failure.effect_unknown => Err(failure),
        Err(failure) => {
            let verdict = match failure.cause {
                Cause::TargetNotFound | Cause::ElementNotVisible => "not_found",
                Cause::TargetAmbiguous => "ambiguous",
                Cause::ElementStale => "stale",
                Cause::ElementDisabled => "disabled",
                Cause::ClickIntercepted => "intercepted",
                Cause::Timeout => "timeout",
                _ => "no_effect",
            };
            Err(failure.verdict(verdict))
        }
    }
}

/// The verbs that are named: modules with `signature() -> Signature` and
/// `async act(&Visit, &Args) -> Result<Outcome, Failure>`.
macro_rules! table {
    ($sessions:ident: $($verb:ident)+) => {
        vec![$(
            Verb::new($verb::signature(), |visit, args| Box::pin($verb::act(visit, args)), $sessions)
                .with_reach(lemmascope_intent::Reach::Browser)
        ),+]
    };
}

/// The same for verbs that reach the page and nothing else.
macro_rules! page_table {
    ($sessions:ident: $($verb:ident)+) => {
        vec![$(
            Verb::new($verb::signature(), |visit, args| Box::pin($verb::act(visit, args)), $sessions)
                .with_reach(lemmascope_intent::Reach::Page)
        ),+]
    };
}
pub(crate) use {page_table, table};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_a_verdict_unless_effect_is_unknown() {
        let quiet = judge(Ok(Outcome::default())).unwrap();
        assert_eq!(quiet.verdict, Some("no_effect"));
        let moved = judge(Ok(Outcome::default().verdict("navigated"))).unwrap();
        assert_eq!(moved.verdict, Some("navigated"));
        let verdict = |failure: Failure| judge(Err(failure)).unwrap_err().verdict;
        for (cause, word) in [
            (Cause::ElementNotVisible, "not_found"),
            (Cause::ElementDisabled, "disabled"),
            (Cause::Timeout, "timeout"),
            (Cause::InvalidParameter, "no_effect"),
        ] {
            assert_eq!(verdict(Failure::new(cause, "")), Some(word));
        }
        assert_eq!(verdict(Failure::new(Cause::Failed, "").verdict("changed")), Some("changed"));
        assert_eq!(verdict(Failure::new(Cause::Failed, "").effect_unknown()), None);
    }
}

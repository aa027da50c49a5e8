//! Answers a cookie consent banner, and verifies that it does not return.

mod refusal;
mod reload_check;

use std::time::Duration;

use lemmascope_browser::page::ElementId;
use lemmascope_browser::session::Deadline;
use lemmascope_browser::text::quote;
use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type, Value};

use super::PageActor;
use super::overlays::{Banner, control_label, poll_new_page};
use crate::verbs::{Visit, switch};

pub(super) use refusal::refuse;

/// The maximum number of banners that may follow one another.
const MOST_BANNERS: usize = 3;
/// The timeout for an answered banner to disappear, since it may fade or wait for its server.
const LEAVING: Duration = Duration::from_secs(3);
/// The minimum time for that when nothing else happens on the page.
const MIN_QUIET_TIME: Duration = Duration::from_millis(1200);

pub(super) fn signature() -> Signature {
    Signature::change("web.accept_cookies", "Answer the cookie consent banner.")
        .command("accept_cookies")
        .aliases(&["accept cookies"])
        .everyday("tasks on pages")
        .calls_intent()
        .lasting()
        .parameter(switch("reject", "Reject all optional cookies."))
        .parameter(
            Parameter::defaulted(
                "wait",
                "2s",
                Type::String,
                "How long after the page's arrival a banner is waited for.",
            )
            .written(Notation::Duration),
        )
        .returns(Type::Object)
        .examples(&["accept_cookies", "accept_cookies --reject"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let wait = super::duration_of(args, "wait", Duration::from_secs(2))?;
    let is_refused = args.flag("reject");
    let mut hands = PageActor::on(visit).await?;
    let found = poll_new_page(&mut hands, wait, |hands| Banner::on(&hands.seen)).await?;
    let Some(mut banner) = found else {
        hands.logbook().result("No cookie banner detected.");
        return Ok(answered("none"));
    };
    // The changes are compared with the page that has the banner, since the banner may have appeared late.
    hands.before = hands.seen.clone();
    let place = banner.place.clone();
    for _ in 0..MOST_BANNERS {
        let answer =
            if is_refused { refuse(&mut hands, &banner).await } else { accept(&mut hands, &banner).await };
        if let Err(failure) = answer {
            hands.tell_changes();
            return Err(failure);
        }
        match remaining(&mut hands).await? {
            None => {
                hands.tell_changes();
                reload_check::check(&mut hands, &place).await?;
                return Ok(answered(if is_refused { "refused" } else { "accepted" }));
            }
            // Another banner may have replaced it; and a banner that was answered before its listeners were
            // attached has to be answered again.
            Some(next) => banner = next,
        }
    }
    hands.tell_changes();
    Err(Failure::new(Cause::VerificationFailed, "the cookie banner is still there")
        .hint("Look at it with `observe` and click one of its buttons."))
}

fn answered(how: &str) -> Outcome {
    let fields = [("answer".to_string(), Value::from(how))];
    Outcome { value: Value::Object(fields.into_iter().collect()), ..Outcome::default() }
}

async fn accept(hands: &mut PageActor<'_>, banner: &Banner) -> Result<(), Failure> {
    let choice =
        banner.accept.or(banner.close).ok_or_else(|| banner_option_failure(hands, banner, "accept"))?;
    hands.click(choice).await.map(drop)
}

/// Returns the banner that is still visible after the answered one had time to disappear.
async fn remaining(hands: &mut PageActor<'_>) -> Result<Option<Banner>, Failure> {
    let (until, at_least) = (Deadline::within(LEAVING), Deadline::within(MIN_QUIET_TIME));
    loop {
        let banner = Banner::on(&hands.seen);
        if banner.is_none() || until.is_over() {
            return Ok(banner);
        }
        if at_least.is_over()
            && hands.tab()?.state().in_flight() == 0
            && !hands.is_unsettled(Duration::from_millis(500)).await
        {
            return Ok(banner);
        }
        hands.wait_for_change(until).await?;
        hands.look().await?;
    }
}

/// Returns the failure for a banner that cannot be answered this way, with its available options.
pub(super) fn banner_option_failure(hands: &PageActor<'_>, banner: &Banner, wanted: &str) -> Failure {
    let offers: Vec<String> = [banner.accept, banner.reject, banner.settings, banner.close]
        .into_iter()
        .flatten()
        .map(|id: ElementId| quote(&control_label(&hands.seen, id), 60))
        .collect();
    let failure = Failure::new(
        Cause::TargetNotFound,
        format!("the cookie banner offers nothing to {wanted}, only {}", offers.join(", ")),
    );
    match wanted {
        "reject" => failure.hint("`accept_cookies` answers it as it wants to be answered."),
        _ => failure.hint("`accept_cookies --reject` rejects; `observe` lists the other buttons."),
    }
}

use std::time::Duration;

use lemmascope_browser::session::Deadline;
use lemmascope_intent::Failure;

use super::banner_option_failure;
use crate::intents::PageActor;
use crate::intents::overlays::Banner;

/// The timeout for the settings to open.
const OPENING: Duration = Duration::from_secs(3);
/// The maximum number of switches that are turned off; a list of all vendors is longer, and has a button for
/// all of them.
const MOST_SWITCHES: usize = 40;

/// Refuses consent: at once, or in the settings, by a button or by turning all switches off. Never clicks a
/// control that accepts.
pub(in crate::intents) async fn refuse(hands: &mut PageActor<'_>, banner: &Banner) -> Result<(), Failure> {
    if let Some(reject) = banner.reject.or_else(|| banner.refusal(&hands.seen)) {
        return hands.click(reject).await.map(drop);
    }
    // If the switches are visible already, the settings need not be opened.
    if !has_choice(hands, banner)
        && let Some(settings) = banner.settings
    {
        hands.click(settings).await?;
        let until = Deadline::within(OPENING);
        while banner.refusal(&hands.seen).is_none() && !has_choice(hands, banner) && !until.is_over() {
            hands.wait_for_change(until).await?;
            hands.look().await?;
        }
        if let Some(reject) = banner.refusal(&hands.seen) {
            return hands.click(reject).await.map(drop);
        }
    }
    if !has_choice(hands, banner) {
        let now = Banner::on(&hands.seen).unwrap_or_else(|| banner.clone());
        return Err(banner_option_failure(hands, &now, "reject"));
    }
    let on: Vec<_> =
        banner.switches(&hands.seen).into_iter().filter(|(_, on, movable)| *on && *movable).collect();
    for (id, ..) in on.into_iter().take(MOST_SWITCHES) {
        // A switch may change others too.
        let is_on = banner.switches(&hands.seen).iter().any(|(other, on, _)| *other == id && *on);
        if is_on {
            hands.click(id).await?;
        }
    }
    let is_all_off = banner.switches(&hands.seen).iter().all(|(_, on, movable)| !on || !movable);
    match banner.keeper(&hands.seen) {
        Some(keeper) if is_all_off => hands.click(keeper).await.map(drop),
        _ => Err(banner_option_failure(hands, banner, "reject")),
    }
}

/// Whether there are switches, and a button that saves them. Without switches, the effect of the button would
/// be unknown.
fn has_choice(hands: &PageActor<'_>, banner: &Banner) -> bool {
    !banner.switches(&hands.seen).is_empty() && banner.keeper(&hands.seen).is_some()
}

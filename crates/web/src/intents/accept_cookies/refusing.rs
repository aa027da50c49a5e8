use std::time::Duration;

use lemmascope_browser::session::Until;
use lemmascope_intent::Failure;

use super::offers_only;
use crate::intents::PageActor;
use crate::intents::overlays::Banner;

/// How long the settings may take to open.
const OPENING: Duration = Duration::from_secs(3);
/// How many switches are turned off; a list of all vendors is longer, and has a button for them all.
const MOST_SWITCHES: usize = 40;

/// Refuses what can be refused: at once, or in the settings, by a button or by turning everything off. Nothing is ever
/// clicked that accepts.
pub(in crate::intents) async fn refuse(hands: &mut PageActor<'_>, banner: &Banner) -> Result<(), Failure> {
    if let Some(reject) = banner.reject.or_else(|| banner.refusal(&hands.seen)) {
        return hands.click(reject).await.map(drop);
    }
    // Switches that are on the first level already need no settings.
    if !has_choice(hands, banner)
        && let Some(settings) = banner.settings
    {
        hands.click(settings).await?;
        let until = Until::within(OPENING);
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
        return Err(offers_only(hands, &now, "reject"));
    }
    let on: Vec<_> =
        banner.switches(&hands.seen).into_iter().filter(|(_, on, movable)| *on && *movable).collect();
    for (id, ..) in on.into_iter().take(MOST_SWITCHES) {
        // One switch may move others with it.
        let is_on = banner.switches(&hands.seen).iter().any(|(other, on, _)| *other == id && *on);
        if is_on {
            hands.click(id).await?;
        }
    }
    let is_all_off = banner.switches(&hands.seen).iter().all(|(_, on, movable)| !on || !movable);
    match banner.keeper(&hands.seen) {
        Some(keeper) if is_all_off => hands.click(keeper).await.map(drop),
        _ => Err(offers_only(hands, banner, "reject")),
    }
}

/// Whether there are switches, and a button that keeps how they stand. Without switches nobody knows what it would keep.
fn has_choice(hands: &PageActor<'_>, banner: &Banner) -> bool {
    !banner.switches(&hands.seen).is_empty() && banner.keeper(&hands.seen).is_some()
}

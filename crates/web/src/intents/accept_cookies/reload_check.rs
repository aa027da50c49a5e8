use std::time::Duration;

use lemmascope_browser::driver::DialogKind;
use lemmascope_intent::{Cause, Failure};

use crate::intents::PageActor;
use crate::intents::overlays::{Banner, has_user_input, poll_new_page};

/// The timeout for reloading the page.
const RELOAD_TIMEOUT: Duration = Duration::from_secs(15);
/// The time after the reload during which the banner may return.
const RETURNING: Duration = Duration::from_millis(1500);

/// Reloads the page, and verifies that the banner does not return. If a reload would lose data, skips it and
/// reports that.
pub(super) async fn check(hands: &mut PageActor<'_>, banner: &(String, u32)) -> Result<(), Failure> {
    if let Some(why) = reload_obstacle(hands, banner).await? {
        hands.logbook().result(format!("Its absence was not verified by a reload: {why}."));
        return Ok(());
    }
    let tab = hands.tab()?;
    let before = hands.before_leaving();
    let limit = hands.visit.limit().min(RELOAD_TIMEOUT);
    let reloaded = tab.reload(false, limit).await;
    let asks = tab.state().dialog.as_ref().is_some_and(|dialog| dialog.kind == DialogKind::BeforeUnload);
    if asks {
        tab.answer_dialog(false, None).await?;
        hands.logbook().result("Its absence was not verified by a reload: the page asks before it is left.");
        return Ok(());
    }
    if let Err(failure) = reloaded {
        hands.logbook().failed("refresh");
        return Err(failure);
    }
    hands.arrive(before, lemmascope_browser::session::Deadline::within(limit), "refresh".into()).await?;
    hands.logbook().did("refresh");
    hands.look().await?;
    match poll_new_page(hands, RETURNING, |hands| Banner::on(&hands.seen)).await? {
        None => Ok(()),
        Some(_) => Err(Failure::new(Cause::VerificationFailed, "the cookie banner came back after a reload")
            .hint("The page does not remember the answer: it may not be allowed to set cookies, or wants another one.")),
    }
}

/// Returns the reason why the page cannot be reloaded without a loss.
async fn reload_obstacle(
    hands: &PageActor<'_>,
    banner: &(String, u32),
) -> Result<Option<&'static str>, Failure> {
    let tab = hands.tab()?;
    let is_sent = {
        let state = tab.state();
        let main = state.main_frame();
        let mut documents = state.requests.iter().filter(|one| one.kind == "document");
        let of_main = |frame: &Option<String>| frame.as_deref() == main.as_ref().map(|main| main.as_str());
        documents.rfind(|one| of_main(&one.frame)).is_some_and(|one| one.method != "GET")
    };
    if is_sent {
        return Ok(Some("the page is the answer to a form that was sent"));
    }
    if has_user_input(hands, None, Some(banner)).await? {
        return Ok(Some("a form on the page is filled in"));
    }
    Ok(None)
}

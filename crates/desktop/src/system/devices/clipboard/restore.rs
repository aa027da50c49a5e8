use std::time::{Duration, Instant};

use lemmascope_intent::{Args, Cause, Context, Failure, Need, Outcome, Parameter, Signature, Type};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask};

use super::super::screen::{Screen, lost};
use super::former::{Holder, mark_of};
use super::names::Names;
use super::write::way_back;
use crate::system::settings::Settings;

/// The timeout for the holder to switch the text.
const PATIENCE: Duration = Duration::from_secs(5);

/// The signature of the undo and redo call for `write`: the holder has both texts, and switches between them.
pub(in super::super) fn signature() -> Signature {
    Signature::change("system.clipboard.restore", "Restore the content of the clipboard.")
        .parameter(Parameter::required("holder", Type::Number, "Who holds it."))
        .parameter(Parameter::required("mark", Type::Number, "By what it is known."))
        .needs(&[Need::Display])
        .internal()
}

pub(in super::super) async fn act(
    settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let number = |name: &str| args.optional_integer(name).and_then(|number| u32::try_from(number).ok());
    let holder =
        Holder { window: number("holder").unwrap_or_default(), mark: number("mark").unwrap_or_default() };
    let now = Screen::with(settings, move |screen| {
        let (holder, names) = holder.still(screen)?;
        let message = ClientMessageEvent::new(32, holder.window, names.back, [holder.mark, 0, 0, 0, 0]);
        screen.connection.send_event(false, holder.window, EventMask::NO_EVENT, message).map_err(lost)?;
        screen.connection.flush().map_err(lost)?;
        changed(screen, holder, names)
    })
    .await?;
    let outcome = Outcome::default().line("restored the content of the clipboard");
    // If the clipboard was empty before, it has no owner now, and redo is not possible.
    Ok(match now {
        Some(now) => outcome.undo(way_back(now)),
        None => outcome,
    })
}

/// Waits until the holder has a new mark or has released the clipboard.
fn changed(screen: &Screen, holder: Holder, names: Names) -> Result<Option<Holder>, Failure> {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        let asked = screen.connection.get_selection_owner(names.clipboard).map_err(lost)?;
        let owner = asked.reply().map_err(lost)?.owner;
        if owner != holder.window {
            return Ok(None);
        }
        match mark_of(screen, owner, names)? {
            Some(mark) if mark != holder.mark => return Ok(Some(Holder { mark, ..holder })),
            _ => screen.wait(Duration::from_millis(20))?,
        }
    }
    Err(Failure::new(Cause::NoEffect, "the clipboard did not change")
        .hint("Copy it again by hand.")
        .verdict("no_effect"))
}

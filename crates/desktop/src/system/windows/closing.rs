use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

use super::client::Client;
use super::desk::Desk;

/// Asks a window to close, as its close button does, and verifies it. A window that asks about unsaved
/// changes stays open, which is reported.
pub(super) fn close(desk: &Desk, client: &Client, limit: Duration) -> Result<(), Failure> {
    let names = desk.names;
    // For a window without `WM_DELETE_WINDOW`, window managers kill the program, which would lose unsaved
    // changes.
    if !desk.numbers(client.id, names.WM_PROTOCOLS)?.contains(&names.WM_DELETE_WINDOW) {
        return Err(Failure::new(
            Cause::NoEffect,
            format!("\"{}\" cannot be asked to close: its application does not know how", client.name()),
        )
        .hint("Close it in the application itself.")
        .verdict("no_effect"));
    }
    desk.need(names._NET_CLOSE_WINDOW, "way to close a window")?;
    let before = desk.ids()?;
    desk.ask(client.id, names._NET_CLOSE_WINDOW, [0, 2, 0, 0, 0])?;
    if desk.until(limit, || Ok(!desk.ids()?.contains(&client.id)))? {
        return Ok(());
    }
    let asks =
        desk.clients()?.into_iter().find(|other| !before.contains(&other.id) && other.pid == client.pid);
    let message = match &asks {
        Some(dialog) => format!("\"{}\" is still open and asks: \"{}\"", client.name(), dialog.name()),
        None => format!("\"{}\" was asked to close and is still open", client.name()),
    };
    Err(Failure::new(Cause::NoEffect, message)
        .hint("It may have something to save. Look at it, and answer it there.")
        .effect_unknown()
        .verdict("no_effect"))
}

//! Requests to the window manager, each with a verification.

use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use x11rb::properties::WmHints;
use x11rb::protocol::xproto::{ConnectionExt as _, Window as Id};

use super::desk::{Area, Desk};
use super::verb::PATIENCE;

/// The source indication of a pager, which acts for the user and not for the application itself.
const PAGER: u32 = 2;

/// Window gravity: positions refer to the frame, because window managers disagree about positions without it.
const NORTH_WEST: u32 = 1;

/// Windows may be animated; a window has arrived when it has not moved for this number of checks.
const STILL: u32 = 5;
const FLIGHT: Duration = Duration::from_secs(1);

/// The sizes of a window's frame.
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
}

impl Desk {
    /// Activates a window on any virtual desktop.
    pub(super) fn activate(&self, id: Id) -> Result<(), Failure> {
        self.need(self.names._NET_ACTIVE_WINDOW, "way to make a window the active one")?;
        self.ask(id, self.names._NET_ACTIVE_WINDOW, [PAGER, 0, 0, 0, 0])?;
        // A window without keyboard input, such as a clock, never becomes active, but is raised.
        let in_front = !self.takes_keys(id)?;
        let there = || match self.active()? {
            Some(active) if active == id => Ok(true),
            _ => Ok(in_front && self.clients()?.first().is_some_and(|client| client.id == id)),
        };
        self.held(self.until(PATIENCE, there)?, "the window did not become active")
    }

    fn takes_keys(&self, id: Id) -> Result<bool, Failure> {
        let hints = WmHints::get(self.connection(), id).ok().and_then(|asked| asked.reply().ok()).flatten();
        let asks = self.numbers(id, self.names.WM_PROTOCOLS)?.contains(&self.names.WM_TAKE_FOCUS);
        Ok(asks || hints.is_none_or(|hints| hints.input != Some(false)))
    }

    pub(super) fn minimize(&self, id: Id) -> Result<(), Failure> {
        self.ask(id, self.names.WM_CHANGE_STATE, [3, 0, 0, 0, 0])?;
        let minimized = || Ok(self.again(id)?.is_none_or(|client| client.minimized));
        self.held(self.until(PATIENCE, minimized)?, "the window did not let itself be minimized")?;
        self.settle(id)
    }

    /// Restores a minimized window.
    pub(super) fn show(&self, id: Id) -> Result<(), Failure> {
        self.connection().map_window(id).map_err(|_| gone())?.check().map_err(|_| gone())?;
        let shown = || Ok(self.again(id)?.is_none_or(|client| !client.minimized));
        self.held(self.until(PATIENCE, shown)?, "the window stayed minimized")?;
        self.settle(id)
    }

    pub(super) fn set_maximized(&self, id: Id, wide: bool, high: bool) -> Result<(), Failure> {
        let names = self.names;
        self.need(names._NET_WM_STATE, "way to maximize a window")?;
        let [horizontal, vertical] = [names._NET_WM_STATE_MAXIMIZED_HORZ, names._NET_WM_STATE_MAXIMIZED_VERT];
        for (state, on) in [(horizontal, wide), (vertical, high)] {
            self.ask(id, names._NET_WM_STATE, [on.into(), state, 0, PAGER, 0])?;
        }
        let so = || Ok(self.again(id)?.is_none_or(|client| client.wide == wide && client.high == high));
        let refused = match wide || high {
            true => "the window did not let itself be maximized",
            false => "the window stayed maximized",
        };
        self.held(self.until(PATIENCE, so)?, refused)?;
        self.settle(id)
    }

    /// Moves and resizes a window. The caller has to verify the result, because windows may restrict their
    /// size.
    pub(super) fn place(&self, id: Id, area: Area) -> Result<(), Failure> {
        self.need(self.names._NET_MOVERESIZE_WINDOW, "way to move a window")?;
        let all = 0b1111 << 8;
        let frame = self.frame(id)?;
        let numbers = [area.x - frame.left, area.y - frame.top, area.width, area.height];
        let [x, y, width, height] = numbers.map(i32::cast_unsigned);
        let flags = NORTH_WEST | all | (PAGER << 12);
        self.ask(id, self.names._NET_MOVERESIZE_WINDOW, [flags, x, y, width, height])
    }

    /// Switches to a virtual desktop, counted from 0.
    pub(super) fn go_to(&self, desktop: u32) -> Result<(), Failure> {
        if self.number(self.root(), self.names._NET_CURRENT_DESKTOP)? == Some(desktop) {
            return Ok(());
        }
        self.ask(self.root(), self.names._NET_CURRENT_DESKTOP, [desktop, 0, 0, 0, 0])?;
        let there = || Ok(self.number(self.root(), self.names._NET_CURRENT_DESKTOP)? == Some(desktop));
        self.held(self.until(PATIENCE, there)?, "the virtual desktop did not change")
    }

    /// Moves a window to a virtual desktop, or to all of them.
    pub(super) fn move_to(&self, id: Id, desktop: u32) -> Result<(), Failure> {
        self.need(self.names._NET_WM_DESKTOP, "virtual desktops")?;
        self.ask(id, self.names._NET_WM_DESKTOP, [desktop, PAGER, 0, 0, 0])?;
        let there = || Ok(self.number(id, self.names._NET_WM_DESKTOP)? == Some(desktop));
        self.held(self.until(PATIENCE, there)?, "the window did not move to the other virtual desktop")
    }

    pub(super) fn frame(&self, id: Id) -> Result<Frame, Failure> {
        let sides = self.numbers(id, self.names._NET_FRAME_EXTENTS)?;
        let side = |at: usize| sides.get(at).map_or(0, |side| side.cast_signed().clamp(0, 500));
        Ok(Frame { left: side(0), right: side(1), top: side(2), bottom: side(3) })
    }

    /// Waits until a window stops moving.
    fn settle(&self, id: Id) -> Result<(), Failure> {
        let (mut last, mut still) = (None, 0);
        self.until(FLIGHT, || {
            let area = self.area(id)?;
            still = if area == last { still + 1 } else { 0 };
            last = area;
            Ok(still >= STILL)
        })?;
        Ok(())
    }

    fn held(&self, so: bool, otherwise: &str) -> Result<(), Failure> {
        match so {
            true => Ok(()),
            false => Err(Failure::new(Cause::NoEffect, otherwise)
                .hint("The window manager or the application does not allow it.")
                .verdict("no_effect")),
        }
    }
}

fn gone() -> Failure {
    Failure::new(Cause::TargetNotFound, "the window was closed")
}

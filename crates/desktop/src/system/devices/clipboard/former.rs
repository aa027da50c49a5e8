use lemmascope_intent::{Cause, Failure};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, Window};

use super::super::screen::{Screen, lost};
use super::names::Names;

/// A holder process, identified for undo by its window and a unique mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Holder {
    pub(super) window: Window,
    pub(super) mark: u32,
}

impl Holder {
    /// Returns the holder, if it still owns the clipboard with the same content.
    pub(super) fn still(self, screen: &Screen) -> Result<(Self, Names), Failure> {
        let names = Names::ask(screen)?;
        let asked = screen.connection.get_selection_owner(names.clipboard).map_err(lost)?;
        let owner = asked.reply().map_err(lost)?.owner;
        if owner != self.window || mark_of(screen, owner, names)? != Some(self.mark) {
            return Err(Failure::new(Cause::Conflict, "something else was copied since")
                .hint("The clipboard is left unchanged."));
        }
        Ok((self, names))
    }
}

/// Returns the mark of a holder; `None` for other windows.
pub(super) fn mark_of(screen: &Screen, window: Window, names: Names) -> Result<Option<u32>, Failure> {
    let asked =
        screen.connection.get_property(false, window, names.own, AtomEnum::ANY, 0, 1).map_err(lost)?;
    let told = asked.reply().ok();
    Ok(told.and_then(|told| told.value32()?.next()))
}

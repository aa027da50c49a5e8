use lemmascope_intent::Failure;

use super::super::screen::Screen;

/// The X11 atoms of the clipboard protocol.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names {
    pub(super) clipboard: u32,
    pub(super) targets: u32,
    pub(super) utf8: u32,
    pub(super) plain_utf8: u32,
    pub(super) plain: u32,
    pub(super) text: u32,
    pub(super) string: u32,
    pub(super) incremental: u32,
    pub(super) atom: u32,
    pub(super) timestamp: u32,
    pub(super) integer: u32,
    /// The property for received content, and for the mark of a holder.
    pub(super) own: u32,
    /// The message that makes a holder switch to the previous content.
    pub(super) back: u32,
}

impl Names {
    pub(super) fn ask(screen: &Screen) -> Result<Self, Failure> {
        Ok(Self {
            clipboard: screen.atom("CLIPBOARD")?,
            targets: screen.atom("TARGETS")?,
            utf8: screen.atom("UTF8_STRING")?,
            plain_utf8: screen.atom("text/plain;charset=utf-8")?,
            plain: screen.atom("text/plain")?,
            text: screen.atom("TEXT")?,
            string: screen.atom("STRING")?,
            incremental: screen.atom("INCR")?,
            atom: screen.atom("ATOM")?,
            timestamp: screen.atom("TIMESTAMP")?,
            integer: screen.atom("INTEGER")?,
            own: screen.atom("_LEMMASCOPE_CLIPBOARD")?,
            back: screen.atom("_LEMMASCOPE_CLIPBOARD_BACK")?,
        })
    }

    /// The text targets, the best first.
    pub(super) fn texts(self) -> [u32; 5] {
        [self.utf8, self.plain_utf8, self.text, self.string, self.plain]
    }
}

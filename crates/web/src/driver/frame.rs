use std::fmt;

/// The browser's name for a frame. It stays the same over navigations.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FrameId(pub(crate) String);

impl FrameId {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A frame as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) id: FrameId,
    /// The frame that it is in; none for the main one.
    pub(crate) parent: Option<FrameId>,
    pub(crate) url: String,
    pub(crate) name: String,
    /// Which document is in it: another after each navigation.
    pub(crate) document: String,
    /// Whether its document can be asked.
    pub(crate) ready: bool,
}

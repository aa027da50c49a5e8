use std::fmt;

/// The browser's name for a frame. It stays the same over navigations.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameId(pub String);

impl FrameId {
    /// The id as the protocol has it.
    pub fn as_str(&self) -> &str {
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
pub struct Frame {
    /// The id of the frame.
    pub id: FrameId,
    /// The frame that it is in; none for the main one.
    pub parent: Option<FrameId>,
    /// The address of its document.
    pub url: String,
    /// The name that its element gives it.
    pub name: String,
    /// Which document is in it: another after each navigation.
    pub(crate) document: String,
    /// Whether its document can be asked.
    pub ready: bool,
}

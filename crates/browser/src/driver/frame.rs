use std::fmt;

/// The browser's id of a frame, stable across navigations.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameId(pub String);

impl FrameId {
    /// The id as a protocol string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A snapshot of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The id of the frame.
    pub id: FrameId,
    /// The parent frame; `None` for the main frame.
    pub parent: Option<FrameId>,
    /// The address of its document.
    pub url: String,
    /// The `name` of the frame element.
    pub name: String,
    /// The id of the frame's document, which changes with each navigation.
    pub(crate) document: String,
    /// Whether scripts can be evaluated in its document.
    pub ready: bool,
}

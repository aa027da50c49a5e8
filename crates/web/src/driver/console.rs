use std::time::Instant;

/// Something that a page, or the browser about it, wrote to the console.
#[derive(Debug, Clone)]
pub(crate) struct ConsoleEntry {
    /// `log`, `info`, `warning`, `error`, `debug`.
    pub(crate) level: String,
    pub(crate) text: String,
    pub(crate) url: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) at: Instant,
}

/// An exception that nobody caught.
#[derive(Debug, Clone)]
pub(crate) struct PageError {
    pub(crate) message: String,
    pub(crate) url: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) at: Instant,
}

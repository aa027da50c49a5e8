use std::time::Instant;

/// A console message from a page, or from the browser about the page.
#[derive(Debug, Clone)]
pub struct ConsoleEntry {
    /// `log`, `info`, `warning`, `error`, `debug`.
    pub level: String,
    /// The message.
    pub text: String,
    /// The script that wrote it.
    pub url: Option<String>,
    /// The line of that script.
    pub line: Option<u32>,
    /// The moment at which it was written.
    pub at: Instant,
}

/// An uncaught exception.
#[derive(Debug, Clone)]
pub struct PageError {
    /// The message of the exception.
    pub message: String,
    /// The script that threw it.
    pub url: Option<String>,
    /// The line of that script.
    pub line: Option<u32>,
    /// The moment at which it was thrown.
    pub at: Instant,
}

use std::path::PathBuf;
use std::time::Instant;

use lemmascope_intent::Failure;
use tokio::task::JoinHandle;

use crate::driver::Tab;

/// What was started by one command and is stopped by another.
#[derive(Default)]
pub struct UnderWay {
    /// The trace that is being written.
    pub trace: Option<Trace>,
    /// The film that is being made.
    pub recording: Option<Recording>,
}

/// A report of the events after a moment.
pub struct Trace {
    /// The moment after which events are reported.
    pub since: Instant,
    /// The file for it, when it was named at the start.
    pub path: Option<PathBuf>,
}

/// A tab is filmed. The film is finished when the tab gives no more pictures.
pub struct Recording {
    /// The tab that is filmed.
    pub tab: Tab,
    /// The file for the film.
    pub path: PathBuf,
    /// How many pictures there were, and how many seconds.
    pub film: JoinHandle<Result<(usize, f64), Failure>>,
}

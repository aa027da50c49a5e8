use std::path::PathBuf;
use std::time::Instant;

use lemmascope_intent::Failure;
use tokio::task::JoinHandle;

use crate::driver::Tab;

/// Activities that one command starts and another stops.
#[derive(Default)]
pub struct Recordings {
    /// The trace in progress.
    pub trace: Option<Trace>,
    /// The recording in progress.
    pub recording: Option<Recording>,
}

/// A trace: a report of the events since its start.
pub struct Trace {
    /// The time from which events are reported.
    pub since: Instant,
    /// The output file, if it was named at the start.
    pub path: Option<PathBuf>,
}

/// A recording of a tab. It is finished when the tab sends no more pictures.
pub struct Recording {
    /// The recorded tab.
    pub tab: Tab,
    /// The output file.
    pub path: PathBuf,
    /// The task that writes the file and returns the number of pictures and the duration in seconds.
    pub film: JoinHandle<Result<(usize, f64), Failure>>,
}

use std::path::PathBuf;
use std::time::Instant;

use lemmascope_intent::Failure;
use tokio::task::JoinHandle;

use crate::driver::Tab;

/// What was started by one command and is stopped by another.
#[derive(Default)]
pub(crate) struct UnderWay {
    pub(crate) trace: Option<Trace>,
    pub(crate) recording: Option<Recording>,
}

/// What happens is told of from a moment on.
pub(crate) struct Trace {
    pub(crate) since: Instant,
    pub(crate) path: Option<PathBuf>,
}

/// A tab is filmed. The film is finished when the tab gives no more pictures.
pub(crate) struct Recording {
    pub(crate) tab: Tab,
    pub(crate) path: PathBuf,
    /// How many pictures there were, and how many seconds.
    pub(crate) film: JoinHandle<Result<(usize, f64), Failure>>,
}

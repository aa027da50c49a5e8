use std::time::Duration;

/// How steps are run, unless a definition says otherwise.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// How long one step may take.
    pub step_timeout: Duration,
    /// How often a step that failed for a passing reason is tried again.
    pub max_retries: u32,
    /// How long to wait before that.
    pub retry_delay: Duration,
    /// Whether something is done by itself about steps that fail.
    pub remedies: bool,
    /// Whether the steps of a parallel block run at the same time.
    pub parallel: bool,
    /// What `--retry` said: it goes before what the definition says.
    pub asked_retries: Option<u32>,
    /// How long checkpoints are kept.
    pub checkpoint_retention: Duration,
}

/// What is checked when the steps are through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checks {
    /// The success conditions.
    pub success: bool,
    /// The failure conditions.
    pub failure: bool,
}

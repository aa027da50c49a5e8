use std::time::Duration;

/// The defaults for executing steps, which a definition can override.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// The timeout of a step.
    pub step_timeout: Duration,
    /// The number of retries after a transient failure.
    pub max_retries: u32,
    /// The delay before a retry.
    pub retry_delay: Duration,
    /// Whether automatic remedies are applied to failed steps.
    pub remedies: bool,
    /// Whether the steps of a parallel block run concurrently.
    pub parallel: bool,
    /// The value of `--retry`, which overrides the definition.
    pub asked_retries: Option<u32>,
    /// The lifetime of checkpoints.
    pub checkpoint_retention: Duration,
}

/// The conditions that are verified after the last step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checks {
    /// The success conditions.
    pub success: bool,
    /// The failure conditions.
    pub failure: bool,
}

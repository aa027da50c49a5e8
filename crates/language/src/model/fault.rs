use std::time::Duration;

/// The reason why a model gave no usable answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelFault {
    /// The server is unreachable.
    #[error("the language model cannot be reached: {why}")]
    Unreachable {
        /// The network error.
        why: String,
    },
    /// The API key was rejected.
    #[error("the language model does not accept the key")]
    NotAdmitted,
    /// The server is overloaded or limits the rate.
    #[error("the language model has too much to do")]
    Busy,
    /// The request timed out.
    #[error("the language model took longer than {} seconds", limit.as_secs())]
    TooSlow {
        /// The timeout.
        limit: Duration,
    },
    /// The server rejected the request or failed.
    #[error("the language model answered with {code}")]
    Refused {
        /// The HTTP status code.
        code: u16,
    },
    /// The answer is invalid.
    #[error("the language model's answer cannot be used: {why}")]
    Unusable {
        /// The reason.
        why: String,
    },
}

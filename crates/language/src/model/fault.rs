use std::time::Duration;

/// Why a model gave no answer that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelFault {
    /// Nobody answers at its address.
    #[error("the language model cannot be reached: {why}")]
    Unreachable {
        /// What the network says.
        why: String,
    },
    /// The key is not accepted.
    #[error("the language model does not accept the key")]
    NotAdmitted,
    /// It has too much to do.
    #[error("the language model has too much to do")]
    Busy,
    /// It took too long.
    #[error("the language model took longer than {} seconds", limit.as_secs())]
    TooSlow {
        /// How long it might have taken.
        limit: Duration,
    },
    /// It does not take the question, or something went wrong there.
    #[error("the language model answered with {code}")]
    Refused {
        /// The code of HTTP.
        code: u16,
    },
    /// It answered something else than was asked for.
    #[error("the language model's answer cannot be used: {why}")]
    Unusable {
        /// What is wrong with it.
        why: String,
    },
}

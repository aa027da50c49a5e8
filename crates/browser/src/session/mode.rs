use lemmascope_intent::{Cause, Failure};

/// Which browser a session works in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Ours, without a window.
    Headless,
    /// Ours, with a window.
    Headed,
    /// One that runs elsewhere.
    Remote,
}

impl Mode {
    /// By the word of the setting or of `session new --mode`.
    pub fn read(word: &str) -> Result<Self, Failure> {
        match word {
            "" | "headless" => Ok(Self::Headless),
            "headed" => Ok(Self::Headed),
            "remote" => Ok(Self::Remote),
            other => Err(Failure::new(Cause::Unavailable, format!("there is no mode \"{other}\" yet"))
                .hint("The modes are headless, headed and remote.")),
        }
    }

    /// The word of the setting.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Headless => "headless",
            Self::Headed => "headed",
            Self::Remote => "remote",
        }
    }
}

use lemmascope_intent::{Cause, Failure};

/// The kind of browser that a session uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// A browser of the engine, without a window.
    Headless,
    /// A browser of the engine, with a window.
    Headed,
    /// A browser that runs elsewhere.
    Remote,
}

impl Mode {
    /// Parses the value of the setting or of `session new --mode`.
    pub fn read(word: &str) -> Result<Self, Failure> {
        match word {
            "" | "headless" => Ok(Self::Headless),
            "headed" => Ok(Self::Headed),
            "remote" => Ok(Self::Remote),
            other => Err(Failure::new(Cause::Unavailable, format!("there is no mode \"{other}\" yet"))
                .hint("The modes are headless, headed and remote.")),
        }
    }

    /// The value of the setting.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Headless => "headless",
            Self::Headed => "headed",
            Self::Remote => "remote",
        }
    }
}

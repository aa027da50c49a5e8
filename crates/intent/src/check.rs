use std::fmt;
use std::sync::Arc;

use crate::capability::Context;
use crate::failure::Failure;
use crate::future::BoxFuture;

/// A check of something outside the program that some of its abilities need. Domains state their checks as they state their verbs;
/// `lemmascope doctor` runs all of them.
#[derive(Clone)]
pub struct Check {
    /// One word, as `browser`.
    pub name: &'static str,
    /// The abilities that need it, as the end of "needed for …".
    pub needed_for: &'static str,
    /// Whether most of the program needs it. Where something else is missing, the rest still works.
    pub is_essential: bool,
    /// Looks, and changes nothing.
    pub probe: Probe,
}

/// Executes a check. It gives up before the limit of its context.
pub type Probe = Arc<dyn Fn(Context) -> BoxFuture<'static, Finding> + Send + Sync>;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether it works.
    pub state: CheckState,
    /// One line.
    pub detail: String,
    /// The way to repair it, a command where there is one.
    pub remedy: Option<String>,
}

/// Whether something works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckState {
    /// It works.
    Ok,
    /// It is not there.
    Missing,
    /// It is there, and does not work.
    Broken,
}

impl CheckState {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Missing => "missing",
            Self::Broken => "broken",
        }
    }
}

impl Finding {
    /// It works.
    pub fn ok(detail: impl Into<String>) -> Self {
        Self { state: CheckState::Ok, detail: detail.into(), remedy: None }
    }

    /// It is not there.
    pub fn missing(detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { state: CheckState::Missing, detail: detail.into(), remedy: Some(remedy.into()) }
    }

    /// It is there, and does not work.
    pub fn broken(detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { state: CheckState::Broken, detail: detail.into(), remedy: Some(remedy.into()) }
    }

    /// A failure, with its own remedy.
    pub fn failed(state: CheckState, failure: Failure) -> Self {
        Self { state, detail: failure.message, remedy: failure.hint }
    }
}

impl Check {
    /// A check that most of the program needs.
    pub fn essential<F>(name: &'static str, needed_for: &'static str, probe: F) -> Self
    where
        F: Fn(Context) -> BoxFuture<'static, Finding> + Send + Sync + 'static,
    {
        Self { name, needed_for, is_essential: true, probe: Arc::new(probe) }
    }

    /// A check that only the named abilities need.
    pub fn optional<F>(name: &'static str, needed_for: &'static str, probe: F) -> Self
    where
        F: Fn(Context) -> BoxFuture<'static, Finding> + Send + Sync + 'static,
    {
        Self { is_essential: false, ..Self::essential(name, needed_for, probe) }
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check").field("name", &self.name).finish_non_exhaustive()
    }
}

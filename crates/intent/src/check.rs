use std::fmt;
use std::sync::Arc;

use crate::capability::Context;
use crate::failure::Failure;
use crate::future::BoxFuture;

/// A health check of an external dependency. Domains declare their checks like their verbs; `lemmascope
/// doctor` runs all of them.
#[derive(Clone)]
pub struct Check {
    /// One word, such as `browser`.
    pub name: &'static str,
    /// The features that need the dependency, as the end of "needed for …".
    pub needed_for: &'static str,
    /// Whether most of the program needs the dependency. Without any other dependency, the rest still works.
    pub is_essential: bool,
    /// The function that runs the check. It changes nothing.
    pub probe: Probe,
}

/// Runs a check. It returns before the time limit of its context.
pub type Probe = Arc<dyn Fn(Context) -> BoxFuture<'static, Finding> + Send + Sync>;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether the dependency works.
    pub state: CheckState,
    /// A one-line description.
    pub detail: String,
    /// How to repair it, as a command where possible.
    pub remedy: Option<String>,
}

/// The state of a dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckState {
    /// It works.
    Ok,
    /// It is not installed or not running.
    Missing,
    /// It exists but does not work.
    Broken,
}

impl CheckState {
    /// Returns the word for the state.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Missing => "missing",
            Self::Broken => "broken",
        }
    }
}

impl Finding {
    /// Creates a finding for a dependency that works.
    pub fn ok(detail: impl Into<String>) -> Self {
        Self { state: CheckState::Ok, detail: detail.into(), remedy: None }
    }

    /// Creates a finding for a missing dependency.
    pub fn missing(detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { state: CheckState::Missing, detail: detail.into(), remedy: Some(remedy.into()) }
    }

    /// Creates a finding for a dependency that exists but does not work.
    pub fn broken(detail: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { state: CheckState::Broken, detail: detail.into(), remedy: Some(remedy.into()) }
    }

    /// Creates a finding from a failure, with the remedy of the failure.
    pub fn failed(state: CheckState, failure: Failure) -> Self {
        Self { state, detail: failure.message, remedy: failure.hint }
    }
}

impl Check {
    /// Creates a check that most of the program needs.
    pub fn essential<F>(name: &'static str, needed_for: &'static str, probe: F) -> Self
    where
        F: Fn(Context) -> BoxFuture<'static, Finding> + Send + Sync + 'static,
    {
        Self { name, needed_for, is_essential: true, probe: Arc::new(probe) }
    }

    /// Creates a check that only the named features need.
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

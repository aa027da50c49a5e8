use super::dialog::DialogPolicy;
use super::options::Appearance;
use super::rules::{HeaderRule, Intercept};

/// The configuration that commands have set in a context and that holds until they reset it: for open tabs,
/// for new tabs, and for the context that replaces this one after a browser crash.
#[derive(Debug, Clone)]
pub(crate) struct ContextConfiguration {
    pub(super) headers: Vec<HeaderRule>,
    pub(super) intercepts: Vec<Intercept>,
    pub(super) appearance: Appearance,
    pub(super) dialogs: DialogPolicy,
}

impl ContextConfiguration {
    /// The default configuration with the given appearance.
    pub(super) fn plain(appearance: Appearance) -> Self {
        Self { headers: Vec::new(), intercepts: Vec::new(), appearance, dialogs: DialogPolicy::default() }
    }
}

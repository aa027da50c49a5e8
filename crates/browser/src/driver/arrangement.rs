use super::dialog::DialogPolicy;
use super::options::Appearance;
use super::rules::{HeaderRule, Intercept};

/// What was asked for in a context and stands until it is undone: in the tabs that are open, in those to come, and
/// in the context that takes this one's place when its browser has crashed.
#[derive(Debug, Clone)]
pub(crate) struct Arrangement {
    pub(super) headers: Vec<HeaderRule>,
    pub(super) intercepts: Vec<Intercept>,
    pub(super) appearance: Appearance,
    pub(super) dialogs: DialogPolicy,
}

impl Arrangement {
    /// Nothing was asked for but how pages are shown.
    pub(super) fn plain(appearance: Appearance) -> Self {
        Self { headers: Vec::new(), intercepts: Vec::new(), appearance, dialogs: DialogPolicy::default() }
    }
}

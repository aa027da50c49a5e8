use super::super::dialog::DialogPolicy;
use super::super::options::Appearance;
use super::context::BrowserContext;
use super::interception::{HeaderRule, Intercept};

/// What was asked for in a context and stands until it is taken back: in the tabs that are open, in those to come, and
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

impl BrowserContext {
    /// What stands. It can be asked for when the browser is gone.
    pub(crate) fn arrangement(&self) -> Arrangement {
        let household = self.household();
        let (headers, intercepts) = household.rules().standing();
        Arrangement {
            headers,
            intercepts,
            appearance: household.appearance().clone(),
            dialogs: household.dialog_policy(),
        }
    }

    /// Says what becomes of the dialogs that open from now on, in whatever tab.
    pub fn set_dialog_policy(&self, policy: DialogPolicy) {
        self.household().set_dialog_policy(policy);
    }
}

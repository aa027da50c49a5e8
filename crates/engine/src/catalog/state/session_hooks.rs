//! The hooks that apply in a session: those of the user, and those of the active packs.

use lemmascope_intent::definition::{Hooks, Step};

use super::State;
use crate::catalog::{Caller, Pack, Tier, Trust};

/// Steps that run around those of an intent, with the trust and scope of their origin.
pub(crate) struct SessionHooks {
    /// The pack of the hooks; `None` if they are the user's own.
    pub(crate) pack: Option<String>,
    /// The steps.
    pub(crate) steps: Vec<Step>,
    /// The permissions of the steps.
    pub(crate) trust: Trust,
    /// The scope for resolving the intents that the steps call.
    pub(crate) caller: Caller,
}

impl State {
    /// Returns the user's hooks of a kind, and those of the packs that `is_meant` selects.
    pub(crate) fn hooks(
        &self,
        of: fn(&Hooks) -> &Vec<Step>,
        is_meant: impl Fn(&Pack) -> bool,
    ) -> Vec<SessionHooks> {
        let own = SessionHooks {
            pack: None,
            steps: of(self.loader.hooks()).clone(),
            trust: Trust::of_tier(Tier::User, None, &self.configuration),
            caller: Caller::Nowhere,
        };
        let packs = self.loader.packs().iter().filter(|pack| !of(&pack.manifest.hooks).is_empty());
        let of_packs = packs.filter(|pack| is_meant(pack)).map(|pack| SessionHooks {
            pack: Some(pack.name.to_string()),
            steps: of(&pack.manifest.hooks).clone(),
            trust: Trust::of_tier(Tier::Pack, Some(pack), &self.configuration),
            caller: Caller::Pack(pack.name.to_string()),
        });
        std::iter::once(own).chain(of_packs).filter(|hooking| !hooking.steps.is_empty()).collect()
    }

    /// Returns the address of the open page of a session, without its fragment.
    pub(crate) fn address(&self, session: &str) -> Option<String> {
        let address = self.here.iter().find_map(|here| here(session))?;
        Some(address.split('#').next().unwrap_or_default().to_string())
    }

    /// Whether a pack is active on the open page of a session.
    pub(crate) fn takes_part(&self, pack: &Pack, session: &str) -> bool {
        self.visitor(session).is_on_page_of(pack)
    }
}

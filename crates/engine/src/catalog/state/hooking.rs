//! The hooks that are to be done in a session: those of the user, and those of the packs that take part.

use lemmascope_intent::definition::{Hooks, Step};

use super::State;
use crate::catalog::{Caller, Pack, Tier, Trust};

/// Steps that are done around those of an intent, and on whose behalf.
pub(crate) struct Hooking {
    /// The pack that brings them; none where they are the user's own.
    pub(crate) pack: Option<String>,
    /// The steps.
    pub(crate) steps: Vec<Step>,
    /// What they may do.
    pub(crate) trust: Trust,
    /// From where they call intents by their names.
    pub(crate) caller: Caller,
}

impl State {
    /// The hooks of a kind that the user has for all intents, and those of the packs that are meant.
    pub(crate) fn hooks(
        &self,
        of: fn(&Hooks) -> &Vec<Step>,
        is_meant: impl Fn(&Pack) -> bool,
    ) -> Vec<Hooking> {
        let own = Hooking {
            pack: None,
            steps: of(self.loader.hooks()).clone(),
            trust: Trust::of_tier(Tier::User, None, &self.configuration),
            caller: Caller::Nowhere,
        };
        let packs = self.loader.packs().iter().filter(|pack| !of(&pack.manifest.hooks).is_empty());
        let of_packs = packs.filter(|pack| is_meant(pack)).map(|pack| Hooking {
            pack: Some(pack.name.to_string()),
            steps: of(&pack.manifest.hooks).clone(),
            trust: Trust::of_tier(Tier::Pack, Some(pack), &self.configuration),
            caller: Caller::Pack(pack.name.to_string()),
        });
        std::iter::once(own).chain(of_packs).filter(|hooking| !hooking.steps.is_empty()).collect()
    }

    /// Where a session is: the address of the page that is open, without what only scrolls on it.
    pub(crate) fn address(&self, session: &str) -> Option<String> {
        let address = self.here.iter().find_map(|here| here(session))?;
        Some(address.split('#').next().unwrap_or_default().to_string())
    }

    /// Whether a pack takes part on the page that is open in a session.
    pub(crate) fn takes_part(&self, pack: &Pack, session: &str) -> bool {
        self.visitor(session).is_on_page_of(pack)
    }
}

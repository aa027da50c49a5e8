//! The settings of the learner.

use lemmascope_intent::{Owner, SensitiveFields};
use lemmascope_learner::{Proposal, Thresholds};

use crate::configuration::Configuration;

/// The settings of the learner.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// Whether anything is observed.
    pub(crate) is_enabled: bool,
    /// Whether proposals are shown by themselves.
    pub(crate) proposes: bool,
    /// When a sequence is proposed.
    pub(crate) thresholds: Thresholds,
    /// Whether proposals are accepted by themselves.
    pub(crate) accepts: bool,
    /// Whether direct commands are learned from.
    pub(crate) commands: bool,
    /// Whether failed intents are learned from.
    pub(crate) failures: bool,
    /// Who learns from a session, and who gets what was learned.
    pub(crate) reach: Reach,
    /// The fields whose values are not kept.
    pub(crate) excluded: SensitiveFields,
}

/// Who gets what was learned, and how long it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The session. Traces are kept in memory.
    Session,
    /// All sessions of the owner. Traces are kept in the store.
    User,
    /// All owners. Traces are kept in the store.
    Global,
}

/// The scope of all owners; no owner has this name.
const EVERYBODY: &str = "*";

impl Policy {
    /// The settings as they are now.
    pub(crate) fn of(configuration: &Configuration) -> Self {
        let observations = |key| configuration.count(key) as usize;
        let sources = configuration.texts("intent_learner.learn_from");
        let learns_from = |source: &str| sources.iter().any(|it| it == source);
        Self {
            is_enabled: configuration.switch("intent_learner.enabled")
                && configuration.switch("intent_engine.learning.enabled"),
            proposes: configuration.switch("intent_engine.learning.auto_propose"),
            thresholds: Thresholds {
                observations: observations("intent_learner.min_observations")
                    .max(observations("intent_engine.learning.min_observations")),
                confidence: configuration.number("intent_learner.min_confidence"),
            },
            accepts: configuration.switch("intent_learner.auto_accept"),
            commands: learns_from("direct_commands"),
            failures: learns_from("failed_intents"),
            reach: match configuration.text("intent_learner.persistence").as_str() {
                "user" => Reach::User,
                "global" => Reach::Global,
                _ => Reach::Session,
            },
            excluded: SensitiveFields::new(configuration.texts("intent_learner.exclude_fields")),
        }
    }

    /// Whether a proposal comes from what may be learned from.
    pub(crate) fn learns(&self, proposal: &Proposal) -> bool {
        if proposal.repairs.is_some() { self.failures } else { self.commands }
    }

    /// Whose learner observes the sessions of an owner.
    pub(crate) fn scope(&self, owner: &Owner) -> String {
        match self.reach {
            Reach::Session | Reach::User => owner.as_str().into(),
            Reach::Global => EVERYBODY.into(),
        }
    }

    /// The owner of what is stored. What all owners share belongs to the person at this machine.
    pub(crate) fn keeper(&self, owner: &Owner) -> Owner {
        match self.reach {
            Reach::Session | Reach::User => owner.clone(),
            Reach::Global => Owner::local(),
        }
    }
}

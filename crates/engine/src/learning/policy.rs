//! The settings of the learner.

use lemmascope_intent::{Owner, SensitiveFields};
use lemmascope_learner::{Proposal, Thresholds};

use crate::configuration::Configuration;

/// The settings of the learner.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// Whether the learner is enabled.
    pub(crate) is_enabled: bool,
    /// Whether proposals are shown automatically.
    pub(crate) proposes: bool,
    /// The thresholds for proposing a sequence.
    pub(crate) thresholds: Thresholds,
    /// Whether proposals are accepted automatically.
    pub(crate) accepts: bool,
    /// Whether the learner uses direct commands.
    pub(crate) commands: bool,
    /// Whether the learner uses failed intents.
    pub(crate) failures: bool,
    /// The scope of learning.
    pub(crate) reach: Reach,
    /// The fields whose values are not stored.
    pub(crate) excluded: SensitiveFields,
}

/// The scope in which learned intents are shared, and the lifetime of traces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The session, with traces in memory.
    Session,
    /// All sessions of the owner, with traces in the store.
    User,
    /// All owners, with traces in the store.
    Global,
}

/// The scope of all owners; no owner has this name.
const EVERYBODY: &str = "*";

impl Policy {
    /// Reads the current settings.
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

    /// Whether the source of a proposal is enabled.
    pub(crate) fn learns(&self, proposal: &Proposal) -> bool {
        if proposal.repairs.is_some() { self.failures } else { self.commands }
    }

    /// Returns the scope whose learner observes the sessions of an owner.
    pub(crate) fn scope(&self, owner: &Owner) -> String {
        match self.reach {
            Reach::Session | Reach::User => owner.as_str().into(),
            Reach::Global => EVERYBODY.into(),
        }
    }

    /// Returns the owner of stored data. Data that all owners share belongs to the person at this machine.
    pub(crate) fn keeper(&self, owner: &Owner) -> Owner {
        match self.reach {
            Reach::Session | Reach::User => owner.clone(),
            Reach::Global => Owner::local(),
        }
    }
}

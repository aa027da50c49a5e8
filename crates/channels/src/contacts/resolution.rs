//! The resolution of a name: a decision, based on the aliases of an owner and the owner's confirmations.

use serde_json::{Value as Json, json};

use super::index::{Found, Index};
use super::memory::Remembered;
use super::name::{Likeness, Name, NameWarning};

/// The maximum distance to the best score within which another candidate makes a name ambiguous.
const MARGIN: f64 = 0.1;
/// The maximum number of candidates in a response.
const MOST: usize = 10;

/// The result of resolving a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// The display form of the name; `None` for an address.
    pub query: Option<String>,
    /// The decision.
    pub decision: Decision,
    /// The candidates, most similar first.
    pub candidates: Vec<Candidate>,
    /// The reasons why the name may be deceptive.
    pub cautions: Vec<NameWarning>,
    /// The reason why a person must decide.
    pub reason: Option<String>,
    /// Whether the recipient was confirmed now, and is remembered.
    pub remembered: bool,
}

/// The decision about a name.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// A single contact.
    Resolved {
        /// The address.
        agent: String,
        /// The alias by which it was found.
        alias: Option<String>,
        /// The kind of match.
        by: MatchType,
    },
    /// A single contact, which a person must confirm.
    NeedsConfirmation {
        /// The address.
        agent: String,
        /// The alias by which it was found.
        alias: String,
        /// The kind of match.
        by: MatchType,
    },
    /// Several contacts.
    NeedsDisambiguation,
    /// No contact.
    NotFound,
}

/// The kind of match between a name and a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchType {
    /// An earlier confirmation of the owner.
    Memory,
    /// An alias.
    Exact,
    /// A different spelling of an alias.
    Fuzzy,
    /// Another form of an alias: a nickname, another script, another order.
    SmartFuzzy,
    /// An explicit address.
    Explicit,
}

impl MatchType {
    /// Returns the name in responses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Exact => "exact",
            Self::Fuzzy => "fuzzy",
            Self::SmartFuzzy => "smart_fuzzy",
            Self::Explicit => "explicit",
        }
    }
}

/// A candidate contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The address.
    pub agent: String,
    /// The alias that is most similar to the name.
    pub alias: String,
    /// The score, from 0 to 1.
    pub score: f64,
}

impl From<&Found> for Candidate {
    fn from(found: &Found) -> Self {
        Self { agent: found.agent.clone(), alias: found.alias.clone(), score: found.similarity.score }
    }
}

/// Resolves a name.
pub fn resolve(index: &Index, name: &Name, remembered: Option<&Remembered>) -> Resolution {
    let exact = index.exactly(name);
    let alike = index.confusable_agents(name);
    let nearest = match exact.as_slice() {
        [] => index.nearest(name),
        _ => exact.iter().chain(&alike).cloned().collect(),
    };
    // A confirmation is valid until a new candidate appears.
    if let Some(known) = remembered.filter(|it| name.cautions.is_empty() && index.has_agent(&it.agent)) {
        let alias = nearest.iter().find(|found| found.agent == known.agent);
        let alias = alias.map_or_else(|| known.alias.clone(), |found| found.alias.clone());
        let candidate = Candidate { agent: known.agent.clone(), alias: alias.clone(), score: 1.0 };
        let rivals = close(&nearest);
        let rivals: Vec<&Found> =
            rivals.into_iter().filter(|found| !known.considered.contains(&found.agent)).collect();
        if rivals.is_empty() {
            let decision =
                Decision::Resolved { agent: known.agent.clone(), alias: Some(alias), by: MatchType::Memory };
            return Resolution { decision, candidates: vec![candidate], ..empty(name) };
        }
        let names = rivals.iter().map(|found| format!("{} ({})", found.alias, found.agent));
        let reason = format!(
            "\"{}\" has meant {alias} ({}), but could mean {} now. Ask the user who is meant.",
            name.shown,
            known.agent,
            names.collect::<Vec<_>>().join(", ")
        );
        let others = nearest.iter().filter(|found| found.agent != known.agent).map(Candidate::from);
        return Resolution {
            decision: Decision::NeedsDisambiguation,
            candidates: [candidate].into_iter().chain(others).take(MOST).collect(),
            reason: Some(reason),
            ..empty(name)
        };
    }
    let candidates: Vec<Candidate> = nearest.iter().take(MOST).map(Candidate::from).collect();
    let mut cautions = name.cautions.clone();
    for caution in nearest.iter().filter_map(|found| found.caution) {
        if !cautions.contains(&caution) {
            cautions.push(caution);
        }
    }
    let close = close(&nearest);
    let (decision, reason) = match (exact.as_slice(), close.as_slice()) {
        ([only], [_]) => {
            let (agent, alias) = (only.agent.clone(), Some(only.alias.clone()));
            (Decision::Resolved { agent, alias, by: MatchType::Exact }, None)
        }
        (_, []) => (
            Decision::NotFound,
            Some(format!(
                "No contact is called \"{}\". Ask the user who is meant, or add the contact.",
                name.shown
            )),
        ),
        (_, [only]) => {
            let by = match only.similarity.likeness {
                Likeness::Form => MatchType::SmartFuzzy,
                Likeness::Same | Likeness::Spelling => MatchType::Fuzzy,
            };
            let reason = match only.caution {
                Some(caution) => format!(
                    "\"{}\" is not safe to use: {}. Ask the user whether {} ({}) is meant, and then give the address.",
                    name.shown,
                    caution.reason(),
                    only.alias,
                    only.agent
                ),
                None => format!("Ask the user whether {} ({}) is meant.", only.alias, only.agent),
            };
            let (agent, alias) = (only.agent.clone(), only.alias.clone());
            (Decision::NeedsConfirmation { agent, alias, by }, Some(reason))
        }
        (_, several) => {
            let names: Vec<String> =
                several.iter().take(MOST).map(|found| format!("{} ({})", found.alias, found.agent)).collect();
            let caution = several.iter().find_map(|found| found.caution);
            let because = caution.map(|it| format!(" Be careful with \"{}\": {}.", name.shown, it.reason()));
            let reason =
                format!("Ask the user who is meant: {}.{}", names.join(", "), because.unwrap_or_default());
            (Decision::NeedsDisambiguation, Some(reason))
        }
    };
    if matches!(decision, Decision::Resolved { .. } | Decision::NotFound) {
        cautions.clone_from(&name.cautions);
    }
    Resolution { decision, candidates, cautions, reason, ..empty(name) }
}

/// Returns the candidates that are close to the best one.
fn close(nearest: &[Found]) -> Vec<&Found> {
    let best = nearest.first().map_or(0.0, |found| found.similarity.score);
    nearest.iter().filter(|found| found.similarity.score >= best - MARGIN).collect()
}

fn empty(name: &Name) -> Resolution {
    Resolution {
        query: Some(name.shown.clone()),
        decision: Decision::NotFound,
        candidates: Vec::new(),
        cautions: Vec::new(),
        reason: None,
        remembered: false,
    }
}

impl Resolution {
    /// Returns the resolution of an explicit address.
    pub fn explicit(agent: &str) -> Self {
        let decision = Decision::Resolved { agent: agent.into(), alias: None, by: MatchType::Explicit };
        Self {
            query: None,
            decision,
            candidates: Vec::new(),
            cautions: Vec::new(),
            reason: None,
            remembered: false,
        }
    }

    /// Returns the mode of a response in which nothing is sent.
    pub fn mode(&self) -> &'static str {
        match self.decision {
            Decision::Resolved { .. } => "resolved",
            Decision::NeedsConfirmation { .. } => "needs_confirmation",
            Decision::NeedsDisambiguation => "needs_disambiguation",
            Decision::NotFound => "contact_not_found",
        }
    }

    /// Returns the recipient, if it is certain.
    pub fn agent(&self) -> Option<&str> {
        match &self.decision {
            Decision::Resolved { agent, .. } => Some(agent),
            _ => None,
        }
    }

    /// Applies the user's confirmation: a different spelling becomes certain. A confusable name does not,
    /// because the user cannot see the difference.
    #[must_use]
    pub fn confirmed(self) -> Self {
        match self.decision {
            Decision::NeedsConfirmation { agent, alias, by } if self.cautions.is_empty() => {
                let decision = Decision::Resolved { agent, alias: Some(alias), by };
                Self { decision, reason: None, ..self }
            }
            decision => Self { decision, ..self },
        }
    }

    /// Returns the resolution as JSON.
    pub fn to_json(&self) -> Json {
        let mut document = json!({"resolved": self.agent().is_some()});
        let mut put = |name: &str, value: Json| document[name] = value;
        if let Some(query) = &self.query {
            put("query", json!(query));
        }
        match &self.decision {
            Decision::Resolved { agent, alias, by } => {
                put("agent", json!(agent));
                if let Some(alias) = alias {
                    put("matched_alias", json!(alias));
                }
                put("match_type", json!(by.as_str()));
            }
            Decision::NeedsConfirmation { alias, by, .. } => {
                put("matched_alias", json!(alias));
                put("match_type", json!(by.as_str()));
            }
            Decision::NeedsDisambiguation | Decision::NotFound => {}
        }
        let candidates = self.candidates.iter().map(
            |it| json!({"agent": it.agent, "alias": it.alias, "score": (it.score * 1000.0).round() / 1000.0}),
        );
        put("candidates", candidates.collect());
        if let Some(reason) = &self.reason {
            put("reason", json!(reason));
        }
        if !self.cautions.is_empty() {
            put("warnings", self.cautions.iter().map(|it| Json::from(it.as_str())).collect());
        }
        if self.remembered {
            put("remembered", json!(true));
        }
        document
    }
}

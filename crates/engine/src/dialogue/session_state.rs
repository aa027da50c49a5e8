//! The stored state of a session: its conversation and the intents that it has defined. It survives a
//! restart, and another process on the same database can continue it.
//!
//! Secret values and values that must not be recorded are never stored, and neither is a question about such
//! a value.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lemmascope_intent::{Failure, Format, Object, Redactor, Value, discreet};
use lemmascope_language::reader::{Alternative, Decision, Reading};
use lemmascope_language::words::Tongue;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::catalog::{Catalog, Choice};
use crate::engine::Engine;
use crate::learning::StoredDraft;
use crate::ledger::SessionState;
use crate::lock::lock;
use crate::request::Request;
use crate::sessions::{Conversation, Deed, Pending, Recalled};
use crate::vault::SEALED_DRAFT;

/// The lifetime of an open question, in seconds.
const PATIENCE: i64 = 60 * 60;
/// The lifetime of the subjects of a conversation, in seconds.
const MEMORY: i64 = 24 * 60 * 60;

/// The stored state of a session.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Stored {
    /// The time of the last sentence, in seconds since 1970.
    at: i64,
    deeds: Vec<StoredDeed>,
    question: Option<StoredQuestion>,
    /// The sources of the intents that the session has defined.
    intents: Vec<String>,
    /// The times of their definition, by name, in seconds since 1970.
    defined: BTreeMap<String, i64>,
    /// The packs that the session has loaded and unloaded.
    packs: Choice,
    /// The definition that the session is refining, sealed and in base 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredDeed {
    intent: String,
    parameters: Json,
    run: Option<String>,
    chosen: Option<(String, Vec<String>)>,
    mentions: Vec<(String, String)>,
    #[serde(default)]
    results: Vec<(String, String)>,
    #[serde(default)]
    is_listing: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredReading {
    intent: Option<String>,
    confidence: f64,
    parameters: Json,
    alternatives: Vec<(String, f64)>,
    missing: Vec<String>,
    is_portuguese: bool,
}

/// An open question, other than one about a plan.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredQuestion {
    Values { reading: StoredReading, wanted: Vec<String> },
    Choice { reading: StoredReading, parameter: String, options: Vec<String>, is_instead: bool },
    Intent { reading: StoredReading, sentence: String, options: Vec<String> },
    Proposal { reading: StoredReading, sentence: String, tool: (String, Json) },
    Anyway { reading: StoredReading, tool: (String, Json) },
}

/// Decides which parts of a conversation may be stored.
struct Storing<'a> {
    engine: &'a Engine,
    session: &'a str,
    secrets: &'a Redactor,
}

impl Storing<'_> {
    fn is_open_text(&self, text: &str) -> bool {
        let masked = self.secrets.mask(text);
        masked == text && discreet(&masked) == text
    }

    fn is_open(&self, value: &Value) -> bool {
        match value {
            Value::Secret(_) => false,
            Value::Text(text) => self.is_open_text(text),
            Value::List(items) => items.iter().all(|item| self.is_open(item)),
            Value::Object(fields) => fields.values().all(|field| self.is_open(field)),
            Value::Null | Value::Boolean(_) | Value::Number(_) => self.secrets.mask_value(value) == *value,
        }
    }

    /// Returns the parameters that may be stored.
    fn open_parameters(&self, intent: &str, given: &Object) -> Object {
        let declared = self.engine.parameters_of(intent, self.session);
        let sensitive = self.engine.sensitive();
        let is_recorded = |name: &str| declared.iter().all(|it| it.name != *name || it.recorded);
        given
            .iter()
            .filter(|(name, value)| is_recorded(name) && !sensitive.matches(name) && self.is_open(value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    fn deed(&self, deed: &Deed) -> StoredDeed {
        let is_open = |text: &str| self.is_open_text(text);
        let named = |things: &[(Format, String)]| -> Vec<(String, String)> {
            let open = things.iter().filter(|(_, name)| is_open(name));
            open.map(|(format, name)| (format.as_str().to_string(), name.clone())).collect()
        };
        StoredDeed {
            intent: deed.intent.clone(),
            parameters: json(&self.open_parameters(&deed.intent, &deed.parameters)),
            run: deed.run.clone(),
            chosen: deed.chosen.clone().filter(|(_, options)| options.iter().all(|it| is_open(it))),
            mentions: named(deed.mentions()),
            results: named(deed.results()),
            is_listing: deed.is_listing(),
        }
    }

    fn reading(&self, reading: &Reading) -> Option<StoredReading> {
        let parameters =
            self.open_parameters(reading.intent.as_deref().unwrap_or_default(), &reading.parameters);
        (parameters.len() == reading.parameters.len()).then(|| StoredReading {
            intent: reading.intent.clone(),
            confidence: reading.confidence,
            parameters: json(&parameters),
            alternatives: reading.alternatives.iter().map(|it| (it.intent.clone(), it.confidence)).collect(),
            missing: reading.missing.clone(),
            is_portuguese: reading.tongue == Tongue::Portuguese,
        })
    }

    fn tool(&self, (name, given): &(String, Object)) -> Option<(String, Json)> {
        let open = self.open_parameters(name, given);
        (open.len() == given.len()).then(|| (name.clone(), json(&open)))
    }

    /// Returns the stored form of a question, or `None` if it must not be stored or is stored as a plan.
    fn question(&self, pending: &Pending) -> Option<StoredQuestion> {
        let is_secret = |name: &String| self.engine.sensitive().matches(name);
        Some(match pending {
            Pending::Values { reading, wanted } => {
                StoredQuestion::Values { reading: self.reading(reading)?, wanted: wanted.clone() }
            }
            Pending::Choice { reading, parameter, options, is_instead } if !is_secret(parameter) => {
                StoredQuestion::Choice {
                    reading: self.reading(reading)?,
                    parameter: parameter.clone(),
                    options: options.clone(),
                    is_instead: *is_instead,
                }
            }
            Pending::Intent { reading, sentence, options } if self.is_open_text(sentence) => {
                StoredQuestion::Intent {
                    reading: self.reading(reading)?,
                    sentence: sentence.clone(),
                    options: options.clone(),
                }
            }
            Pending::Proposal { sentence, reading, tool } if self.is_open_text(sentence) => {
                StoredQuestion::Proposal {
                    reading: self.reading(reading)?,
                    sentence: sentence.clone(),
                    tool: self.tool(tool)?,
                }
            }
            Pending::Anyway { reading, tool } => {
                StoredQuestion::Anyway { reading: self.reading(reading)?, tool: self.tool(tool)? }
            }
            _ => return None,
        })
    }
}

impl StoredDeed {
    fn restored(self, catalog: &Catalog) -> Option<Deed> {
        let format =
            |name: &str| Format::named(name).or_else(|| catalog.kinds().kind(name).map(Format::of_kind));
        let things = |named: Vec<(String, String)>| {
            named.into_iter().filter_map(|(name, thing)| Some((format(&name)?, thing))).collect()
        };
        let (mentions, results) = (things(self.mentions), things(self.results));
        let parameters = object(self.parameters)?;
        Some(Deed::restored(
            self.intent,
            parameters,
            self.run,
            self.chosen,
            mentions,
            results,
            self.is_listing,
        ))
    }
}

impl StoredReading {
    fn restored(self) -> Option<Box<Reading>> {
        let tongue = if self.is_portuguese { Tongue::Portuguese } else { Tongue::English };
        let alternatives =
            self.alternatives.into_iter().map(|(intent, confidence)| Alternative { intent, confidence });
        Some(Box::new(Reading {
            decision: Decision::Ask,
            intent: self.intent,
            confidence: self.confidence,
            parameters: object(self.parameters)?,
            alternatives: alternatives.collect(),
            missing: self.missing,
            ..Reading::of_nothing(tongue)
        }))
    }
}

impl StoredQuestion {
    fn restored(self) -> Option<Pending> {
        let tool = |(name, given): (String, Json)| Some((name, object(given)?));
        Some(match self {
            Self::Values { reading, wanted } => Pending::Values { reading: reading.restored()?, wanted },
            Self::Choice { reading, parameter, options, is_instead } => {
                Pending::Choice { reading: reading.restored()?, parameter, options, is_instead }
            }
            Self::Intent { reading, sentence, options } => {
                Pending::Intent { reading: reading.restored()?, sentence, options }
            }
            Self::Proposal { reading, sentence, tool: proposed } => {
                Pending::Proposal { reading: reading.restored()?, sentence, tool: tool(proposed)? }
            }
            Self::Anyway { reading, tool: meant } => {
                Pending::Anyway { reading: reading.restored()?, tool: tool(meant)? }
            }
        })
    }
}

impl Engine {
    /// Reads the state of the request's session, if another process has changed it. If the store is not
    /// readable, the session continues with the state of this process.
    pub(crate) async fn recall_session(&self, request: &Request) -> Recalled {
        let session = request.session.as_str();
        let ask = async || {
            let (known, unsettled) = {
                let conversation = self.conversations.of(session);
                let conversation = lock(&conversation);
                (conversation.version, conversation.unsettled)
            };
            // The state that this process is about to write is newer than the stored one.
            let state = match unsettled {
                0 => self.ledger.session_state(session, known).await?,
                _ => None,
            };
            Ok(Recalled { known, state: state.map(Arc::new) })
        };
        self.sessions.recall(session, ask).await.unwrap_or_default()
    }

    /// Applies the state that was read from the store.
    pub(crate) fn take_over_session(&self, recalled: &Recalled, request: &Request) {
        let Some(found) = &recalled.state else { return };
        let conversation = self.conversations.of(&request.session);
        let SessionState { state, version } = (**found).clone();
        // A state that a newer version stored is left unchanged and ignored.
        let Ok(stored) = serde_json::from_value::<Stored>(state.clone()) else { return };
        let age = now().saturating_sub(stored.at);
        {
            let mut conversation = lock(&conversation);
            if conversation.version != recalled.known {
                // An earlier request has already applied it, or has changed the state since.
                return;
            }
            conversation.version = version;
            conversation.stored = state;
            let deeds = stored.deeds.into_iter().filter_map(|deed| deed.restored(&self.catalog));
            conversation.restore(
                if age <= MEMORY { deeds.collect() } else { Vec::new() },
                stored.question.filter(|_| age <= PATIENCE).and_then(StoredQuestion::restored),
            );
        }
        self.write(|state| state.choose(&request.session, stored.packs));
        self.define_again(&stored.intents, stored.defined, &request.session);
        let draft = stored.draft.and_then(|sealed| self.opened_draft(&sealed, &request.session));
        self.learning.restore(&request.session, draft);
    }

    /// Returns the definition that a session is refining, or `None` if it was sealed with another key.
    fn opened_draft(&self, sealed: &str, session: &str) -> Option<StoredDraft> {
        let sealed = STANDARD.decode(sealed).ok()?;
        let draft = self.vault.open(&[SEALED_DRAFT, session], &sealed).ok()?;
        serde_json::from_slice(&draft).ok()
    }

    fn sealed_draft(&self, draft: Option<StoredDraft>, session: &str) -> Option<String> {
        let draft = serde_json::to_vec(&draft?).ok()?;
        self.vault.seal(&[SEALED_DRAFT, session], &draft).ok().map(|sealed| STANDARD.encode(sealed))
    }

    /// Stores the state of the request's session, if it has changed.
    pub(crate) fn keep_session(&self, request: &Request) {
        let session = request.session.as_str();
        let (intents, packs) = self.read(|state| (state.sources_of(session), state.choice(session)));
        let conversation = self.conversations.of(session);
        let (state, version) = {
            let mut conversation = lock(&conversation);
            // Most requests change neither; this check precedes the serialization.
            let before = conversation.stored.get("intents").cloned().unwrap_or_default();
            let is_defined =
                before != serde_json::json!(intents) && !(before.is_null() && intents.is_empty());
            let before =
                conversation.stored.get("packs").cloned().and_then(|it| serde_json::from_value(it).ok());
            let is_chosen = !packs.is_stored_as(&before.unwrap_or_default());
            let draft = self.learning.unstored(session);
            if !conversation.is_changed() && !is_defined && !is_chosen && draft.is_none() {
                return;
            }
            let draft = match draft {
                Some(changed) => self.sealed_draft(changed, session),
                None => conversation.stored.get("draft").and_then(Json::as_str).map(str::to_string),
            };
            let defined = self.read(|state| {
                let times = state.defined_by(session).into_iter();
                times.filter_map(|(entry, at)| Some((entry.definition.intent.value.clone(), at?))).collect()
            });
            let stored =
                Stored { at: now(), packs, draft, defined, ..self.stored(&conversation, intents, session) };
            conversation.note_kept();
            let Ok(state) = serde_json::to_value(&stored) else { return };
            conversation.version += 1;
            conversation.stored = state.clone();
            (state, conversation.version)
        };
        let receipt = self.ledger.keep_session_state(session, SessionState { state, version });
        request.unsettled.add_state(receipt, conversation);
    }

    /// Removes all state of a session that has ended.
    pub(crate) async fn forget_session(&self, session: &str) -> Result<(), Failure> {
        self.write(|state| state.forget(session));
        self.sessions.forget(session);
        self.conversations.forget(session);
        self.learning.forget(session).await;
        self.ledger.drop_session_state(session).await
    }

    fn stored(&self, conversation: &Conversation, intents: Vec<String>, session: &str) -> Stored {
        let storing = Storing { engine: self, session, secrets: &conversation.secrets };
        Stored {
            at: 0,
            deeds: conversation.deeds().map(|deed| storing.deed(deed)).collect(),
            question: conversation.pending.as_ref().and_then(|pending| storing.question(pending)),
            intents,
            defined: BTreeMap::new(),
            packs: Choice::default(),
            draft: None,
        }
    }
}

fn json(object: &Object) -> Json {
    serde_json::json!(object)
}

fn object(json: Json) -> Option<Object> {
    Value::from(json).as_object().cloned()
}

fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

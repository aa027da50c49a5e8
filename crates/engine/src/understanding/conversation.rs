//! What a session remembers of its conversation.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use lemmascope_intent::{Format, Object, Parameter, Redactor, Value};
use lemmascope_language::reader::Reading;

use crate::execution::lock;

/// The conversations that are under way, by session.
#[derive(Default)]
pub(crate) struct Conversations(Mutex<HashMap<String, Arc<Mutex<Conversation>>>>);

/// One conversation.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    /// What was spoken of, the latest last.
    mentioned: Vec<(Format, String)>,
    /// What was asked last, and has not been answered.
    pub(crate) pending: Option<Pending>,
    /// What was done last: the intent and its parameters.
    pub(crate) last: Option<(String, Object)>,
    /// The secrets of what was done, so that no model is told them later.
    pub(crate) secrets: Redactor,
}

/// A question that waits for its answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Pending {
    /// Values are missing, or cannot be used.
    Values {
        /// What was understood so far.
        reading: Box<Reading>,
        /// The parameters that are asked for, in order.
        wanted: Vec<String>,
    },
    /// One of several things is meant.
    Choice {
        /// What was understood so far.
        reading: Box<Reading>,
        /// The parameter.
        parameter: String,
        /// What it may be.
        options: Vec<String>,
    },
    /// One of several intents is meant, or it is not sure that this one is.
    Intent {
        /// What was said.
        sentence: String,
        /// What it may mean, the likeliest first.
        options: Vec<String>,
    },
    /// A model has proposed what may be meant.
    Proposal {
        /// What was said.
        sentence: String,
        /// What it proposes, as far as it was checked.
        reading: Box<Reading>,
        /// What would be carried out, and with what.
        tool: (String, Object),
    },
    /// A goal was planned, and waits to be carried out.
    Goal {
        /// What was said.
        sentence: String,
    },
    /// A plan has to be agreed to.
    Agreement {
        /// What was said.
        sentence: String,
        /// The code by which one agrees.
        code: String,
    },
}

/// So much is remembered of what was spoken of.
const MOST: usize = 50;

impl Conversations {
    /// The conversation of a session.
    pub(crate) fn of(&self, session: &str) -> Arc<Mutex<Conversation>> {
        Arc::clone(lock(&self.0).entry(session.into()).or_default())
    }

    /// Forgets the conversation of a session that is over.
    pub(crate) fn forget(&self, session: &str) {
        lock(&self.0).remove(session);
    }
}

impl Conversation {
    /// What was spoken of, the latest last.
    pub(crate) fn mentioned(&self) -> &[(Format, String)] {
        &self.mentioned
    }

    /// Something was done: what it was about can be spoken of from now on.
    pub(crate) fn did(&mut self, intent: &str, parameters: &[Parameter], given: &Object) {
        for parameter in parameters {
            let Some(name) = given.get(&parameter.name).and_then(Value::as_text) else { continue };
            let kind = match parameter.format {
                Some(Format::Path | Format::Item)
                    if name.rsplit('/').next().is_some_and(|it| it.contains('.')) =>
                {
                    Format::File
                }
                Some(Format::Path) => Format::Folder,
                Some(Format::Title) if intent == "files.create_folder" => Format::Folder,
                Some(Format::Title) => Format::File,
                Some(Format::Item) => Format::Application,
                Some(kind @ (Format::File | Format::Folder | Format::Application | Format::Column)) => kind,
                _ => continue,
            };
            self.mention(kind, name);
        }
        self.last = Some((intent.into(), given.clone()));
    }

    /// Something is spoken of.
    pub(crate) fn mention(&mut self, kind: Format, name: &str) {
        self.mentioned.retain(|known| *known != (kind, name.to_string()));
        self.mentioned.push((kind, name.into()));
        let surplus = self.mentioned.len().saturating_sub(MOST);
        self.mentioned.drain(..surplus);
    }
}

use std::sync::Arc;

use crate::capability::Capability;
use crate::category::Category;
use crate::check::Check;
use crate::document::DocumentIntent;
use crate::future::BoxFuture;
use crate::operation::Operation;
use crate::route::{BackgroundWork, Page, Route};
use crate::thing::ThingTool;
use crate::thing_kind::{ThingKind, ThingWords};

/// A domain with everything that it provides. The engine composes domains and depends on none by name.
pub struct Domain {
    /// Its name: the part of its verbs' names before the dot.
    pub name: &'static str,
    /// The definitions that it ships.
    pub definitions: &'static [Source],
    /// The example sentences for its verbs.
    pub sentences: &'static [Source],
    /// Its verbs.
    pub capabilities: Vec<Arc<dyn Capability>>,
    /// The categories of its verbs and intents, by name prefix. The longest matching prefix wins.
    pub categories: &'static [(&'static str, Category)],
    /// The keywords for blocks of steps that run at another place of the domain: `tab`.
    pub blocks: &'static [&'static str],
    /// The names of its verbs and intents in other systems.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// The verbs and intents that implement operations of the engine.
    pub operations: &'static [(Operation, &'static str)],
    /// The intents that an introduction mentions first.
    pub highlights: &'static [&'static str],
    /// The intents that a document can name.
    pub documents: Vec<DocumentIntent>,
    /// The kinds of its objects.
    pub kinds: &'static [ThingKind],
    /// The words for these kinds and for their places.
    pub words: ThingWords,
    /// The tools for actions on its objects.
    pub things: &'static [ThingTool],
    /// The health checks of its external dependencies.
    pub checks: Vec<Check>,
    /// The HTTP routes that it provides besides its verbs.
    pub routes: Vec<Route>,
    /// Its pages in the console.
    pub pages: &'static [Page],
    /// Its background task in a server.
    pub background: Option<BackgroundWork>,
    /// Closes all resources of the domain when the engine stops: a browser, a connection.
    pub close: Option<Close>,
    /// Returns the URL that a session has open, for domains that have URLs.
    pub here: Option<Here>,
}

/// Returns the URL of the page that a session has open. It does not block.
pub type Here = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Closes all resources of a domain.
pub type Close = Box<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>;

impl Domain {
    /// Creates a domain with these verbs and nothing else.
    pub fn new(name: &'static str, capabilities: Vec<Arc<dyn Capability>>) -> Self {
        Self {
            name,
            definitions: &[],
            sentences: &[],
            capabilities,
            categories: &[],
            blocks: &[],
            synonyms: &[],
            operations: &[],
            highlights: &[],
            documents: Vec::new(),
            kinds: &[],
            words: ThingWords::default(),
            things: &[],
            checks: Vec::new(),
            routes: Vec::new(),
            pages: &[],
            background: None,
            close: None,
            here: None,
        }
    }

    /// Sets the sentences for its verbs.
    #[must_use]
    pub fn sentences(self, sentences: &'static [Source]) -> Self {
        Self { sentences, ..self }
    }

    /// Sets the categories of its verbs and intents.
    #[must_use]
    pub fn categories(self, categories: &'static [(&'static str, Category)]) -> Self {
        Self { categories, ..self }
    }

    /// Sets the verbs and intents that implement operations of the engine.
    #[must_use]
    pub fn operations(self, operations: &'static [(Operation, &'static str)]) -> Self {
        Self { operations, ..self }
    }

    /// Sets the kinds of its objects, and the words for them.
    #[must_use]
    pub fn kinds(self, kinds: &'static [ThingKind], words: ThingWords) -> Self {
        Self { kinds, words, ..self }
    }

    /// Sets the health checks of its external dependencies.
    #[must_use]
    pub fn checks(self, checks: Vec<Check>) -> Self {
        Self { checks, ..self }
    }

    /// Sets the tools for actions on its objects.
    #[must_use]
    pub fn things(self, things: &'static [ThingTool]) -> Self {
        Self { things, ..self }
    }
}

/// The text of an embedded file.
#[derive(Debug, Clone, Copy)]
pub struct Source {
    /// The name that diagnostics show.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

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

/// Everything that a domain brings. The engine composes domains and names none.
pub struct Domain {
    /// The part of its verbs' names before the dot.
    pub name: &'static str,
    /// The definitions that are shipped with it.
    pub definitions: &'static [Source],
    /// The sentences for its verbs.
    pub sentences: &'static [Source],
    /// Its verbs.
    pub capabilities: Vec<Arc<dyn Capability>>,
    /// The categories of its verbs and intents, by the beginning of their names. The longest beginning counts.
    pub categories: &'static [(&'static str, Category)],
    /// The words for blocks of steps that are done at another place of the domain: `tab`.
    pub blocks: &'static [&'static str],
    /// Names that other systems have for its verbs and intents.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// The verbs and intents that the engine calls by their meaning.
    pub operations: &'static [(Operation, &'static str)],
    /// Its intents that an introduction names first.
    pub highlights: &'static [&'static str],
    /// Its intents that a document can name.
    pub documents: Vec<DocumentIntent>,
    /// The kinds of its things.
    pub kinds: &'static [ThingKind],
    /// The words for these kinds and for their places.
    pub words: ThingWords,
    /// The tools for actions on its things.
    pub things: &'static [ThingTool],
    /// The checks of everything outside the program that it needs.
    pub checks: Vec<Check>,
    /// The HTTP routes that it brings beside its verbs.
    pub routes: Vec<Route>,
    /// Its pages in the console.
    pub pages: &'static [Page],
    /// Its work in the background of a server.
    pub background: Option<BackgroundWork>,
    /// Closes everything that the domain has opened, when the engine ends: a browser, a connection.
    pub close: Option<Close>,
    /// The address that a session is at, for domains that have one.
    pub here: Option<Here>,
}

/// The address of the page that a session has open. It does not wait.
pub type Here = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Closes everything that a domain has opened.
pub type Close = Box<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>;

impl Domain {
    /// A domain with these verbs and nothing else.
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

    /// With the sentences for its verbs.
    #[must_use]
    pub fn sentences(self, sentences: &'static [Source]) -> Self {
        Self { sentences, ..self }
    }

    /// With the categories of its verbs and intents.
    #[must_use]
    pub fn categories(self, categories: &'static [(&'static str, Category)]) -> Self {
        Self { categories, ..self }
    }

    /// With the verbs and intents that the engine calls by their meaning.
    #[must_use]
    pub fn operations(self, operations: &'static [(Operation, &'static str)]) -> Self {
        Self { operations, ..self }
    }

    /// With the kinds of its things, and the words for them.
    #[must_use]
    pub fn kinds(self, kinds: &'static [ThingKind], words: ThingWords) -> Self {
        Self { kinds, words, ..self }
    }

    /// With the checks of everything outside the program that it needs.
    #[must_use]
    pub fn checks(self, checks: Vec<Check>) -> Self {
        Self { checks, ..self }
    }

    /// With the tools for actions on its things.
    #[must_use]
    pub fn things(self, things: &'static [ThingTool]) -> Self {
        Self { things, ..self }
    }
}

/// The text of a file that is compiled in.
#[derive(Debug, Clone, Copy)]
pub struct Source {
    /// The name that diagnostics call it by.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

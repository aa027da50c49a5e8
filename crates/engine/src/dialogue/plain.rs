//! Finds the text to read as the request of a sentence: the sentence itself, or a part of it, rewritten as an imperative.

use lemmascope_intent::{Format, Value};
use lemmascope_language::goal::GoalType;
use lemmascope_language::reader::{Core, Decision, Lexicon, Reader, Speakable, Tokenized};

use super::graph::{resolve_paths, thing_call, thing_tool};
use super::understand::now;
use super::understood::{Mode, Understood};
use crate::engine::Engine;
use crate::lock::lock;
use crate::request::Request;

/// The text of a request, and the context to read it in.
pub(super) struct Plain {
    /// The text.
    pub(super) text: String,
    /// The names of existing files, windows, columns and so on.
    pub(super) lexicon: Lexicon,
    /// The antecedents for pronouns: from the conversation, and from the dropped parts of the sentence.
    pub(super) mentioned: Vec<(Format, String)>,
    /// Whether it contains the text of a message, between quotation marks.
    pub(super) has_message: bool,
}

impl Engine {
    /// The text to read as the request of a sentence.
    pub(super) async fn plain(&self, sentence: &str, reader: &Reader, request: &Request) -> Plain {
        self.plain_with(sentence, &[], reader, request).await
    }

    /// Like [`plain`](Self::plain), with further names of files that are taken to exist.
    pub(super) async fn plain_with(
        &self,
        sentence: &str,
        known: &[String],
        reader: &Reader,
        request: &Request,
    ) -> Plain {
        let quoted = self.with_quoted_message(sentence, reader, request).await;
        let sentence = quoted.as_deref().unwrap_or(sentence);
        let spelt = self.spelt_out(sentence, request).await;
        let heard = reader.tokenize(spelt.as_deref().unwrap_or(sentence), now());
        let mut lexicon = self.lexicon(request, &heard).await;
        lexicon.add(Format::File, known.iter().map(String::as_str));
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned();
        let (text, mentioned) = self
            .understandable(&heard, reader, &lexicon, &mentioned, request)
            .unwrap_or_else(|| (heard.sentence.to_string(), mentioned));
        Plain { text, lexicon, mentioned, has_message: quoted.is_some() }
    }

    /// Returns the sentence with the only verb that makes sense in place of its first word, if that is a typing error, and
    /// whether something would be removed, overwritten, sent or paid.
    pub(super) fn with_meant_verb(
        &self,
        plain: &Plain,
        reader: &Reader,
        request: &Request,
    ) -> Option<(String, bool)> {
        let heard = reader.tokenize(&plain.text, now());
        let texts = reader.with_other_verbs(&heard);
        if texts.is_empty()
            || self.understood(&heard, reader, &plain.lexicon, &plain.mentioned, request).is_clear()
        {
            return None;
        }
        let mut clear = texts.into_iter().filter_map(|text| {
            let said = reader.tokenize(&text, now());
            let understood = self.understood(&said, reader, &plain.lexicon, &plain.mentioned, request);
            let is_grave = understood.is_clear().then(|| understood.is_grave())?;
            Some((text.clone(), is_grave))
        });
        clear.next().filter(|_| clear.next().is_none())
    }

    /// The first candidate that is fully understood, with the antecedents for it; nothing if that is the sentence itself.
    fn understandable(
        &self,
        heard: &Tokenized<'_>,
        reader: &Reader,
        lexicon: &Lexicon,
        mentioned: &[(Format, String)],
        request: &Request,
    ) -> Option<(String, Vec<(Format, String)>)> {
        let whole = self.understood(heard, reader, lexicon, mentioned, request);
        let is_clear = whole.is_clear();
        let itself = Core { text: heard.sentence.to_string(), is_linked: true, ..Core::default() };
        let cores = reader.cores(heard, lexicon);
        // A rewritten passive comes before the statistical reading of the passive.
        let is_rephrased = reader.rephrased(heard).is_some();
        let is_tried = |core: &&Core| !is_clear || core.is_sentence || (is_rephrased && **core == itself);
        for core in std::iter::once(&itself).chain(&cores).filter(is_tried) {
            let files = core.files.iter().map(|file| (Format::File, file.clone()));
            let mentioned: Vec<(Format, String)> = mentioned.iter().cloned().chain(files).collect();
            let said = reader.tokenize(&core.text, now());
            let rephrased = reader.rephrased(&said);
            let is_same = core.text == heard.sentence;
            let texts = rephrased.into_iter().chain((!is_same).then(|| core.text.clone()));
            let texts = texts.filter(|_| !core.needs_reference).chain(core.spelt.clone());
            for text in texts {
                let said = reader.tokenize(&text, now());
                let part = self.understood(&said, reader, lexicon, &mentioned, request);
                let is_safe =
                    (core.is_linked || !part.is_grave()) && !(core.is_tentative && part.may_change());
                if part.is_clear() && is_safe && !(is_clear && !is_same && whole.says_more_than(&part)) {
                    return Some((text, mentioned));
                }
            }
        }
        None
    }
}

impl Understood<'_> {
    /// Whether every goal has a tool and all of its parameters.
    pub(super) fn is_clear(&self) -> bool {
        if self.mode() == Mode::Direct {
            return self.reading().decision == Decision::Act;
        }
        let mut meta = self.interpretation.meta.clone();
        let faults = resolve_paths(&mut meta, &self.places, self.catalog);
        self.interpretation.unbound.is_empty()
            && meta.goals.iter().enumerate().all(|(at, goal)| match goal.goal_type {
                GoalType::ThingOperation => {
                    let is_found = faults[at].is_none() && !self.is_for_somebody(goal);
                    let call = |tool| thing_call(tool, goal, &meta, &self.places, self.catalog);
                    is_found && thing_tool(goal, self.catalog).is_some_and(|tool| call(tool).is_ok())
                }
                _ => self.parts.of(&self.request_of(at)).decision == Decision::Act,
            })
    }

    /// Whether something is removed, overwritten, sent or paid.
    fn is_grave(&self) -> bool {
        self.any_is(|speakable| speakable.is_grave)
    }

    /// Whether something is changed.
    fn may_change(&self) -> bool {
        self.any_is(|speakable| speakable.changes)
    }

    /// Whether a condition holds for any intent of the sentence.
    fn any_is(&self, is_so: impl Fn(&Speakable) -> bool) -> bool {
        let is_grave = |name: &str| {
            self.reader.speakables().iter().any(|speakable| speakable.name == name && is_so(speakable))
        };
        match self.mode() {
            Mode::Direct => self.reading().intent.is_some_and(|intent| is_grave(&intent)),
            Mode::Orchestrated => {
                self.interpretation.meta.goals.iter().enumerate().any(|(at, goal)| match goal.goal_type {
                    GoalType::ThingOperation => {
                        thing_tool(goal, self.catalog).is_some_and(|it| is_grave(it.tool))
                    }
                    _ => {
                        let reading = self.reader.read(&self.request_of(at), now(), &self.around());
                        reading.intent.is_some_and(|intent| is_grave(&intent))
                    }
                })
            }
        }
    }

    /// Whether a text parameter extends one of the other request: "remember that I like tea. I hate coffee".
    fn says_more_than(&self, other: &Understood<'_>) -> bool {
        let (all, part) = (self.reading(), other.reading());
        let grows = |(name, value): (&String, &Value)| {
            let (Some(more), Some(less)) =
                (value.as_text(), part.parameters.get(name).and_then(Value::as_text))
            else {
                return false;
            };
            more.len() > less.len() && more.starts_with(less)
        };
        self.mode() != other.mode() || all.intent != part.intent || all.parameters.iter().any(grows)
    }
}

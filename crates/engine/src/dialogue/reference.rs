//! Sentences that refer to earlier subjects of the conversation or to the current location.

use lemmascope_intent::Value;
use lemmascope_language::reader::{Decision, Reading, spell_out};

use super::understand::now;
use super::understood::Mode;
use crate::engine::Engine;
use crate::lock::lock;
use crate::request::Request;

/// The confidence above which a reading is kept, even if its words may be references: "what time is it".
const CERTAIN: f64 = 0.97;
/// The minimum confidence of a reading that replaces another.
const SURE: f64 = 0.8;

/// The interpretation of a sentence.
struct Taken {
    reading: Reading,
    is_several: bool,
    /// Whether a reference is unresolved.
    is_unbound: bool,
}

impl Taken {
    fn acts(&self) -> bool {
        self.is_several && !self.is_unbound || self.reading.decision == Decision::Act
    }
}

impl Engine {
    /// Returns the sentence with its references replaced by names, if only that version is understood.
    pub(super) async fn spelt_out(&self, sentence: &str, request: &Request) -> Option<String> {
        let reader = self.reader(&request.session);
        let heard = reader.tokenize(sentence, now());
        let things = self.catalog.kinds();
        let referents = lock(&self.conversations.of(&request.session)).referents(&request.workspace, things);
        let spelt = spell_out(&heard, &referents)?;
        let as_said = self.taken(sentence, request).await;
        if as_said.is_several && !as_said.is_unbound {
            return None;
        }
        let named = self.taken(&spelt.sentence, request).await;
        let (before, after) = (&as_said.reading, &named.reading);
        let is_better = match (as_said.acts(), named.acts()) {
            (_, false) => false,
            (false, true) => true,
            // The current location is spelled out for intents that take it for a name.
            (true, true) if spelt.is_here && before.intent == after.intent => true,
            (true, true) => {
                let names = referents.latest_names();
                let is_of = |value: &Value| {
                    value.as_text().is_some_and(|text| names.iter().any(|name| text.ends_with(name)))
                };
                let uses = |reading: &Reading| reading.parameters.values().any(is_of);
                let is_likelier = before.confidence < CERTAIN && after.confidence >= SURE;
                !uses(before) && (named.is_several || uses(after)) && (spelt.is_sure || is_likelier)
            }
        };
        is_better.then_some(spelt.sentence)
    }

    async fn taken(&self, sentence: &str, request: &Request) -> Taken {
        let reader = self.reader(&request.session);
        let heard = reader.tokenize(sentence, now());
        let lexicon = self.lexicon(request, &heard).await;
        let mentioned = lock(&self.conversations.of(&request.session)).mentioned();
        let understood = self.understood(&heard, &reader, &lexicon, &mentioned, request);
        let is_several = understood.mode() == Mode::Orchestrated;
        let is_unbound = !understood.interpretation.unbound.is_empty();
        Taken { reading: self.resolved(understood.reading(), &reader, request), is_several, is_unbound }
    }
}

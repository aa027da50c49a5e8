//! Values that are said together with their names.

use lemmascope_intent::{Object, Parameter, Type, Value};

use super::Filling;
use crate::reader::pairs::{objects, pairs};

impl Filling<'_> {
    /// Parameters that take named values get the objects of the sentence, each the one that its name or a word for it stands
    /// before, or else the next; what is only said in words is looked for at the end of the sentence.
    pub(super) fn take_objects(&mut self) {
        let wanting: Vec<&Parameter> =
            self.speakable.parameters.iter().filter(|it| it.kind == Type::Object).collect();
        if wanting.is_empty() {
            return;
        }
        let mut objects = objects(self.heard.sentence);
        let before = |start: usize| {
            let word = self.heard.words.iter().rev().find(|word| word.span.end <= start);
            word.map(|word| word.folded.clone()).unwrap_or_default()
        };
        let leads = |parameter: &Parameter, word: &str| {
            parameter.name == word || self.edges.leads(&parameter.name, word)
        };
        let mut given: Vec<(&Parameter, Object)> = Vec::new();
        for parameter in &wanting {
            let own = objects.iter().position(|(start, _)| leads(parameter, &before(*start)));
            if let Some(at) = own.or_else(|| (!objects.is_empty() && wanting.len() == 1).then_some(0)) {
                given.push((*parameter, objects.remove(at).1));
            }
        }
        let said = self.heard.words.iter().rposition(|word| PAIRING.contains(&word.folded.as_str()));
        if given.is_empty()
            && let ([only], Some(said)) = (wanting.as_slice(), said)
        {
            let end = self.heard.matters.last().map_or(0, |last| last + 1);
            let words = said + 1..end.max(said + 1);
            given.extend(pairs(self.heard.text(words)).map(|pairs| (*only, pairs)));
        }
        for (parameter, object) in given {
            self.filled.values.insert(parameter.name.clone(), Value::Object(object));
        }
    }
}

/// Words after which values are said together with their names.
const PAIRING: [&str; 6] = ["with", "using", "com", "usando", "these", "estes"];

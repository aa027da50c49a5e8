use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::speakable::Speakable;
use super::tokenized::Tokenized;
use crate::literal::{Found, Kind};

/// The kinds of literals that the examples split: examples that mark the month and the day of "april first"
/// as two values do not mean a date. Words of these kinds are not merged into literals.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Apart(BTreeSet<Kind>);

/// The ratio of literals to splits from which a split counts as an annotation error.
const SELDOM: usize = 20;
/// The minimum number of splits for a conclusion.
const FEWEST: usize = 3;

impl Apart {
    /// Compares the boundaries of values in the examples with those of literals.
    pub(super) fn new(speakables: &[Speakable], heard: &[(usize, usize, Tokenized<'_>)]) -> Self {
        let mut met: BTreeMap<Kind, (usize, usize)> = BTreeMap::new();
        for (class, at, heard) in heard {
            let slots = &speakables[*class].examples[*at].slots;
            // Names are never split, whatever is marked in them.
            for found in heard.literals.iter().filter(|found| !found.value.kind().is_name()) {
                let mut marked = slots
                    .iter()
                    .filter(|slot| slot.range.start < found.span.end && found.span.start < slot.range.end)
                    .peekable();
                if marked.peek().is_some() {
                    let (all, cut) = met.entry(found.value.kind()).or_default();
                    *all += 1;
                    *cut += usize::from(marked.any(|slot| is_cut(heard.sentence, found, &slot.range)));
                }
            }
        }
        let often = met.into_iter().filter(|(_, (all, cut))| *cut >= FEWEST && *cut * SELDOM >= *all);
        Self(often.map(|(kind, _)| kind).collect())
    }

    pub(super) fn has(&self, kind: Kind) -> bool {
        self.0.contains(&kind)
    }
}

/// Whether a value covers only part of the letters or digits of a literal.
fn is_cut(sentence: &str, found: &Found, value: &std::ops::Range<usize>) -> bool {
    let before = sentence.get(found.span.start..value.start).unwrap_or_default();
    let behind = sentence.get(value.end..found.span.end).unwrap_or_default();
    before.contains(char::is_alphanumeric) || behind.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::definition::{Example, Slot};
    use lemmascope_intent::{Parameter, Type};

    use super::*;

    fn apart(text: &str, values: &[&str]) -> Apart {
        let range = |value: &str| text.find(value).map(|at| at..at + value.len()).unwrap_or_default();
        let slots =
            values.iter().map(|value| Slot { parameter: "when".into(), range: range(value) }).collect();
        let example = Example { text: text.into(), slots, span: 0..0 };
        let parameters = vec![Parameter::optional("when", Type::String, "")];
        let speakables = [Speakable::new("fly".into(), parameters, vec![example; 4])];
        let now = jiff::civil::date(2026, 1, 1).at(0, 0, 0, 0);
        let heard: Vec<_> = (0..4).map(|at| (0, at, Tokenized::new(text, now))).collect();
        Apart::new(&speakables, &heard)
    }

    #[test]
    fn examples_split_dates_marked_as_two_values() {
        assert!(apart("fly on april first", &["april", "first"]).has(Kind::Date));
        assert!(apart("fly on april first", &["april first"]).0.is_empty());
        assert!(apart("fly on april first", &["on april first"]).0.is_empty());
        assert!(apart("fly on april first", &[]).0.is_empty());
        assert!(apart("fly to \"april first\"", &["april"]).0.is_empty());
    }
}

//! Values that a sentence quotes from the page: the total, the content of a field, a person's number in a
//! table, the third word of a paragraph.

use super::kind::Kind;
use super::mention::mention;
use super::reading::{Reading, Steps};
use super::resolve::{Meant, resolve};
use super::suits::written;
use super::thing::{Span, folded};
use crate::literal::Ordinal;
use crate::words::words;

/// Prepositions between a label and its object.
const RELATING: [&str; 5] = ["of", "de", "do", "da", "for"];

impl Reading<'_> {
    /// Returns the value on the page that these words describe. They have to start with an article or name an
    /// owner; other words are a value themselves.
    pub(super) fn stated(&self, words: Span) -> Option<String> {
        if let Some(word) = self.nth_word(words.clone()) {
            return Some(word);
        }
        let begin = self.said.skip(&["article"], words.clone());
        if begin == words.start && !self.is_owned(words.clone()) {
            return None;
        }
        let worth = ["worth", "held"].iter().find_map(|role| self.said.role(role, begin..words.end));
        let of = |at: usize| {
            let inner = at + self.said.role("within", at..words.end)?;
            let label = self.said.skip(&["article"], inner..words.end)..words.end;
            self.fact(label).or_else(|| self.held(inner..words.end))
        };
        self.fact(begin..words.end).or_else(|| of(begin + worth?)).or_else(|| self.related(words))
    }

    /// Returns the value of the facts with this label, if they agree.
    fn fact(&self, label: Span) -> Option<String> {
        let quotation = self.said.quotation(label.start).filter(|_| label.len() == 1);
        let label = folded(quotation.unwrap_or(self.said.text(label)));
        let facts = self.scene.names().iter().filter(|name| name.folded == label && !name.is_alias);
        let facts = facts.map(|name| &self.scene.things[name.thing]);
        let mut values = facts.filter(|thing| thing.kind == Kind::Fact).filter_map(|it| it.value.as_ref());
        let first = values.next()?;
        values.all(|other| other == first).then(|| first.clone())
    }

    /// Returns the content of a field.
    fn held(&self, place: Span) -> Option<String> {
        let (mention, end) = mention(self.said, self.scene, place.clone(), &|kind| written(kind).is_some())?;
        match resolve(self.scene, &mention, &written).ok().filter(|_| end == place.end)? {
            Meant::Things(hits) if hits.len() == 1 => self.scene.things[hits[0].thing].value.clone(),
            _ => None,
        }
    }

    /// Returns the table cell for a row and a column: "Lena's phone number", "the city of Marc".
    fn related(&self, span: Span) -> Option<String> {
        let said: Vec<&str> =
            self.said.folded(span.clone()).into_iter().map(|word| word.trim_end_matches("'s")).collect();
        let is_idle = |at: usize| {
            let idle = ["article", "within", "worth", "held", "owner", "filler"];
            idle.iter().any(|role| self.said.role(role, span.start + at..span.end).is_some())
        };
        let fits = |name: &&super::thing::Name| {
            let own: Vec<&str> =
                name.words.iter().map(String::as_str).filter(|word| !RELATING.contains(word)).collect();
            own.len() > 1
                && own.iter().all(|word| said.contains(word))
                && said
                    .iter()
                    .enumerate()
                    .all(|(at, word)| own.contains(word) || word.is_empty() || is_idle(at))
        };
        let names = self.scene.names().iter().filter(|name| !name.is_alias).filter(fits);
        let facts = names.map(|name| &self.scene.things[name.thing]).filter(|it| it.kind == Kind::Fact);
        let mut values = facts.filter_map(|thing| thing.value.as_ref());
        let first = values.next()?;
        values.all(|other| other == first).then(|| first.clone())
    }

    /// Whether these words describe a property of an owner on the page: "Ann's number", if Ann has a row.
    pub(super) fn is_owned(&self, span: Span) -> bool {
        let owner = span.clone().find_map(|at| {
            let text = self.said.text(at..at + 1);
            let owner = text.strip_suffix("'s").or_else(|| text.strip_suffix("’s"));
            let next = self.said.words.get(at + 1).filter(|_| at + 1 < span.end)?;
            owner.map(folded).or_else(|| (next.folded == "'s").then(|| folded(text)))
        });
        let Some(owner) = owner else { return false };
        let has_owner = |text: &str| words(text).iter().any(|word| word.folded == owner);
        self.scene.things.iter().any(|thing| {
            let is_fact = thing.kind == Kind::Fact && thing.names.iter().any(|name| has_owner(name));
            is_fact || thing.context.as_deref().is_some_and(has_owner)
        })
    }

    /// Returns a word of a text by its ordinal: "the fourth word of the paragraph", "the last word in the
    /// text area".
    fn nth_word(&self, words: Span) -> Option<String> {
        let begin = self.said.skip(&["article"], words.clone());
        let (ordinal, length) = self.said.ordinal(begin..words.end)?;
        let at = begin + length;
        let at = at + self.said.role("word", at..words.end)?;
        let text = match self.said.role("within", at..words.end) {
            None if at == words.end => self.passage()?,
            None => return None,
            Some(length) => {
                let place = at + length..words.end;
                let noun = self.said.skip(&["article"], place.clone());
                let is_passage = self
                    .said
                    .role("passage", noun..words.end)
                    .is_some_and(|length| noun + length == words.end);
                if is_passage {
                    self.passage()?
                } else {
                    self.held(place.clone()).or_else(|| self.fact(noun..words.end))?
                }
            }
        };
        let all: Vec<&str> = text.split_whitespace().collect();
        let at = match ordinal {
            Ordinal::Nth(place) => usize::try_from(place).ok()?.checked_sub(1)?,
            Ordinal::FromLast(place) => all.len().checked_sub(usize::try_from(place).ok()?)?,
        };
        let word = all.get(at)?.trim_matches(|c: char| !c.is_alphanumeric());
        (!word.is_empty()).then(|| word.to_string())
    }

    /// Returns the only paragraph, excluding the task itself.
    fn passage(&self) -> Option<String> {
        let own = folded(self.said.sentence);
        let texts = self.scene.things.iter().filter(|thing| thing.kind == Kind::Passage);
        let mut texts = texts.filter_map(|thing| thing.value.as_ref()).filter(|text| folded(text) != own);
        let first = texts.next()?;
        texts.next().is_none().then(|| first.clone())
    }

    /// Computes the result of the only arithmetic problem on the page: "solve the problem".
    pub(super) fn solve(&mut self, body: Span) -> Steps {
        if self.said.skip(&["article", "problem", "filler"], body.clone()) < body.end {
            return Err(self.unread(body));
        }
        let shown =
            self.scene.things.iter().flat_map(|it| it.names.iter().chain(&it.value).chain(&it.context));
        let mut results: Vec<i64> = shown.filter_map(|text| result_of(text)).collect();
        results.sort_unstable();
        results.dedup();
        let [result] = results.as_slice() else { return Err(self.unread(body)) };
        self.copied = Some(result.to_string());
        self.explain(body);
        Ok(Vec::new())
    }

    /// Parses a clause that copies a value from the page, and writes it if the clause states a destination.
    pub(super) fn copy(&mut self, body: Span) -> Steps {
        if let (from, Some(fields)) = self.fields_behind(body.clone())
            && let [field] = fields.as_slice()
            && let Some(value) = self.copied_from(from)
        {
            let said = self.said.bytes(body.clone());
            self.explain(body);
            return Ok(vec![self.writing(field.thing, value, &said)]);
        }
        let value = self.copied_from(body.clone()).ok_or_else(|| self.unread(body.clone()))?;
        self.explain(body);
        self.copied = Some(value);
        Ok(Vec::new())
    }

    fn copied_from(&self, words: Span) -> Option<String> {
        let mut at = self.said.skip(&["article", "held"], words.clone());
        at += self.said.role("within", at..words.end).unwrap_or(0);
        self.held(at..words.end).or_else(|| self.stated(words.clone())).or_else(|| self.fact(words))
    }
}

/// Returns the result of an arithmetic problem: "7 + 5 =", "12 × 3 = ?".
fn result_of(text: &str) -> Option<i64> {
    let (sum, rest) = text.split_once('=')?;
    if rest.chars().any(char::is_alphanumeric) {
        return None;
    }
    let sum = sum.trim();
    let at = sum
        .char_indices()
        .skip(1)
        .find(|(_, c)| matches!(c, '+' | '-' | '−' | '×' | '*' | 'x' | '÷' | '/'))?;
    let (left, right) = (sum[..at.0].trim(), sum[at.0 + at.1.len_utf8()..].trim());
    let (left, right): (i64, i64) = (left.parse().ok()?, right.parse().ok()?);
    match at.1 {
        '+' => left.checked_add(right),
        '-' | '−' => left.checked_sub(right),
        '×' | '*' | 'x' => left.checked_mul(right),
        _ => left.checked_rem(right).filter(|rest| *rest == 0).and_then(|_| left.checked_div(right)),
    }
}

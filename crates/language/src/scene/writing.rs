//! Steps that write values into fields.

use std::ops::Range;

use lemmascope_intent::Manner;

use super::kind::Kind;
use super::mention::{Mention, mention};
use super::reading::{Reading, Steps};
use super::resolve::{Doubt, Hit, Meant, resolve};
use super::step::{Aim, Step};
use super::suits::written;
use super::thing::{Span, Thing, folded};
use crate::words::words;

/// The maximum number of words in a label, including its article.
const LONGEST_LABEL: usize = 4;

impl Reading<'_> {
    /// Returns a value: a quotation, a literal, the copied text, or words.
    pub(super) fn value(&self, words: Span) -> Result<String, Doubt> {
        let begin = self.said.skip(&["article"], words.clone());
        if let Some(quotation) = self.said.quotation(begin).filter(|_| begin + 1 == words.end) {
            return Ok(quotation.into());
        }
        let is_it =
            self.said.role("it", words.clone()).is_some_and(|length| words.start + length == words.end);
        // "Your answer" refers to the computed or looked-up value.
        let is_answer =
            || words.len() > 1 && self.said.skip(&["article", "worth"], words.clone()) == words.end;
        if let Some(copied) = self.copied.clone().filter(|_| !is_it && is_answer()) {
            return Ok(copied);
        }
        if is_it {
            return self.copied.clone().ok_or_else(|| self.unread(words));
        }
        // "The number 5" is 5; "the number" alone is not a value.
        let bare = self.said.skip(&["article", "worth"], words.clone());
        if bare < words.end
            && self.said.literal(bare..words.end).is_some_and(|(_, length)| bare + length == words.end)
            || self.said.quotation(bare).is_some() && bare + 1 == words.end
        {
            return Ok(self.said.quotation(bare).unwrap_or(self.said.value_text(bare..words.end)).into());
        }
        if let Some(stated) = self.stated(words.clone()) {
            return Ok(stated);
        }
        let has_quotation = words.clone().any(|at| self.said.quotation(at).is_some());
        let is_described = begin > words.start || self.is_owned(words.clone());
        match words.is_empty() || has_quotation || is_described {
            true => Err(self.unread(words)),
            false => Ok(self.said.value_text(words).into()),
        }
    }

    pub(super) fn writing(&self, thing: usize, value: String, said: &Range<usize>) -> Step {
        let Thing { kind, format, .. } = &self.scene.things[thing];
        let (kind, value) = (*kind, self.said.formatted(&value, *format).unwrap_or(value));
        // "24 degrees": a numeric control receives the number.
        let value = match kind {
            Kind::Slider | Kind::Spinner => number_of(&value).unwrap_or(value),
            _ => value,
        };
        let manner = if kind == Kind::List { Manner::Choose } else { Manner::Write };
        Step::Use { manner, aim: Aim::Thing(thing), values: vec![value], to: None, said: said.clone() }
    }

    /// Parses a clause that writes: "ann into the name field", "the username ann and the password x into the
    /// fields".
    pub(super) fn write(&mut self, body: Span) -> Steps {
        let (values, fields) = self.fields_behind(body.clone());
        let (values, fields) = match fields {
            None => self.whereabouts(values)?,
            known => (values, known),
        };
        let (values, change) = self.cased(values);
        let pairs = self.pairs(values.clone(), fields.is_some())?;
        let said = self.said.bytes(body.clone());
        let mut steps = Vec::new();
        if let Some(fields) = fields.as_ref().filter(|_| pairs.len() > 1)
            && pairs.iter().all(|(label, _)| label.is_none())
        {
            // Each value has its own field; a field that got them all would hold the last one.
            if fields.len() != pairs.len() {
                return Err(self.unread(values.clone()));
            }
            let each = fields.iter().zip(&pairs);
            let steps = each.map(|(hit, (_, value))| self.writing(hit.thing, change(value), &said)).collect();
            self.explain(body);
            return Ok(steps);
        }
        for (label, value) in pairs {
            let value = change(&value);
            let places = match (&label, &fields) {
                (_, Some(fields)) if fields.len() > 1 || label.is_none() => fields.clone(),
                (Some(label), _) => vec![*label],
                (None, _) => vec![self.usual_field(values.clone())?],
            };
            steps.extend(places.into_iter().map(|hit| self.writing(hit.thing, value.clone(), &said)));
        }
        self.explain(body);
        if steps.is_empty() { Err(self.unread(values)) } else { Ok(steps) }
    }

    /// Removes "in capital letters" from the words, and returns the corresponding conversion.
    pub(super) fn cased(&self, body: Span) -> (Span, fn(&str) -> String) {
        let plain: fn(&str) -> String = str::to_string;
        for at in body.clone() {
            let upper = self
                .said
                .role("upper", at..body.end)
                .map(|length| (length, str::to_uppercase as fn(&str) -> String));
            let lower = self
                .said
                .role("lower", at..body.end)
                .map(|length| (length, str::to_lowercase as fn(&str) -> String));
            if let Some((length, change)) = upper.or(lower) {
                // Only at the end or before the field, where removing it leaves the other words in order.
                if at + length == body.end {
                    return (body.start..at, change);
                }
            }
        }
        (body, plain)
    }

    /// Splits values from the fields after a preposition; returns no fields if there is no such preposition.
    pub(super) fn fields_behind(&self, body: Span) -> (Span, Option<Vec<Hit>>) {
        for at in (body.start + 1..body.end).rev() {
            let Some(length) = self.said.role("into", at..body.end) else { continue };
            let place = at + length..body.end;
            let read = mention(self.said, self.scene, place.clone(), &|kind| written(kind).is_some());
            let Some((mut mention, _)) = read.filter(|(_, end)| *end == place.end) else { continue };
            mention.anchor = mention.anchor.or_else(|| self.anchor.clone());
            match resolve(self.scene, &mention, &written) {
                Ok(Meant::Things(hits)) if hits.iter().all(|hit| hit.option.is_none()) => {
                    return (body.start..at, Some(hits));
                }
                // "Into the fields", after values that each name their field.
                Err(Doubt::Several(..)) if mention.name.is_none() => return (body.start..at, None),
                // "As the date", if the only field has no name.
                _ if self.said.skip(&["article", "worth", "filler"], place.clone()) == place.end => {
                    return (body.start..at, None);
                }
                _ => {}
            }
        }
        (body, None)
    }

    /// Splits values from a destination that is the name of the page section with its only field: "hello in
    /// the telegram". An unknown name may be part of the text or a destination.
    fn whereabouts(&self, body: Span) -> Result<(Span, Option<Vec<Hit>>), Doubt> {
        let has_article = |at: usize| {
            let is_contraction =
                matches!(self.said.words[at].folded.as_str(), "no" | "na" | "nos" | "nas" | "num" | "numa");
            let behind = at + self.said.role("inside", at..body.end).unwrap_or(0);
            is_contraction || self.said.role("article", behind..body.end).is_some()
        };
        let begins = |at: &usize| {
            self.said.role("inside", *at..body.end).is_some_and(|length| at + length < body.end)
                && has_article(*at)
        };
        let Some(at) = (body.start + 1..body.end).rev().find(begins) else { return Ok((body, None)) };
        let behind = at + self.said.role("inside", at..body.end).unwrap_or(0);
        let noun = self.said.skip(&["article"], behind..body.end)..body.end;
        let is_short = !noun.is_empty() && noun.len() < LONGEST_LABEL;
        let is_quoted = noun.clone().any(|at| self.said.quotation(at).is_some());
        if !is_short || is_quoted {
            return Ok((body, None));
        }
        let wanted = folded(self.said.text(noun.clone()));
        let is_called = |text: &str| {
            words(text)
                .iter()
                .map(|word| word.folded.as_str())
                .collect::<Vec<_>>()
                .join(" ")
                .contains(&wanted)
        };
        let is_headed = self.scene.headings().any(is_called);
        match self.usual_field(body.clone()) {
            Ok(hit) if is_headed => Ok((body.start..at, Some(vec![hit]))),
            Ok(_) => Err(self.unread(at..body.end)),
            Err(_) => Ok((body, None)),
        }
    }

    /// Returns the values of a list, each with the field that its label means.
    pub(super) fn pairs(
        &mut self,
        values: Span,
        has_fields: bool,
    ) -> Result<Vec<(Option<Hit>, String)>, Doubt> {
        let mut pairs = Vec::new();
        for piece in self.pieces(values) {
            let quotation = piece.clone().find(|at| self.said.quotation(*at).is_some());
            let label = match quotation {
                Some(at) if at > piece.start && at + 1 == piece.end => {
                    self.label(piece.start..at, has_fields)?
                }
                _ => None,
            };
            let value = match (quotation, self.literal_value(piece.clone())) {
                (Some(at), _) if at + 1 == piece.end => self.value(at..piece.end)?,
                (None, Some((label, value))) => {
                    pairs.push((label, value));
                    continue;
                }
                _ => self.value(piece)?,
            };
            pairs.push((label, value));
        }
        Ok(pairs)
    }

    /// Splits a list of values; a conjunction inside unquoted words is not a separator.
    pub(super) fn pieces(&self, values: Span) -> Vec<Span> {
        let has_quotations = values.clone().filter(|at| self.said.quotation(*at).is_some()).count() > 1;
        let mut pieces = Vec::new();
        let mut start = values.start;
        let mut at = values.start;
        while at < values.end {
            let joined = self.said.role("join", at..values.end);
            let is_parted = at > start && self.said.is_parted(at);
            if has_quotations && (joined.is_some() || is_parted) && at > start {
                pieces.push(start..at);
                at += joined.unwrap_or(0);
                start = at;
                continue;
            }
            at += 1;
        }
        if start < values.end {
            pieces.push(start..values.end);
        }
        pieces
    }

    /// Resolves a label to a field; returns none for words that only describe the value. If the fields are
    /// stated separately, any label may be such a description.
    pub(super) fn label(&self, words: Span, has_fields: bool) -> Result<Option<Hit>, Doubt> {
        let read = mention(self.said, self.scene, words.clone(), &|kind| written(kind).is_some());
        if let Some((mention, _)) = read.filter(|(_, end)| *end == words.end)
            && let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &written)
            && let [hit] = hits.as_slice()
        {
            return Ok(Some(*hit));
        }
        let is_label =
            has_fields && words.len() <= LONGEST_LABEL && self.said.role("article", words.clone()).is_some();
        match is_label || self.said.skip(&["article", "worth", "filler"], words.clone()) == words.end {
            true => Ok(None),
            false => Err(self.unread(words)),
        }
    }

    /// Parses a literal after words that describe it: "the number 5".
    pub(super) fn literal_value(&self, piece: Span) -> Option<(Option<Hit>, String)> {
        let at = (piece.start + 1..piece.end).find(|at| {
            self.said.literal(*at..piece.end).is_some_and(|(_, length)| at + length == piece.end)
        })?;
        let label = self.label(piece.start..at, false).ok()?;
        Some((label, self.said.value_text(at..piece.end).into()))
    }

    /// Returns the field for a value without a label: the active one, the only one, or the only one for this
    /// type of value.
    pub(super) fn usual_field(&self, values: Span) -> Result<Hit, Doubt> {
        if let Some(hit) = self.using {
            return Ok(hit);
        }
        let fields: Vec<usize> = self.scene.of(&[Kind::Field, Kind::Area, Kind::Spinner]).collect();
        match fields.as_slice() {
            [only] => Ok(Hit { thing: *only, option: None }),
            [] => Err(self.unread(values)),
            several => {
                let name = |at: &usize| self.scene.things[*at].names.first().cloned().unwrap_or_default();
                Err(Doubt::Several(self.said.text(values).into(), several.iter().take(6).map(name).collect()))
            }
        }
    }

    /// Parses "fill the name with Ann", "set the size to 5".
    pub(super) fn fill(&mut self, body: Span) -> Steps {
        for at in body.start + 1..body.end {
            let preposition = ["into", "out_of"].iter().find_map(|role| self.said.role(role, at..body.end));
            let Some(length) = preposition else { continue };
            let place = body.start..at;
            let read = mention(self.said, self.scene, place.clone(), &|kind| written(kind).is_some());
            let Some((mention, _)) = read.filter(|(_, end)| *end == place.end) else { continue };
            let values = at + length..body.end;
            let said = self.said.bytes(body.clone());
            if let Some(steps) = self.numbers(&mention, values.clone(), &said) {
                self.explain(body);
                return Ok(steps);
            }
            let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &written) else { continue };
            let [hit] = hits.as_slice() else { continue };
            if matches!(self.scene.things[hit.thing].kind, Kind::List | Kind::Combo) {
                self.explain(body);
                return self.options(hit.thing, values);
            }
            let value = self.value(values)?;
            self.explain(body);
            return Ok(vec![self.writing(hit.thing, value, &said)]);
        }
        self.set_bare(body)
    }

    /// Parses a field followed directly by its value: "make the font size 18 px", "give it the title
    /// Groceries".
    fn set_bare(&mut self, body: Span) -> Steps {
        let start = self.said.skip(&["it", "article"], body.clone());
        // The label is an existing name; all words after it are the value.
        for at in start + 1..body.end {
            let read = mention(self.said, self.scene, start..at, &|kind| written(kind).is_some());
            let Some((mention, _)) = read.filter(|(_, end)| *end == at) else { continue };
            let is_sure = mention.name.as_ref().is_some_and(|name| name.is_sure);
            let is_plain = ["into", "out_of", "for", "join", "it"]
                .iter()
                .all(|role| self.said.role(role, at..body.end).is_none());
            if start == body.start || !is_sure || !is_plain || self.parted_by_verb(at..body.end).is_some() {
                continue;
            }
            let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &written) else { continue };
            let [hit] = hits.as_slice() else { continue };
            if hit.option.is_some() || !matches!(self.scene.things[hit.thing].kind, Kind::Field | Kind::Area)
            {
                continue;
            }
            let value = self.value(at..body.end)?;
            let said = self.said.bytes(body.clone());
            self.explain(body);
            return Ok(vec![self.writing(hit.thing, value, &said)]);
        }
        for at in body.start + 1..body.end {
            let is_value = self.said.quotation(at).is_some() && at + 1 == body.end
                || self.said.literal(at..body.end).is_some_and(|(_, length)| at + length + 1 >= body.end);
            if !is_value {
                continue;
            }
            let read = mention(self.said, self.scene, body.start..at, &|kind| written(kind).is_some());
            let Some((mention, _)) = read.filter(|(mention, end)| *end == at && mention.name.is_some())
            else {
                continue;
            };
            let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &written) else { continue };
            let [hit] = hits.as_slice() else { continue };
            let counts = matches!(self.scene.things[hit.thing].kind, Kind::Slider | Kind::Spinner);
            // The word after the number is its unit.
            let has_unit = self.said.literal(at..body.end).is_some_and(|(_, length)| at + length < body.end);
            if has_unit && !counts {
                continue;
            }
            let value = match self.said.quotation(at) {
                Some(quotation) => quotation.to_string(),
                None => self.said.value_text(at..body.end).to_string(),
            };
            let said = self.said.bytes(body.clone());
            self.explain(body);
            return Ok(vec![self.writing(hit.thing, value, &said)]);
        }
        Err(self.unread(body))
    }

    /// Parses a number for each control of a kind, in order: "the sliders to 5, 11 and 10".
    fn numbers(&self, mention: &Mention, values: Span, said: &Range<usize>) -> Option<Vec<Step>> {
        let all = Mention { is_all: true, ..mention.clone() };
        let Ok(Meant::Things(hits)) = resolve(self.scene, &all, &written) else { return None };
        if mention.name.is_some() || hits.len() < 2 {
            return None;
        }
        let mut numbers = Vec::new();
        let mut at = values.start;
        while at < values.end {
            let idle = ["article", "worth", "join", "filler"];
            if let Some(length) = idle.iter().find_map(|role| self.said.role(role, at..values.end)) {
                at += length;
                continue;
            }
            // `[5,11,10]` is a single word.
            let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
            let parts = self.said.value_text(at..at + 1).split(|c| !is_part(c));
            let written: Vec<String> =
                parts.filter(|part| part.parse::<f64>().is_ok()).map(str::to_string).collect();
            // "The combination", "the values": a noun that describes the numbers.
            if written.is_empty() && !numbers.is_empty() {
                return None;
            }
            numbers.extend(written);
            at += 1;
        }
        let each = hits.iter().zip(numbers.iter());
        let steps = each.map(|(hit, number)| self.writing(hit.thing, number.clone(), said));
        (numbers.len() == hits.len()).then(|| steps.collect())
    }

    /// Sets the control that the following clauses operate.
    pub(super) fn take_up(&mut self, body: Span) -> Steps {
        let read = mention(self.said, self.scene, body.clone(), &|kind| written(kind).is_some());
        let Some((mention, _)) = read.filter(|(_, end)| *end == body.end) else {
            return Err(self.unread(body));
        };
        match resolve(self.scene, &mention, &written)? {
            Meant::Things(hits) if hits.len() == 1 => {
                self.explain(body);
                self.using = Some(hits[0]);
                Ok(Vec::new())
            }
            _ => Err(self.unread(body)),
        }
    }
}

/// Returns the number at the start of a value, if only a unit follows it.
fn number_of(value: &str) -> Option<String> {
    let end =
        value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(value.len());
    let (number, unit) = value.split_at(end);
    (number.parse::<f64>().is_ok() && unit.split_whitespace().count() <= 1).then(|| number.to_string())
}

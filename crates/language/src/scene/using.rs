//! Steps that operate controls one by one: press, tick, expand, drag.

use std::ops::Range;

use lemmascope_intent::{Manner, Value};

use super::clause::Clause;
use super::kind::Kind;
use super::mention::{Called, Mention, mention};
use super::reading::{Reading, Steps};
use super::resolve::{Doubt, Hit, Meant, Suits, resolve};
use super::step::{Aim, Step};
use super::suits::{pressed, submitting};
use super::thing::Span;
use crate::literal::{Ordinal, Value as Literal};
use crate::words::words as words_of;

/// The maximum number of presses per clause.
const MOST_TIMES: usize = 20;

impl Reading<'_> {
    /// Builds a step for each control of a list.
    pub(super) fn each(&mut self, body: Span, manner: Manner, suits: Suits<'_>) -> Steps {
        if let Some(steps) = self.path(body.clone(), suits) {
            return steps;
        }
        if let Some(hit) = self.cell_at(body.clone()) {
            let step = self.step(hit, manner, &self.said.bytes(body.clone()));
            self.explain(body);
            return Ok(vec![step]);
        }
        let (body, times) = self.repeated(body);
        let mut steps = Vec::new();
        for (mention, span) in self.mentions(body, suits)? {
            steps.extend(self.used(&mention, span, manner, suits)?);
        }
        Ok(std::iter::repeat_n(steps, times).flatten().collect())
    }

    /// Parses a grid cell: "the cell in row 2, column 3", "the third square of the first row".
    fn cell_at(&self, body: Span) -> Option<Hit> {
        let (mut at, mut row, mut column, mut bare) = (body.start, None, None, None);
        let place = |found: &Literal| match found {
            Literal::Number(number) => number.to_string().parse::<usize>().ok(),
            Literal::Ordinal(Ordinal::Nth(place)) => usize::try_from(*place).ok(),
            _ => None,
        };
        while at < body.end {
            let axis = ["grid_row", "grid_column"]
                .iter()
                .find_map(|role| Some((*role, self.said.role(role, at..body.end)?)));
            if let Some((axis, length)) = axis {
                let (number, more) = match bare.take() {
                    Some(number) => (number, 0),
                    None => {
                        let (found, more) = self.said.literal(at + length..body.end)?;
                        (place(&found.value)?, more)
                    }
                };
                let slot = if axis == "grid_row" { &mut row } else { &mut column };
                if slot.replace(number).is_some() {
                    return None;
                }
                at += length + more;
                continue;
            }
            if let Some((found, length)) = self.said.literal(at..body.end) {
                // "The third square": its position in the row.
                if let Some(number) = bare.replace(place(&found.value)?) {
                    column = Some(number);
                }
                at += length;
                continue;
            }
            if let Some((kinds, length)) = self.said.kinds(at..body.end) {
                if let Some(number) = bare.take() {
                    column = kinds.contains(&Kind::Cell).then_some(number);
                    column?;
                }
                at += length;
                continue;
            }
            let idle = ["article", "filler", "for", "join", "into"];
            at += idle.iter().find_map(|role| self.said.role(role, at..body.end))?;
        }
        let wanted = (row?, column?);
        let is_there = |at: &usize| {
            let thing = &self.scene.things[*at];
            thing.cell == Some(wanted) && pressed(thing.kind).is_some()
        };
        let found: Vec<usize> = (0..self.scene.things.len()).filter(is_there).collect();
        match (found.as_slice(), bare) {
            ([only], None) => Some(Hit { thing: *only, option: None }),
            _ => None,
        }
    }

    /// Removes "three times" from the words, and returns the number of repetitions.
    pub(super) fn repeated(&mut self, body: Span) -> (Span, usize) {
        for at in body.start + 1..body.end {
            let twice = self.said.role("twice", at..body.end).map(|length| (at + length, 2));
            let twice = twice.or_else(|| self.said.role("once", at..body.end).map(|length| (at + length, 1)));
            let counted = || {
                let (found, length) = self.said.literal(at..body.end)?;
                let end = at + length + self.said.role("times", at + length..body.end)?;
                let Literal::Number(number) = &found.value else { return None };
                Some((end, number.to_string().parse().ok().filter(|times| (1..=MOST_TIMES).contains(times))?))
            };
            if let Some((end, times)) = twice.or_else(counted).filter(|(end, _)| *end == body.end) {
                self.explain(at..end);
                return (body.start..at, times);
            }
        }
        (body, 1)
    }

    /// Parses a path of controls, each of which reveals the next: "File > Save as".
    pub(super) fn path(&mut self, body: Span, suits: Suits<'_>) -> Option<Steps> {
        let pieces = self.said.led(body.clone());
        if pieces.len() < 2 || pieces.iter().any(Span::is_empty) {
            return None;
        }
        let mut steps = Vec::new();
        let last = pieces.len() - 1;
        let mut manner = Manner::Press;
        for (at, piece) in pieces.into_iter().enumerate() {
            let text = self.said.quotation(piece.start).unwrap_or(self.said.text(piece.clone())).to_string();
            let mention = Mention { name: Some(Called { text, is_sure: true }), ..Mention::default() };
            self.reveals |= at > 0;
            // A submenu opens on hover, and pressing its item might choose it.
            let is_item =
                |hits: &[Hit]| hits.iter().all(|hit| self.scene.things[hit.thing].kind == Kind::MenuItem);
            if let (0, Ok(Meant::Things(hits))) = (at, resolve(self.scene, &mention, suits))
                && is_item(&hits)
            {
                manner = Manner::Point;
            }
            match self.used(&mention, piece, if at == last { Manner::Press } else { manner }, suits) {
                Ok(more) => {
                    let keys: Vec<Value> = more.iter().filter_map(|step| self.pressed_key(step)).collect();
                    self.opened.extend(keys);
                    steps.extend(more);
                }
                Err(doubt) => return Some(Err(doubt)),
            }
        }
        self.explain(body);
        Some(Ok(steps))
    }

    /// Parses a list of mentions.
    pub(super) fn mentions(&mut self, body: Span, suits: Suits<'_>) -> Result<Vec<(Mention, Span)>, Doubt> {
        let mut found = Vec::new();
        let mut at = body.start;
        while at < body.end {
            let begin = self.said.skip(&["join", "filler"], at..body.end);
            // "Clique em A e depois em B": the preposition is repeated.
            let begin = match at > body.start {
                true => {
                    begin
                        + self
                            .said
                            .role("into", begin..body.end)
                            .filter(|it| begin + it < body.end)
                            .unwrap_or(0)
                }
                false => begin,
            };
            let read = mention(self.said, self.scene, begin..body.end, &|kind| suits(kind).is_some());
            let Some((mut mention, end)) = read else { return Err(self.unread(at..body.end)) };
            let end = self.label_behind(&mention, end..body.end, suits);
            let is_ended = end == body.end
                || self.said.is_parted(end)
                || self.said.role("join", end..body.end).is_some();
            if !is_ended {
                return Err(self.unread(end..body.end));
            }
            mention.anchor = mention.anchor.or_else(|| self.anchor.clone());
            self.explain(begin..end);
            found.push((mention, begin..end));
            at = end;
        }
        if found.is_empty() { Err(self.unread(body)) } else { Ok(found) }
    }

    /// Returns the length of a redundant list label after an option: "the Max plan", where Max is an option
    /// of the list "Plan".
    fn label_behind(&self, mention: &Mention, words: Span, suits: Suits<'_>) -> usize {
        let stops = |at: usize| self.said.is_parted(at) || self.said.role("join", at..words.end).is_some();
        let until = words.clone().find(|at| stops(*at)).unwrap_or(words.end);
        if until == words.start || mention.name.is_none() {
            return words.start;
        }
        let Ok(Meant::Things(hits)) = resolve(self.scene, mention, suits) else { return words.start };
        let is_label = |hit: &Hit| {
            let thing = &self.scene.things[hit.thing];
            let own = if hit.option.is_some() { thing.names.first() } else { thing.context.as_ref() };
            let own: Vec<String> =
                own.into_iter().flat_map(|text| words_of(text)).map(|word| word.folded).collect();
            self.said.words[words.start..until].iter().all(|word| own.contains(&word.folded))
        };
        if !hits.is_empty() && hits.iter().all(is_label) { until } else { words.start }
    }

    /// Builds the steps for the controls that a mention means.
    pub(super) fn used(&mut self, mention: &Mention, span: Span, manner: Manner, suits: Suits<'_>) -> Steps {
        let said = self.said.bytes(span.clone());
        let described = |name: String, near: Option<String>| Step::Use {
            manner,
            aim: Aim::Described { name, near },
            values: Vec::new(),
            to: None,
            said: said.clone(),
        };
        let mention = &Mention { opened: self.opened.clone(), ..mention.clone() };
        match resolve(self.scene, mention, suits) {
            Ok(Meant::Things(hits)) => {
                Ok(hits.into_iter().flat_map(|hit| self.shown(hit, self.step(hit, manner, &said))).collect())
            }
            Ok(Meant::Beside { name, anchor }) => Ok(vec![described(name, Some(anchor))]),
            Err(Doubt::NoSuch(_)) if self.reveals && mention.ordinal.is_none() && !mention.is_all => {
                match &mention.name {
                    Some(Called { text, is_sure: true }) => {
                        Ok(vec![described(text.clone(), mention.anchor.clone())])
                    }
                    _ => Err(self.unread(span)),
                }
            }
            Err(Doubt::NoSuch(name)) if name.is_empty() => Err(self.unread(span)),
            Err(doubt) => Err(doubt),
        }
    }

    /// Builds a step, after the one that reveals its control.
    pub(super) fn shown(&self, hit: Hit, step: Step) -> Vec<Step> {
        let Step::Use { said, .. } = &step else { return vec![step] };
        let behind = self.scene.things[hit.thing].behind.clone();
        let show = behind.filter(|key| !self.opened.contains(key)).map(|key| Step::Use {
            manner: Manner::Press,
            aim: Aim::Key(key),
            values: Vec::new(),
            to: None,
            said: said.clone(),
        });
        show.into_iter().chain([step]).collect()
    }

    /// Builds the step for a control. An option is chosen, whatever the verb.
    pub(super) fn step(&self, hit: Hit, manner: Manner, said: &Range<usize>) -> Step {
        let thing = &self.scene.things[hit.thing];
        let (manner, values) = match hit.option {
            Some(option) => (Manner::Choose, vec![thing.options[option].clone()]),
            None if manner == Manner::Choose && thing.kind.takes_tick() => (Manner::Tick, Vec::new()),
            None if manner == Manner::Choose => (Manner::Press, Vec::new()),
            None => (manner, Vec::new()),
        };
        Step::Use { manner, aim: Aim::Thing(hit.thing), values, to: None, said: said.clone() }
    }

    /// Parses a control in the row, card or section that the preceding words mean: "mark Ann's review as
    /// helpful". Returns `None` for any other form.
    pub(super) fn marked(&mut self, body: Span) -> Option<Steps> {
        let at = (body.start + 1..body.end).rev().find(|at| self.said.role("as", *at..body.end).is_some())?;
        let name = at + self.said.role("as", at..body.end)?..body.end;
        let name = self.said.skip(&["article"], name.clone())..name.end;
        let mut steps = Vec::new();
        for piece in self.listed(body.start..at) {
            let begin = self.said.skip(&["article", "owner", "for"], piece.clone());
            let owner = self.said.text(begin..piece.end);
            let owner = owner.split("'s ").next().unwrap_or(owner).split("’s ").next().unwrap_or(owner);
            let text = self.said.text(name.clone()).to_string();
            let mention = Mention {
                name: Some(Called { text, is_sure: true }),
                anchor: Some(owner.to_string()),
                ..Mention::default()
            };
            match self.used(&mention, piece, Manner::Press, &pressed) {
                Ok(more) => steps.extend(more),
                Err(doubt) => return Some(Err(doubt)),
            }
        }
        self.explain(body);
        (!steps.is_empty()).then_some(Ok(steps))
    }

    /// Splits an enumeration.
    fn listed(&self, words: Span) -> Vec<Span> {
        let (mut parts, mut start, mut at) = (Vec::new(), words.start, words.start);
        while at < words.end {
            let joined = self.said.role("join", at..words.end);
            if at > start && (joined.is_some() || self.said.is_parted(at)) {
                parts.push(start..at);
                at += joined.unwrap_or(0);
                start = at;
            }
            at += 1;
        }
        parts.extend((start < words.end).then_some(start..words.end));
        parts
    }

    /// Parses a clause that expands or collapses sections.
    pub(super) fn unfold(&mut self, body: Span, is_open: bool) -> Steps {
        let scene = self.scene;
        let can_fold = |at: &usize| scene.things[*at].is_open == Some(is_open);
        let said = self.said.bytes(body.clone());
        let read = mention(self.said, scene, body.clone(), &|_| true);
        let Some((mention, end)) = read.filter(|(_, end)| *end == body.end) else {
            return Err(self.unread(body));
        };
        self.explain(body.start..end);
        if mention.name.is_some() {
            return self.used(&mention, body, Manner::Press, &pressed);
        }
        if self.finds_next {
            return self.look_through(body);
        }
        let mut foldable: Vec<usize> = (0..scene.things.len()).filter(can_fold).collect();
        // Of several sections, one may have the noun for all of them in its name.
        let is_called = |at: &usize| {
            let mut names = scene.things[*at].names.iter().flat_map(|name| words_of(name));
            names.any(|word| self.said.words[body.clone()].iter().any(|said| said.folded == word.folded))
        };
        let called: Vec<usize> = foldable.iter().copied().filter(is_called).collect();
        if called.len() == 1 {
            foldable = called;
        }
        let hits = match (foldable.as_slice(), mention.kinds.contains(&Kind::Section)) {
            ([only], true) => vec![*only],
            (all @ [_, ..], true) if mention.is_all => all.to_vec(),
            _ => return Err(self.unread(body)),
        };
        let step = |thing: usize| self.step(Hit { thing, option: None }, Manner::Press, &said);
        Ok(hits.into_iter().map(step).collect())
    }

    /// Builds the step for the submit button.
    pub(super) fn submit(&mut self, part: &Clause, body: Span) -> Steps {
        let rest = self.said.skip(&["article", "filler", "worth", "it", "wait_for"], body.clone());
        let rest = if self.said.text(rest..body.end).eq_ignore_ascii_case("form") { body.end } else { rest };
        if rest < body.end {
            return self.each(body, Manner::Press, &pressed);
        }
        let verb = self.said.text(part.whole.start..part.body.start).to_string();
        let named = |text: String| Mention {
            name: Some(Called { text, is_sure: true }),
            kinds: vec![Kind::Button],
            ..Mention::default()
        };
        let by_verb = resolve(self.scene, &named(verb), &submitting);
        let found = by_verb.or_else(|_| resolve(self.scene, &named("submit".into()), &submitting));
        match found {
            Ok(Meant::Things(hits)) if hits.len() == 1 => {
                Ok(vec![self.step(hits[0], Manner::Press, &self.said.bytes(part.whole.clone()))])
            }
            Err(doubt @ Doubt::Several(..)) => Err(doubt),
            _ => Err(self.unread(part.whole.clone())),
        }
    }
}

//! A sentence about a scene into steps.

use std::ops::Range;

use lemmascope_intent::{Manner, Value};

use super::clause::{Clause, clauses, is_purpose, is_stretch};
use super::kind::Kind;
use super::mention::{Called, Mention};
use super::own;
use super::resolve::{Doubt, Hit, Meant, resolve};
use super::said::Said;
use super::step::{Aim, Spoken, Step};
use super::suits::{cleared, focused, pressed, ticked};
use super::thing::{Scene, Span};
use crate::reader::Tokenized;
use crate::stance::is_verb_form;

/// Reads a sentence. `acts` tells whether a part of it is a request about something else.
pub fn read(heard: &Tokenized<'_>, scene: &Scene, acts: &dyn Fn(&str) -> bool) -> Spoken {
    let said = Said::new(heard);
    let all = heard.all_words();
    let scene = &scene.without(|name| is_stretch(name, &said, &all));
    let mut parts = clauses(&said, scene);
    if parts.iter().all(|part| part.verb.is_none()) {
        return Spoken::Nothing;
    }
    // "Close the dialog by clicking x": the clause with the means replaces the clause with the purpose.
    let means: Vec<usize> = (1..parts.len()).filter(|at| parts[*at].is_means).collect();
    for at in means.into_iter().rev() {
        parts.remove(at - 1);
    }
    let mut reading = Reading::new(&said, scene);
    let (mut steps, mut understood, mut unclear) = (Vec::new(), 0, None);
    let mut rest = None;
    for (at, part) in parts.iter().enumerate() {
        let before = reading.explained.len();
        reading.finds_next = parts.get(at + 1).is_some_and(|next| next.verb == Some("find"));
        match reading.part(part) {
            Ok(more) => {
                understood += usize::from(!more.is_empty());
                reading.reveals |= more.iter().any(reveals);
                let keys: Vec<Value> = more.iter().filter_map(|step| reading.pressed_key(step)).collect();
                reading.opened.extend(keys);
                steps.extend(more);
            }
            Err(_) if acts(said.text(part.whole.clone())) => {
                reading.explained.truncate(before);
                reading.reveals = true;
                steps.push(Step::Other { said: said.bytes(part.whole.clone()) });
            }
            Err(doubt) => match reading.split(part, acts) {
                Some(more) => {
                    understood += 1;
                    reading.reveals = true;
                    steps.extend(more);
                }
                None if unclear.is_none()
                    && let Some((more, begin)) = reading.first_of_several(part) =>
                {
                    understood += 1;
                    steps.extend(more);
                    reading.explained.push(said.bytes(begin..said.words.len()));
                    rest = Some(said.bytes(begin..said.words.len()).start);
                    break;
                }
                // It may speak of what the steps before it bring up.
                None if unclear.is_none() && at > 0 && reading.leads_on(&steps) => {
                    reading.explained.push(said.bytes(part.whole.start..said.words.len()));
                    rest = Some(said.bytes(part.whole.clone()).start);
                    break;
                }
                None => {
                    unclear.get_or_insert((said.text(part.whole.clone()).to_string(), doubt));
                }
            },
        }
    }
    match unclear {
        Some((said, doubt)) => Spoken::Unclear { understood, said, doubt },
        None if understood == 0 => Spoken::Nothing,
        None => Spoken::Steps { steps, values: reading.explained, rest },
    }
}

/// Whether a sentence speaks of the machine itself.
pub fn is_about_machine(heard: &Tokenized<'_>) -> bool {
    let said = Said::new(heard);
    (0..said.words.len()).any(|at| said.role("machine", at..said.words.len()).is_some())
}

/// Whether a step may bring up what was not there.
fn reveals(step: &Step) -> bool {
    match step {
        Step::Use { manner, .. } => !matches!(manner, Manner::Focus | Manner::Clear),
        Step::Other { .. } => true,
    }
}

pub(super) struct Reading<'a> {
    pub(super) said: &'a Said<'a>,
    pub(super) scene: &'a Scene,
    /// The row, card or section that all clauses refer to.
    pub(super) anchor: Option<String>,
    /// The text that an earlier clause copied.
    pub(super) copied: Option<String>,
    /// The thing that is used for what follows.
    pub(super) using: Option<Hit>,
    /// Whether an earlier step may bring up what is not there yet.
    pub(super) reveals: bool,
    /// The keys of the controls that earlier steps press: what one of them reveals is not to be revealed again.
    pub(super) opened: Vec<Value>,
    /// Whether the next part says what is to be found.
    pub(super) finds_next: bool,
    pub(super) explained: Vec<Range<usize>>,
}

pub(super) type Steps = Result<Vec<Step>, Doubt>;

impl<'a> Reading<'a> {
    fn new(said: &'a Said<'a>, scene: &'a Scene) -> Self {
        let (anchor, copied, using) = (None, None, None);
        Self {
            said,
            scene,
            anchor,
            copied,
            using,
            reveals: false,
            opened: Vec::new(),
            finds_next: false,
            explained: Vec::new(),
        }
    }

    /// Reads one part of the sentence.
    fn part(&mut self, part: &Clause) -> Steps {
        let body = self.trimmed(part.body.clone());
        let Some(verb) = part.verb else { return self.frame(part.whole.clone()) };
        let before = self.explained.len();
        if matches!(verb, "style" | "write" | "set" | "tick")
            && let Some(steps) = self.styled(body.clone())
        {
            return steps;
        }
        let read = self.by_verb(part, verb, body);
        let Err(doubt) = read else { return read };
        self.explained.truncate(before);
        if let Some(steps) = self.carted(part.whole.clone()) {
            return Ok(steps);
        }
        // A name of the page may begin with a word that is a separate verb: "Clear all filters".
        let is_named = own::begins(self.said, self.scene, part.whole.clone());
        if verb == "own" || !is_named {
            return Err(doubt);
        }
        self.explained.truncate(before);
        self.own(part.whole.clone()).map_err(|_| doubt)
    }

    fn by_verb(&mut self, part: &Clause, verb: &str, body: Span) -> Steps {
        match verb {
            "own" => self.own(body),
            "state" => self.state(body),
            "press" | "expand" | "fold" if body.is_empty() => Err(self.unread(part.whole.clone())),
            "press" => self.each(body, Manner::Press, &pressed),
            "expand" => self.unfold(body, false),
            "fold" => self.unfold(body, true),
            "tick" => match self.marked(body.clone()) {
                Some(steps) => steps,
                None => self.boxes_or_each(body, Manner::Tick),
            },
            "untick" => self.boxes_or_each(body, Manner::Untick),
            "focus" => self.each(body, Manner::Focus, &focused),
            "point" => self.each(body, Manner::Point, &pressed),
            "clear" => self.each(body, Manner::Clear, &cleared),
            "submit" => self.submit(part, body),
            "increase" => self.count(body, 1.0),
            "decrease" => self.count(body, -1.0),
            "choose" => self.choose(body),
            // "Fill in the name with Ann" and "fill in Ann as the name".
            "write" if self.said.words[part.whole.start].folded == "fill" => {
                self.fill(body.clone()).or_else(|_| self.write(body))
            }
            // "Put the numbers in increasing order".
            "write" => self.sort(body.clone()).or_else(|_| self.write(body)),
            "paste" => self.write(body),
            "fill" | "set" => match self.switched(body.clone()) {
                Some(steps) => steps,
                None => self.fill(body.clone()).or_else(|doubt| self.counted_to(body).ok_or(doubt)),
            },
            "style" => self.fill(body.clone()).or_else(|doubt| self.awarded(body).ok_or(doubt)),
            "sort" => self.sort(body),
            "scroll" => self.scroll(body),
            "drag" => self.drag(body),
            "copy" => self.copy(body),
            "find" => self.find(body),
            "solve" => self.solve(body),
            "use" | "place" => self.take_up(body),
            _ => Err(self.unread(part.whole.clone())),
        }
    }

    fn boxes_or_each(&mut self, body: Span, manner: Manner) -> Steps {
        match self.set_of(body.clone(), manner == Manner::Tick) {
            Some(steps) => steps,
            None => self.each(body, manner, &ticked),
        }
    }

    /// "Give it 4 stars": the option that is named.
    fn awarded(&mut self, body: Span) -> Option<Vec<Step>> {
        let named = self.said.skip(&["it", "article"], body.clone())..body.end;
        let is_option = |kind: Kind| matches!(kind, Kind::Radio | Kind::Option).then_some(0);
        let (mention, end) =
            super::mention::mention(self.said, self.scene, named.clone(), &|kind| is_option(kind).is_some())?;
        let is_sure = mention.name.as_ref().is_some_and(|name| name.is_sure);
        let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &is_option) else { return None };
        let [hit] = hits.as_slice() else { return None };
        if end != body.end || !is_sure {
            return None;
        }
        let step = self.step(*hit, Manner::Choose, &self.said.bytes(body.clone()));
        self.explain(body);
        Some(vec![step])
    }

    /// Reads a part that goes on with a request about something else: "click ONE, wait 3 seconds".
    fn split(&mut self, part: &Clause, acts: &dyn Fn(&str) -> bool) -> Option<Vec<Step>> {
        let end = part.whole.end;
        for at in part.body.clone().skip(1) {
            let joined = self.said.role("join", at..end);
            if joined.is_none() && !self.said.is_parted(at) {
                continue;
            }
            let other = at + joined.unwrap_or(0)..end;
            if other.is_empty() || !acts(self.said.text(other.clone())) {
                continue;
            }
            let own = Clause { body: part.body.start..at, whole: part.whole.start..at, ..part.clone() };
            let before = self.explained.len();
            match self.part(&own) {
                Ok(mut steps) => {
                    steps.push(Step::Other { said: self.said.bytes(other) });
                    return Some(steps);
                }
                Err(_) => self.explained.truncate(before),
            }
        }
        None
    }

    /// A part without its end, where that only says when or what for.
    fn trimmed(&mut self, body: Span) -> Span {
        let mut end = body.end;
        for at in body.clone() {
            let is_closing = self.said.role("wait_for", at..end).is_some_and(|length| at + length == end);
            if is_closing || is_purpose(self.said, at..end) {
                self.explain(at..end);
                end = at;
                break;
            }
        }
        body.start..end
    }

    /// "For the user Ann, …": what the rest belongs to.
    fn frame(&mut self, words: Span) -> Steps {
        if let Some(length) = self.said.role("browse", words.clone()) {
            return self.look_through(words.start + length..words.end);
        }
        let Some(length) = self.said.role("for", words.clone()) else { return Err(self.unread(words)) };
        self.belong(words.start + length..words.end)
    }

    /// "Switch between the tabs to find …": where something may be. Whoever finds it shows it.
    pub(super) fn look_through(&mut self, words: Span) -> Steps {
        let noun = self.said.skip(&["article", "all", "filler"], words.clone());
        let end = self.said.kinds(noun..words.end).map_or(noun, |(_, length)| noun + length);
        match end > noun && self.said.skip(&["filler"], end..words.end) == words.end {
            true => Ok(Vec::new()),
            false => Err(self.unread(words)),
        }
    }

    /// Takes what is found for what the following belongs to.
    fn find(&mut self, body: Span) -> Steps {
        if body.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(steps) = self.numbered_page(body.clone()) {
            return Ok(steps);
        }
        if let Some(steps) = self.tab(body.clone()) {
            return Ok(steps);
        }
        // "Find the third word of the paragraph and type it": a value, and no place.
        if let Some(value) = self.stated(body.clone()) {
            self.explain(body);
            self.copied = Some(value);
            return Ok(Vec::new());
        }
        // "Go to the members tab and remove Rui": what follows is no part of a name.
        if self.parted_by_verb(body.clone()).is_some() {
            return Err(self.unread(body));
        }
        self.belong(body)
    }

    /// Where a request begins behind a join, by a word that is a verb.
    pub(super) fn parted_by_verb(&self, words: Span) -> Option<(usize, usize)> {
        words.clone().skip(1).find_map(|at| {
            let joined = self.said.role("join", at..words.end).map(|length| at + length);
            let begin = joined.or_else(|| self.said.is_parted(at).then_some(at))?;
            let begin = self.said.skip(&["filler"], begin..words.end);
            let word = self.said.words.get(begin).filter(|_| begin < words.end)?;
            is_verb_form(&word.folded).then_some((at, begin))
        })
    }

    /// Reads the first of several requests where the others have verbs that nothing here has: what it opens may have them. Where
    /// these begin goes with it.
    fn first_of_several(&mut self, part: &Clause) -> Option<(Vec<Step>, usize)> {
        let (end, begin) = self.parted_by_verb(part.body.clone())?;
        let own = Clause { body: part.body.start..end, whole: part.whole.start..end, ..part.clone() };
        let before = self.explained.len();
        match self.part(&own) {
            Ok(steps) if self.leads_on(&steps) => Some((steps, begin)),
            _ => {
                self.explained.truncate(before);
                None
            }
        }
    }

    /// "Go to page 3": the control of a pager that has the number for its name.
    fn numbered_page(&mut self, body: Span) -> Option<Vec<Step>> {
        let noun = self.said.skip(&["article"], body.clone());
        let number = noun + self.said.role("page", noun..body.end)?;
        let (_, length) = self
            .said
            .literal(number..body.end)
            .filter(|(_, length)| self.said.skip(&["filler"], number + length..body.end) == body.end)?;
        let name = Called { text: self.said.text(number..number + length).to_string(), is_sure: true };
        let mention = Mention { name: Some(name), ..Mention::default() };
        let is_pager =
            |kind: Kind| matches!(kind, Kind::Link | Kind::Button | Kind::Other | Kind::Text).then_some(0);
        let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &is_pager) else { return None };
        let [hit] = hits.as_slice() else { return None };
        let step = self.step(*hit, Manner::Press, &self.said.bytes(body.clone()));
        self.explain(body);
        Some(vec![step])
    }

    /// "Go to the members tab": what is called a tab and is one.
    fn tab(&mut self, body: Span) -> Option<Vec<Step>> {
        let is_tab = |kind: Kind| (kind == Kind::Tab).then_some(0);
        let (mention, end) =
            super::mention::mention(self.said, self.scene, body.clone(), &|kind| kind == Kind::Tab)?;
        if end != body.end || mention.name.is_none() || !mention.kinds.contains(&Kind::Tab) {
            return None;
        }
        let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &is_tab) else { return None };
        let [hit] = hits.as_slice() else { return None };
        let step = self.step(*hit, Manner::Press, &self.said.bytes(body.clone()));
        self.explain(body);
        Some(vec![step])
    }

    /// Whether these steps only open something, so that what follows may be read on what they open.
    fn leads_on(&self, steps: &[Step]) -> bool {
        let opens = |step: &Step| match step {
            Step::Use { manner: Manner::Press | Manner::Choose, aim: Aim::Thing(at), values, .. } => {
                let thing = &self.scene.things[*at];
                values.is_empty() && !thing.commits() && !thing.kind.takes_tick()
            }
            Step::Use { manner: Manner::Press, aim: Aim::Key(_), .. } => true,
            Step::Use { manner: Manner::Write, .. } => true,
            _ => false,
        };
        let offers = |at: usize| self.scene.things[at].kind == Kind::Combo;
        let leads = |step: &Step| match step {
            Step::Use { manner: Manner::Press | Manner::Choose, .. } => true,
            Step::Use { manner: Manner::Write, aim: Aim::Thing(at), .. } => offers(*at),
            _ => false,
        };
        steps.last().is_some_and(leads) && steps.iter().all(opens)
    }

    fn belong(&mut self, words: Span) -> Steps {
        let end = words.end;
        let mut at = words.start;
        loop {
            let next = self.said.skip(&["article", "filler", "owner", "for", "named"], at..end);
            let noun = self.said.kinds(next..end).map_or(0, |(_, length)| length);
            if next + noun == at {
                break;
            }
            at = next + noun;
        }
        if at >= end {
            return Err(self.unread(words));
        }
        let anchor = match self.said.quotation(at) {
            Some(quotation) if at + 1 == end => quotation.to_string(),
            Some(_) => return Err(self.unread(words)),
            None => self.said.text(at..end).to_string(),
        };
        self.explain(words);
        self.anchor = Some(anchor);
        Ok(Vec::new())
    }

    /// The key of the control that a step presses or points at.
    pub(super) fn pressed_key(&self, step: &Step) -> Option<Value> {
        match step {
            Step::Use { manner: Manner::Press, aim: Aim::Thing(at), .. } => {
                self.scene.things[*at].key.clone()
            }
            Step::Use { manner: Manner::Press, aim: Aim::Key(key), .. } => Some(key.clone()),
            _ => None,
        }
    }

    pub(super) fn unread(&self, words: Span) -> Doubt {
        Doubt::Unread(self.said.text(words).to_string())
    }

    pub(super) fn explain(&mut self, words: Span) {
        self.explained.push(self.said.bytes(words));
    }
}

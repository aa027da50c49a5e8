//! A sentence about a scene into steps.

use std::ops::Range;

use lemmascope_intent::Manner;

use super::clause::{Clause, clauses, is_purpose};
use super::kind::Kind;
use super::mention::{Called, Mention, mention};
use super::resolve::{Doubt, Hit, Meant, Suits, resolve};
use super::said::Said;
use super::step::{Aim, Spoken, Step};
use super::thing::{Scene, Span, Thing};
use crate::reader::Heard;
use crate::words::words;

/// Whether a sentence may be about a scene at all.
pub fn may_speak(heard: &Heard<'_>) -> bool {
    let said = Said::new(heard);
    let end = said.words.len();
    (0..end).any(|at| said.verb(at..end).is_some() || said.means(at..end).is_some())
}

/// Reads a sentence. `acts` tells whether a part of it is a request about something else.
pub fn read(heard: &Heard<'_>, scene: &Scene, acts: &dyn Fn(&str) -> bool) -> Spoken {
    let said = Said::new(heard);
    let scene = &scene.heard_in(&heard.all_words());
    let mut parts = clauses(&said, scene);
    if parts.iter().all(|part| part.verb.is_none()) {
        return Spoken::Nothing;
    }
    // What says how something is done stands for both.
    let means: Vec<usize> = (1..parts.len()).filter(|at| parts[*at].is_means).collect();
    for at in means.into_iter().rev() {
        parts.remove(at - 1);
    }
    let mut reading = Reading::new(&said, scene);
    let (mut steps, mut understood, mut unclear) = (Vec::new(), 0, None);
    for (at, part) in parts.iter().enumerate() {
        let before = reading.explained.len();
        reading.finds_next = parts.get(at + 1).is_some_and(|next| next.verb == Some("find"));
        match reading.part(part) {
            Ok(more) => {
                understood += usize::from(!more.is_empty());
                reading.reveals |= more.iter().any(reveals);
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
                None => {
                    unclear.get_or_insert((said.text(part.whole.clone()).to_string(), doubt));
                }
            },
        }
    }
    match unclear {
        Some((said, doubt)) => Spoken::Unclear { understood, said, doubt },
        None if understood == 0 => Spoken::Nothing,
        None => Spoken::Steps { steps, values: reading.explained },
    }
}

/// Whether a step may bring up what was not there.
fn reveals(step: &Step) -> bool {
    match step {
        Step::Use { manner, .. } => !matches!(manner, Manner::Focus | Manner::Clear),
        Step::Other { .. } => true,
    }
}

/// A label has no more words than this, its article included.
const LONGEST_LABEL: usize = 4;

struct Reading<'a> {
    said: &'a Said<'a>,
    scene: &'a Scene,
    /// What everything belongs to that is spoken of.
    anchor: Option<String>,
    /// What was copied.
    copied: Option<String>,
    /// The thing that is used for what follows.
    using: Option<Hit>,
    /// Whether an earlier step may bring up what is not there yet.
    reveals: bool,
    /// Whether the next part says what is to be found.
    finds_next: bool,
    explained: Vec<Range<usize>>,
}

type Steps = Result<Vec<Step>, Doubt>;

impl<'a> Reading<'a> {
    fn new(said: &'a Said<'a>, scene: &'a Scene) -> Self {
        let (anchor, copied, using) = (None, None, None);
        Self { said, scene, anchor, copied, using, reveals: false, finds_next: false, explained: Vec::new() }
    }

    /// Reads one part of the sentence.
    fn part(&mut self, part: &Clause) -> Steps {
        let body = self.trimmed(part.body.clone());
        let Some(verb) = part.verb else { return self.frame(part.whole.clone()) };
        match verb {
            "press" | "expand" | "fold" if body.is_empty() => Err(self.unread(part.whole.clone())),
            "press" => self.each(body, Manner::Press, &pressed),
            "expand" => self.unfold(body, false),
            "fold" => self.unfold(body, true),
            "tick" => self.each(body, Manner::Tick, &ticked),
            "untick" => self.each(body, Manner::Untick, &ticked),
            "focus" => self.each(body, Manner::Focus, &focused),
            "point" => self.each(body, Manner::Point, &pressed),
            "clear" => self.each(body, Manner::Clear, &cleared),
            "submit" => self.submit(part, body),
            "choose" => self.choose(body),
            "write" | "paste" => self.write(body),
            "fill" | "set" => self.fill(body),
            "drag" => self.drag(body),
            "copy" => self.copy(body),
            "find" => self.find(body),
            "use" | "place" => self.take_up(body),
            _ => Err(self.unread(part.whole.clone())),
        }
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
    fn look_through(&mut self, words: Span) -> Steps {
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
        self.belong(body)
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

    /// What is done to each thing of a list.
    fn each(&mut self, body: Span, manner: Manner, suits: Suits<'_>) -> Steps {
        if let Some(steps) = self.path(body.clone(), suits) {
            return steps;
        }
        let mut steps = Vec::new();
        for (mention, span) in self.mentions(body, suits)? {
            steps.extend(self.used(&mention, span, manner, suits)?);
        }
        Ok(steps)
    }

    /// "File > Save as": a thing, and what it brings up, one behind the other.
    fn path(&mut self, body: Span, suits: Suits<'_>) -> Option<Steps> {
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
            // A menu inside a menu opens under the pointer, and to press its item may choose it.
            let is_item =
                |hits: &[Hit]| hits.iter().all(|hit| self.scene.things[hit.thing].kind == Kind::MenuItem);
            if let (0, Ok(Meant::Things(hits))) = (at, resolve(self.scene, &mention, suits))
                && is_item(&hits)
            {
                manner = Manner::Point;
            }
            match self.used(&mention, piece, if at == last { Manner::Press } else { manner }, suits) {
                Ok(more) => steps.extend(more),
                Err(doubt) => return Some(Err(doubt)),
            }
        }
        self.explain(body);
        Some(Ok(steps))
    }

    /// The things of a list.
    fn mentions(&mut self, body: Span, suits: Suits<'_>) -> Result<Vec<(Mention, Span)>, Doubt> {
        let mut found = Vec::new();
        let mut at = body.start;
        while at < body.end {
            let begin = self.said.skip(&["join", "filler"], at..body.end);
            let read = mention(self.said, self.scene, begin..body.end, &|kind| suits(kind).is_some());
            let Some((mut mention, end)) = read else { return Err(self.unread(at..body.end)) };
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

    /// The steps that use what a mention means.
    fn used(&mut self, mention: &Mention, span: Span, manner: Manner, suits: Suits<'_>) -> Steps {
        let said = self.said.bytes(span.clone());
        let described = |name: String, near: Option<String>| Step::Use {
            manner,
            aim: Aim::Described { name, near },
            values: Vec::new(),
            to: None,
            said: said.clone(),
        };
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

    /// A step, and before it the one that shows what it uses.
    fn shown(&self, hit: Hit, step: Step) -> Vec<Step> {
        let Step::Use { said, .. } = &step else { return vec![step] };
        let show = self.scene.things[hit.thing].behind.clone().map(|key| Step::Use {
            manner: Manner::Press,
            aim: Aim::Key(key),
            values: Vec::new(),
            to: None,
            said: said.clone(),
        });
        show.into_iter().chain([step]).collect()
    }

    /// The step that uses a thing. An option is chosen, whatever the verb.
    fn step(&self, hit: Hit, manner: Manner, said: &Range<usize>) -> Step {
        let thing = &self.scene.things[hit.thing];
        let (manner, values) = match hit.option {
            Some(option) => (Manner::Choose, vec![thing.options[option].clone()]),
            None if manner == Manner::Choose && thing.kind.takes_tick() => (Manner::Tick, Vec::new()),
            None if manner == Manner::Choose => (Manner::Press, Vec::new()),
            None => (manner, Vec::new()),
        };
        Step::Use { manner, aim: Aim::Thing(hit.thing), values, to: None, said: said.clone() }
    }

    /// What can be folded is unfolded, or folded.
    fn unfold(&mut self, body: Span, is_open: bool) -> Steps {
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
        // Of several, one may be called what all of them are.
        let is_called = |at: &usize| {
            let mut names = scene.things[*at].names.iter().flat_map(|name| words(name));
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

    /// The button that submits.
    fn submit(&mut self, part: &Clause, body: Span) -> Steps {
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

    /// What is chosen, and where.
    fn choose(&mut self, body: Span) -> Steps {
        if let Some((items, place)) = self.placed(body.clone(), "out_of", &chosen_in) {
            let kind = self.scene.things[place.thing].kind;
            let said = self.said.bytes(items.clone());
            self.explain(body);
            if kind.takes_text() {
                let value = self.value(items)?;
                return Ok(vec![self.writing(place.thing, value, &said)]);
            }
            return self.options(place.thing, items);
        }
        let body = self.without_noun(body);
        let steps = self.each(body, Manner::Choose, &chosen)?;
        Ok(gathered(steps))
    }

    /// A list of items without "from the list" behind it, where no such list is told from others.
    fn without_noun(&self, body: Span) -> Span {
        for at in body.clone().rev() {
            let Some(length) = self.said.role("out_of", at..body.end) else { continue };
            let noun = self.said.skip(&["article", "filler"], at + length..body.end);
            let is_noun =
                self.said.kinds(noun..body.end).is_some_and(|(_, length)| noun + length == body.end);
            if is_noun && at > body.start {
                return body.start..at;
            }
        }
        body
    }

    /// Options of one list.
    fn options(&mut self, list: usize, items: Span) -> Steps {
        let scene = self.scene;
        let said = self.said.bytes(items.clone());
        let mut values = Vec::new();
        for (mention, span) in self.mentions(items, &|kind| (kind == Kind::Option).then_some(0))? {
            let Some(called) = &mention.name else { return Err(self.unread(span)) };
            let of_list = Scene::new(vec![scene.things[list].clone()]);
            match resolve(&of_list, &mention, &|kind| (kind == Kind::Option).then_some(0)) {
                Ok(Meant::Things(hits)) => {
                    values.extend(
                        hits.iter().filter_map(|hit| Some(scene.things[list].options[hit.option?].clone())),
                    );
                }
                // A list whose options are not known is asked for the one that was named.
                _ if scene.things[list].options.is_empty() => values.push(called.text.clone()),
                _ => return Err(Doubt::NoSuch(called.text.clone())),
            }
        }
        Ok(vec![Step::Use { manner: Manner::Choose, aim: Aim::Thing(list), values, to: None, said }])
    }

    /// Words before a preposition, and the one thing that the words behind it mean.
    fn placed(&self, body: Span, role: &str, suits: Suits<'_>) -> Option<(Span, Hit)> {
        for at in (body.start + 1..body.end).rev() {
            let Some(length) = self.said.role(role, at..body.end) else { continue };
            let place = at + length..body.end;
            let read = mention(self.said, self.scene, place.clone(), &|kind| suits(kind).is_some());
            let Some((mention, _)) = read.filter(|(_, end)| *end == place.end) else { continue };
            if let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, suits)
                && let [hit] = hits.as_slice()
                && hit.option.is_none()
            {
                return Some((body.start..at, *hit));
            }
        }
        None
    }

    /// A value: a quotation, a literal, what was copied, or words.
    fn value(&self, words: Span) -> Result<String, Doubt> {
        let begin = self.said.skip(&["article"], words.clone());
        if let Some(quotation) = self.said.quotation(begin).filter(|_| begin + 1 == words.end) {
            return Ok(quotation.into());
        }
        let is_it =
            self.said.role("it", words.clone()).is_some_and(|length| words.start + length == words.end);
        if is_it {
            return self.copied.clone().ok_or_else(|| self.unread(words));
        }
        // "The number 5" is 5; "the number" alone is no value.
        let bare = self.said.skip(&["article", "worth"], words.clone());
        if bare < words.end
            && self.said.literal(bare..words.end).is_some_and(|(_, length)| bare + length == words.end)
            || self.said.quotation(bare).is_some() && bare + 1 == words.end
        {
            return Ok(self.said.quotation(bare).unwrap_or(self.said.text(bare..words.end)).into());
        }
        let has_quotation = words.clone().any(|at| self.said.quotation(at).is_some());
        let is_described = begin > words.start;
        match words.is_empty() || has_quotation || is_described {
            true => Err(self.unread(words)),
            false => Ok(self.said.text(words).into()),
        }
    }

    fn writing(&self, thing: usize, value: String, said: &Range<usize>) -> Step {
        let Thing { kind, format, .. } = &self.scene.things[thing];
        let (kind, value) = (*kind, self.said.formatted(&value, *format).unwrap_or(value));
        let manner = if kind == Kind::List { Manner::Choose } else { Manner::Write };
        Step::Use { manner, aim: Aim::Thing(thing), values: vec![value], to: None, said: said.clone() }
    }

    /// What is written, and where: "ann into the name field", "the username ann and the password x into the fields".
    fn write(&mut self, body: Span) -> Steps {
        let (values, fields) = self.fields_behind(body.clone());
        let (values, change) = self.cased(values);
        let pairs = self.pairs(values.clone(), fields.is_some())?;
        let said = self.said.bytes(body.clone());
        let mut steps = Vec::new();
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

    /// The words without "in capital letters", and what that makes of a value.
    fn cased(&self, body: Span) -> (Span, fn(&str) -> String) {
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
                // Only at the end or before the field, where cutting it out leaves the words in order.
                if at + length == body.end {
                    return (body.start..at, change);
                }
            }
        }
        (body, plain)
    }

    /// The values, and the fields that the words behind a preposition mean; none if there is no such.
    fn fields_behind(&self, body: Span) -> (Span, Option<Vec<Hit>>) {
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
                // "Into the fields", behind values that each say which.
                Err(Doubt::Several(..)) if mention.name.is_none() => return (body.start..at, None),
                // "As the date", where there is one field and it has no name.
                _ if self.said.skip(&["article", "worth", "filler"], place.clone()) == place.end => {
                    return (body.start..at, None);
                }
                _ => {}
            }
        }
        (body, None)
    }

    /// The values of a list, each with the field that its label means.
    fn pairs(&mut self, values: Span, has_fields: bool) -> Result<Vec<(Option<Hit>, String)>, Doubt> {
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

    /// The pieces of a list of values; a join inside free words parts nothing unless quotations are around it.
    fn pieces(&self, values: Span) -> Vec<Span> {
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

    /// The field that a label means; none for words that only say what a value is. Where the fields are said besides, any label
    /// may only say that.
    fn label(&self, words: Span, has_fields: bool) -> Result<Option<Hit>, Doubt> {
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

    /// "the number 5": a literal with words before it that say what it is.
    fn literal_value(&self, piece: Span) -> Option<(Option<Hit>, String)> {
        let at = (piece.start + 1..piece.end).find(|at| {
            self.said.literal(*at..piece.end).is_some_and(|(_, length)| at + length == piece.end)
        })?;
        let label = self.label(piece.start..at, false).ok()?;
        Some((label, self.said.text(at..piece.end).into()))
    }

    /// The field that is meant where none was said: the one that is used, the only one, or the only one for such a value.
    fn usual_field(&self, values: Span) -> Result<Hit, Doubt> {
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

    /// "Fill the name with Ann", "set the size to 5".
    fn fill(&mut self, body: Span) -> Steps {
        for at in body.start + 1..body.end {
            let preposition = ["into", "out_of"].iter().find_map(|role| self.said.role(role, at..body.end));
            let Some(length) = preposition else { continue };
            let place = body.start..at;
            let read = mention(self.said, self.scene, place.clone(), &|kind| filled(kind).is_some());
            let Some((mention, _)) = read.filter(|(_, end)| *end == place.end) else { continue };
            let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &filled) else { continue };
            let values = at + length..body.end;
            let said = self.said.bytes(body.clone());
            let [hit] = hits.as_slice() else { continue };
            if self.scene.things[hit.thing].kind == Kind::List {
                self.explain(body);
                return self.options(hit.thing, values);
            }
            let value = self.value(values)?;
            self.explain(body);
            return Ok(vec![self.writing(hit.thing, value, &said)]);
        }
        Err(self.unread(body))
    }

    /// A thing to another.
    fn drag(&mut self, body: Span) -> Steps {
        for at in (body.start + 1..body.end).rev() {
            let Some(length) = self.said.role("into", at..body.end) else { continue };
            let sides = [body.start..at, at + length..body.end];
            let one = |words: Span| {
                let (mention, end) = mention(self.said, self.scene, words.clone(), &|_| true)?;
                match resolve(self.scene, &mention, &pressed).ok().filter(|_| end == words.end)? {
                    Meant::Things(hits) if hits.len() == 1 => Some(hits[0].thing),
                    _ => None,
                }
            };
            if let [Some(from), Some(to)] = sides.map(one) {
                let said = self.said.bytes(body.clone());
                self.explain(body);
                let (aim, to) = (Aim::Thing(from), Some(Aim::Thing(to)));
                return Ok(vec![Step::Use { manner: Manner::Drag, aim, values: Vec::new(), to, said }]);
            }
        }
        Err(self.unread(body))
    }

    /// What a field holds is kept for what is pasted.
    fn copy(&mut self, body: Span) -> Steps {
        let mut at = self.said.skip(&["article", "held"], body.clone());
        at += self.said.role("within", at..body.end).unwrap_or(0);
        let read = mention(self.said, self.scene, at..body.end, &|kind| written(kind).is_some());
        let Some((mention, _)) = read.filter(|(_, end)| *end == body.end) else {
            return Err(self.unread(body));
        };
        let Meant::Things(hits) = resolve(self.scene, &mention, &written)? else {
            return Err(self.unread(body));
        };
        let held = match hits.as_slice() {
            [hit] => self.scene.things[hit.thing].value.clone(),
            _ => None,
        };
        self.explain(body.clone());
        self.copied = Some(held.ok_or_else(|| self.unread(body))?);
        Ok(Vec::new())
    }

    /// The thing that what follows is done with.
    fn take_up(&mut self, body: Span) -> Steps {
        let read = mention(self.said, self.scene, body.clone(), &|kind| filled(kind).is_some());
        let Some((mention, _)) = read.filter(|(_, end)| *end == body.end) else {
            return Err(self.unread(body));
        };
        match resolve(self.scene, &mention, &filled)? {
            Meant::Things(hits) if hits.len() == 1 => {
                self.explain(body);
                self.using = Some(hits[0]);
                Ok(Vec::new())
            }
            _ => Err(self.unread(body)),
        }
    }

    fn unread(&self, words: Span) -> Doubt {
        Doubt::Unread(self.said.text(words).to_string())
    }

    fn explain(&mut self, words: Span) {
        self.explained.push(self.said.bytes(words));
    }
}

/// Options of one list that are chosen one after the other are chosen together.
fn gathered(steps: Vec<Step>) -> Vec<Step> {
    let mut together: Vec<Step> = Vec::new();
    for step in steps {
        if let (
            Some(Step::Use { manner: Manner::Choose, aim: before, values, .. }),
            Step::Use { manner: Manner::Choose, aim, values: more, .. },
        ) = (together.last_mut(), &step)
            && before == aim
        {
            values.extend(more.iter().cloned());
            continue;
        }
        together.push(step);
    }
    together
}

/// What each verb is for; the least suits best.
fn pressed(kind: Kind) -> Option<u8> {
    Some(match kind {
        Kind::Button => 0,
        Kind::Field | Kind::Area | Kind::List | Kind::Slider | Kind::Spinner | Kind::Dialog => 3,
        Kind::Option | Kind::Other => 2,
        _ => 1,
    })
}

fn submitting(kind: Kind) -> Option<u8> {
    matches!(kind, Kind::Button | Kind::Link | Kind::Icon).then_some(u8::from(kind != Kind::Button))
}

fn ticked(kind: Kind) -> Option<u8> {
    kind.takes_tick().then_some(0)
}

fn focused(kind: Kind) -> Option<u8> {
    Some(if kind.takes_text() { 0 } else { 1 })
}

fn cleared(kind: Kind) -> Option<u8> {
    matches!(kind, Kind::Field | Kind::Area | Kind::Spinner).then_some(0)
}

fn written(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Field | Kind::Area | Kind::Spinner => Some(0),
        Kind::Slider | Kind::List => Some(1),
        _ => None,
    }
}

fn filled(kind: Kind) -> Option<u8> {
    written(kind)
}

fn chosen_in(kind: Kind) -> Option<u8> {
    match kind {
        Kind::List | Kind::Slider | Kind::Spinner => Some(0),
        Kind::Field => Some(1),
        _ => None,
    }
}

fn chosen(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Option | Kind::Radio | Kind::Checkbox => Some(0),
        Kind::Tab | Kind::MenuItem | Kind::TreeItem | Kind::Cell => Some(1),
        Kind::Button | Kind::Link | Kind::Icon | Kind::Section | Kind::Other => Some(2),
        _ => None,
    }
}

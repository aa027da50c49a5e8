//! Statements about the requested content of a page: "the arrival should be 5 May", "2 adults", "from Porto
//! to Oslo".

use lemmascope_intent::{Format, Manner};

use super::counting::{Counted, counted};
use super::kind::Kind;
use super::mention::mention;
use super::reading::{Reading, Steps};
use super::resolve::{Hit, Meant, resolve};
use super::said::Said;
use super::sets;
use super::step::Step;
use super::suits::{ticked, written};
use super::thing::{Scene, Span};
use super::{counting::singular, resolve::Doubt};
use crate::words::words;

/// The maximum number of words in the subject of a statement.
const LONGEST_SUBJECT: usize = 8;

/// The subject of a statement.
enum Subject {
    /// A field or a list.
    Written(usize),
    /// A check box.
    Ticked(usize),
    /// A group of check boxes.
    Group(Vec<usize>),
    /// A counter with buttons.
    Counted(Counted),
}

/// Whether a statement starts here.
pub(super) fn begins(said: &Said<'_>, scene: &Scene, words: Span) -> bool {
    statement(said, scene, words.clone()).is_some()
        || quantity(said, scene, words.clone()).is_some()
        || route(said, scene, words.clone()).is_some()
        || sets::begins(said, scene, words)
}

/// Parses the subject of a statement, and returns the start of its value.
fn statement(said: &Said<'_>, scene: &Scene, words: Span) -> Option<(Subject, usize)> {
    let last = words.end.min(words.start + LONGEST_SUBJECT);
    (words.start + 1..last).find_map(|at| {
        let length = said.role("is", at..words.end).filter(|length| at + length < words.end)?;
        Some((subject(said, scene, words.start..at)?, at + length))
    })
}

/// Resolves the control or group that these words name completely.
fn subject(said: &Said<'_>, scene: &Scene, words: Span) -> Option<Subject> {
    let words = said.skip(&["article", "filler"], words.clone())..words.end;
    if words.is_empty() || (words.start + 1..words.end).any(|at| said.is_parted(at)) {
        return None;
    }
    let named = |suits: &dyn Fn(Kind) -> Option<u8>| {
        let (mention, end) = mention(said, scene, words.clone(), &|kind| suits(kind).is_some())?;
        mention.name.as_ref().filter(|_| end == words.end && mention.anchor.is_none())?;
        match resolve(scene, &mention, suits) {
            Ok(Meant::Things(hits)) if hits.len() == 1 && hits[0].option.is_none() => Some(hits[0].thing),
            _ => None,
        }
    };
    let thing = named(&written).map(Subject::Written);
    thing
        .or_else(|| group(said, scene, words.clone()).map(Subject::Group))
        .or_else(|| counted(said, scene, words.clone()).map(Subject::Counted))
        .or_else(|| named(&ticked).map(Subject::Ticked))
}

/// Returns the boxes of the group with this name.
fn group(said: &Said<'_>, scene: &Scene, span: Span) -> Option<Vec<usize>> {
    let wanted: Vec<String> = said.words[span].iter().map(|word| singular(&word.folded)).collect();
    let is_called = |at: &usize| {
        let Some(group) = &scene.things[*at].group else { return false };
        let is_it =
            |name: &String| words(name).iter().map(|word| singular(&word.folded)).eq(wanted.iter().cloned());
        group.names.iter().any(is_it)
    };
    let found: Vec<usize> = scene.of(&[Kind::Radio, Kind::Checkbox]).filter(is_called).collect();
    let key = |at: &usize| scene.things[*at].group.as_ref().map(|group| group.key);
    let first = key(found.first()?);
    found.iter().all(|at| key(at) == first).then_some(found)
}

/// Parses a number and the counter that the following noun names: "2 adults".
fn quantity(said: &Said<'_>, scene: &Scene, words: Span) -> Option<(i64, Counted, usize)> {
    let (found, length) = said.literal(words.clone())?;
    let number: i64 = found.value.plain().as_number()?.to_string().parse().ok()?;
    let noun = words.start + length;
    let ends = |at: &usize| said.is_parted(*at) || said.role("join", *at..words.end).is_some();
    let end = (noun..words.end).find(ends).unwrap_or(words.end);
    let counted = counted(said, scene, noun..end).filter(|_| noun < end)?;
    Some((number, counted, end))
}

/// Parses two fields with their values, and returns the end: "from Porto to Oslo".
fn route(said: &Said<'_>, scene: &Scene, words: Span) -> Option<([usize; 2], [Span; 2])> {
    let first = words.start + said.role("origin", words.clone())?;
    let field = |role: &str| {
        let is_labelled = |at: &usize| {
            let mut names = scene.things[*at].names.iter();
            names.any(|name| said.is_phrase(role, name))
        };
        let mut fields = scene.of(&[Kind::Field, Kind::Combo, Kind::List]).filter(is_labelled);
        fields.next().filter(|_| fields.next().is_none())
    };
    let fields = [field("origin_label")?, field("destination_label")?];
    let ends = |at: &usize| said.is_parted(*at) || said.role("join", *at..words.end).is_some();
    let end = (first..words.end).find(ends).unwrap_or(words.end);
    let at = (first + 1..end).find(|at| said.role("destination", *at..end).is_some())?;
    let second = at + said.role("destination", at..end)?;
    (second < end).then_some((fields, [first..at, second..end]))
}

impl Reading<'_> {
    /// Parses a statement.
    pub(super) fn state(&mut self, whole: Span) -> Steps {
        if let Some(steps) = self.set_of(whole.clone(), true) {
            return steps;
        }
        if let Some((subject, at)) = statement(self.said, self.scene, whole.clone()) {
            let steps = self.stated_of(&subject, at..whole.end)?;
            self.explain(whole);
            return Ok(steps);
        }
        if let Some((number, counted, end)) = quantity(self.said, self.scene, whole.clone())
            && self.said.skip(&["filler"], end..whole.end) == whole.end
        {
            let steps = self.counting(&counted, number, &whole).ok_or_else(|| self.unread(whole.clone()))?;
            self.explain(whole);
            return Ok(steps);
        }
        if let Some((fields, values)) = route(self.said, self.scene, whole.clone()) {
            return self.routed(fields, values, whole);
        }
        Err(self.unread(whole))
    }

    fn stated_of(&mut self, subject: &Subject, value: Span) -> Steps {
        let said = self.said.bytes(value.clone());
        // "Is on 3 July", "is at 14:30".
        let led =
            ["into", "out_of", "for"].iter().filter_map(|role| self.said.role(role, value.clone())).max();
        let begin = led.map_or(value.start, |length| value.start + length);
        let is_literal = begin < value.end && self.said.literal(begin..value.end).is_some();
        let value = if is_literal { begin..value.end } else { value };
        if self.breaks_off(value.clone()) {
            return Err(self.unread(value));
        }
        let is_whole = |role: &str| self.said.role(role, value.clone()) == Some(value.len());
        match subject {
            Subject::Ticked(thing) => {
                let manner = match () {
                    () if is_whole("switched_on") => Manner::Tick,
                    () if is_whole("switched_off") => Manner::Untick,
                    () => return Err(self.unread(value)),
                };
                Ok(vec![self.step(Hit { thing: *thing, option: None }, manner, &said)])
            }
            Subject::Written(thing) => {
                let (kind, format) = (self.scene.things[*thing].kind, self.scene.things[*thing].format);
                if matches!(kind, Kind::List | Kind::Combo) {
                    return self.options(*thing, value);
                }
                let text = self.value(value.clone())?;
                // A date field requires a date, and a counter a number.
                let is_dated = matches!(format, Some(Format::Date | Format::Time));
                let lacks_date = is_dated && self.said.formatted(&text, format).is_none();
                let counts = matches!(kind, Kind::Slider | Kind::Spinner);
                let lacks_number = counts && !text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                if lacks_date || lacks_number {
                    return Err(self.unread(value));
                }
                Ok(vec![self.writing(*thing, text, &said)])
            }
            Subject::Counted(counted) => {
                let number = self.said.literal(value.clone()).filter(|(_, length)| *length == value.len());
                let number =
                    number.and_then(|(found, _)| found.value.plain().as_number()?.to_string().parse().ok());
                let steps = number.and_then(|number| self.counting(counted, number, &value));
                steps.ok_or_else(|| self.unread(value))
            }
            Subject::Group(boxes) => self.stated_boxes(boxes, value),
        }
    }

    /// Ticks the stated boxes of a group: one radio button, or exactly these check boxes.
    fn stated_boxes(&mut self, boxes: &[usize], value: Span) -> Steps {
        let said = self.said.bytes(value.clone());
        let things = boxes.iter().map(|at| self.scene.things[*at].clone()).collect();
        let of_group = Scene::new(things);
        let mut chosen = Vec::new();
        for (mention, span) in self.mentions(value.clone(), &ticked)? {
            match resolve(&of_group, &mention, &ticked) {
                Ok(Meant::Things(hits)) if mention.name.is_some() && hits.len() == 1 => {
                    chosen.push(boxes[hits[0].thing]);
                }
                Ok(_) => return Err(self.unread(span)),
                Err(doubt) => return Err(doubt),
            }
        }
        let is_radio = boxes.iter().all(|at| self.scene.things[*at].kind == Kind::Radio);
        if is_radio {
            let [one] = chosen.as_slice() else {
                let names = chosen.iter().filter_map(|at| self.scene.things[*at].names.first().cloned());
                return Err(Doubt::Several(self.said.text(value).into(), names.collect()));
            };
            return Ok(vec![self.step(Hit { thing: *one, option: None }, Manner::Tick, &said)]);
        }
        let step = |at: &usize| {
            let manner = if chosen.contains(at) { Manner::Tick } else { Manner::Untick };
            self.step(Hit { thing: *at, option: None }, manner, &said)
        };
        Ok(boxes.iter().map(step).collect())
    }

    fn routed(&mut self, fields: [usize; 2], values: [Span; 2], whole: Span) -> Steps {
        let said = self.said.bytes(whole.clone());
        let mut steps = Vec::new();
        let end = values[1].end;
        for (field, value) in fields.into_iter().zip(values) {
            if matches!(self.scene.things[field].kind, Kind::List | Kind::Combo) {
                steps.extend(self.options(field, value)?);
            } else {
                let value = self.value(value)?;
                steps.push(self.writing(field, value, &said));
            }
        }
        // "…, direct only": check boxes.
        let more = self.said.skip(&["join"], end..whole.end)..whole.end;
        let more = more.start..more.end;
        if !more.is_empty() {
            let last = more.end - 1;
            let is_only = self.said.role("only", last..more.end).is_some() && last > more.start;
            let named = more.start..if is_only { last } else { more.end };
            for (mention, span) in self.mentions(named, &ticked)? {
                steps.extend(self.used(&mention, span, Manner::Tick, &ticked)?);
            }
        }
        self.explain(whole);
        Ok(steps)
    }

    /// Whether something else starts within the words of a value: after a mark outside literals, or with a
    /// verb.
    fn breaks_off(&self, value: Span) -> bool {
        let is_inside = |at: usize| {
            (value.start..at).any(|from| {
                let found = self.said.literal(from..value.end);
                found.is_some_and(|(_, length)| from + length > at)
            })
        };
        let is_listed = |at: usize| {
            // "Ham, olives and corn": the value is a list of names.
            let read = mention(self.said, self.scene, at..value.end, &|kind| {
                ticked(kind).is_some() || kind == Kind::List
            });
            read.is_some_and(|(mention, _)| mention.name.is_some_and(|name| name.is_sure))
        };
        let parted =
            value.clone().skip(1).any(|at| self.said.is_parted(at) && !is_inside(at) && !is_listed(at));
        parted || self.parted_by_verb(value).is_some()
    }

    /// Returns the step that sets a counter to a number. It addresses the button for the direction, and the verb
    /// presses it until the counter shows the number.
    pub(super) fn counting(&self, counted: &Counted, number: i64, words: &Span) -> Option<Vec<Step>> {
        let missing = number - counted.value;
        let button = if missing < 0 { counted.down } else { counted.up };
        let button = if missing == 0 { button.or(counted.down) } else { button };
        let is_near = usize::try_from(missing.abs()).is_ok_and(|times| times <= super::counting::MOST);
        let said = self.said.bytes(words.clone());
        button
            .filter(|_| is_near && number >= 0)
            .map(|thing| vec![self.writing(thing, number.to_string(), &said)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, scene};

    #[test]
    fn statements_set_control_values() {
        let page = scene(
            "field Arrival ; format date
             field Departure ; format date
             list Language ; options English|Português|Deutsch
             radio Standard ; group 1 Shipping
             radio Express ; group 1 Shipping
             checkbox Dark mode
             slider Contrast ; value 5
             field Full name
             button Save",
        );
        check(
            &page,
            &[
                ("arrival should be 5 May 2027", "write 0 \"2027-05-05\""),
                ("the departure is on 12 June 2027 and save", "write 1 \"2027-06-12\", press 8"),
                ("a departure é a 3 de julho de 2027", "write 1 \"2027-07-03\""),
                ("language must be Português", "choose 2 \"Português\""),
                ("shipping should be Express", "tick 4"),
                ("dark mode should be off", "untick 5"),
                ("the contrast should be 8, then save", "write 6 \"8\", press 8"),
                ("contrast to 8 and save", "write 6 \"8\", press 8"),
                ("my full name is Rita Lopes", "write 7 \"Rita Lopes\""),
                ("arrival should be soon", "unread: soon"),
                ("shipping should be Overnight", "no such: Overnight"),
                ("what is the price", "nothing"),
                ("the total is 40", "nothing"),
            ],
        );
    }

    #[test]
    fn statement_sets_checkbox_group() {
        let page = scene(
            "checkbox Ham ; group 1 Toppings
             checkbox Olives ; group 1 Toppings
             checkbox Corn ; group 1 Toppings",
        );
        check(
            &page,
            &[
                ("the toppings should be ham and corn", "tick 0, untick 1, tick 2"),
                ("toppings should be ham, olives and corn", "tick 0, tick 1, tick 2"),
                ("toppings should be ham and eggs", "no such: eggs"),
            ],
        );
    }

    #[test]
    fn counter_buttons_reach_stated_number() {
        let page = scene(
            "button Fewer adults ; counter 1 1 Adults
             button More adults ; counter 1 1 Adults
             button − ; counter 2 0 Children
             button + ; counter 2 0 Children
             button Search rooms",
        );
        check(
            &page,
            &[
                ("2 adults and 3 children", "write 1 \"2\", write 3 \"3\""),
                ("set adults to 4", "write 1 \"4\""),
                ("the children should be 1", "write 3 \"1\""),
                ("set the adults to 0 and search rooms", "write 0 \"0\", press 4"),
                ("2 children, then click Search rooms", "write 3 \"2\", press 4"),
                ("increase the adults by 2", "write 1 \"3\""),
                ("aumenta adults duas vezes", "write 1 \"3\""),
                ("decrease children", "unread: children"),
                ("set adults to 400", "unread: adults to 400"),
                ("2 dogs", "nothing"),
            ],
        );
    }

    #[test]
    fn route_fills_origin_and_destination_fields() {
        let page = scene("field From\nfield To\ncheckbox Direct only\nbutton Search flights");
        check(
            &page,
            &[
                ("from Porto to Oslo", "write 0 \"Porto\", write 1 \"Oslo\""),
                (
                    "from New York to Oslo, direct only, search flights",
                    "write 0 \"New York\", write 1 \"Oslo\", tick 2, press 3",
                ),
                ("de Faro para Madrid", "write 0 \"Faro\", write 1 \"Madrid\""),
            ],
        );
    }
}

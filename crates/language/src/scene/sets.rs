//! Sets of check boxes: "every topping", "only ham and olives", "everything except onion".

use lemmascope_intent::Manner;

use super::counting::singular;
use super::kind::Kind;
use super::mention::mention;
use super::reading::{Reading, Steps};
use super::resolve::{Hit, Meant, resolve};
use super::said::Said;
use super::step::{Aim, Step};
use super::suits::ticked;
use super::thing::{Scene, Span};
use crate::words::words;

/// Whether a clause without a verb starts with a set of check boxes.
pub(super) fn begins(said: &Said<'_>, scene: &Scene, words: Span) -> bool {
    let is_said = ["only", "everything", "all"].iter().any(|role| said.role(role, words.clone()).is_some());
    is_said && scene.of(&[Kind::Checkbox]).nth(1).is_some()
}

impl Reading<'_> {
    /// Parses a set of check boxes. Returns `None` for any other form.
    pub(super) fn set_of(&mut self, body: Span, is_ticked: bool) -> Option<Steps> {
        let begin = self.said.skip(&["filler"], body.clone());
        let steps = match is_ticked.then(|| self.exclusive(begin..body.end)).flatten() {
            Some(list) => self.exactly(list)?,
            None => self.all_of(begin..body.end, is_ticked)?,
        };
        self.explain(body);
        Some(Ok(steps))
    }

    /// Returns the list in "only ham and olives", "ham and olives and nothing else".
    fn exclusive(&self, body: Span) -> Option<Span> {
        let lead = self.said.role("only", body.clone()).unwrap_or(0);
        let ends = |at: &usize| {
            self.said.role("nothing_else", *at..body.end).is_some_and(|length| at + length == body.end)
        };
        let tail = (body.start + 1..body.end).find(ends);
        let list = body.start + lead..tail.unwrap_or(body.end);
        ((lead > 0 || tail.is_some()) && !list.is_empty()).then_some(list)
    }

    /// Ticks the boxes of a list, and unticks all others of their group.
    pub(super) fn exactly(&mut self, list: Span) -> Option<Vec<Step>> {
        let chosen = self.boxes(list.clone())?;
        let group = self.scene.things[*chosen.first()?].group.as_ref()?.key;
        let is_own = |at: &usize| self.scene.things[*at].group.as_ref().is_some_and(|own| own.key == group);
        if !chosen.iter().all(is_own) {
            return None;
        }
        let all: Vec<usize> = self.scene.of(&[Kind::Checkbox]).filter(is_own).collect();
        Some(self.ticking(&all, |at| chosen.contains(&at), list))
    }

    /// Parses "every topping", "all but the onion".
    fn all_of(&mut self, body: Span, is_ticked: bool) -> Option<Vec<Step>> {
        let every =
            ["everything", "all"].iter().filter_map(|role| self.said.role(role, body.clone())).max()?;
        let except = (body.start + every..body.end)
            .find_map(|at| Some((at, at + self.said.role("except", at..body.end)?)));
        let (end, spared) =
            except.map_or((body.end, body.end..body.end), |(at, begin)| (at, begin..body.end));
        if except.is_some() && spared.is_empty() {
            return None;
        }
        let noun = self.said.skip(&["article", "filler", "for"], body.start + every..end)..end;
        let noun = noun.start..self.without_idle_end(noun);
        // A name on the page takes precedence: "all day".
        let is_name = !noun.is_empty() && self.is_named(body.start..end);
        if is_name {
            return None;
        }
        if let Some(list) = self.list_of_many(noun.clone()) {
            let options = self.scene.things[list].options.clone();
            let spared = self.spared_options(list, spared)?;
            let kept = options.into_iter().filter(|text| !spared.contains(text)).collect();
            let said = self.said.bytes(body);
            let aim = Aim::Thing(list);
            let step = Step::Use { manner: Manner::Choose, aim, values: kept, to: None, said };
            return is_ticked.then(|| vec![step]);
        }
        let all = self.group(noun)?;
        let spared = if spared.is_empty() { Vec::new() } else { self.boxes(spared)? };
        if !spared.iter().all(|at| all.contains(at)) {
            return None;
        }
        // "Everything except the onion" unticks the onion; "untick all but the onion" leaves it unchanged.
        let kept: Vec<usize> = all.iter().copied().filter(|at| is_ticked || !spared.contains(at)).collect();
        Some(self.ticking(&kept, |at| is_ticked && !spared.contains(&at), body))
    }

    fn ticking(&self, all: &[usize], is_ticked: impl Fn(usize) -> bool, words: Span) -> Vec<Step> {
        let said = self.said.bytes(words);
        let step = |at: &usize| {
            let manner = if is_ticked(*at) { Manner::Tick } else { Manner::Untick };
            self.step(Hit { thing: *at, option: None }, manner, &said)
        };
        all.iter().map(step).collect()
    }

    /// Returns the end of a noun without trailing stop words.
    fn without_idle_end(&self, noun: Span) -> usize {
        let ends = |at: &usize| self.said.skip(&["filler", "wait_for"], *at..noun.end) == noun.end;
        noun.clone().skip(1).find(ends).unwrap_or(noun.end)
    }

    fn is_named(&self, words: Span) -> bool {
        let read = mention(self.said, self.scene, words.clone(), &|kind| ticked(kind).is_some());
        let Some((mention, end)) = read else { return false };
        mention.name.as_ref().is_some_and(|name| name.is_sure) && !mention.is_all && end == words.end
    }

    /// Returns the boxes of the group that a noun names; without a noun, those of the only group.
    fn group(&self, noun: Span) -> Option<Vec<usize>> {
        let boxes: Vec<usize> = self.scene.of(&[Kind::Checkbox]).collect();
        let key = |at: usize| self.scene.things[at].group.as_ref().map(|group| group.key);
        let kinds = self.said.kinds(noun.clone()).filter(|(_, length)| *length == noun.len());
        let is_any = noun.is_empty() || kinds.is_some_and(|(kinds, _)| kinds.contains(&Kind::Checkbox));
        let wanted: Vec<String> = self.said.words[noun].iter().map(|word| singular(&word.folded)).collect();
        let is_called = |at: &usize| {
            let Some(group) = &self.scene.things[*at].group else { return false };
            let said = |name: &String| {
                let own: Vec<String> = words(name).iter().map(|word| singular(&word.folded)).collect();
                wanted.iter().all(|word| own.contains(word))
            };
            is_any || group.names.iter().any(said)
        };
        let called: Vec<usize> = boxes.iter().copied().filter(is_called).collect();
        let first = key(*called.first()?)?;
        let is_one = called.iter().all(|at| key(*at) == Some(first)) && called.len() > 1;
        // All boxes of the page, if the noun is not more specific: a box outside the group may be meant as
        // well.
        (is_one && (!is_any || called.len() == boxes.len())).then_some(called)
    }

    /// Returns the multiple-choice list that a noun names: its label contains the noun, or it is the only
    /// one.
    fn list_of_many(&self, noun: Span) -> Option<usize> {
        let lists: Vec<usize> =
            self.scene.of(&[Kind::List]).filter(|at| self.scene.things[*at].is_many).collect();
        let wanted: Vec<String> =
            self.said.words[noun.clone()].iter().map(|word| singular(&word.folded)).collect();
        let is_option = self
            .said
            .kinds(noun.clone())
            .is_some_and(|(kinds, length)| length == noun.len() && kinds.contains(&Kind::Option));
        let is_called = |at: &&usize| {
            let mut names = self.scene.things[**at].names.iter();
            names.any(|name| {
                let own: Vec<String> = words(name).iter().map(|word| singular(&word.folded)).collect();
                wanted.iter().all(|word| own.contains(word))
            })
        };
        let has_boxes = self.scene.of(&[Kind::Checkbox]).next().is_some();
        match lists.as_slice() {
            [only] if (noun.is_empty() || is_option) && !has_boxes => Some(*only),
            several if !noun.is_empty() => {
                let called: Vec<&usize> = several.iter().filter(is_called).collect();
                if let [one] = called.as_slice() { Some(**one) } else { None }
            }
            _ => None,
        }
    }

    fn spared_options(&mut self, list: usize, spared: Span) -> Option<Vec<String>> {
        if spared.is_empty() {
            return Some(Vec::new());
        }
        let steps = self.options(list, spared).ok()?;
        let Step::Use { values, .. } = steps.into_iter().next()? else { return None };
        Some(values)
    }

    /// Returns the boxes that a list of names means; none if a name means anything else.
    fn boxes(&mut self, list: Span) -> Option<Vec<usize>> {
        let before = self.explained.len();
        let mentions = self.mentions(list, &ticked);
        self.explained.truncate(before);
        let mut found = Vec::new();
        for (mention, _) in mentions.ok()? {
            let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &ticked) else { return None };
            let is_box = |hit: &Hit| self.scene.things[hit.thing].kind == Kind::Checkbox;
            if mention.name.is_none() || hits.len() != 1 || !hits.iter().all(is_box) {
                return None;
            }
            found.extend(hits.iter().map(|hit| hit.thing));
        }
        (!found.is_empty()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Scene;
    use super::super::tests::{check, scene};

    fn pizza() -> Scene {
        scene(
            "checkbox Ham ; group 1 Toppings|Your pizza
             checkbox Olives ; group 1 Toppings|Your pizza
             checkbox Onion ; group 1 Toppings|Your pizza
             button Order",
        )
    }

    #[test]
    fn ticks_whole_groups_of_checkboxes() {
        check(
            &pizza(),
            &[
                ("tick every topping", "tick 0, tick 1, tick 2"),
                ("untick all the toppings", "untick 0, untick 1, untick 2"),
                ("select all of them and press Order", "tick 0, tick 1, tick 2, press 3"),
                ("tick everything except the onion", "tick 0, tick 1, untick 2"),
                ("untick all but ham", "untick 1, untick 2"),
                ("marca todos os toppings", "tick 0, tick 1, tick 2"),
                ("tick every vegetable", "no such: vegetable"),
            ],
        );
    }

    #[test]
    fn only_unticks_other_checkboxes() {
        check(
            &pizza(),
            &[
                ("tick only ham and onion", "tick 0, untick 1, tick 2"),
                ("tick ham and nothing else", "tick 0, untick 1, untick 2"),
                ("only olives, then press order", "untick 0, tick 1, untick 2, press 3"),
                ("marca só ham e onion", "tick 0, untick 1, tick 2"),
                ("without onion", "untick 2"),
            ],
        );
    }

    #[test]
    fn group_noun_selects_among_checkbox_groups() {
        let page = scene(
            "checkbox Mon ; group 1 Days
             checkbox Tue ; group 1 Days
             checkbox Chess ; group 2 Sports
             checkbox Tennis ; group 2 Sports
             checkbox I agree",
        );
        check(
            &page,
            &[
                ("tick all sports", "tick 2, tick 3"),
                ("pick every day", "tick 0, tick 1"),
                ("only Tue", "untick 0, tick 1"),
                ("only Tue and Chess", "unread: only Tue and Chess"),
            ],
        );
        let lists = scene("list Colours ; options Red|Green|Blue ; many\nbutton Send");
        check(
            &lists,
            &[
                ("select every colour and press Send", "choose 0 \"Red\" \"Green\" \"Blue\", press 1"),
                ("select all colours except Green", "choose 0 \"Red\" \"Blue\""),
            ],
        );
    }
}

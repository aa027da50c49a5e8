//! Steps that choose options from lists or among controls.

use lemmascope_intent::Manner;

use super::kind::Kind;
use super::mention::mention;
use super::reading::{Reading, Steps};
use super::resolve::{Doubt, Hit, Meant, Suits, resolve};
use super::step::{Aim, Step};
use super::suits::{chosen, chosen_in};
use super::thing::{Scene, Span};

impl Reading<'_> {
    /// Parses a clause that chooses: the options, and the list if it is named.
    pub(super) fn choose(&mut self, body: Span) -> Steps {
        // "Select nothing and click Send".
        if self.said.role("nothing", body.clone()) == Some(body.len()) {
            self.explain(body);
            return Ok(Vec::new());
        }
        if let Some((items, place)) = self.placed(body.clone(), "out_of", &chosen_in) {
            let kind = self.scene.things[place.thing].kind;
            let said = self.said.bytes(items.clone());
            self.explain(body);
            if kind.takes_text() && kind != Kind::Combo {
                let value = self.value(items)?;
                return Ok(vec![self.writing(place.thing, value, &said)]);
            }
            return self.options(place.thing, items);
        }
        if let Some(steps) = self.set_of(body.clone(), true) {
            return steps;
        }
        if let Some(steps) = self.counted(body.clone()) {
            return Ok(steps);
        }
        let body = self.without_noun(body);
        let steps = self.each(body, Manner::Choose, &chosen)?;
        Ok(gathered(steps))
    }

    /// Parses a number with a noun as the option of a list: "2 guests".
    fn counted(&mut self, body: Span) -> Option<Vec<Step>> {
        let (_, length) = self.said.literal(body.clone())?;
        let label = body.start + length..body.end;
        let takes = |kind: Kind| matches!(kind, Kind::List | Kind::Spinner | Kind::Slider).then_some(0);
        let (mention, end) = mention(self.said, self.scene, label.clone(), &|kind| takes(kind).is_some())?;
        mention.name.as_ref()?;
        let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &takes) else { return None };
        let [hit] = hits.as_slice() else { return None };
        let thing = &self.scene.things[hit.thing];
        let value = self.said.value_text(body.start..body.start + length).to_string();
        let is_offered = thing.kind != Kind::List || thing.options.contains(&value);
        if end != body.end || hit.option.is_some() || !is_offered {
            return None;
        }
        let said = self.said.bytes(body.clone());
        self.explain(body);
        Some(vec![self.writing(hit.thing, value, &said)])
    }

    /// Removes a trailing phrase such as "from the list", which only names a kind.
    pub(super) fn without_noun(&self, body: Span) -> Span {
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

    /// Builds the step for options of one list.
    pub(super) fn options(&mut self, list: usize, items: Span) -> Steps {
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
                // If the options of a list are unknown, the verb looks up the name.
                _ if scene.things[list].options.is_empty() => values.push(called.text.clone()),
                _ => return Err(Doubt::NoSuch(called.text.clone())),
            }
        }
        Ok(vec![Step::Use { manner: Manner::Choose, aim: Aim::Thing(list), values, to: None, said }])
    }

    /// Splits words at a preposition, and resolves the control after it.
    pub(super) fn placed(&self, body: Span, role: &str, suits: Suits<'_>) -> Option<(Span, Hit)> {
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
}

/// Merges consecutive steps that choose options of the same list.
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

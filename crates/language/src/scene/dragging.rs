//! Steps that drag a control onto another, or to a position in its list.

use lemmascope_intent::Manner;

use super::mention::mention;
use super::reading::{Reading, Steps};
use super::resolve::{Meant, resolve};
use super::step::{Aim, Step};
use super::suits::pressed;
use super::thing::Span;
use crate::literal::{Ordinal, Value};

impl Reading<'_> {
    /// Parses a drag to another control or position.
    pub(super) fn drag(&mut self, body: Span) -> Steps {
        if let Some((from, place)) = self.list_place(body.clone()) {
            let said = self.said.bytes(body.clone());
            self.explain(body.clone());
            let own = self.scene.things[from].place;
            let at_place = |thing: &&usize| {
                let other = self.scene.things[**thing].place;
                other.zip(own).is_some_and(|((list, at), (own, _))| list == own && at == place)
            };
            let all: Vec<usize> = (0..self.scene.things.len()).collect();
            return match all.iter().find(at_place) {
                Some(to) if *to == from => Ok(Vec::new()),
                Some(to) => Ok(vec![Step::Use {
                    manner: Manner::Drag,
                    aim: Aim::Thing(from),
                    values: Vec::new(),
                    to: Some(Aim::Thing(*to)),
                    said,
                }]),
                None => Err(self.unread(body)),
            };
        }
        for at in (body.start + 1..body.end).rev() {
            let Some(length) = self.said.role("into", at..body.end) else { continue };
            let sides = [body.start..at, at + length..body.end];
            if let [Some(from), Some(to)] = sides.map(|words| self.dragged(words)) {
                let said = self.said.bytes(body.clone());
                self.explain(body);
                let (aim, to) = (Aim::Thing(from), Some(Aim::Thing(to)));
                return Ok(vec![Step::Use { manner: Manner::Drag, aim, values: Vec::new(), to, said }]);
            }
        }
        Err(self.unread(body))
    }

    /// Resolves the control that these words mean.
    fn dragged(&self, words: Span) -> Option<usize> {
        let (mention, end) = mention(self.said, self.scene, words.clone(), &|_| true)?;
        match resolve(self.scene, &mention, &pressed).ok().filter(|_| end == words.end)? {
            Meant::Things(hits) if hits.len() == 1 => Some(hits[0].thing),
            _ => None,
        }
    }

    /// Returns the dragged entry of a list, and its new position: "to the second position", "behind Ann".
    fn list_place(&self, body: Span) -> Option<(usize, usize)> {
        for at in body.start + 1..body.end {
            let begin = self.said.skip(&["into", "article"], at..body.end);
            let relation = ["before", "after"]
                .into_iter()
                .find_map(|role| Some((role, self.said.role(role, begin..body.end)?)));
            let place = match relation {
                Some((role, length)) => {
                    let other = self.dragged(begin + length..body.end)?;
                    let from = self.dragged(body.start..at)?;
                    let ((_, own), (_, other)) =
                        (self.scene.things[from].place?, self.scene.things[other].place?);
                    // The other entry moves up when one above it is removed.
                    let before = if own < other { other - 1 } else { other };
                    Some(if role == "before" { before } else { before + 1 })
                }
                None if begin > at => self.numbered_place(begin..body.end, body.start..at),
                None => None,
            };
            if let Some(place) = place {
                return Some((self.dragged(body.start..at)?, place));
            }
        }
        None
    }

    /// Parses a position: "the second position", "position 2", "the top of the list".
    fn numbered_place(&self, words: Span, dragged: Span) -> Option<usize> {
        let list = self.scene.things[self.dragged(dragged)?].place?.0;
        let entries = self.scene.things.iter().filter_map(|thing| thing.place);
        let last = entries.filter(|(own, _)| *own == list).map(|(_, place)| place).max()?;
        let ends = |at: usize| {
            let at = at + self.said.role("of_list", at..words.end).unwrap_or(0);
            at == words.end
        };
        if let Some((ordinal, length)) = self.said.ordinal(words.clone()) {
            let noun = words.start + length;
            let after = noun + self.said.role("position", noun..words.end)?;
            let place = match ordinal {
                Ordinal::Nth(place) => usize::try_from(place).ok()?,
                Ordinal::FromLast(place) => (last + 1).checked_sub(usize::try_from(place).ok()?)?,
            };
            return ends(after).then_some(place);
        }
        if let Some(length) = self.said.role("position", words.clone()) {
            let (found, more) = self.said.literal(words.start + length..words.end)?;
            let Value::Number(number) = &found.value else { return None };
            let place = number.to_string().parse().ok()?;
            return ends(words.start + length + more).then_some(place);
        }
        let ends_of = [("top", 1), ("bottom", last)];
        let (place, length) = ends_of
            .into_iter()
            .find_map(|(role, place)| Some((place, self.said.role(role, words.clone())?)))?;
        ends(words.start + length).then_some(place)
    }
}

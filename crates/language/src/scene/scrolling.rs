//! Steps that scroll a container.

use lemmascope_intent::Manner;

use super::reading::{Reading, Steps};
use super::resolve::{Meant, resolve};
use super::step::{Aim, Step};
use super::suits::scrolled;
use super::thing::Span;
use super::{kind::Kind, mention::mention};

/// The directions, each with the role of its words. The ends come first: "down to the bottom" means the
/// bottom.
const DIRECTIONS: [&str; 4] = ["bottom", "top", "down", "up"];

impl Reading<'_> {
    /// Parses a clause that scrolls: "the terms to the bottom", "down in the list", "to the end of the text".
    pub(super) fn scroll(&mut self, body: Span) -> Steps {
        let mut direction: Option<&'static str> = None;
        let mut thing: Option<Span> = None;
        let mut at = body.start;
        while at < body.end {
            let way = DIRECTIONS.iter().find_map(|role| Some((*role, self.said.role(role, at..body.end)?)));
            if let Some((role, length)) = way {
                let is_end = matches!(role, "bottom" | "top");
                direction = direction.filter(|_| !is_end).or(Some(role));
                at += length;
                continue;
            }
            let idle = ["article", "filler", "to", "within", "into"];
            if let Some(length) = idle.iter().find_map(|role| self.said.role(role, at..body.end)) {
                at += length;
                continue;
            }
            if thing.is_some() {
                return Err(self.unread(body));
            }
            let until = (at + 1..body.end).find(|next| {
                let ends = ["to", "within", "into", "bottom", "top", "down", "up", "filler"];
                ends.iter().any(|role| self.said.role(role, *next..body.end).is_some())
            });
            // A name may contain such a word: "the terms of use".
            let named = (at + 1..=body.end).rev().find(|end| self.scroller(at..*end).is_some());
            let end = named.or(until).unwrap_or(body.end);
            thing = Some(at..end);
            at = end;
        }
        let (Some(direction), Some(words)) = (direction, thing) else { return Err(self.unread(body)) };
        let hit = match self.scroller(words.clone()) {
            Some(thing) => thing,
            // Whatever its name, the page has only one scrollable container.
            None => match self.scene.of(&[Kind::Scroller, Kind::Area]).collect::<Vec<_>>().as_slice() {
                [only] => *only,
                _ => return Err(self.unread(words)),
            },
        };
        let said = self.said.bytes(body.clone());
        self.explain(body);
        let values = vec![direction.to_string()];
        Ok(vec![Step::Use { manner: Manner::Scroll, aim: Aim::Thing(hit), values, to: None, said }])
    }

    /// Resolves the scrollable container that these words mean.
    fn scroller(&self, words: Span) -> Option<usize> {
        let (mention, end) = mention(self.said, self.scene, words.clone(), &|kind| scrolled(kind).is_some())?;
        match resolve(self.scene, &mention, &scrolled).ok().filter(|_| end == words.end)? {
            Meant::Things(hits) if hits.len() == 1 => Some(hits[0].thing),
            _ => None,
        }
    }
}

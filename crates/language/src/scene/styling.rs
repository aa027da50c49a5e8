//! Clauses that style a text in an editor: "make the word ripe bold".

use lemmascope_intent::Manner;

use super::acts;
use super::kind::Kind;
use super::mention::{Called, Mention};
use super::reading::{Reading, Steps};
use super::resolve::{Meant, resolve};
use super::step::{Aim, Step};
use super::suits::pressed;
use super::thing::Span;

/// The styles, each with an alternative name of its button.
const STYLES: [(&str, &str); 3] = [("bold", "b"), ("italic", "i"), ("underline", "u")];

impl Reading<'_> {
    /// Selects the text and presses the button of the style. Returns `None` if the clause names no style with
    /// a button.
    pub(super) fn styled(&mut self, body: Span) -> Option<Steps> {
        let (style, at) = body.clone().find_map(|at| {
            let (act, length) = acts::begins(&self.said.folded(at..body.end))?;
            let style = STYLES.iter().find(|(style, _)| *style == act)?;
            let rest = self.said.skip(&["style_noun", "filler"], at + length..body.end);
            (rest == body.end && at > body.start).then_some((style, at))
        })?;
        let button = [style.0, style.1].iter().find_map(|name| {
            let name = Some(Called { text: (*name).to_string(), is_sure: true });
            match resolve(self.scene, &Mention { name, ..Mention::default() }, &pressed).ok()? {
                Meant::Things(hits) if hits.len() == 1 => Some(hits[0]),
                _ => None,
            }
        })?;
        let mut end = at;
        while end > body.start {
            let idle = ["into", "article", "style_noun", "as"];
            let is_idle = |from: &usize| {
                idle.iter().any(|role| self.said.role(role, *from..end).is_some_and(|it| from + it == end))
            };
            match (body.start..end).find(|from| is_idle(from)) {
                Some(from) => end = from,
                None => break,
            }
        }
        let text = self.said.skip(&["all", "article", "worth", "filler"], body.start..end)..end;
        let wanted = match text.len() {
            0 => None,
            1 => Some(self.said.quotation(text.start).unwrap_or(self.said.value_text(text)).to_string()),
            _ => Some(self.said.value_text(text).to_string()),
        };
        let has_text = |at: &usize| {
            let held = self.scene.things[*at].value.as_deref().unwrap_or_default();
            wanted.as_deref().is_none_or(|wanted| held.matches(wanted).count() == 1)
        };
        let editors: Vec<usize> = self.scene.of(&[Kind::Area]).filter(has_text).collect();
        let [editor] = editors.as_slice() else { return Some(Err(self.unread(body))) };
        let said = self.said.bytes(body.clone());
        self.explain(body);
        let select = Step::Use {
            manner: Manner::SelectText,
            aim: Aim::Thing(*editor),
            values: wanted.into_iter().collect(),
            to: None,
            said: said.clone(),
        };
        Some(Ok(vec![select, self.step(button, Manner::Press, &said)]))
    }
}

//! Parses mentions of controls: by name, kind, ordinal, and context.

use lemmascope_intent::Value;

use super::kind::Kind;
use super::look::look;
use super::said::Said;
use super::superlative::{Superlative, superlative};
use super::thing::{Scene, Span, folded};
use crate::literal::Ordinal;

/// A mention of a control in a clause.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Mention {
    pub(super) name: Option<Called>,
    pub(super) kinds: Vec<Kind>,
    pub(super) ordinal: Option<Ordinal>,
    /// Whether it means all matching controls.
    pub(super) is_all: bool,
    /// Whether it means any matching control.
    pub(super) is_any: bool,
    /// Whether it means two controls.
    pub(super) is_both: bool,
    /// The row, card or section that contains it.
    pub(super) anchor: Option<String>,
    /// The ordinal of that row.
    pub(super) entry: Option<Ordinal>,
    /// Its colors and shapes.
    pub(super) looks: Vec<&'static str>,
    pub(super) superlative: Option<Superlative>,
    /// The keys of the controls that were pressed before: controls that they reveal take precedence over
    /// others that are hidden.
    pub(super) opened: Vec<Value>,
}

/// The name of a control, as it was said.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Called {
    pub(super) text: String,
    /// Whether it is quoted, or the name of an existing control.
    pub(super) is_sure: bool,
}

impl Mention {
    fn is_empty(&self) -> bool {
        self.name.is_none()
            && self.kinds.is_empty()
            && self.ordinal.is_none()
            && self.looks.is_empty()
            && self.superlative.is_none()
    }
}

/// Parses a mention, and returns its end. `suits` ranks the kinds for the verb.
pub(super) fn mention(
    said: &Said<'_>,
    scene: &Scene,
    words: Span,
    suits: &dyn Fn(Kind) -> bool,
) -> Option<(Mention, usize)> {
    let (mut at, end) = (words.start, words.end);
    let mut found = Mention::default();
    while at < end {
        if !found.is_empty() && (said.is_parted(at) || said.role("join", at..end).is_some()) {
            // "The folder or file named …" is a single mention.
            break;
        }
        if !found.kinds.is_empty()
            && let Some(length) = said.role("or", at..end)
            && let Some((kinds, more)) = said.kinds(at + length..end)
        {
            found.kinds.extend(kinds);
            at += length + more;
            continue;
        }
        if let Some(quotation) = said.quotation(at) {
            if found.name.is_some() {
                break;
            }
            // "A “textarea” widget", if no control has that name.
            if let Some(kinds) = quoted_kinds(said, scene, at).filter(|_| found.kinds.is_empty()) {
                found.kinds = kinds;
                at += 1;
                continue;
            }
            found.name = Some(Called { text: quotation.into(), is_sure: true });
            at += 1;
            continue;
        }
        if let Some(length) = known(said, scene, at..end, suits).filter(|_| found.name.is_none())
            && is_name(said, &found, at, length, end)
        {
            found.name = Some(Called { text: said.text(at..at + length).into(), is_sure: true });
            at += length;
            continue;
        }
        if let Some((superlative, length)) =
            superlative(said, at..end).filter(|_| found.superlative.is_none())
        {
            found.superlative = Some(superlative);
            at += length;
            continue;
        }
        if let Some((look, length)) = look(said, scene, at..end).filter(|_| found.name.is_none()) {
            found.looks.push(look);
            at += length;
            continue;
        }
        if let Some((ordinal, length)) = said.ordinal(at..end).filter(|_| found.ordinal.is_none()) {
            found.ordinal = Some(ordinal);
            at += length;
            continue;
        }
        if let Some(length) = said.role("both", at..end) {
            (found.is_all, found.is_both) = (true, true);
            at += length;
            continue;
        }
        if let Some(length) = said.role("all", at..end) {
            found.is_all = true;
            at += length;
            continue;
        }
        if let Some((kinds, length)) = said.kinds(at..end).filter(|_| found.kinds.is_empty()) {
            found.kinds = kinds;
            at += length;
            continue;
        }
        // "The checkbox widget": the second noun is redundant.
        if let Some(length) = said.role("thing", at..end).filter(|_| !found.is_empty()) {
            at += length;
            continue;
        }
        if let Some(length) = said.role("named", at..end).filter(|length| at + length < end) {
            let begin = at + length;
            let until = name_end(said, begin..end);
            if said.quotation(begin).is_none() && found.name.is_none() && until > begin {
                found.name = Some(Called { text: said.text(begin..until).into(), is_sure: true });
                at = until;
            } else {
                at = begin;
            }
            continue;
        }
        if let Some(length) = said.role("any", at..end).filter(|_| found.is_empty()) {
            found.is_any = true;
            at += length;
            continue;
        }
        // "The task “Buy milk”": a noun for the named object.
        if let Some(length) = said.role("owner", at..end).filter(|_| found.name.is_none())
            && (said.quotation(at + length).is_some()
                || known(said, scene, at + length..end, suits).is_some())
        {
            at += length;
            continue;
        }
        if let Some(length) = ["article", "filler"].iter().find_map(|role| said.role(role, at..end)) {
            at += length;
            continue;
        }
        if let Some((entry, until)) = entry(said, at..end).filter(|_| !found.is_empty()) {
            found.entry = Some(entry);
            found.anchor = Some(said.text(at..until).into());
            at = until;
            continue;
        }
        if let Some((anchor, until)) = anchor(said, at..end).filter(|_| !found.is_empty()) {
            found.anchor = anchor.or(found.anchor);
            at = until;
            continue;
        }
        let until = name_end(said, at..end);
        if found.name.is_some() || until == at {
            break;
        }
        found.name = Some(Called { text: said.text(at..until).into(), is_sure: false });
        at = until;
    }
    (!found.is_empty()).then_some((found, at))
}

/// Returns the kinds that a quotation names, if no control has it as a name.
fn quoted_kinds(said: &Said<'_>, scene: &Scene, at: usize) -> Option<Vec<Kind>> {
    let quotation = said.quotation(at)?;
    let wanted = folded(quotation);
    let is_name = scene.names().iter().any(|name| !name.is_alias && name.folded == wanted);
    if is_name { None } else { said.kinds_of(quotation) }
}

/// Returns the number of words of the longest name of a suitable control at the start of these words.
fn known(said: &Said<'_>, scene: &Scene, words: Span, suits: &dyn Fn(Kind) -> bool) -> Option<usize> {
    let folded = said.folded(words);
    let suits = |thing: usize, has_option: bool| {
        suits(if has_option { Kind::Option } else { scene.things[thing].kind })
    };
    let names =
        scene.beginning(&folded).filter(|name| suits(name.thing, name.option.is_some()) && !name.is_alias);
    names.map(|name| name.words.len()).max()
}

/// Whether words that match a name are meant as one, and not as a noun for a kind or an article.
fn is_name(said: &Said<'_>, found: &Mention, at: usize, length: usize, end: usize) -> bool {
    let noun = said.kinds(at..end).map_or(0, |(_, length)| length);
    let other =
        ["article", "filler", "all", "named", "for", "into", "out_of", "join", "to", "by", "it", "or"]
            .iter()
            .filter_map(|role| said.role(role, at..end))
            .max();
    if length > noun.max(other.unwrap_or(0)) {
        return true;
    }
    let is_capital = said.text(at..at + length).chars().next().is_some_and(char::is_uppercase);
    let is_before_noun = said.kinds(at + length..end).is_some();
    length >= noun
        && (is_capital && at > 0 || is_before_noun && other.is_none() || !found.kinds.is_empty() && noun > 0)
}

/// Returns the end of an unmarked name: before a noun for a kind, a separator, a conjunction or a
/// preposition, or at the end.
fn name_end(said: &Said<'_>, words: Span) -> usize {
    let mut at = words.start;
    while at < words.end {
        let is_parted = at > words.start && said.is_parted(at);
        let ends = ["join", "for", "into", "out_of", "named", "filler"];
        let is_compared = || superlative(said, at..words.end).is_some();
        let is_ended = at > words.start
            && (ends.iter().any(|role| said.role(role, at..words.end).is_some()) || is_compared());
        if is_parted || is_ended || said.quotation(at).is_some() || said.kinds(at..words.end).is_some() {
            break;
        }
        at += 1;
    }
    at
}

/// Parses the ordinal of a row, and returns its end: "on the third line".
fn entry(said: &Said<'_>, words: Span) -> Option<(Ordinal, usize)> {
    let at = words.start + said.role("for", words.clone())?;
    let at = said.skip(&["article"], at..words.end);
    let (ordinal, length) = said.ordinal(at..words.end)?;
    let end = at + length + said.role("entry", at + length..words.end)?;
    (end == words.end || said.is_parted(end) || said.role("join", end..words.end).is_some())
        .then_some((ordinal, end))
}

/// Parses the row, card or section of a control, after a preposition. The inner value is `None` if the words
/// only name a kind ("in the dialog").
fn anchor(said: &Said<'_>, words: Span) -> Option<(Option<String>, usize)> {
    let mut at = words.start + said.role("for", words.clone())?;
    let mut has_noun = false;
    loop {
        // "The button in the dialog named …": the name belongs to the button.
        if has_noun && said.role("named", at..words.end).is_some() {
            return Some((None, at));
        }
        let idle = ["article", "all", "owner", "for"];
        let nouns = said.kinds(at..words.end).map(|(_, length)| length);
        let Some(length) = idle.iter().find_map(|role| said.role(role, at..words.end)).or(nouns) else {
            break;
        };
        has_noun = true;
        at += length;
        if at >= words.end {
            break;
        }
    }
    if let Some(quotation) = said.quotation(at).filter(|_| at < words.end) {
        return Some((Some(quotation.into()), at + 1));
    }
    let until = anchor_end(said, at..words.end);
    match until > at {
        true => Some((Some(said.text(at..until).into()), until)),
        false => has_noun.then_some((None, at)),
    }
}

fn anchor_end(said: &Said<'_>, words: Span) -> usize {
    let mut at = words.start;
    while at < words.end {
        let is_ended = at > words.start && (said.is_parted(at) || said.role("join", at..words.end).is_some());
        if is_ended
            || said.role("filler", at..words.end).is_some()
            || said.role("to", at..words.end).is_some()
        {
            break;
        }
        at += 1;
    }
    at
}

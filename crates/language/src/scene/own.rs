//! Clauses whose verb is the name of a control: "save the changes" on a page with a button "Save", "delete
//! the office move project" if each row has a button "Delete".

use lemmascope_intent::Manner;

use super::acts;
use super::kind::Kind;
use super::mention::mention;
use super::reading::{Reading, Steps};
use super::resolve::{Doubt, Hit, Meant, resolve};
use super::said::Said;
use super::suits::{pressed, written};
use super::superlative::superlative;
use super::thing::{Name, Scene, Span};
use crate::words::words;

/// Words without meaning of their own, next to names.
const IDLE: [&str; 11] =
    ["article", "filler", "it", "for", "into", "out_of", "within", "owner", "wait_for", "worth", "named"];

/// Returns a word without inflection: "fixa" and "fixar" are the same verb, "review" and "reviews" the same
/// noun.
fn stem(word: &str) -> &str {
    let long = |word: &&str| word.chars().count() >= 3;
    let word = word.strip_suffix('s').filter(long).unwrap_or(word);
    let cut = |end: &&str| word.strip_suffix(*end).filter(long);
    ["ar", "er", "ir", "a", "e", "o"].iter().find_map(cut).unwrap_or(word)
}

fn stems(text: &str) -> Vec<String> {
    words(text).iter().map(|word| stem(&word.folded).to_string()).collect()
}

fn is_pressed(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Button
            | Kind::Link
            | Kind::Icon
            | Kind::MenuItem
            | Kind::Tab
            | Kind::Section
            | Kind::Radio
            | Kind::Other
    )
}

/// Returns the number of words that form the verb of a name: one, or two that are a single word in the name
/// ("check out", "Checkout").
fn verb_of(name: &Name, said: &[&str]) -> Option<usize> {
    let first = name.words.first()?;
    let one = stem(said.first()?);
    // An alias, which is invisible to the user, has to be the verb itself, such as "share" in a class.
    if stem(first) == one && one.chars().count() >= 3 && (!name.is_alias || name.words.len() == 1) {
        return Some(1);
    }
    let two = said.get(..2)?.concat();
    if !name.is_alias && *first == two {
        return Some(2);
    }
    let (act, length) = acts::begins(said)?;
    (name.words.len() <= 2 && acts::is_in(act, &name.words)).then_some(length)
}

/// Whether a clause can start here: with the verb in the name of a control, or with a label and its value.
pub(super) fn begins(said: &Said<'_>, scene: &Scene, words: Span) -> bool {
    let folded = said.folded(words.clone());
    let is_verb = |name: &Name| is_pressed(scene.things[name.thing].kind) && verb_of(name, &folded).is_some();
    if said.quotation(words.start).is_some()
        || IDLE.iter().any(|role| said.role(role, words.clone()).is_some())
    {
        return false;
    }
    let is_label = |name: &Name| {
        scene.things[name.thing].kind == Kind::List
            && name.option.is_none()
            && !name.is_alias
            && name
                .words
                .first()
                .is_some_and(|first| first.chars().count() >= 3 && Some(&first.as_str()) == folded.first())
    };
    scene.names().iter().any(|name| is_verb(name) || is_label(name))
        || labelled(said, scene, words.clone()).is_some()
        || leads(said, scene, words)
}

/// Whether words are a path that starts with the name of a control: "File > Print".
fn leads(said: &Said<'_>, scene: &Scene, words: Span) -> bool {
    let pieces = said.led(words);
    let [first, _, ..] = pieces.as_slice() else { return false };
    let first: Vec<&str> = said.folded(first.clone());
    let is_it = |name: &Name| {
        !name.is_alias && is_pressed(scene.things[name.thing].kind) && name.words.iter().eq(first.iter())
    };
    !first.is_empty() && scene.names().iter().any(is_it)
}

/// The maximum number of words in a label before a value.
const LONGEST_LABEL: usize = 5;

/// Parses a field and its value: "headline 'Perfect weekend'", "contrast to 8".
fn labelled(said: &Said<'_>, scene: &Scene, words: Span) -> Option<(Hit, Span)> {
    let behind = words.start + 1..words.end.min(words.start + LONGEST_LABEL);
    let number = behind.clone().find_map(|at| Some(at..at + said.literal(at..words.end)?.1));
    let quotation =
        || (words.start + 1..words.end).find(|at| said.quotation(*at).is_some()).map(|at| at..at + 1);
    let value = number.or_else(quotation)?;
    // "Contrast to 8".
    let leads =
        |at: &usize| said.role("into", *at..value.start).is_some_and(|length| at + length == value.start);
    let label = words.start..behind.take_while(|at| *at < value.start).find(leads).unwrap_or(value.start);
    let (mention, end) = mention(said, scene, label.clone(), &|kind| written(kind).is_some())?;
    let is_named =
        mention.name.as_ref().is_some_and(|name| name.is_sure || said.quotation(value.start).is_some());
    match resolve(scene, &mention, &written).ok().filter(|_| end == label.end && is_named)? {
        Meant::Things(hits) if hits.len() == 1 && hits[0].option.is_none() => Some((hits[0], value)),
        _ => None,
    }
}

impl Reading<'_> {
    /// Parses a clause by the names on the page.
    pub(super) fn own(&mut self, whole: Span) -> Steps {
        if let Some(steps) = self.path(whole.clone(), &pressed) {
            return steps;
        }
        if let Some((hit, value)) = labelled(self.said, self.scene, whole.clone())
            && value.end == whole.end
        {
            let said = self.said.bytes(whole.clone());
            if self.scene.things[hit.thing].kind == Kind::List {
                self.explain(whole);
                return self.options(hit.thing, value);
            }
            let value = self.value(value)?;
            self.explain(whole);
            return Ok(vec![self.writing(hit.thing, value, &said)]);
        }
        if whole.clone().any(|at| self.said.quotation(at).is_some()) {
            return Err(self.unread(whole));
        }
        if let Some(steps) = self.labelled_option(whole.clone()) {
            return Ok(steps);
        }
        let first = match self.named_by_verb(whole.clone(), 0..0) {
            Ok(hit) => return Ok(self.pressing(hit, whole)),
            Err(doubt) => doubt,
        };
        // "Save the tall vase and the dinner plate": the verb applies to both.
        let verb = whole.start..whole.start + 1;
        let joined =
            |at: &usize| self.said.role("join", *at..whole.end).is_some() || self.said.is_parted(*at);
        let Some(at) = (whole.start + 2..whole.end).find(joined) else { return Err(first) };
        let behind = at + self.said.role("join", at..whole.end).unwrap_or(0);
        let one = self.named_by_verb(whole.start..at, 0..0).map_err(|_| first)?;
        let other = self.named_by_verb(behind..whole.end, verb)?;
        let mut steps = self.pressing(one, whole.start..at);
        steps.extend(self.pressing(other, behind..whole.end));
        Ok(steps)
    }

    fn pressing(&mut self, hit: Hit, words: Span) -> Vec<super::step::Step> {
        let said = self.said.bytes(words.clone());
        self.explain(words);
        let manner =
            if self.scene.things[hit.thing].kind == Kind::Radio { Manner::Tick } else { Manner::Press };
        self.shown(hit, self.step(hit, manner, &said))
    }

    /// Returns the only control whose name starts with the verb of these words, and whose name, row or card
    /// contains the rest. `verb` is the verb for words without their own.
    fn named_by_verb(&self, body: Span, verb: Span) -> Result<Hit, Doubt> {
        let has_verb = verb.is_empty();
        let lead = self.said.folded(if has_verb { body.clone() } else { verb });
        let mut best: Vec<(usize, Hit)> = Vec::new();
        let (mut doubt, mut best_by) = (None, None);
        let has_name = |is_alias: bool| {
            let names = self.scene.names().iter().filter(move |name| name.is_alias == is_alias);
            names
                .filter(|name| is_pressed(self.scene.things[name.thing].kind))
                .any(|name| verb_of(name, &lead).is_some())
        };
        // A class or an `id` counts only if no visible name contains the verb.
        let by_alias = !has_name(false) && has_name(true);
        for name in self.scene.names() {
            if name.is_alias != by_alias || name.option.is_some() {
                continue;
            }
            let thing = &self.scene.things[name.thing];
            let Some(length) = verb_of(name, &lead).filter(|_| is_pressed(thing.kind)) else { continue };
            let rest = body.start + if has_verb { length } else { 0 }..body.end;
            let superlative = rest.clone().find_map(|at| superlative(self.said, at..rest.end));
            best_by = best_by.or(superlative.map(|(found, _)| found));
            let mut own: Vec<String> = name.words.iter().map(|word| stem(word).to_string()).collect();
            own.extend(stems(thing.context.as_deref().unwrap_or_default()));
            match self.explained_by(rest, &own) {
                Ok(fit) => best.push((fit, Hit { thing: name.thing, option: None })),
                Err(at) => doubt = doubt.max(Some(at)),
            }
        }
        best.dedup_by_key(|(_, hit)| hit.thing);
        let most = best.iter().map(|(fit, _)| *fit).max();
        let fitting: Vec<Hit> =
            best.iter().filter(|(fit, _)| Some(*fit) == most).map(|(_, hit)| *hit).collect();
        let fitting = match best_by {
            Some(superlative) => {
                superlative.pick(self.scene, &fitting).ok_or_else(|| self.unread(body.clone()))?
            }
            None => fitting,
        };
        match (fitting.as_slice(), doubt) {
            ([one], _) => Ok(*one),
            ([], Some(at)) => Err(self.unread(at..body.end)),
            ([], None) => Err(self.unread(body)),
            (several, _) => {
                let among = several.iter().map(|hit| &self.scene.things[hit.thing]);
                let among = among.filter_map(|thing| thing.context.clone().or(thing.names.first().cloned()));
                Err(Doubt::Several(self.said.text(body).into(), among.take(6).collect()))
            }
        }
    }

    /// Returns the number of words that the name, row or card of a control shares with these. All others have
    /// to be stop words, nouns for a kind, or part of a heading; otherwise it returns the first one that is
    /// not.
    fn explained_by(&self, words: Span, own: &[String]) -> Result<usize, usize> {
        let mut at = words.start;
        let mut fit = 0;
        while at < words.end {
            let Some(word) = self.said.words.get(at) else { break };
            let folded = stem(word.folded.trim_end_matches("'s"));
            // The possessive ending is a separate word after a name.
            if at > words.start && matches!(word.folded.as_str(), "'s" | "’s" | "s") {
                at += 1;
                continue;
            }
            let idle_at =
                |at: usize| IDLE.iter().filter_map(|role| self.said.role(role, at..words.end)).max();
            let idle = || idle_at(at);
            let noun = || self.said.kinds(at..words.end).map(|(_, length)| length);
            let is_headed =
                || self.scene.headings().any(|heading| stems(heading).iter().any(|it| it == folded));
            if own.iter().any(|it| it == folded) {
                fit += 1;
                at += 1;
            } else if let Some((_, length)) = superlative(self.said, at..words.end) {
                at += length;
                // "The cheapest train": the noun for all entries.
                let is_noun = at + 1 == words.end && idle_at(at).is_none();
                at += usize::from(is_noun);
            } else if let Some(length) = idle().or_else(noun) {
                at += length;
            } else if is_headed() {
                at += 1;
            } else {
                return Err(at);
            }
        }
        Ok(fit)
    }
}

//! Resolves mentions to controls.

use super::acts;
use super::kind::Kind;
use super::mention::{Called, Mention};
use super::said::plain_words;
use super::thing::{Name, Scene, folded};
use crate::literal::Ordinal;
use crate::words::words;

/// The reason why a clause is not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// These words are unknown.
    Unread(String),
    /// No control has this name.
    NoSuch(String),
    /// Several controls match these words; the list contains the context or name of each.
    Several(String, Vec<String>),
}

/// A control, or one of its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) thing: usize,
    pub(super) option: Option<usize>,
}

/// The result of resolving a mention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meant {
    Things(Vec<Hit>),
    /// The control with this name in the same row, card or section as the anchor. The page resolves the
    /// relation at run time.
    Beside {
        name: String,
        anchor: String,
    },
}

/// The rank of a kind for a verb: a lower one is better, and `None` excludes the kind.
pub(super) type Suits<'s> = &'s dyn Fn(Kind) -> Option<u8>;

/// The minimum length of the longest word in a partial match of a name.
const TELLING: usize = 3;

/// Resolves a mention.
pub(super) fn resolve(scene: &Scene, mention: &Mention, suits: Suits<'_>) -> Result<Meant, Doubt> {
    let hits = match &mention.name {
        _ if !mention.looks.is_empty() => looking(scene, mention, suits),
        Some(called) => named(scene, called, mention, suits),
        None => of_kind(scene, mention, suits),
    };
    if let Some(superlative) = mention.superlative {
        let hits = if hits.is_empty() { of_entries(scene, mention, suits) } else { hits };
        let shown = || mention.name.as_ref().map_or_else(String::new, |called| called.text.clone());
        let ends = superlative.pick(scene, &hits).ok_or_else(|| Doubt::NoSuch(shown()))?;
        let plain = Mention { superlative: None, ..mention.clone() };
        return chosen(scene, &plain, ends).map(Meant::Things);
    }
    if let Some(anchor) = &mention.anchor {
        return beside(scene, mention, &hits, anchor);
    }
    chosen(scene, mention, hits).map(Meant::Things)
}

/// Returns the hits of a name: only the best matches, and of these only the stated kind, if any has it.
fn named(scene: &Scene, called: &Called, mention: &Mention, suits: Suits<'_>) -> Vec<Hit> {
    let wanted = folded(&called.text);
    let said = plain_words(&called.text);
    let act = acts::act(&called.text);
    let fit = |name: &Name| {
        let level = level(name, &called.text, &wanted, &said).or_else(|| {
            let names_act = act.is_some_and(|act| name.option.is_none() && acts::is_in(act, &name.words));
            let is_short = name.is_alias || name.words.len() <= LONGEST_ACT;
            (names_act && is_short).then_some(5)
        });
        // A text is not a control: it must match completely, and counts only if no control matches.
        match scene.things[name.thing].kind {
            Kind::Text => level.filter(|level| *level <= 2).map(|level| 10 + level),
            _ => level,
        }
    };
    let ranked = scene.names().iter().filter_map(|name| {
        let hit = Hit { thing: name.thing, option: name.option };
        let kind = kind_of(scene, hit);
        let is_said = mention.kinds.is_empty() || mention.kinds.contains(&kind);
        let is_hidden = scene.things[name.thing].behind.is_some();
        Some(((fit(name)?, is_hidden, !is_said, suits(kind)?), hit))
    });
    let ranked: Vec<_> = ranked.collect();
    let Some(best) = ranked.iter().map(|(rank, _)| *rank).min() else { return Vec::new() };
    let mut hits: Vec<Hit> =
        ranked.into_iter().filter(|(rank, _)| *rank == best).map(|(_, hit)| hit).collect();
    hits.dedup();
    hits
}

/// Returns the rank of a name for the words of a mention; a lower one is better.
fn level(name: &Name, raw: &str, wanted: &str, said: &[String]) -> Option<u8> {
    let is_telling = said.iter().any(|word| word.chars().count() >= TELLING);
    match () {
        () if !name.is_alias && name.text == raw.trim() => Some(0),
        () if !name.is_alias && name.folded == wanted => Some(1),
        () if !name.is_alias && !said.is_empty() && name.words == said => Some(2),
        () if name.is_alias && (name.folded == wanted || (!said.is_empty() && name.words == said)) => Some(3),
        () if !name.is_alias && is_telling && name.has_run(said) => Some(4),
        () => None,
    }
}

/// The maximum number of words in a control name that is matched by an action in it.
const LONGEST_ACT: usize = 3;

/// Returns the hits of colors and shapes, restricted to the name and kind if these are stated and anything
/// matches.
fn looking(scene: &Scene, mention: &Mention, suits: Suits<'_>) -> Vec<Hit> {
    let named = mention.name.as_ref().map(|called| named(scene, called, mention, suits));
    let is_named = |at: usize| named.as_ref().is_none_or(|hits| hits.iter().any(|hit| hit.thing == at));
    let fits = |at: &usize| {
        let thing = &scene.things[*at];
        suits(thing.kind).is_some()
            && thing.behind.is_none()
            && mention.looks.iter().all(|look| thing.looks.iter().any(|own| own == look))
            && is_named(*at)
    };
    let all: Vec<usize> = (0..scene.things.len()).filter(fits).collect();
    let kinds: Vec<Kind> = mention.kinds.iter().flat_map(|kind| kind.with_like()).collect();
    // "Box" is a noun for a field, and for any rectangle.
    let of_kind: Vec<usize> =
        all.iter().copied().filter(|at| kinds.contains(&scene.things[*at].kind)).collect();
    let found = if of_kind.is_empty() { all } else { of_kind };
    let controls: Vec<usize> =
        found.iter().copied().filter(|at| scene.things[*at].kind != Kind::Text).collect();
    let found = if controls.is_empty() { found } else { controls };
    found.into_iter().map(|thing| Hit { thing, option: None }).collect()
}

/// Returns the controls of all entries with the noun of a superlative: "the earliest train".
fn of_entries(scene: &Scene, mention: &Mention, suits: Suits<'_>) -> Vec<Hit> {
    let Some(noun) = &mention.name else { return Vec::new() };
    let said: Vec<String> = words(&noun.text).into_iter().map(|word| word.folded).collect();
    let fits = |at: &usize| {
        let thing = &scene.things[*at];
        let context = thing.context.as_deref().unwrap_or_default();
        let own: Vec<String> = words(context).into_iter().map(|word| word.folded).collect();
        suits(thing.kind).is_some()
            && thing.kind != Kind::Text
            && thing.behind.is_none()
            && said.iter().all(|word| own.contains(word))
    };
    (0..scene.things.len()).filter(fits).map(|thing| Hit { thing, option: None }).collect()
}

/// Returns the hits of a kind without a name.
fn of_kind(scene: &Scene, mention: &Mention, suits: Suits<'_>) -> Vec<Hit> {
    let fits = |at: &usize| {
        let thing = &scene.things[*at];
        suits(thing.kind).is_some() && thing.behind.is_none()
    };
    let things = |kinds: &[Kind]| -> Vec<Hit> {
        scene.of(kinds).filter(fits).map(|thing| Hit { thing, option: None }).collect()
    };
    let kinds: Vec<Kind> = mention.kinds.iter().flat_map(|kind| kind.with_like()).collect();
    let found = things(&kinds);
    // Without a single-line field, a text area counts as a field.
    match found.is_empty() && mention.kinds.contains(&Kind::Field) {
        true => things(&[Kind::Area]),
        false => found,
    }
}

/// Returns the hits that belong to the anchor, by context; if no context matches, the page decides at run
/// time.
fn beside(scene: &Scene, mention: &Mention, hits: &[Hit], anchor: &str) -> Result<Meant, Doubt> {
    let wanted: Vec<String> = words(anchor).into_iter().map(|word| word.folded).collect();
    let belongs = |hit: &&Hit| {
        let context = scene.things[hit.thing].context.as_deref().unwrap_or_default();
        let own: Vec<String> = words(context).into_iter().map(|word| word.folded).collect();
        !wanted.is_empty() && own.windows(wanted.len()).any(|run| run == wanted)
    };
    let mut own: Vec<Hit> = hits.iter().filter(belongs).copied().collect();
    if own.is_empty()
        && let Some(place) = mention.entry
    {
        own = at_entry(scene, hits, place);
    }
    if !own.is_empty() {
        return chosen(scene, mention, own).map(Meant::Things);
    }
    let name = match &mention.name {
        Some(called) if !hits.is_empty() && mention.entry.is_none() => called.text.clone(),
        _ => return Err(Doubt::NoSuch(anchor.into())),
    };
    match mention.is_all || mention.ordinal.is_some() {
        true => Err(Doubt::NoSuch(anchor.into())),
        false => Ok(Meant::Beside { name, anchor: anchor.into() }),
    }
}

/// Returns the hits in the entry with an ordinal: entries are distinguished by their texts, in page order.
fn at_entry(scene: &Scene, hits: &[Hit], place: Ordinal) -> Vec<Hit> {
    let mut entries: Vec<&str> = Vec::new();
    for hit in hits {
        let context = scene.things[hit.thing].context.as_deref().unwrap_or_default();
        if context.is_empty() {
            return Vec::new();
        }
        if entries.last() != Some(&context) {
            entries.push(context);
        }
    }
    let at = match place {
        Ordinal::Nth(place) => usize::try_from(place).ok().and_then(|place| place.checked_sub(1)),
        Ordinal::FromLast(place) => {
            usize::try_from(place).ok().and_then(|place| entries.len().checked_sub(place))
        }
    };
    let Some(entry) = at.and_then(|at| entries.get(at)) else { return Vec::new() };
    let is_there = |hit: &&Hit| scene.things[hit.thing].context.as_deref() == Some(entry);
    hits.iter().filter(is_there).copied().collect()
}

/// Returns the only hit, or all of them if all are meant.
fn chosen(scene: &Scene, mention: &Mention, hits: Vec<Hit>) -> Result<Vec<Hit>, Doubt> {
    let shown = || mention.name.as_ref().map_or_else(String::new, |called| called.text.clone());
    if hits.is_empty() {
        return Err(Doubt::NoSuch(shown()));
    }
    if let Some(ordinal) = mention.ordinal {
        let at = match ordinal {
            Ordinal::Nth(place) => usize::try_from(place).ok().and_then(|place| place.checked_sub(1)),
            Ordinal::FromLast(place) => {
                usize::try_from(place).ok().and_then(|place| hits.len().checked_sub(place))
            }
        };
        return match at.and_then(|at| hits.get(at)) {
            Some(hit) => Ok(vec![*hit]),
            None => Err(Doubt::NoSuch(shown())),
        };
    }
    if mention.is_all && (!mention.is_both || hits.len() == 2) || hits.len() == 1 {
        return Ok(hits);
    }
    if mention.is_any {
        return Ok(vec![hits[0]]);
    }
    let is_revealed = |hit: &&Hit| {
        scene.things[hit.thing].behind.as_ref().is_some_and(|behind| mention.opened.contains(behind))
    };
    let revealed: Vec<Hit> = hits.iter().filter(is_revealed).copied().collect();
    if let [one] = revealed.as_slice() {
        return Ok(vec![*one]);
    }
    // Controls with the same name and kind and without a context are indistinguishable: the first one wins.
    let look = |hit: &Hit| {
        let thing = &scene.things[hit.thing];
        let name = thing.names.first().map(|name| folded(name));
        (thing.kind, name, thing.context.is_some(), thing.behind.clone())
    };
    let first = look(&hits[0]);
    if mention.name.is_some() && !first.2 && hits.iter().all(|hit| look(hit) == first && hit.option.is_none())
    {
        return Ok(vec![hits[0]]);
    }
    // A control outside rows and groups takes precedence over those inside.
    let apart: Vec<&Hit> = hits.iter().filter(|hit| scene.things[hit.thing].context.is_none()).collect();
    if let ([one], true) = (apart.as_slice(), mention.name.is_some())
        && hits.iter().all(|hit| kind_of(scene, *hit) == kind_of(scene, **one))
    {
        return Ok(vec![**one]);
    }
    let among = |hit: &Hit| {
        let thing = &scene.things[hit.thing];
        thing.context.clone().or_else(|| thing.names.first().cloned()).unwrap_or_default()
    };
    Err(Doubt::Several(shown(), hits.iter().take(MOST_SHOWN).map(among).collect()))
}

/// The maximum number of choices in a question.
const MOST_SHOWN: usize = 6;

/// Returns the kind of a hit; an option of a list has the kind option.
pub(super) fn kind_of(scene: &Scene, hit: Hit) -> Kind {
    if hit.option.is_some() { Kind::Option } else { scene.things[hit.thing].kind }
}

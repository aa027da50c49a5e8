//! Finds references to things that were mentioned or listed before, and to some of them.

use std::ops::Range;

use lemmascope_intent::ThingKind;

use super::{Found, Groups, Lead, Scan};
use crate::literal::{Kind, Ordinal, ordinal_word};
use crate::reader::reference::Referent;
use crate::words::{Hanging, Tongue, hanging, made_of};

/// Words after a reference that cannot be a noun.
pub(super) const ENDS: [&str; 34] = [
    "", "to", "into", "in", "on", "from", "for", "with", "as", "and", "then", "too", "now", "please",
    "again", "by", "high", "low", "para", "pra", "pro", "em", "no", "na", "ao", "à", "por", "com", "e",
    "tambem", "agora", "de", "como", "que",
];

impl Scan<'_> {
    /// Reads a reference to all things of a group, or to some of them.
    pub(super) fn reference(&self, at: usize, found: &Groups) -> Option<Found> {
        // What the sentence names itself is meant first.
        let is_file = |it: &crate::literal::Found| {
            matches!(it.value.kind(), Kind::File | Kind::Path) && it.span.end <= self.words[at].span.start
        };
        if found.is_empty() && self.heard.literals.iter().any(is_file) {
            return None;
        }
        let own = found.last().map(|group| (group.kind, group.names.clone()));
        let all = own.clone().or_else(|| group_of(self.earlier.last));
        let base = own
            .filter(|(_, names)| names.len() > 1)
            .or_else(|| group_of(self.earlier.listed))
            .or_else(|| all.clone());
        let several = all.filter(|(_, names)| names.len() > 1);
        let said = match self.heard.tongue {
            Tongue::English => self.english(at, several.as_ref(), base.as_ref()),
            Tongue::Portuguese => self.portuguese(at, several.as_ref(), base.as_ref()),
        }?;
        let (start, end) = (self.words[at].span.start, at + said.length);
        let span = start..self.words[end - 1].span.end;
        let (kind, names) = if said.pick == Pick::All { several? } else { base? };
        let names = names.get(said.pick.of(names.len())?)?.to_vec();
        Some(Found { span, end, kind, names, lead: said.lead })
    }

    /// Reads an ordinal with a number and a noun, after its article: "first two cards", "dois primeiros". Returns what it
    /// picks and the index after it.
    pub(super) fn ordinal(&self, at: usize, kind: Option<&ThingKind>) -> Option<(Pick, usize)> {
        // "Os dois primeiros" and "os primeiros dois".
        let is_portuguese = self.heard.tongue == Tongue::Portuguese;
        let before = self.count(at).filter(|_| is_portuguese);
        let place = at + usize::from(before.is_some());
        let ordinal = ordinal_word(self.next(place), self.heard.tongue)?;
        let behind = self.count(place + 1).filter(|_| before.is_none());
        let mut end = place + 1 + usize::from(behind.is_some());
        let is_kind = self.noun(end).is_some_and(|own| kind.is_some_and(|kind| own.name == kind.name));
        if is_kind || ["one", "ones"].contains(&self.next(end)) {
            end += 1;
        }
        end += self.of_them(end);
        Some((Pick::new(ordinal, before.or(behind))?, end))
    }

    /// Returns the number of words of "of them".
    fn of_them(&self, at: usize) -> usize {
        let is_of = self.next(at) == "of" && ["them", "these", "those"].contains(&self.next(at + 1));
        if is_of { 2 } else { 0 }
    }

    fn english(&self, at: usize, several: Option<&Whole>, base: Option<&Whole>) -> Option<Said> {
        let all = |length: usize| several.map(|_| Said::new(length, Pick::All));
        let is_number_of = |at: usize, group: Option<&Whole>| {
            self.count(at).is_some_and(|count| group.is_some_and(|(_, names)| names.len() == count))
        };
        let is_kind = |at: usize, group: Option<&Whole>| {
            self.noun(at).is_some_and(|kind| group.is_some_and(|(own, _)| own.name == kind.name))
        };
        let is_end = |at: usize| ENDS.contains(&self.next(at));
        let of_them = |at: usize| self.of_them(at);
        match self.word(at) {
            _ if at == 0 => None,
            // "One of them" is not all of them.
            "them" if self.word(at - 1) != "of" => {
                all(1 + usize::from(["both", "all"].contains(&self.next(at + 1))))
            }
            "these" | "those" if self.word(at - 1) != "of" => {
                let counted = usize::from(is_number_of(at + 1, several));
                if counted == 0 && self.count(at + 1).is_some() {
                    return None;
                }
                let noun = usize::from(is_kind(at + 1 + counted, several));
                (noun + counted > 0 || is_end(at + 1)).then(|| all(1 + counted + noun)).flatten()
            }
            "both" if several.is_some_and(|(_, names)| names.len() == 2) => {
                let noun = usize::from(is_kind(at + 1, several));
                all(1 + noun.max(of_them(at + 1)))
            }
            "all" => {
                let counted = usize::from(is_number_of(at + 1, several));
                let of = of_them(at + 1 + counted);
                (of + counted > 0).then(|| all(1 + counted + of)).flatten()
            }
            "each" => (of_them(at + 1) > 0).then(|| all(3)).flatten(),
            "the" => {
                if is_number_of(at + 1, several) && (is_end(at + 2) || is_kind(at + 2, several)) {
                    return all(2 + usize::from(is_kind(at + 2, several)));
                }
                let (pick, end) = self.ordinal(at + 1, base.map(|(kind, _)| *kind))?;
                // "Label the first two urgent": an adjective, which has no plural, follows.
                let is_adjective = end > at + 2 && is_end(end + 1) && !self.next(end).ends_with('s');
                (is_end(end) || is_adjective).then(|| Said::new(end - at, pick))
            }
            _ => None,
        }
    }

    fn portuguese(&self, at: usize, several: Option<&Whole>, base: Option<&Whole>) -> Option<Said> {
        let all = |length: usize| several.map(|_| Said::new(length, Pick::All));
        if let Some(pronoun) = self.words.get(at + 1)
            && let Some(found) = hanging(&self.words[at], pronoun, self.heard.sentence)
            && found.pronoun == Hanging::Several
        {
            let written = &self.heard.sentence[self.words[at].span.clone()];
            let verb = found.verb.unwrap_or_else(|| written.to_string());
            return all(2).map(|said| Said { lead: Lead::Verb(verb), ..said });
        }
        let form = self.words[at].form.as_str();
        let (lead, rest) = match made_of(form) {
            Some([preposition, rest]) => (Lead::Preposition((*preposition).to_string()), *rest),
            _ => (Lead::None, self.word(at)),
        };
        let is_number_of = |at: usize| {
            self.count(at).is_some_and(|count| several.is_some_and(|(_, names)| names.len() == count))
        };
        let is_kind = |at: usize| {
            self.noun(at).is_some_and(|kind| base.or(several).is_some_and(|(own, _)| own.name == kind.name))
        };
        let is_end = |at: usize| ENDS.contains(&self.next(at));
        let said = match rest {
            _ if at == 0 => None,
            "eles" | "elas" | "ambos" | "ambas" => all(1),
            "todos" | "todas"
                if ["eles", "elas", "estes", "estas", "esses", "essas"].contains(&self.next(at + 1)) =>
            {
                all(2)
            }
            "estes" | "estas" | "esses" | "essas" | "aqueles" | "aquelas" => {
                let counted = usize::from(is_number_of(at + 1));
                if counted == 0 && self.count(at + 1).is_some() {
                    return None;
                }
                let noun = usize::from(is_kind(at + 1 + counted));
                (noun + counted > 0 || is_end(at + 1)).then(|| all(1 + counted + noun)).flatten()
            }
            "o" | "a" | "os" | "as" => {
                if is_number_of(at + 1) && (is_end(at + 2) || is_kind(at + 2)) {
                    return all(2 + usize::from(is_kind(at + 2))).map(|said| Said { lead, ..said });
                }
                let kind = base.or(several).map(|(kind, _)| *kind);
                let (pick, end) = self.ordinal(at + 1, kind)?;
                is_end(end).then(|| Said::new(end - at, pick))
            }
            _ => None,
        };
        said.map(|said| Said { lead, ..said })
    }
}

/// The things of a group, with their kind.
type Whole = (&'static ThingKind, Vec<String>);

/// A reference.
struct Said {
    /// The number of its words.
    length: usize,
    pick: Pick,
    lead: Lead,
}

impl Said {
    fn new(length: usize, pick: Pick) -> Self {
        Self { length, pick, lead: Lead::None }
    }
}

/// The things of a group that a reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pick {
    All,
    First(usize),
    Last(usize),
    At(usize),
}

impl Pick {
    /// Returns what an ordinal and a number mean: only "first" and "last" can have a number.
    fn new(ordinal: Ordinal, count: Option<usize>) -> Option<Self> {
        match (ordinal, count) {
            (_, Some(0)) => None,
            (Ordinal::Nth(1), Some(count)) => Some(Self::First(count)),
            (Ordinal::FromLast(1), count) => Some(Self::Last(count.unwrap_or(1))),
            (Ordinal::Nth(place), None) => Some(Self::At(usize::try_from(place).ok()?.checked_sub(1)?)),
            _ => None,
        }
    }

    /// Returns the indices of the picked things among so many; nothing if there are fewer.
    pub(super) fn of(self, count: usize) -> Option<Range<usize>> {
        let picked = match self {
            Self::All => 0..count,
            Self::First(first) => 0..first,
            Self::Last(last) => count.checked_sub(last)?..count,
            Self::At(index) => index..index + 1,
        };
        (picked.end <= count).then_some(picked)
    }
}

/// Returns a group of things, if they are all of one kind, or if all have paths.
pub(super) fn group_of(things: &[Referent]) -> Option<Whole> {
    let kinds = || things.iter().map(|thing| thing.kind);
    let is_content = |kind: &Option<&ThingKind>| kind.is_some_and(|kind| !kind.is_container());
    let kind = kinds().find(is_content).or_else(|| kinds().next())??;
    let is_alike = |it: &ThingKind| it.name == kind.name || (it.names.is_path() && kind.names.is_path());
    let are_alike = kinds().all(|it| it.is_some_and(is_alike));
    are_alike.then(|| (kind, things.iter().map(|thing| thing.name.clone()).collect()))
}

//! The similarity of two names.

use super::distance::{allowed, distance};
use super::{Name, Word};

/// The similarity of two names, and its kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Similarity {
    /// The score, from 0 to 1.
    pub score: f64,
    /// The kind.
    pub likeness: Likeness,
}

/// The kind of similarity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Equality.
    Same,
    /// Differences in accents, spaces or typos.
    Spelling,
    /// Differences in script, nicknames, order or number of words, or abbreviations.
    Form,
}

const NONE: Similarity = Similarity { score: 0.0, likeness: Likeness::Form };

fn by(likeness: Likeness, score: f64) -> Similarity {
    Similarity { score, likeness }
}

/// Returns the similarity of two words, zero for different ones.
pub(crate) fn compare_words(one: &Word, other: &Word) -> Similarity {
    let (a, b) = (one.latin.as_str(), other.latin.as_str());
    let across = one.is_latin != other.is_latin;
    if one.written == other.written {
        return by(Likeness::Same, 1.0);
    }
    if a == b {
        return match across {
            true => by(Likeness::Form, 0.96),
            false => by(Likeness::Spelling, 0.97),
        };
    }
    if one.is_related(other) {
        return by(Likeness::Form, 0.9);
    }
    if one.is_initial() || other.is_initial() {
        return match a.as_bytes().first() == b.as_bytes().first() {
            true => by(Likeness::Form, 0.78),
            false => NONE,
        };
    }
    let longest = a.len().max(b.len());
    let mut best = NONE;
    let mut consider = |found: Similarity| {
        if found.score > best.score {
            best = found;
        }
    };
    if let Some(mistakes) = distance(a, b, allowed(longest)) {
        let first = if a.as_bytes().first() == b.as_bytes().first() { 0.0 } else { 0.06 };
        // Two given names that differ by a letter usually belong to two people.
        let names = if one.is_given_name && other.is_given_name { 0.12 } else { 0.0 };
        let score = match (mistakes, longest) {
            (0 | 1, 6..) => 0.92,
            (0 | 1, _) => 0.88,
            _ => 0.85,
        };
        consider(by(if across { Likeness::Form } else { Likeness::Spelling }, score - first - names));
    }
    if one.sound == other.sound && one.sound.len() >= 2 {
        consider(by(Likeness::Form, 0.88));
    } else if across && distance(&one.sound, &other.sound, allowed(longest)).is_some() {
        consider(by(Likeness::Form, 0.82));
    }
    if one.is_abjad || other.is_abjad {
        for (here, there) in one.consonants.iter().zip(&other.consonants) {
            let length = here.len().max(there.len());
            if length >= 2 && here == there {
                consider(by(Likeness::Form, 0.88));
            } else if length >= 3 && distance(here, there, 1).is_some() {
                consider(by(Likeness::Form, 0.76));
            }
        }
    }
    let shortest = a.len().min(b.len());
    if shortest >= 3 && (a.starts_with(b) || b.starts_with(a)) && !(one.is_given_name && other.is_given_name)
    {
        consider(by(Likeness::Form, 0.8));
    }
    best
}

/// Returns the similarity of a given name and the name of a contact, zero if they are different.
pub fn compare(said: &Name, known: &Name) -> Similarity {
    if said.exact == known.exact {
        return by(Likeness::Same, 1.0);
    }
    if said.words.is_empty() || known.words.is_empty() {
        return NONE;
    }
    let joined = (said.joined(), known.joined());
    if joined.0 == joined.1 && said.words.len() != known.words.len() {
        return by(Likeness::Spelling, 0.95);
    }
    let direct = Alignment::of(&said.words, &known.words).similarity();
    // Some names are written both as one word and as two.
    let merged = merged_word_pairs(&said.words, &known.words)
        .into_iter()
        .chain(merged_word_pairs(&known.words, &said.words).into_iter().map(|(known, said)| (said, known)));
    let merged = merged.map(|(said, known)| {
        let found = Alignment::of(&said, &known).similarity();
        by(Likeness::Form, found.score - 0.02)
    });
    merged.fold(direct, |best, found| if found.score > best.score { found } else { best })
}

/// Returns the pairs of names in which adjacent words of the second name are merged, if the result is a word
/// of the first name or its long form.
fn merged_word_pairs(one: &[Word], other: &[Word]) -> Vec<(Vec<Word>, Vec<Word>)> {
    let mut pairs = Vec::new();
    for length in 2..=3 {
        for (at, run) in other.windows(length).enumerate() {
            let length_together: usize = run.iter().map(|word| word.latin.len()).sum();
            // Skips runs whose length matches no word.
            let may_be =
                |word: &&Word| word.latin.len().abs_diff(length_together) <= 1 || !word.longer.is_empty();
            if !one.iter().any(|word| may_be(&word)) {
                continue;
            }
            let together: String = run.iter().map(|word| word.latin.as_str()).collect();
            let is_said = |word: &&Word| {
                word.latin == together
                    || (together.len() >= 8 && distance(&word.latin, &together, 1).is_some())
                    || word.longer.contains(&together)
            };
            if let Some(said) = one.iter().find(is_said) {
                let mut merged = other.to_vec();
                merged.splice(at..at + length, [said.clone()]);
                pairs.push((one.to_vec(), merged));
            }
        }
    }
    pairs
}

/// The assignment of the words of one name to those of another.
struct Alignment<'a> {
    said: &'a [Word],
    known: &'a [Word],
    /// For each given word, the matching word of the contact and their similarity.
    matched: Vec<Option<(usize, Similarity)>>,
}

impl<'a> Alignment<'a> {
    fn of(said: &'a [Word], known: &'a [Word]) -> Self {
        let mut pairs = Vec::new();
        for (i, one) in said.iter().enumerate() {
            for (j, other) in known.iter().enumerate() {
                let found = compare_words(one, other);
                if found.score > 0.0 {
                    pairs.push((found, i, j));
                }
            }
        }
        // The best pairs first; equal ones by the distance of their positions.
        pairs.sort_by(|a, b| {
            b.0.score
                .total_cmp(&a.0.score)
                .then(a.1.abs_diff(a.2).cmp(&b.1.abs_diff(b.2)))
                .then(a.1.cmp(&b.1))
        });
        let mut matched: Vec<Option<(usize, Similarity)>> = vec![None; said.len()];
        let mut taken = vec![false; known.len()];
        for (found, i, j) in pairs {
            if let (Some(slot @ None), Some(used @ false)) = (matched.get_mut(i), taken.get_mut(j)) {
                *slot = Some((j, found));
                *used = true;
            }
        }
        Self { said, known, matched }
    }

    fn similarity(&self) -> Similarity {
        let weight = |word: &Word| if word.is_particle { 0.1 } else { 1.0 };
        let mut total = 0.0;
        let mut sum = 0.0;
        let mut likeness = Likeness::Same;
        let mut whole = 0;
        for (word, found) in self.said.iter().zip(&self.matched) {
            if let Some((_, found)) = found {
                total += weight(word);
                sum += weight(word) * found.score;
                likeness = likeness.max(found.likeness);
                whole += usize::from(!word.is_particle && found.score > 0.78);
            }
        }
        // Matches of initials or particles only are not significant.
        if whole == 0 {
            return NONE;
        }
        let mut score = sum / total;
        let left_said = self.left(self.said, |at| self.matched.get(at).is_some_and(Option::is_none));
        let left_known =
            self.left(self.known, |at| !self.matched.iter().flatten().any(|(known, _)| *known == at));
        let counted = |words: &[Word]| words.iter().filter(|word| !word.is_particle).count();
        let (said, known) = (counted(self.said), counted(self.known));
        match (left_said.len(), left_known.len()) {
            (0, 0) => {}
            (0, left) => {
                likeness = Likeness::Form;
                score *= match said {
                    // Only a given name, or only a family name.
                    1 if left_known.first() == Some(&0) => 0.84,
                    1 => 0.88,
                    _ => {
                        let ends =
                            left_known.iter().filter(|at| **at == 0 || **at + 1 == self.known.len()).count();
                        1.0 - 0.03 * bounded(left) - 0.05 * bounded(ends)
                    }
                };
            }
            // The contact has a single name, and the given name is longer.
            (_, 0) if known == 1 => {
                let is_first = self.matched.first().is_some_and(Option::is_some);
                if !is_first {
                    return NONE;
                }
                likeness = Likeness::Form;
                score *= 0.76;
            }
            (left, 0) => {
                likeness = Likeness::Form;
                let ends = left_said.iter().filter(|at| **at == 0 || **at + 1 == self.said.len()).count();
                score *= 1.0 - 0.05 * bounded(left) - 0.06 * bounded(ends);
            }
            // Each name has a word that the other lacks, so they belong to different people.
            _ => return NONE,
        }
        if self.is_out_of_order() {
            likeness = Likeness::Form;
            score -= 0.02;
        }
        by(if likeness == Likeness::Same { Likeness::Spelling } else { likeness }, score)
    }

    /// Returns the positions of unmatched words, without particles.
    fn left(&self, words: &[Word], is_left: impl Fn(usize) -> bool) -> Vec<usize> {
        let places = words.iter().enumerate().filter(|(at, word)| !word.is_particle && is_left(*at));
        places.map(|(at, _)| at).collect()
    }

    fn is_out_of_order(&self) -> bool {
        let order: Vec<usize> = self.matched.iter().flatten().map(|(known, _)| *known).collect();
        !order.is_sorted()
    }
}

fn bounded(count: usize) -> f64 {
    f64::from(u8::try_from(count).unwrap_or(u8::MAX))
}

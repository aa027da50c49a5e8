//! An index of the aliases of an owner, for looking up a name without comparing it with each alias.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::name::{
    Likeness, Name, NameWarning, Similarity, Word, allowed, compare, compare_words, distance, related,
};

/// The minimum score of a candidate.
pub(crate) const LEAST: f64 = 0.66;
/// The maximum number of words with the same prefix that are examined.
const MOST_PREFIXED: usize = 100;
/// The maximum number of aliases of a common word that are examined, if a rarer word of the name has already
/// yielded candidates.
const COMMON: usize = 2_000;
/// The maximum number of aliases that are examined for a name.
const MOST_SEEN: usize = 4_000;
/// The number of words of a name that are searched for typos.
const MOST_MISTYPED: usize = 4;
/// The maximum number of aliases that are compared in full.
const MOST_COMPARED: usize = 64;

/// The index of the aliases of an owner.
#[derive(Default)]
pub struct Index {
    entries: Vec<Entry>,
    /// The entries of each agent.
    agents: HashMap<String, Vec<u32>>,
    exact: HashMap<String, Vec<u32>>,
    skeletons: HashMap<String, Vec<u32>>,
    /// The entries by their joined words: complete names, and two or three adjacent words.
    joined: HashMap<String, Vec<u32>>,
    words: Vec<IndexedWord>,
    /// The marks of the words, by length.
    marks: Vec<Vec<Mark>>,
    by_latin: BTreeMap<String, Vec<u32>>,
    by_sound: HashMap<String, Vec<u32>>,
    by_consonants: HashMap<String, Vec<u32>>,
}

struct Entry {
    agent: String,
    name: Name,
    /// Whether the alias was not removed.
    is_live: bool,
}

/// A compact summary of a word, which excludes most other words without a full comparison.
struct Mark {
    /// The set of its letters, one bit each.
    letters: u64,
    word: u32,
    is_latin: bool,
}

struct IndexedWord {
    word: Word,
    entries: Vec<u32>,
}

/// A candidate contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The address.
    pub agent: String,
    /// The alias that is most similar to the name.
    pub alias: String,
    /// The similarity.
    pub similarity: Similarity,
    /// The reason why the name may be deceptive.
    pub caution: Option<NameWarning>,
}

impl Index {
    /// Adds an alias of an agent.
    pub fn add(&mut self, agent: &str, name: Name) {
        let place = number(self.entries.len());
        self.agents.entry(agent.to_string()).or_default().push(place);
        self.exact.entry(name.exact.clone()).or_default().push(place);
        for skeleton in distinct(&name.skeletons) {
            self.skeletons.entry(skeleton.clone()).or_default().push(place);
        }
        let latin: Vec<&str> = name.words.iter().map(|word| word.latin.as_str()).collect();
        let runs = (2..=3).flat_map(|length| latin.windows(length).map(|run| run.concat()));
        let runs: HashSet<String> = runs.chain([latin.concat()]).collect();
        for run in runs {
            self.joined.entry(run).or_default().push(place);
        }
        let mut seen = HashSet::default();
        for word in name.words.iter().filter(|word| seen.insert(word.written.clone())) {
            let at = self.word(word);
            if let Some(indexed) = usize::try_from(at).ok().and_then(|at| self.words.get_mut(at)) {
                indexed.entries.push(place);
            }
        }
        self.entries.push(Entry { agent: agent.into(), name, is_live: true });
    }

    /// Removes an alias of an agent.
    pub fn remove(&mut self, agent: &str, alias: &str) {
        for place in self.agents.get(agent).into_iter().flatten() {
            if let Some(entry) = usize::try_from(*place).ok().and_then(|at| self.entries.get_mut(at)) {
                entry.is_live &= entry.name.shown != alias;
            }
        }
    }

    /// Returns the number of entries, including removed ones.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the index has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the agent has an alias.
    pub fn has_agent(&self, agent: &str) -> bool {
        self.agents.get(agent).into_iter().flatten().any(|place| self.live(*place).is_some())
    }

    /// Returns the agents with an alias or an address that contains a text in lower case.
    pub fn agents_containing(&self, text: &str, most: usize) -> Vec<String> {
        let mut seen = HashSet::default();
        let live = self.entries.iter().filter(|entry| entry.is_live);
        let with =
            live.filter(|entry| entry.name.exact.contains(text) || entry.agent.to_lowercase().contains(text));
        with.filter(|entry| seen.insert(entry.agent.as_str()))
            .take(most)
            .map(|entry| entry.agent.clone())
            .collect()
    }

    /// Returns the agents with exactly this alias, each once.
    pub fn exactly(&self, name: &Name) -> Vec<Found> {
        let places = self.exact.get(&name.exact).into_iter().flatten().copied();
        best_per_agent(places.filter_map(|place| self.found(place, name)))
    }

    /// Returns the agents with a visually confusable alias that has other characters, each once.
    pub fn confusable_agents(&self, name: &Name) -> Vec<Found> {
        let places: HashSet<u32> = distinct(&name.skeletons)
            .filter_map(|skeleton| self.skeletons.get(skeleton))
            .flatten()
            .copied()
            .collect();
        let alike = places
            .into_iter()
            .filter_map(|place| self.live(place))
            .filter(|entry| name.looks_like(&entry.name));
        best_per_agent(alike.map(|entry| Found {
            agent: entry.agent.clone(),
            alias: entry.name.shown.clone(),
            similarity: Similarity { score: 0.9, likeness: Likeness::Spelling },
            caution: Some(name.cautions.first().copied().unwrap_or(NameWarning::LooksAlike)),
        }))
    }

    /// Returns the candidates for a name, most similar first, each agent once.
    pub fn nearest(&self, name: &Name) -> Vec<Found> {
        let mut compared: Vec<Found> = Vec::new();
        for place in self.candidates(name) {
            compared.extend(self.found(place, name).filter(|found| found.similarity.score >= LEAST));
        }
        compared.extend(self.confusable_agents(name));
        best_per_agent(compared.into_iter())
    }

    fn found(&self, place: u32, name: &Name) -> Option<Found> {
        let entry = self.live(place)?;
        Some(Found {
            agent: entry.agent.clone(),
            alias: entry.name.shown.clone(),
            similarity: compare(name, &entry.name),
            caution: match name.exact == entry.name.exact {
                true => None,
                false if name.looks_like(&entry.name) => {
                    Some(name.cautions.first().copied().unwrap_or(NameWarning::LooksAlike))
                }
                false => name.cautions.first().copied(),
            },
        })
    }

    fn live(&self, place: u32) -> Option<&Entry> {
        usize::try_from(place).ok().and_then(|at| self.entries.get(at)).filter(|entry| entry.is_live)
    }

    /// Returns the index of a word, and adds it if it is new.
    fn word(&mut self, word: &Word) -> u32 {
        let same = self.by_latin.get(&word.latin).into_iter().flatten().copied();
        let mut same = same.filter(|at| self.at(*at).is_some_and(|known| known.word.written == word.written));
        if let Some(known) = same.next() {
            return known;
        }
        let at = number(self.words.len());
        self.by_latin.entry(word.latin.clone()).or_default().push(at);
        self.by_sound.entry(word.sound.clone()).or_default().push(at);
        for consonants in distinct(&word.consonants) {
            self.by_consonants.entry(consonants.clone()).or_default().push(at);
        }
        let length = word.latin.len();
        if self.marks.len() <= length {
            self.marks.resize_with(length + 1, Vec::new);
        }
        if let Some(marks) = self.marks.get_mut(length) {
            marks.push(Mark { letters: letters(&word.latin), word: at, is_latin: word.is_latin });
        }
        self.words.push(IndexedWord { word: word.clone(), entries: Vec::new() });
        at
    }

    fn at(&self, word: u32) -> Option<&IndexedWord> {
        usize::try_from(word).ok().and_then(|at| self.words.get(at))
    }

    /// Returns the entries that are worth comparing, those with the most similar words first.
    fn candidates(&self, name: &Name) -> Vec<u32> {
        let mut sums: HashMap<u32, f64> = HashMap::default();
        let latin: Vec<&str> = name.words.iter().map(|word| word.latin.as_str()).collect();
        let runs = (1..=3).flat_map(|length| latin.windows(length).map(|run| run.concat()));
        for run in runs.chain([latin.concat()]) {
            for place in self.joined.get(&run).into_iter().flatten().take(COMMON) {
                sums.insert(*place, 2.0);
            }
        }
        // Typos are searched in the longest words, which are the most distinctive. Each search scans all
        // words of about the same length.
        let mut lengths: Vec<usize> = latin.iter().map(|word| word.len()).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let shortest = lengths.get(MOST_MISTYPED - 1).copied().unwrap_or(0);
        let mut alike: Vec<(usize, Vec<(u32, f64)>)> = name
            .words
            .iter()
            .filter(|word| !word.is_particle && !word.is_initial())
            .map(|word| {
                for longer in &word.longer {
                    for place in self.joined.get(longer).into_iter().flatten().take(COMMON) {
                        sums.insert(*place, 2.0);
                    }
                }
                let alike = self.alike(word, word.latin.len() >= shortest);
                (alike.iter().filter_map(|(at, _)| self.at(*at)).map(|word| word.entries.len()).sum(), alike)
            })
            .collect();
        // The rarest word comes first: entries that only match a common word do not count beside those of a
        // rarer one.
        alike.sort_by_key(|(count, _)| *count);
        let mut seen = 0;
        for (count, words) in alike {
            let adds = sums.is_empty() || count <= COMMON;
            for (at, score) in words {
                for place in self.at(at).into_iter().flat_map(|word| &word.entries) {
                    if adds && seen < MOST_SEEN {
                        seen += 1;
                        *sums.entry(*place).or_default() += score;
                    } else if let Some(sum) = sums.get_mut(place) {
                        *sum += score;
                    }
                }
            }
        }
        let mut places: Vec<(u32, f64)> = sums.into_iter().collect();
        let order = |a: &(u32, f64), b: &(u32, f64)| {
            let length = |place: u32| self.live(place).map_or(usize::MAX, |entry| entry.name.words.len());
            b.1.total_cmp(&a.1).then_with(|| length(a.0).cmp(&length(b.0))).then(a.0.cmp(&b.0))
        };
        if places.len() > MOST_COMPARED {
            places.select_nth_unstable_by(MOST_COMPARED, order);
            places.truncate(MOST_COMPARED);
        }
        places.sort_by(order);
        places.into_iter().map(|(place, _)| place).collect()
    }

    /// Returns the indexed words that are similar to a word, with their scores, highest first.
    fn alike(&self, word: &Word, may_be_mistyped: bool) -> Vec<(u32, f64)> {
        let latin = word.latin.as_str();
        let mut places: HashSet<u32> = HashSet::default();
        places.extend(self.by_latin.get(latin).into_iter().flatten());
        places.extend(self.by_sound.get(&word.sound).into_iter().flatten());
        for name in related(latin) {
            places.extend(self.by_latin.get(name).into_iter().flatten());
        }
        let by_consonants = distinct(&word.consonants).filter_map(|it| self.by_consonants.get(it)).flatten();
        places.extend(
            by_consonants
                .filter(|at| word.is_abjad || self.at(**at).is_some_and(|known| known.word.is_abjad)),
        );
        if latin.len() >= 3 {
            let from =
                self.by_latin.range::<str, _>((std::ops::Bound::Included(latin), std::ops::Bound::Unbounded));
            let longer = from.take_while(|(known, _)| known.starts_with(latin)).take(MOST_PREFIXED);
            places.extend(longer.flat_map(|(_, at)| at));
            let shorter = (3..latin.len()).filter_map(|end| self.by_latin.get(latin.get(..end)?));
            places.extend(shorter.flatten());
        }
        if may_be_mistyped {
            self.mistyped(word, &mut places);
        }
        let scored = places.into_iter().filter_map(|at| {
            let score = compare_words(word, &self.at(at)?.word).score;
            (score > 0.0).then_some((at, score))
        });
        let mut scored: Vec<(u32, f64)> = scored.collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scored
    }

    /// Adds the words that differ by typos, or, for another script, by about as many differences in sound.
    /// The letter sets exclude most words early.
    fn mistyped(&self, word: &Word, places: &mut HashSet<u32>) {
        let length = word.latin.len();
        if length < 4 {
            return;
        }
        let given = letters(&word.latin);
        let lengths = self.marks.iter().enumerate().skip(length.saturating_sub(3)).take(7);
        for (other, marks) in lengths {
            let most = allowed(length.max(other));
            let apart = length.abs_diff(other);
            for mark in marks {
                let is_foreign = mark.is_latin != word.is_latin;
                let (room, letters) =
                    if is_foreign { (most + 1, TWICE[most] + 3) } else { (most, TWICE[most]) };
                if apart > room || (given ^ mark.letters).count_ones() > letters {
                    continue;
                }
                let Some(known) = self.at(mark.word) else { continue };
                let known = &known.word;
                if distance(&word.latin, &known.latin, most).is_some()
                    || (is_foreign && distance(&word.sound, &known.sound, most).is_some())
                {
                    places.insert(mark.word);
                }
            }
        }
    }
}

/// The maximum difference between the letter sets of two words, by their edit distance.
const TWICE: [u32; 3] = [0, 2, 4];

/// Returns the best candidate of each agent, most similar first.
fn best_per_agent(found: impl Iterator<Item = Found>) -> Vec<Found> {
    let mut all: Vec<Found> = found.collect();
    all.sort_by(|a, b| {
        b.similarity
            .score
            .total_cmp(&a.similarity.score)
            .then_with(|| a.alias.cmp(&b.alias))
            .then_with(|| a.agent.cmp(&b.agent))
    });
    let mut agents = HashSet::default();
    all.retain(|one| agents.insert(one.agent.clone()));
    all
}

fn distinct(forms: &[String; 2]) -> impl Iterator<Item = &String> {
    let [first, second] = forms;
    [Some(first), Some(second).filter(|second| *second != first)].into_iter().flatten()
}

fn letters(latin: &str) -> u64 {
    latin.bytes().fold(0, |bits, it| match it {
        b'a'..=b'z' => bits | 1 << (it - b'a'),
        b'0'..=b'9' => bits | 1 << (26 + it - b'0'),
        _ => bits,
    })
}

/// Converts an index. An owner has fewer aliases than `u32` can count.
fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

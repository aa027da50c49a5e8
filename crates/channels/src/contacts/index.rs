//! The aliases of an owner, so that a name is found among many without looking at each.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::name::{
    Caution, Likeness, Name, Similarity, Word, allowed, compare, compare_words, distance, related,
};

/// The least score at which a person may be meant.
pub(crate) const LEAST: f64 = 0.66;
/// The most words that begin alike which are looked at.
const MOST_PREFIXED: usize = 100;
/// The most aliases of a word that are looked at, where a rarer word of the name has led to some.
const COMMON: usize = 2_000;
/// The most aliases that are looked at for one name.
const MOST_SEEN: usize = 4_000;
/// In how many words of a name mistakes are looked for.
const MOST_MISTYPED: usize = 4;
/// The most aliases that are compared whole.
const MOST_COMPARED: usize = 64;

/// The aliases of an owner.
#[derive(Default)]
pub struct Index {
    entries: Vec<Entry>,
    /// The places of the entries of an agent.
    agents: HashMap<String, Vec<u32>>,
    exact: HashMap<String, Vec<u32>>,
    skeletons: HashMap<String, Vec<u32>>,
    /// Names, and two or three neighbouring words of them, without blanks.
    joined: HashMap<String, Vec<u32>>,
    words: Vec<IndexedWord>,
    /// The marks of the words of each length.
    marks: Vec<Vec<Mark>>,
    by_latin: BTreeMap<String, Vec<u32>>,
    by_sound: HashMap<String, Vec<u32>>,
    by_consonants: HashMap<String, Vec<u32>>,
}

struct Entry {
    agent: String,
    name: Name,
    /// False for an alias that was removed.
    is_live: bool,
}

/// What of a word tells at once that it is not another one, close together in memory.
struct Mark {
    /// The letters in it, a bit each.
    letters: u64,
    word: u32,
    is_latin: bool,
}

struct IndexedWord {
    word: Word,
    entries: Vec<u32>,
}

/// A contact that may be meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The address.
    pub agent: String,
    /// The alias that is most like the name.
    pub alias: String,
    /// How alike they are.
    pub similarity: Similarity,
    /// Why the name may not be what it looks like.
    pub caution: Option<Caution>,
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

    /// How many places are taken, those of removed aliases included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the agent has an alias.
    pub fn has_agent(&self, agent: &str) -> bool {
        self.agents.get(agent).into_iter().flatten().any(|place| self.live(*place).is_some())
    }

    /// The agents with a text, in lower case, in an alias or in the address.
    pub fn agents_with(&self, text: &str, most: usize) -> Vec<String> {
        let mut seen = HashSet::default();
        let live = self.entries.iter().filter(|entry| entry.is_live);
        let with =
            live.filter(|entry| entry.name.exact.contains(text) || entry.agent.to_lowercase().contains(text));
        with.filter(|entry| seen.insert(entry.agent.as_str()))
            .take(most)
            .map(|entry| entry.agent.clone())
            .collect()
    }

    /// The agents that have exactly this alias, each once.
    pub fn exactly(&self, name: &Name) -> Vec<Found> {
        let places = self.exact.get(&name.exact).into_iter().flatten().copied();
        best_of_each(places.filter_map(|place| self.found(place, name)))
    }

    /// The agents with an alias that looks like the name and is written with other characters, each once.
    pub fn looking_alike(&self, name: &Name) -> Vec<Found> {
        let places: HashSet<u32> = distinct(&name.skeletons)
            .filter_map(|skeleton| self.skeletons.get(skeleton))
            .flatten()
            .copied()
            .collect();
        let alike = places
            .into_iter()
            .filter_map(|place| self.live(place))
            .filter(|entry| name.looks_like(&entry.name));
        best_of_each(alike.map(|entry| Found {
            agent: entry.agent.clone(),
            alias: entry.name.shown.clone(),
            similarity: Similarity { score: 0.9, likeness: Likeness::Spelling },
            caution: Some(name.cautions.first().copied().unwrap_or(Caution::LooksAlike)),
        }))
    }

    /// The agents that may be meant by a name, the likeliest first, each once.
    pub fn nearest(&self, name: &Name) -> Vec<Found> {
        let mut compared: Vec<Found> = Vec::new();
        for place in self.candidates(name) {
            compared.extend(self.found(place, name).filter(|found| found.similarity.score >= LEAST));
        }
        compared.extend(self.looking_alike(name));
        best_of_each(compared.into_iter())
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
                    Some(name.cautions.first().copied().unwrap_or(Caution::LooksAlike))
                }
                false => name.cautions.first().copied(),
            },
        })
    }

    fn live(&self, place: u32) -> Option<&Entry> {
        usize::try_from(place).ok().and_then(|at| self.entries.get(at)).filter(|entry| entry.is_live)
    }

    /// The place of a word, which is new or known.
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

    /// The places of aliases that are worth comparing, those with the most words alike first.
    fn candidates(&self, name: &Name) -> Vec<u32> {
        let mut sums: HashMap<u32, f64> = HashMap::default();
        let latin: Vec<&str> = name.words.iter().map(|word| word.latin.as_str()).collect();
        let runs = (1..=3).flat_map(|length| latin.windows(length).map(|run| run.concat()));
        for run in runs.chain([latin.concat()]) {
            for place in self.joined.get(&run).into_iter().flatten().take(COMMON) {
                sums.insert(*place, 2.0);
            }
        }
        // Mistakes are looked for in the longest words, which tell most; each costs a look at all words of about its length.
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
        // The rarest word first: who has a common word counts only beside a rarer one.
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

    /// The known words that a word may be, and how alike they are, the likeliest first.
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

    /// Words that differ by typing mistakes, or, across scripts, in about as much of their sound. A bit for each letter tells most others
    /// apart at once.
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

/// In how many letters words differ at most that differ by so many mistakes.
const TWICE: [u32; 3] = [0, 2, 4];

/// The best of each agent, the likeliest first.
fn best_of_each(found: impl Iterator<Item = Found>) -> Vec<Found> {
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

/// An owner has fewer aliases than this can count.
fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

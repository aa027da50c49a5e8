//! Which tongue a sentence is of: the words that hold it together tell most, then the words of everyday requests, then
//! letters and endings.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::word::Word;
use crate::literal;

/// A tongue in which sentences are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tongue {
    /// English.
    English,
    /// Portuguese, of either side of the ocean.
    Portuguese,
}

/// What was made of a sentence's words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The tongue that more speaks for; English where nothing does, or as much for the one as for the other.
    pub tongue: Tongue,
    /// How sure that is: 0.5 where it might as well be the other, near 1 where nothing speaks against it.
    pub certainty: f64,
}

/// The tongue of a sentence. What is quoted, and names of files, do not count.
pub fn tongue(sentence: &str) -> Tongue {
    literal::tongue(sentence)
}

/// The tongue of words, and how sure that is.
pub fn judge_tongue(words: &[Word]) -> Judgement {
    let mut english = 0_i64;
    let mut portuguese = 0_i64;
    for word in words.iter().filter(|word| word.form.starts_with(|c: char| c.is_alphabetic() || c == '\'')) {
        let (for_english, for_portuguese) = weigh(word);
        english += for_english;
        portuguese += for_portuguese;
    }
    let tongue = if portuguese > english { Tongue::Portuguese } else { Tongue::English };
    let lead = (english - portuguese).unsigned_abs() as f64;
    // One word of everyday requests makes it four in five, and each further one less by so much.
    Judgement { tongue, certainty: 1.0 - 0.5 * (-lead / 3.0).exp() }
}

const GRAMMAR: i64 = 4;
const REQUEST: i64 = 3;
const SPELLING: i64 = 2;

/// What a word says for English and for Portuguese.
fn weigh(word: &Word) -> (i64, i64) {
    let accented = word.form != word.folded;
    if let Some(&(english, portuguese)) = LEXICON.get(word.folded.as_str()) {
        // A word of both says little, unless it bears an accent, which English has not.
        return match accented {
            true => (0, portuguese.max(REQUEST)),
            false => (english, portuguese),
        };
    }
    if accented {
        return (0, if word.form.contains(['ã', 'õ', 'ç']) { GRAMMAR } else { SPELLING });
    }
    let (english, portuguese) = SPELLINGS.of(&word.folded);
    (if english { SPELLING } else { 0 }, if portuguese { SPELLING } else { 0 })
}

/// Letters that are in words of one tongue and hardly in those of the other; a hyphen is where a word begins or ends.
const ENGLISH_SPELLING: &[&str] = &[
    "th", "sh", "wh", "ck", "gh", "oo", "ee", "ea", "ow", "aw", "ew", "k", "w", "tt", "pp", "bb", "dd", "gg",
    "-kn", "tion", "ould", "ught", "y-", "ing-", "ness-", "ment-", "ful-", "ble-", "ll-", "ff-", "ous-",
    "ers-", "ts-", "p-", "d-", "t-", "g-", "f-",
];
const PORTUGUESE_SPELLING: &[&str] = &[
    "lh", "nh", "que", "gue", "eiro", "eira", "inho", "inha", "mente-", "dade-", "dades-", "agem-", "agens-",
    "ivel-", "avel-", "aste-", "este-", "iste-", "amos-", "emos-", "imos-", "eis-", "ais-", "ois-", "oes-",
    "aes-", "ou-", "ei-", "eu-", "iu-", "am-", "em-", "o-", "a-", "os-", "as-",
];

/// The letters of both tongues, by the first of them.
struct Spellings(Vec<Vec<Spelling>>);

struct Spelling {
    letters: &'static str,
    /// Whether it stands where a word begins, or ends.
    begins: bool,
    ends: bool,
    is_english: bool,
}

static SPELLINGS: LazyLock<Spellings> = LazyLock::new(|| {
    let mut by_first: Vec<Vec<Spelling>> = (0..=u8::MAX).map(|_| Vec::new()).collect();
    for (patterns, is_english) in [(ENGLISH_SPELLING, true), (PORTUGUESE_SPELLING, false)] {
        for pattern in patterns {
            let letters = pattern.trim_matches('-');
            let (begins, ends) = (pattern.starts_with('-'), pattern.ends_with('-'));
            let first = letters.as_bytes().first().copied().unwrap_or_default();
            by_first[usize::from(first)].push(Spelling { letters, begins, ends, is_english });
        }
    }
    Spellings(by_first)
});

impl Spellings {
    /// Whether a word has letters of English in it, and whether it has some of Portuguese.
    fn of(&self, word: &str) -> (bool, bool) {
        let (mut english, mut portuguese) = (false, false);
        for (at, first) in word.bytes().enumerate() {
            for spelling in &self.0[usize::from(first)] {
                let rest = &word.as_bytes()[at..];
                let fits = rest.starts_with(spelling.letters.as_bytes())
                    && (!spelling.begins || at == 0)
                    && (!spelling.ends || rest.len() == spelling.letters.len());
                english |= fits && spelling.is_english;
                portuguese |= fits && !spelling.is_english;
            }
        }
        (english, portuguese)
    }
}

/// Words that both have, and that mean something else in each.
const BOTH: &[&str] =
    &["a", "ai", "as", "come", "data", "define", "do", "email", "me", "no", "ok", "online", "real", "use"];

/// What each word that is known says for English and for Portuguese, by its folded form.
static LEXICON: LazyLock<FxHashMap<&'static str, (i64, i64)>> = LazyLock::new(|| {
    let mut lexicon: FxHashMap<&'static str, (i64, i64)> = FxHashMap::default();
    for (word, weight) in weighted(include_str!("tongue/english.txt")) {
        let entry = lexicon.entry(word).or_default();
        entry.0 = entry.0.max(weight);
    }
    for (word, weight) in weighted(include_str!("tongue/portuguese.txt")) {
        let entry = lexicon.entry(word).or_default();
        entry.1 = entry.1.max(weight);
    }
    for word in BOTH {
        lexicon.insert(word, (0, 0));
    }
    lexicon
});

fn weighted(list: &'static str) -> impl Iterator<Item = (&'static str, i64)> {
    let mut weight = 0;
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(move |line| {
        match line {
            "[grammar]" => weight = GRAMMAR,
            "[requests]" => weight = REQUEST,
            _ => {}
        }
        let words = if line.starts_with('[') { "" } else { line };
        words.split_whitespace().map(move |word| (word, weight))
    })
}

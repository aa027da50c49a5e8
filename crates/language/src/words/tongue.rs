//! Detects the language of a sentence: primarily by function words, then by words of everyday requests, then
//! by letters and endings.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::word::Word;
use crate::literal;

/// A supported language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tongue {
    /// English.
    English,
    /// European or Brazilian Portuguese.
    Portuguese,
}

/// The detected language of some words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The language with more evidence; English if there is none, or equal evidence for both.
    pub tongue: Tongue,
    /// The certainty: 0.5 if the evidence is balanced, near 1 if it is unanimous.
    pub certainty: f64,
}

/// Detects the language of a sentence. Quotations and file names are ignored.
pub fn tongue(sentence: &str) -> Tongue {
    literal::tongue(sentence)
}

/// Detects the language of words, with its certainty.
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
    // A single word of everyday requests makes it about 0.8, and further ones add decreasing amounts.
    Judgement { tongue, certainty: 1.0 - 0.5 * (-lead / 3.0).exp() }
}

const GRAMMAR: i64 = 4;
const REQUEST: i64 = 3;
const SPELLING: i64 = 2;

/// Returns the weight of a word for English and for Portuguese.
fn weigh(word: &Word) -> (i64, i64) {
    let accented = word.form != word.folded;
    if let Some(&(english, portuguese)) = LEXICON.get(word.folded.as_str()) {
        // A word of both languages says little, unless it has an accent, which English lacks.
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

/// Letter sequences that are common in words of one language and rare in the other; a hyphen marks the start
/// or end of a word.
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

/// The letter sequences of both languages, by first letter.
struct Spellings(Vec<Vec<Spelling>>);

struct Spelling {
    letters: &'static str,
    /// Whether it is at the start or the end of a word.
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
    /// Returns whether a word contains letter sequences of English, and whether of Portuguese.
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

/// Words of both languages with different meanings.
const BOTH: &[&str] =
    &["a", "ai", "as", "come", "data", "define", "do", "email", "me", "no", "ok", "online", "real", "use"];

/// The weights of known words for English and for Portuguese, by folded form.
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

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::reader::Reader;
use crate::words::{fold, words};

/// The names of a value, for a parameter with few values.
struct Choice {
    value: &'static str,
    /// The phrases as folded words, without definite articles.
    phrases: Vec<Vec<String>>,
}

/// The choices of each parameter of each intent.
static CHOICES: LazyLock<FxHashMap<&str, FxHashMap<&str, Vec<Choice>>>> = LazyLock::new(|| {
    let mut choices: FxHashMap<&str, FxHashMap<&str, Vec<Choice>>> = FxHashMap::default();
    for line in include_str!("values.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('\t');
        let (Some(parameter), Some(value), Some(phrases)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let Some((intent, name)) = parameter.rsplit_once('.') else { continue };
        let phrase = |text: &str| {
            let words = words(text).into_iter().map(|word| word.folded);
            words.filter(|word| !is_definite(word)).collect::<Vec<String>>()
        };
        let phrases = phrases.split(',').map(phrase).filter(|it| !it.is_empty()).collect();
        choices.entry(intent).or_default().entry(name).or_default().push(Choice { value, phrases });
    }
    choices
});

/// Returns all words that name a value of some parameter.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    let choices = CHOICES.values().flat_map(FxHashMap::values).flatten();
    choices.flat_map(|choice| choice.phrases.iter().flatten()).map(String::as_str)
}

/// Whether a parameter has a few values with known names.
pub(super) fn has_choices(intent: &str, parameter: &str) -> bool {
    !of(intent, parameter).is_empty()
}

/// Returns the value of a parameter in these folded words without definite articles, and its position: the
/// one with the longest phrase. If a parameter has two values and both occur, it is ambiguous.
pub(super) fn choose(
    intent: &str,
    parameter: &str,
    folded: &[&str],
) -> Option<(&'static str, std::ops::Range<usize>)> {
    let choices = of(intent, parameter);
    let mut best: Option<(&'static str, std::ops::Range<usize>)> = None;
    let mut is_torn = false;
    for choice in choices {
        for phrase in &choice.phrases {
            let place = folded
                .windows(phrase.len())
                .position(|window| window.iter().zip(phrase).all(|(one, other)| one == other));
            let Some(at) = place else { continue };
            if best.as_ref().is_none_or(|(_, range)| phrase.len() > range.len()) {
                is_torn = false;
                best = Some((choice.value, at..at + phrase.len()));
            } else if best
                .as_ref()
                .is_some_and(|(value, range)| *value != choice.value && range.len() == phrase.len())
            {
                is_torn = true;
            }
        }
    }
    // Two values are opposites: a sentence with both is ambiguous.
    best.filter(|_| !(is_torn && values(choices) == 2))
}

/// Returns the positions at which folded words name some values of a parameter.
pub(super) fn places(
    intent: &str,
    parameter: &str,
    folded: &[&str],
    is_meant: impl Fn(&str) -> bool,
) -> Vec<std::ops::Range<usize>> {
    let phrases = of(intent, parameter).iter().filter(|it| is_meant(it.value)).flat_map(|it| &it.phrases);
    let of_phrase = |phrase: &Vec<String>| {
        let is_said =
            |at: &usize| folded[*at..*at + phrase.len()].iter().zip(phrase).all(|(one, own)| one == own);
        let last = (folded.len() + 1).saturating_sub(phrase.len());
        (0..last).filter(is_said).map(|at| at..at + phrase.len()).collect::<Vec<_>>()
    };
    phrases.flat_map(of_phrase).collect()
}

fn values(choices: &[Choice]) -> usize {
    let mut values: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
    values.dedup();
    values.len()
}

/// Returns the value of a parameter with the longest phrase at the start of these folded words, and the
/// number of words.
pub(super) fn begins(intent: &str, parameter: &str, folded: &[&str]) -> Option<(&'static str, usize)> {
    let phrases =
        of(intent, parameter).iter().flat_map(|it| it.phrases.iter().map(move |phrase| (it.value, phrase)));
    let said = phrases.filter(|(_, phrase)| {
        phrase.len() <= folded.len() && phrase.iter().zip(folded).all(|(own, word)| own == word)
    });
    said.map(|(value, phrase)| (value, phrase.len())).max_by_key(|(_, length)| *length)
}

/// Whether folded words start with an operation of some speakable.
pub(super) fn is_begun(folded: &[&str]) -> bool {
    CHOICES.keys().any(|intent| begins(intent, "op", folded).is_some())
}

/// Returns the value that a text names.
pub(super) fn value_of(intent: &str, parameter: &str, said: &str) -> Option<&'static str> {
    let choices = of(intent, parameter);
    if choices.is_empty() {
        return None;
    }
    let folded = fold(&said.to_lowercase());
    let exact = choices.iter().find(|choice| choice.value == folded).map(|choice| choice.value);
    let words = words(said);
    let folded: Vec<&str> =
        words.iter().map(|word| word.folded.as_str()).filter(|word| !is_definite(word)).collect();
    exact.or_else(|| choose(intent, parameter, &folded).map(|(value, _)| value))
}

/// Whether a text is only the name of a value.
pub(super) fn is_value(intent: &str, parameter: &str, said: &str) -> bool {
    let choices = of(intent, parameter);
    if choices.is_empty() {
        return false;
    }
    let folded = fold(&said.to_lowercase());
    let words = words(said);
    let plain: Vec<&str> =
        words.iter().map(|word| word.folded.as_str()).filter(|word| !is_definite(word)).collect();
    choices.iter().any(|choice| choice.value == folded)
        || choose(intent, parameter, &plain).is_some_and(|(_, range)| range.len() == plain.len())
}

/// Whether a folded word is an article that does not affect the value: "accepts terms" equals "accepts the
/// terms". But "a page" is one of several.
pub(super) fn is_definite(word: &str) -> bool {
    matches!(word, "the" | "o" | "os" | "as")
}

fn of(intent: &str, parameter: &str) -> &'static [Choice] {
    CHOICES.get(intent).and_then(|it| it.get(parameter)).map_or(&[], Vec::as_slice)
}

impl Reader {
    /// Returns the few values of a parameter of an intent, if it accepts no others.
    pub fn choices(&self, intent: &str, parameter: &str) -> Vec<String> {
        let speakable = self.speakables().iter().find(|it| it.name == intent);
        let is_closed = speakable.is_some_and(|it| it.is_closed(parameter));
        let choices = if is_closed { of(intent, parameter) } else { &[] };
        choices.iter().map(|choice| choice.value.to_string()).collect()
    }
}

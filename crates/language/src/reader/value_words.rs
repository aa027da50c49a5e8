use std::sync::LazyLock;

use crate::words::{fold, words};

/// Words that mean a value of a parameter which has few.
struct Choice {
    /// `intent.parameter`.
    parameter: &'static str,
    value: &'static str,
    /// Phrases, each as its folded words.
    phrases: Vec<Vec<String>>,
}

static CHOICES: LazyLock<Vec<Choice>> = LazyLock::new(|| {
    let lines = include_str!("values.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut parts = line.split('\t');
        let (parameter, value, phrases) = (parts.next()?, parts.next()?, parts.next()?);
        let phrase = |text: &str| words(text).into_iter().map(|word| word.folded).collect::<Vec<String>>();
        Some(Choice {
            parameter,
            value,
            phrases: phrases.split(',').map(phrase).filter(|it| !it.is_empty()).collect(),
        })
    };
    lines.filter_map(read).collect()
});

/// Whether a parameter has a few values that words are known for.
pub(super) fn has_choices(intent: &str, parameter: &str) -> bool {
    of(intent, parameter).next().is_some()
}

/// The value of a parameter that stands in these folded words, and where: the one with the longest phrase.
pub(super) fn choose(
    intent: &str,
    parameter: &str,
    folded: &[&str],
) -> Option<(&'static str, std::ops::Range<usize>)> {
    let mut best: Option<(&'static str, std::ops::Range<usize>)> = None;
    for choice in of(intent, parameter) {
        for phrase in &choice.phrases {
            let place = folded
                .windows(phrase.len())
                .position(|window| window.iter().zip(phrase).all(|(one, other)| one == other));
            let longer = best.as_ref().is_none_or(|(_, range)| phrase.len() > range.len());
            if let Some(at) = place.filter(|_| longer) {
                best = Some((choice.value, at..at + phrase.len()));
            }
        }
    }
    best
}

/// The value that a text of its own means.
pub(super) fn value_of(intent: &str, parameter: &str, said: &str) -> Option<&'static str> {
    let folded = fold(&said.to_lowercase());
    let exact = of(intent, parameter).find(|choice| choice.value == folded).map(|choice| choice.value);
    let words = words(said);
    let folded: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    exact.or_else(|| choose(intent, parameter, &folded).map(|(value, _)| value))
}

fn of<'a>(intent: &'a str, parameter: &'a str) -> impl Iterator<Item = &'static Choice> + 'a {
    let is_of = move |choice: &&Choice| {
        choice.parameter.rsplit_once('.').is_some_and(|(owner, name)| owner == intent && name == parameter)
    };
    CHOICES.iter().filter(is_of)
}

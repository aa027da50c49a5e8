//! Acts that pages draw as icons or call by another word than people do: "delete" for a bin, "favourite" for a star.

use std::sync::LazyLock;

use crate::words::{Phrases, words};

static ACTS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("acts.txt")]));

/// Whether a name says that something is sent, paid, deleted or agreed to.
pub(super) fn commits(name: &[String]) -> bool {
    is_in("commit", name)
}

/// The names of the acts, in the order of the list. `commit` groups acts and is none.
static ALL: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let names = include_str!("acts.txt").lines().filter(|line| !line.starts_with('#'));
    names.filter_map(|line| line.split_once(':')).map(|(name, _)| name).filter(|it| *it != "commit").collect()
});

/// The act that a text names with all its words.
pub(super) fn act(text: &str) -> Option<&'static str> {
    let said = words(text);
    ALL.iter().copied().find(|act| ACTS.begins(act, &said).is_some_and(|length| length == said.len()))
}

/// The act that these folded words begin with, and how many words name it.
pub(super) fn begins(said: &[&str]) -> Option<(&'static str, usize)> {
    let said = words(&said.iter().take(3).copied().collect::<Vec<_>>().join(" "));
    ALL.iter().copied().find_map(|act| Some((act, ACTS.begins(act, &said)?)))
}

/// Whether one of a name's words, or the name itself, is a word for an act.
pub(super) fn is_in(act: &str, name: &[String]) -> bool {
    name.iter().any(|word| ACTS.has(act, word))
}

//! Actions that pages represent by icons or by other words than users do: "delete" for a trash can,
//! "favourite" for a star.

use std::sync::LazyLock;

use crate::words::{Phrases, words};

static ACTS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("acts.txt")]));

/// Whether a name expresses sending, paying, deleting or agreeing.
pub(super) fn commits(name: &[String]) -> bool {
    is_in("commit", name)
}

/// The names of the actions, in the order of the list. `commit` is a group and not an action.
static ALL: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let names = include_str!("acts.txt").lines().filter(|line| !line.starts_with('#'));
    names.filter_map(|line| line.split_once(':')).map(|(name, _)| name).filter(|it| *it != "commit").collect()
});

/// Returns the action that a complete text names.
pub(super) fn act(text: &str) -> Option<&'static str> {
    let said = words(text);
    ALL.iter().copied().find(|act| ACTS.begins(act, &said).is_some_and(|length| length == said.len()))
}

/// Returns the action at the start of these folded words, and the number of its words.
pub(super) fn begins(said: &[&str]) -> Option<(&'static str, usize)> {
    let said = words(&said.iter().take(3).copied().collect::<Vec<_>>().join(" "));
    ALL.iter().copied().find_map(|act| Some((act, ACTS.begins(act, &said)?)))
}

/// Whether a name, or one of its words, names an action.
pub(super) fn is_in(act: &str, name: &[String]) -> bool {
    name.iter().any(|word| ACTS.has(act, word))
}

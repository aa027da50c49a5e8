//! Acts that pages draw as icons or call by another word than people do: "delete" for a bin, "favourite" for a star.

use std::sync::LazyLock;

use crate::words::{Phrases, words};

static ACTS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("acts.txt")]));

/// Whether a name says that something is sent, paid, deleted or agreed to.
pub(super) fn commits(name: &[String]) -> bool {
    is_in("commit", name)
}

const ALL: [&str; 22] = [
    "delete",
    "star",
    "like",
    "share",
    "reply",
    "forward",
    "repost",
    "edit",
    "close",
    "send",
    "buy",
    "add",
    "search",
    "settings",
    "archive",
    "download",
    "play",
    "mute",
    "bold",
    "italic",
    "underline",
    "more",
];

/// The act that a text names with all its words.
pub(super) fn act(text: &str) -> Option<&'static str> {
    let said = words(text);
    ALL.into_iter().find(|act| ACTS.begins(act, &said).is_some_and(|length| length == said.len()))
}

/// The act that these folded words begin with, and how many words name it.
pub(super) fn begins(said: &[&str]) -> Option<(&'static str, usize)> {
    let said = words(&said.iter().take(3).copied().collect::<Vec<_>>().join(" "));
    ALL.into_iter().find_map(|act| Some((act, ACTS.begins(act, &said)?)))
}

/// Whether one of a name's words, or the name itself, is a word for an act.
pub(super) fn is_in(act: &str, name: &[String]) -> bool {
    name.iter().any(|word| ACTS.has(act, word))
}

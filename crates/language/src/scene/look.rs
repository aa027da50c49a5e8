//! Colors and shapes, by which users describe controls without a name.

use super::said::Said;
use super::thing::{Scene, Span};

/// The names of appearances, each also the role of its words.
const LOOKS: [&str; 21] = [
    "black",
    "white",
    "grey",
    "red",
    "pink",
    "brown",
    "orange",
    "olive",
    "yellow",
    "green",
    "cyan",
    "blue",
    "purple",
    "magenta",
    "circle",
    "rectangle",
    "square",
    "triangle",
    "pentagon",
    "hexagon",
    "line",
];

/// Returns the color or shape at the start of these words, if a control has it, and the number of its words.
pub(super) fn look(said: &Said<'_>, scene: &Scene, words: Span) -> Option<(&'static str, usize)> {
    let is_there = |look: &str| scene.things.iter().any(|thing| thing.looks.iter().any(|own| own == look));
    let found =
        LOOKS.into_iter().find_map(|look| Some((look, said.role(&format!("look_{look}"), words.clone())?)));
    found.filter(|(look, _)| is_there(look))
}

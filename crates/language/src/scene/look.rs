//! Colours and shapes, by which people describe what has no name.

use super::said::Said;
use super::thing::{Scene, Span};

/// The names that the appearance of a thing is made of, each with the role of the words for it.
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

/// The colour or shape that these words begin with, if something in the scene has it; and how many words it has.
pub(super) fn look(said: &Said<'_>, scene: &Scene, words: Span) -> Option<(&'static str, usize)> {
    let is_there = |look: &str| scene.things.iter().any(|thing| thing.looks.iter().any(|own| own == look));
    let found =
        LOOKS.into_iter().find_map(|look| Some((look, said.role(&format!("look_{look}"), words.clone())?)));
    found.filter(|(look, _)| is_there(look))
}

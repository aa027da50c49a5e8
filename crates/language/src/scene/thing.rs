use std::ops::Range;

use lemmascope_intent::{Format, Value};
use rustc_hash::FxHashMap;

use super::acts;
use super::kind::Kind;
use super::said::plain_words;
use crate::words::{fold, words};

/// A control on the page: a button, a field, a list item.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    /// The target for verbs; none for read-only elements.
    pub key: Option<Value>,
    /// Its kind.
    pub kind: Kind,
    /// Its visible names, the best first.
    pub names: Vec<String>,
    /// Its role, `id`, `name` etc. They count only if no visible name matches.
    pub aliases: Vec<String>,
    /// Its options.
    pub options: Vec<String>,
    /// Whether several options can be selected.
    pub is_many: bool,
    /// Its value.
    pub value: Option<String>,
    /// The text of the part of the page that contains it, such as its row.
    pub context: Option<String>,
    /// Whether it is expanded, if it is collapsible.
    pub is_open: Option<bool>,
    /// The target of the control that reveals it, if it is hidden: the tab of its panel.
    pub behind: Option<Value>,
    /// The format of its values, if it differs from that of sentences.
    pub format: Option<Format>,
    /// Its colors and shapes, by their English names.
    pub looks: Vec<String>,
    /// Its area, in square pixels.
    pub area: Option<i64>,
    /// The list that contains it, and its 1-based position.
    pub place: Option<(i64, usize)>,
    /// Its group of check boxes.
    pub group: Option<Group>,
    /// The number that it changes.
    pub counter: Option<Counter>,
    /// Its 1-based row and column in a grid.
    pub cell: Option<(usize, usize)>,
    /// Its states, by their English names: `checked`, `disabled`, `required`.
    pub states: Vec<String>,
}

/// A group of check boxes.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The ID of the group.
    pub key: i64,
    /// The names of the group.
    pub names: Vec<String>,
}

/// A number with buttons that increment and decrement it.
#[derive(Debug, Clone, PartialEq)]
pub struct Counter {
    /// The ID of the number.
    pub key: i64,
    /// The current value.
    pub value: i64,
    /// The text around it.
    pub label: String,
    /// 1 if the control increments the number, and -1 if it decrements it, where it says so otherwise than by
    /// its visible names.
    pub step: Option<i64>,
}

/// The controls of a page, in reading order.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    pub(super) things: Vec<Thing>,
    names: Vec<Name>,
    /// The names by first word.
    by_first: FxHashMap<String, Vec<usize>>,
}

/// The name of a control or of one of its options.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) thing: usize,
    /// The index of the option.
    pub(super) option: Option<usize>,
    pub(super) is_alias: bool,
    pub(super) text: String,
    pub(super) folded: String,
    pub(super) words: Vec<String>,
}

/// The maximum number of controls, which bounds the time for a sentence.
const MOST_THINGS: usize = 4_000;
/// The maximum number of names.
const MOST_NAMES: usize = 20_000;
/// The maximum length of a name.
const LONGEST_NAME: usize = 200;

impl Thing {
    /// Whether its name or role expresses sending, paying, deleting or agreeing.
    pub fn commits(&self) -> bool {
        let names = self.names.iter().chain(&self.aliases);
        names
            .map(|name| words(name).into_iter().map(|word| word.folded).collect::<Vec<_>>())
            .any(|it| acts::commits(&it))
    }
}

impl Thing {
    /// Whether it starts or stops playback.
    pub fn plays(&self) -> bool {
        self.names.iter().any(|name| matches!(acts::act(name), Some("play" | "mute")))
    }
}

impl Scene {
    /// Creates a scene.
    pub fn new(mut things: Vec<Thing>) -> Self {
        things.truncate(MOST_THINGS);
        let mut names = Vec::new();
        for (at, thing) in things.iter().enumerate() {
            let shown = thing.names.iter().map(|text| (text, None, false));
            let options = thing.options.iter().enumerate().map(|(option, text)| (text, Some(option), false));
            let aliases = thing.aliases.iter().map(|text| (text, None, true));
            for (text, option, is_alias) in shown.chain(options).chain(aliases) {
                let is_sayable = !text.trim().is_empty() && text.chars().count() <= LONGEST_NAME;
                if is_sayable && names.len() < MOST_NAMES {
                    names.push(Name::new(at, option, is_alias, text));
                }
            }
        }
        let mut scene = Self { things, names, by_first: FxHashMap::default() };
        scene.index();
        scene
    }

    /// Returns the scene without some names.
    pub(super) fn without(&self, is_none: impl Fn(&Name) -> bool) -> Self {
        let mut scene = self.clone();
        scene.names.retain(|name| !is_none(name));
        scene.by_first.clear();
        scene.index();
        scene
    }

    fn index(&mut self) {
        for (at, name) in self.names.iter().enumerate() {
            // A page may make all its texts clickable; they are not part of the vocabulary.
            if self.things[name.thing].kind == Kind::Text {
                continue;
            }
            if let Some(first) = name.words.first() {
                self.by_first.entry(first.clone()).or_default().push(at);
            }
        }
    }

    /// Returns the control at an index.
    pub fn thing(&self, at: usize) -> Option<&Thing> {
        self.things.get(at)
    }

    /// Whether the scene has no controls.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// Returns the names at the start of these words.
    pub(super) fn beginning<'s>(&'s self, said: &'s [&str]) -> impl Iterator<Item = &'s Name> {
        let places = said.first().and_then(|first| self.by_first.get(*first));
        let names = places.into_iter().flatten().map(|at| &self.names[*at]);
        names.filter(move |name| {
            name.words.len() <= said.len() && name.words.iter().zip(said).all(|(own, said)| own == said)
        })
    }

    /// Returns the headings of the page.
    pub(super) fn headings(&self) -> impl Iterator<Item = &str> {
        let headings = self.things.iter().filter(|thing| thing.kind == Kind::Heading);
        headings.flat_map(|thing| thing.names.iter().map(String::as_str))
    }

    /// Returns all names.
    pub(super) fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns the controls of some kinds.
    pub(super) fn of<'s>(&'s self, kinds: &'s [Kind]) -> impl Iterator<Item = usize> + 's {
        (0..self.things.len()).filter(|at| kinds.contains(&self.things[*at].kind))
    }
}

impl Name {
    fn new(thing: usize, option: Option<usize>, is_alias: bool, text: &str) -> Self {
        let text = text.trim().to_string();
        let words = plain_words(&text);
        Self { thing, option, is_alias, folded: folded(&text), words, text }
    }

    /// Whether the name contains these words consecutively.
    pub(super) fn has_run(&self, said: &[String]) -> bool {
        !said.is_empty() && self.words.windows(said.len()).any(|run| run == said)
    }
}

/// Folds a text for the comparison of names.
pub(super) fn folded(text: &str) -> String {
    fold(&text.trim().to_lowercase())
}

/// A range of words in a sentence.
pub(super) type Span = Range<usize>;

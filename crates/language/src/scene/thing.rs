use std::ops::Range;

use lemmascope_intent::{Format, Value};
use rustc_hash::FxHashMap;

use super::acts;
use super::kind::Kind;
use super::said::plain_words;
use crate::words::{fold, words};

/// Something in front of a person that can be used: a button, a field, an item of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    /// The target by which a verb finds it; none for what can only be read.
    pub key: Option<Value>,
    /// Its kind.
    pub kind: Kind,
    /// The names that it shows, the best first.
    pub names: Vec<String>,
    /// Its role, `id`, `name` and the like. They count only if no visible name fits.
    pub aliases: Vec<String>,
    /// Its options.
    pub options: Vec<String>,
    /// Whether several of its options can be chosen.
    pub is_many: bool,
    /// Its value.
    pub value: Option<String>,
    /// The part of the page that it belongs to, such as the text of its row.
    pub context: Option<String>,
    /// Whether what belongs to it is shown, where it can be folded.
    pub is_open: Option<bool>,
    /// The target of the control that reveals it, if it is hidden: the tab of its panel.
    pub behind: Option<Value>,
    /// How its values are written, where that is not as a person says them.
    pub format: Option<Format>,
    /// Its colours and shapes, by their English names.
    pub looks: Vec<String>,
    /// The area that it covers, in square pixels.
    pub area: Option<i64>,
    /// The list that it is an entry of, and its place there, from 1.
    pub place: Option<(i64, usize)>,
    /// The boxes to tick that it belongs to.
    pub group: Option<Group>,
    /// The number that it counts.
    pub counter: Option<Counter>,
    /// The row and the column of the grid that it is in, from 1.
    pub cell: Option<(usize, usize)>,
}

/// Boxes to tick that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Which group it is.
    pub key: i64,
    /// What the group is called.
    pub names: Vec<String>,
}

/// A number that buttons count up and down.
#[derive(Debug, Clone, PartialEq)]
pub struct Counter {
    /// Which number it is.
    pub key: i64,
    /// The number now.
    pub value: i64,
    /// The text around it.
    pub label: String,
}

/// The things in front of a person, in the order in which they are read.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    pub(super) things: Vec<Thing>,
    names: Vec<Name>,
    /// Names by their first word.
    by_first: FxHashMap<String, Vec<usize>>,
}

/// A name of a thing or of something that can be chosen in it.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) thing: usize,
    /// Which of its options it names.
    pub(super) option: Option<usize>,
    pub(super) is_alias: bool,
    pub(super) text: String,
    pub(super) folded: String,
    pub(super) words: Vec<String>,
}

/// No more things than this are known, so that a sentence is read in bounded time.
const MOST_THINGS: usize = 4_000;
/// No more names than this are known.
const MOST_NAMES: usize = 20_000;
/// Nobody says a longer name in a sentence.
const LONGEST_NAME: usize = 200;

impl Thing {
    /// Whether its name or role says that something is sent, paid, deleted or agreed to.
    pub fn commits(&self) -> bool {
        let names = self.names.iter().chain(&self.aliases);
        names
            .map(|name| words(name).into_iter().map(|word| word.folded).collect::<Vec<_>>())
            .any(|it| acts::commits(&it))
    }
}

impl Thing {
    /// Whether it starts or silences what plays.
    pub fn plays(&self) -> bool {
        self.names.iter().any(|name| matches!(acts::act(name), Some("play" | "mute")))
    }
}

impl Scene {
    /// A scene with these things.
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

    /// The same without the names that are no names in a sentence.
    pub(super) fn without(&self, is_none: impl Fn(&Name) -> bool) -> Self {
        let mut scene = self.clone();
        scene.names.retain(|name| !is_none(name));
        scene.by_first.clear();
        scene.index();
        scene
    }

    fn index(&mut self) {
        for (at, name) in self.names.iter().enumerate() {
            // A page may make all its texts pressable; they are no vocabulary.
            if self.things[name.thing].kind == Kind::Text {
                continue;
            }
            if let Some(first) = name.words.first() {
                self.by_first.entry(first.clone()).or_default().push(at);
            }
        }
    }

    /// The thing at a place.
    pub fn thing(&self, at: usize) -> Option<&Thing> {
        self.things.get(at)
    }

    /// Whether there is nothing to be used.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// The names that these words begin with.
    pub(super) fn beginning<'s>(&'s self, said: &'s [&str]) -> impl Iterator<Item = &'s Name> {
        let places = said.first().and_then(|first| self.by_first.get(*first));
        let names = places.into_iter().flatten().map(|at| &self.names[*at]);
        names.filter(move |name| {
            name.words.len() <= said.len() && name.words.iter().zip(said).all(|(own, said)| own == said)
        })
    }

    /// The headings of the page.
    pub(super) fn headings(&self) -> impl Iterator<Item = &str> {
        let headings = self.things.iter().filter(|thing| thing.kind == Kind::Heading);
        headings.flat_map(|thing| thing.names.iter().map(String::as_str))
    }

    /// All names.
    pub(super) fn names(&self) -> &[Name] {
        &self.names
    }

    /// The things of some kinds.
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

    /// Whether these words are a separate run.
    pub(super) fn has_run(&self, said: &[String]) -> bool {
        !said.is_empty() && self.words.windows(said.len()).any(|run| run == said)
    }
}

/// A text as names are compared.
pub(super) fn folded(text: &str) -> String {
    fold(&text.trim().to_lowercase())
}

/// Words of a sentence, as a range.
pub(super) type Span = Range<usize>;

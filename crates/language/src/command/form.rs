//! What a command looks like: the row of the table that parsing, usage, help and completion derive from.

use std::fmt;

use super::table;

/// The shelf a command stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Moving between pages.
    Navigation,
    /// Reading the page.
    Looking,
    /// Doing something to the page.
    Acting,
    /// Waiting for a condition.
    Waiting,
    /// Taking data out of the page.
    Extracting,
    /// Cookies, storage, saved state, headers.
    State,
    /// Tabs, frames, dialogs.
    Windows,
    /// Network and debugging.
    Debugging,
    /// Viewport, devices, media.
    Viewport,
    /// Browser sessions.
    Sessions,
    /// Intents and what manages them.
    Intents,
    /// The engine itself.
    Engine,
}

impl Family {
    /// The family's heading in help.
    pub fn title(self) -> &'static str {
        match self {
            Self::Navigation => "navigation",
            Self::Looking => "looking",
            Self::Acting => "acting",
            Self::Waiting => "waiting",
            Self::Extracting => "extracting",
            Self::State => "state",
            Self::Windows => "tabs, frames, dialogs",
            Self::Debugging => "network and debug",
            Self::Viewport => "viewport",
            Self::Sessions => "sessions",
            Self::Intents => "intents",
            Self::Engine => "engine",
        }
    }
}

/// What may stand in a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// An element.
    Target,
    /// `up`, `down`, `left`, `right`, or an element.
    Direction,
    /// An id or a text, nothing else.
    TextOrId,
    /// A text: quoted, or one word.
    Text,
    /// A text that may be several unquoted words.
    Phrase,
    /// What to dismiss: a known word or a phrase.
    Dismissal,
    /// A text or the index of an option.
    TextOrIndex,
    /// A CSS selector as a text; `css(…)` is understood.
    Selector,
    /// A CSS or XPath target and no other.
    Css,
    /// A whole number between bounds.
    Number(u64, u64),
    /// Milliseconds as a number, which may have a fraction; the unit may be written.
    Millis,
    /// A number of pixels, which may be negative or have a fraction.
    Amount,
    /// A length of time.
    Duration,
    /// A JSON object.
    Json,
    /// Any JSON.
    AnyJson,
    /// A key combination.
    Keys,
    /// One key, or `all`.
    Key,
    /// An address.
    Url,
    /// A path in the file system.
    Path,
    /// A name or setting, kept as it is.
    Name,
    /// The words of a command.
    Command,
    /// A word that comes out in lower case.
    Word,
    /// An HTTP method, which comes out in upper case.
    Method,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// This word and no other.
    Literal(&'static str),
}

/// How a form is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Slots and options of the table.
    Slots,
    /// The rest of the line is one text (`goal:`).
    Goal,
    /// The rest of the line is a sentence, with options before or after it (`say`). A `#` in it begins no comment.
    Sentence,
    /// A name, a colon, and the rest of the line as it is (`define`).
    Define,
    /// A name, then arguments and options that only the intent knows (`run`).
    Open,
}

/// A positional place.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// What the verb that carries the command out calls it.
    pub name: &'static str,
    /// What the usage calls it.
    pub shown: &'static str,
    /// What may stand here.
    pub kind: Kind,
    /// Whether the command is incomplete without it.
    pub required: bool,
    /// Whether it takes all that follows, at least one.
    pub repeated: bool,
    /// Whether the argument before it says what it is: the field that is typed into, the cookie that is set.
    pub named_by_previous: bool,
}

impl Slot {
    /// Called otherwise in the usage.
    pub(crate) const fn shown(mut self, shown: &'static str) -> Self {
        self.shown = shown;
        self
    }
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// The canonical name, without the dashes.
    pub name: &'static str,
    /// What follows it; a flag has nothing.
    pub kind: Option<Kind>,
    /// What the usage calls the value.
    pub value: &'static str,
    /// Another spelling that is understood.
    pub alias: Option<&'static str>,
    /// Whether the command is incomplete without it.
    pub required: bool,
}

impl Opt {
    /// Whether this is its name or its alias; `_` and `-` are the same.
    pub fn is_called(&self, name: &str) -> bool {
        same(self.name, name) || self.alias.is_some_and(|alias| same(alias, name))
    }
}

/// One form of a command.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The literal words it starts with: `click`, `wait visible`.
    pub name: &'static str,
    /// The shelf it stands on.
    pub family: Family,
    /// One line for help.
    pub summary: &'static str,
    /// How it is read.
    pub shape: Shape,
    /// Positional places in order.
    pub slots: &'static [Slot],
    /// Its own options, in canonical order. [`Form::options`] has all that it takes.
    pub own: &'static [Opt],
    /// Options that exclude each other.
    pub conflict: Option<(&'static str, &'static str)>,
    /// Whether it takes the options that go with every intent.
    pub intent: bool,
    /// The verb that carries it out, where that is not called like its words.
    pub calls: Option<&'static str>,
}

impl Form {
    pub(crate) const fn new(family: Family, name: &'static str, summary: &'static str) -> Self {
        let (slots, own) = (&[], &[]);
        Self {
            name,
            family,
            summary,
            shape: Shape::Slots,
            slots,
            own,
            conflict: None,
            intent: false,
            calls: None,
        }
    }

    pub(crate) const fn shape(mut self, shape: Shape) -> Self {
        self.shape = shape;
        self
    }

    pub(crate) const fn takes(mut self, slots: &'static [Slot]) -> Self {
        self.slots = slots;
        self
    }

    pub(crate) const fn with(mut self, own: &'static [Opt]) -> Self {
        self.own = own;
        self
    }

    pub(crate) const fn not_both(mut self, one: &'static str, other: &'static str) -> Self {
        self.conflict = Some((one, other));
        self
    }

    pub(crate) const fn calls(mut self, verb: &'static str) -> Self {
        self.calls = Some(verb);
        self
    }

    pub(crate) const fn intent(mut self) -> Self {
        self.intent = true;
        self
    }

    /// The verb that carries it out: `wait visible` is `web.wait_visible`. None for what is an intent, or the
    /// engine's own business.
    pub fn capability(&self) -> Option<String> {
        let of_pages = !matches!(self.family, Family::Intents | Family::Engine);
        let verb = || self.calls.map_or_else(|| self.name.replace([' ', '-'], "_"), str::to_owned);
        of_pages.then(|| format!("web.{}", verb()))
    }

    /// The literal words.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.name.split(' ')
    }

    /// The first word.
    pub fn verb(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }

    /// All options it takes, in canonical order.
    pub fn options(&self) -> impl Iterator<Item = &'static Opt> + use<> {
        let shared: &'static [Opt] = if self.intent { table::INTENT_OPTIONS } else { &[] };
        self.own.iter().chain(shared)
    }

    /// The option of this name or alias; `_` and `-` are the same.
    pub fn option(&self, name: &str) -> Option<&'static Opt> {
        self.options().find(|opt| opt.is_called(name))
    }

    /// The slot of this name.
    pub fn slot(&self, name: &str) -> Option<&'static Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Whether it has an element to narrow with `near`, `inside` and the like.
    pub fn has_target(&self) -> bool {
        self.slots.iter().any(|slot| matches!(slot.kind, Kind::Target | Kind::Direction | Kind::Css))
    }

    /// The usage line: `click <target> [--double] …`.
    pub fn usage(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match self.shape {
            Shape::Slots => {}
            Shape::Goal => f.write_str(": <words>")?,
            Shape::Sentence => f.write_str(" <sentence>")?,
            Shape::Define => f.write_str(" <name>:")?,
            Shape::Open => f.write_str(" <intent> [--parameter <value>]…")?,
        }
        for slot in self.slots {
            let more = if slot.repeated { "…" } else { "" };
            match (slot.kind, slot.required) {
                (Kind::Literal(word), _) => write!(f, " {word}")?,
                (Kind::Choice(words), true) => write!(f, " {}", words.join("|"))?,
                (_, true) => write!(f, " <{}>{more}", slot.shown)?,
                (_, false) => write!(f, " [{}]{more}", slot.shown)?,
            }
        }
        for opt in self.options() {
            let value = match opt.kind {
                None => String::new(),
                Some(Kind::Choice(words)) => format!(" {}", words.join("|")),
                Some(_) => format!(" <{}>", opt.value),
            };
            match opt.required {
                true => write!(f, " --{}{value}", opt.name)?,
                false => write!(f, " [--{}{value}]", opt.name)?,
            }
        }
        Ok(())
    }
}

/// A place that must be filled.
pub(crate) const fn need(name: &'static str, kind: Kind) -> Slot {
    Slot { name, shown: name, kind, required: true, repeated: false, named_by_previous: false }
}

/// A place that may stay empty.
pub(crate) const fn may(name: &'static str, kind: Kind) -> Slot {
    Slot { name, shown: name, kind, required: false, repeated: false, named_by_previous: false }
}

/// A place whose meaning the argument before it gives.
pub(crate) const fn named(name: &'static str, kind: Kind) -> Slot {
    Slot { name, shown: name, kind, required: true, repeated: false, named_by_previous: true }
}

/// A place that takes one or more.
pub(crate) const fn many(name: &'static str, kind: Kind) -> Slot {
    Slot { name, shown: name, kind, required: true, repeated: true, named_by_previous: false }
}

/// An option without a value.
pub(crate) const fn flag(name: &'static str) -> Opt {
    Opt { name, kind: None, value: "", alias: None, required: false }
}

/// An option with a value.
pub(crate) const fn opt(name: &'static str, value: &'static str, kind: Kind) -> Opt {
    Opt { name, kind: Some(kind), value, alias: None, required: false }
}

/// Whether two words are the same but for case and the choice of `-` or `_`.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let fold = |b: u8| if b == b'_' { b'-' } else { b.to_ascii_lowercase() };
    one.len() == other.len() && one.bytes().map(fold).eq(other.bytes().map(fold))
}

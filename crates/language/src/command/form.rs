//! The form of a command, which parsing, usage, help and completion derive from.

use std::fmt;

use lemmascope_intent::{LineShape, Notation};

/// A positional place.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The parameter of the verb that carries the command out.
    pub name: &'static str,
    /// Its name in the usage.
    pub shown: String,
    /// How its values are written.
    pub kind: Notation,
    /// Whether the command is incomplete without it.
    pub required: bool,
    /// Whether it takes all that follows, at least one.
    pub repeated: bool,
    /// Whether the argument before it names it: the field that is typed into, the cookie that is set.
    pub named_by_previous: bool,
    /// The option that can be given in its place.
    pub instead: Option<&'static str>,
    /// Bare words that are values of another parameter, and that parameter.
    pub words: Option<(&'static str, Vec<&'static str>)>,
    /// The endings of the words that it takes; without any, it takes all.
    pub endings: Vec<&'static str>,
}

impl Slot {
    /// The parameter that a bare word is a value of, and the word as it is printed.
    pub(crate) fn word(&self, word: &str) -> Option<(&'static str, &'static str)> {
        let (name, words) = self.words.as_ref()?;
        Some((name, words.iter().find(|known| same(known, word)).copied()?))
    }

    /// Whether a bare word may stand here: where only some endings may, it has one of them.
    pub(crate) fn takes(&self, word: Option<&str>) -> bool {
        let has = |word: &str, ending: &str| {
            let at = word.len().checked_sub(ending.len()).filter(|at| *at > 0);
            at.and_then(|at| word.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        self.endings.is_empty()
            || word.is_some_and(|word| self.endings.iter().any(|ending| has(word, ending)))
    }
}

/// An option.
#[derive(Clone, Debug)]
pub struct Opt {
    /// The canonical name, without the dashes.
    pub name: String,
    /// How its value is written; a flag has none.
    pub kind: Option<Notation>,
    /// The name of the value in the usage.
    pub value: String,
    /// Another spelling that is understood.
    pub alias: Option<&'static str>,
    /// Whether the command is incomplete without it.
    pub required: bool,
}

impl Opt {
    pub(crate) fn new(name: &str, kind: Option<Notation>) -> Self {
        let value = match kind {
            None => "",
            Some(Notation::Text | Notation::Phrase) => "text",
            Some(Notation::Duration) => "duration",
            Some(Notation::Number(..) | Notation::Amount) => "n",
            Some(Notation::Millis) => "ms",
            Some(Notation::Json | Notation::AnyJson) => "json",
            Some(Notation::Path) => "path",
            Some(Notation::Url) => "url",
            Some(Notation::Selector) => "selector",
            Some(notation) if notation.is_element() => "target",
            Some(_) => name,
        };
        Self { name: name.into(), kind, value: value.into(), alias: None, required: false }
    }

    /// Whether this is its name or its alias; `_` and `-` are the same.
    pub fn is_called(&self, name: &str) -> bool {
        same(&self.name, name) || self.alias.is_some_and(|alias| same(alias, name))
    }
}

/// One form of a command.
#[derive(Clone, Debug)]
pub struct Form {
    /// The literal words it starts with: `click`, `wait visible`.
    pub name: &'static str,
    /// The heading under which it is listed.
    pub family: &'static str,
    /// One line for help.
    pub summary: &'static str,
    /// How it is read.
    pub shape: LineShape,
    /// Positional places in order.
    pub slots: Vec<Slot>,
    /// All options it takes, in canonical order.
    pub options: Vec<Opt>,
    /// Options that exclude each other.
    pub conflict: Option<(String, String)>,
    /// Whether it calls the intent of its name.
    pub intent: bool,
    /// The full name of the verb that declares it.
    pub declared_by: &'static str,
    /// The words that make another command of it.
    pub(crate) subcommands: Vec<&'static str>,
}

impl Form {
    /// The verb that carries it out: `wait visible` is `web.wait_visible`. A command that calls an intent has none.
    pub fn capability(&self) -> Option<&'static str> {
        (!self.intent).then_some(self.declared_by)
    }

    /// The literal words.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.name.split(' ')
    }

    /// The first word.
    pub fn verb(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }

    /// The option of this name or alias; `_` and `-` are the same.
    pub fn option(&self, name: &str) -> Option<&Opt> {
        self.options.iter().find(|opt| opt.is_called(name))
    }

    /// The slot of this name.
    pub fn slot(&self, name: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Whether it has an element to narrow with `near`, `inside` and the like.
    pub fn has_target(&self) -> bool {
        let options = self.options.iter().filter_map(|opt| opt.kind);
        let mut kinds = self.slots.iter().map(|slot| slot.kind).chain(options);
        kinds.any(|kind| is_narrowed(kind) || kind == Notation::Css)
    }

    /// The usage line: `click <target> [--double] …`.
    pub fn usage(&self) -> String {
        self.to_string()
    }

    /// The usage line without the options that may be left out: `click <target>`.
    pub fn brief(&self) -> String {
        let options = self.options.iter().filter(|opt| opt.required).cloned().collect();
        Self { options, ..self.clone() }.to_string()
    }
}

/// Whether relations may narrow it.
pub(crate) fn is_narrowed(notation: Notation) -> bool {
    matches!(notation, Notation::Target | Notation::Area | Notation::Form)
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match self.shape {
            LineShape::Slots => {}
            LineShape::Goal => f.write_str(": <words>")?,
            LineShape::Sentence => f.write_str(" <sentence>")?,
            LineShape::Define => f.write_str(" <name>:")?,
            LineShape::Open => f.write_str(" <intent> [--parameter <value>]…")?,
        }
        for slot in &self.slots {
            let more = if slot.repeated { "…" } else { "" };
            match (slot.kind, slot.required) {
                (Notation::Literal(word), _) => write!(f, " {word}")?,
                (Notation::Choice(words), true) => write!(f, " {}", words.join("|"))?,
                (_, true) => write!(f, " <{}>{more}", slot.shown)?,
                (_, false) => write!(f, " [{}]{more}", slot.shown)?,
            }
        }
        for opt in &self.options {
            let value = match opt.kind {
                None => String::new(),
                Some(Notation::Choice(words)) => format!(" {}", words.join("|")),
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

/// Whether two words are the same but for case and the choice of `-` or `_`.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let fold = |b: u8| if b == b'_' { b'-' } else { b.to_ascii_lowercase() };
    one.len() == other.len() && one.bytes().map(fold).eq(other.bytes().map(fold))
}

//! The form of a command, from which parsing, usage, help and completion derive.

use std::fmt;

use lemmascope_intent::{LineShape, Notation};

/// A positional argument.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The parameter of the verb.
    pub name: &'static str,
    /// Its name in the usage.
    pub shown: String,
    /// The notation of its values.
    pub kind: Notation,
    /// Whether it is required.
    pub required: bool,
    /// Whether it takes all remaining arguments, at least one.
    pub repeated: bool,
    /// Whether the preceding argument names it: the field that receives the text, the cookie that is set.
    pub named_by_previous: bool,
    /// The option that can replace it.
    pub instead: Option<&'static str>,
    /// Bare words that are values of another parameter, and that parameter.
    pub words: Option<(&'static str, Vec<&'static str>)>,
    /// The suffixes of the words that it accepts; without any, it accepts all.
    pub endings: Vec<&'static str>,
}

impl Slot {
    /// Returns the parameter that a bare word is a value of, and the canonical spelling of the word.
    pub(crate) fn word(&self, word: &str) -> Option<(&'static str, &'static str)> {
        let (name, words) = self.words.as_ref()?;
        Some((name, words.iter().find(|known| same(known, word)).copied()?))
    }

    /// Whether it accepts a bare word: one with an allowed suffix, if suffixes are restricted.
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
    /// The notation of its value; a flag has none.
    pub kind: Option<Notation>,
    /// The name of the value in the usage.
    pub value: String,
    /// An alternative spelling.
    pub alias: Option<&'static str>,
    /// Whether it is required.
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

    /// Whether this is its name or its alias; `_` and `-` are equivalent.
    pub fn is_called(&self, name: &str) -> bool {
        same(&self.name, name) || self.alias.is_some_and(|alias| same(alias, name))
    }
}

/// A form of a command.
#[derive(Clone, Debug)]
pub struct Form {
    /// The literal words at the start: `click`, `wait visible`.
    pub name: &'static str,
    /// The heading under which it is listed.
    pub family: &'static str,
    /// A one-line summary for help.
    pub summary: &'static str,
    /// How the rest of the line is parsed.
    pub shape: LineShape,
    /// The positional arguments, in order.
    pub slots: Vec<Slot>,
    /// All options, in canonical order.
    pub options: Vec<Opt>,
    /// Options that exclude each other.
    pub conflict: Option<(String, String)>,
    /// Whether it calls the intent with its name.
    pub intent: bool,
    /// The full name of the verb that declares it.
    pub declared_by: &'static str,
    /// The second words that select another command.
    pub(crate) subcommands: Vec<&'static str>,
}

impl Form {
    /// Returns the full name of the verb that implements it: `web.wait_visible` for `wait visible`. A command
    /// that calls an intent has none.
    pub fn capability(&self) -> Option<&'static str> {
        (!self.intent).then_some(self.declared_by)
    }

    /// Returns the literal words.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.name.split(' ')
    }

    /// Returns the first word.
    pub fn verb(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }

    /// Returns the option with this name or alias; `_` and `-` are equivalent.
    pub fn option(&self, name: &str) -> Option<&Opt> {
        self.options.iter().find(|opt| opt.is_called(name))
    }

    /// Returns the slot with this name.
    pub fn slot(&self, name: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Whether it has an element that relations such as `near` and `inside` can narrow.
    pub fn has_target(&self) -> bool {
        let options = self.options.iter().filter_map(|opt| opt.kind);
        let mut kinds = self.slots.iter().map(|slot| slot.kind).chain(options);
        kinds.any(|kind| is_narrowed(kind) || kind == Notation::Css)
    }

    /// Returns the usage line: `click <target> [--double] …`.
    pub fn usage(&self) -> String {
        self.to_string()
    }

    /// Returns the usage line without optional options: `click <target>`.
    pub fn brief(&self) -> String {
        let options = self.options.iter().filter(|opt| opt.required).cloned().collect();
        Self { options, ..self.clone() }.to_string()
    }
}

/// Whether relations apply to the notation.
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

/// Whether two words are equal, ignoring case and the difference between `-` and `_`.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let fold = |b: u8| if b == b'_' { b'-' } else { b.to_ascii_lowercase() };
    one.len() == other.len() && one.bytes().map(fold).eq(other.bytes().map(fold))
}

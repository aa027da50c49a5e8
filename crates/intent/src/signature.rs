use std::fmt;

use serde::Serialize;

use crate::format::Format;
use crate::manner::Handling;
use crate::parameter::{Parameter, Type};
use crate::syntax::{LineShape, Syntax};
use crate::value::Value;

/// What a capability does to the world. Retry, dry run, confirmation and undo follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Looks, and changes nothing: free, and may be repeated.
    Observe,
    /// Changes something that is ours to change.
    Change,
    /// Reaches somebody else: a message, an order. Never repeated silently.
    Send,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Observe => "observe",
            Self::Change => "change",
            Self::Send => "send",
        })
    }
}

/// The resources that a verb touches. Trust grants or denies reaches; a verb that does not state its reach is denied to definitions that are
/// not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// Only its own arguments.
    Nothing,
    /// The page that is open, or one that it opens, and nothing that outlives the call.
    Page,
    /// The same, and a credential that the user keeps. The user agrees to each use by a definition that is not trusted.
    Credentials,
    /// The browser beyond the page: its state, network, windows and downloads.
    Browser,
    /// The user's files.
    Files,
    /// Facts that the user has had remembered.
    Memory,
    /// This machine: its programs, windows, devices and power.
    Machine,
    /// Other people and agents.
    People,
    /// Code that runs as given.
    Code,
    /// The engine itself: its settings, and who may use it.
    Engine,
}

impl Reach {
    /// Whether a definition that is not trusted may have it.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Nothing | Self::Page | Self::Credentials)
    }

    /// The permission for it, as a verb phrase; nothing where the verb itself says it best.
    pub fn permission(self) -> Option<&'static str> {
        match self {
            Self::Nothing | Self::Page | Self::Credentials | Self::Browser => None,
            Self::Files => Some("touch files"),
            Self::Memory => Some("know what was remembered"),
            Self::Machine => Some("use this machine"),
            Self::People => Some("write to other people"),
            Self::Code => Some("run scripts"),
            Self::Engine => Some("change how the engine works"),
        }
    }
}

/// How much there is to lose when the call was not meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Nothing, or what an undo brings back.
    Low,
    /// Somebody may be disturbed.
    Medium,
    /// What is lost is lost for good; the person is asked first.
    High,
}

/// What a verb cannot do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// A display.
    Display,
    /// A window that takes what is typed.
    Focus,
    /// A network.
    Network,
    /// A sound server.
    Sound,
    /// A message bus of the session or the system.
    Bus,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Display => "display",
            Self::Focus => "focus",
            Self::Network => "network",
            Self::Sound => "sound",
            Self::Bus => "bus",
        })
    }
}

/// Everything there is to know about a verb before calling it. Help, completion, tool lists, schemas
/// and the reference pages are derived from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Signature {
    /// `domain.verb`.
    pub name: &'static str,
    /// One line, in the imperative.
    pub summary: &'static str,
    /// What it takes, in the order in which positional arguments are read.
    pub parameters: Vec<Parameter>,
    /// The type of the value that it returns, if it returns one.
    pub returns: Option<Type>,
    /// What it does to the world.
    pub effect: Effect,
    /// How much there is to lose.
    pub risk: Risk,
    /// Whether a successful call says how it is undone.
    pub reversible: bool,
    /// Whether it removes or overwrites something that is there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub removes: bool,
    /// What the person is told before it is done, where much is at stake: what will happen, with `{parameter}` for what was
    /// given. Who is told so has to agree to just this; nothing that is said with the request counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<&'static str>,
    /// What it cannot do without.
    #[serde(skip_serializing_if = "<[Need]>::is_empty")]
    pub needs: &'static [Need],
    /// Command lines that would work.
    pub examples: &'static [&'static str],
    /// The kind of thing whose names it lists, so that sentences may speak of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists: Option<Format>,
    /// How it uses a thing that is in front of the person, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handling: Option<Handling>,
    /// What it reaches. Unstated, it is denied to definitions that are not trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<Reach>,
    /// Called by the engine only, to undo; not offered to people.
    #[serde(skip)]
    pub internal: bool,
    /// Its command line; a verb without one is called by its full name.
    #[serde(skip)]
    pub syntax: Option<Syntax>,
    /// Other spellings of its command, each as [`Syntax::read`] reads it. One without arguments takes those of the command.
    #[serde(skip)]
    pub aliases: &'static [&'static str],
    /// Names that other programs have for something like it. A line that begins with one is an error that names this command.
    #[serde(skip)]
    pub known_as: &'static [&'static str],
    /// The group of everyday commands that help lists it in.
    #[serde(skip)]
    pub everyday: Option<&'static str>,
    /// The heading under which help and the reference page list it.
    #[serde(skip)]
    pub family: &'static str,
    /// Whether a step of a definition may call it without its domain.
    #[serde(skip)]
    pub is_action: bool,
}

impl Signature {
    /// A verb that only looks.
    pub fn observe(name: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            summary,
            parameters: Vec::new(),
            returns: None,
            effect: Effect::Observe,
            risk: Risk::Low,
            reversible: true,
            removes: false,
            warning: None,
            needs: &[],
            examples: &[],
            lists: None,
            handling: None,
            reach: None,
            internal: false,
            syntax: None,
            aliases: &[],
            known_as: &[],
            everyday: None,
            family: "",
            is_action: false,
        }
    }

    /// A verb that changes something and says how to undo it.
    pub fn change(name: &'static str, summary: &'static str) -> Self {
        Self { effect: Effect::Change, ..Self::observe(name, summary) }
    }

    /// A verb that reaches somebody else and cannot be taken back.
    pub fn send(name: &'static str, summary: &'static str) -> Self {
        Self { effect: Effect::Send, risk: Risk::High, reversible: false, ..Self::observe(name, summary) }
    }

    /// The same verb, where it removes or overwrites something that is there.
    #[must_use]
    pub fn removes(self) -> Self {
        Self { removes: true, ..self }
    }

    /// With one more parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// With the type of what it returns.
    #[must_use]
    pub fn returns(mut self, kind: Type) -> Self {
        self.returns = Some(kind);
        self
    }

    /// With command lines that would work.
    #[must_use]
    pub fn examples(mut self, examples: &'static [&'static str]) -> Self {
        self.examples = examples;
        self
    }

    /// With what it cannot do without.
    #[must_use]
    pub fn needs(mut self, needs: &'static [Need]) -> Self {
        self.needs = needs;
        self
    }

    /// With how much there is to lose.
    #[must_use]
    pub fn risk(mut self, risk: Risk) -> Self {
        self.risk = risk;
        self
    }

    /// With what the person is told before it is done.
    #[must_use]
    pub fn warning(mut self, warning: &'static str) -> Self {
        self.warning = Some(warning);
        self
    }

    /// With how it uses a thing.
    #[must_use]
    pub fn handles(mut self, handling: Handling) -> Self {
        self.handling = Some(handling);
        self
    }

    /// With what it reaches.
    #[must_use]
    pub fn reach(mut self, reach: Reach) -> Self {
        self.reach = Some(reach);
        self
    }

    /// For the engine only.
    #[must_use]
    pub fn internal(mut self) -> Self {
        self.internal = true;
        self
    }

    /// With its command line, as [`Syntax::read`] reads it. A step of a definition calls it without its domain.
    #[must_use]
    pub fn command(mut self, pattern: &'static str) -> Self {
        self.syntax = Some(Syntax::read(pattern));
        self.action()
    }

    /// A verb that a step of a definition calls without its domain.
    #[must_use]
    pub fn action(mut self) -> Self {
        self.is_action = true;
        self
    }

    /// With other spellings of its command.
    #[must_use]
    pub fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// With names that other programs have for something like it.
    #[must_use]
    pub fn known_as(mut self, names: &'static [&'static str]) -> Self {
        self.known_as = names;
        self
    }

    /// One of the commands that people need every day, in this group.
    #[must_use]
    pub fn everyday(mut self, group: &'static str) -> Self {
        self.everyday = Some(group);
        self
    }

    /// With two options that exclude each other.
    #[must_use]
    pub fn exclusive(self, one: &'static str, other: &'static str) -> Self {
        self.with_syntax(|syntax| syntax.exclusive = Some((one, other)))
    }

    /// Its command calls the intent of its name, and takes the options of every intent.
    #[must_use]
    pub fn calls_intent(self) -> Self {
        self.with_syntax(|syntax| syntax.calls_intent = true)
    }

    /// With how the rest of its command line is read.
    #[must_use]
    pub fn shape(self, shape: LineShape) -> Self {
        self.with_syntax(|syntax| syntax.shape = shape)
    }

    /// With the heading under which it is listed.
    #[must_use]
    pub fn family(mut self, family: &'static str) -> Self {
        self.family = family;
        self
    }

    fn with_syntax(mut self, change: impl FnOnce(&mut Syntax)) -> Self {
        if let Some(syntax) = &mut self.syntax {
            change(syntax);
        }
        self
    }

    /// A change that no call takes back, such as a click on somebody's page.
    #[must_use]
    pub fn lasting(mut self) -> Self {
        self.reversible = false;
        self
    }

    /// Whether much is lost where it was not meant: it removes, reaches somebody else, or cannot be made up for. A sentence
    /// has to say so in a word of its own kind before it is called.
    pub fn is_grave(&self) -> bool {
        self.removes || self.effect == Effect::Send || self.risk == Risk::High || self.asks()
    }

    /// Whether the person is asked before it is done: when it reaches somebody else, when there is much to
    /// lose and no way back, or when there is something to warn of. Who clicks on a page means it.
    pub fn asks(&self) -> bool {
        self.warning.is_some()
            || match self.effect {
                Effect::Observe => false,
                Effect::Change => !self.reversible && self.risk == Risk::High,
                Effect::Send => true,
            }
    }

    /// The domain, which is the part before the first dot.
    pub fn domain(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }

    /// The verb without its domain.
    pub fn verb(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, verb)| verb)
    }

    /// The parameter of that name.
    pub fn find(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// Whether a step of a definition calls it by this name: its full name, or its short one.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || (self.is_action && self.verb() == name)
    }

    /// Whether a step of a definition has a parameter beside `action`, and not under `options`.
    pub fn is_beside_action(&self, parameter: &Parameter) -> bool {
        let is_positional = self.syntax.as_ref().is_some_and(|it| it.is_positional(&parameter.name));
        parameter.required || parameter.beside_action || is_positional
    }

    /// The words of its command; its full name where it has none.
    pub fn words(&self) -> &'static str {
        self.command_words().unwrap_or(self.name)
    }

    /// The words of the command that calls it, and not an intent of its name.
    pub fn command_words(&self) -> Option<&'static str> {
        self.syntax.as_ref().filter(|syntax| !syntax.calls_intent).map(|syntax| syntax.words)
    }

    /// How it is called, on one line.
    pub fn usage(&self) -> String {
        usage(self.name, &self.parameters)
    }
}

/// How an intent or a capability of these parameters is called, on one line: required ones by
/// position, the others as options.
pub fn usage(name: &str, parameters: &[Parameter]) -> String {
    let mut usage = name.to_string();
    for parameter in parameters.iter().filter(|parameter| parameter.required) {
        usage.push_str(&format!(" <{}>", parameter.name));
    }
    for parameter in parameters.iter().filter(|parameter| !parameter.required) {
        let name = &parameter.name;
        usage.push_str(&match (parameter.kind, &parameter.default) {
            // What is on already can only be switched off.
            (Type::Boolean, Some(Value::Boolean(true))) => format!(" [--no-{name}]"),
            (Type::Boolean, _) => format!(" [--{name}]"),
            (kind, _) => format!(" [--{name} <{kind}>]"),
        });
    }
    usage
}

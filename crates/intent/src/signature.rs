use std::fmt;

use serde::Serialize;

use crate::format::Format;
use crate::manner::Handling;
use crate::parameter::{Parameter, Type};
use crate::shown::Shown;
use crate::syntax::{LineShape, Syntax};
use crate::value::Value;

/// The effect of a capability. Retry, dry run, confirmation and undo depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Reads only: unrestricted, and safe to repeat.
    Observe,
    /// Changes local state or a page.
    Change,
    /// Reaches other people: a message, an order. It is never repeated silently.
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

/// The resources that a verb accesses. Trust grants or denies reaches; an untrusted definition cannot call a
/// verb without a declared reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// Only its own arguments.
    Nothing,
    /// The open page, or one that it opens, and nothing that persists after the call.
    Page,
    /// The page and a stored credential. The user confirms each use by an untrusted definition.
    Credentials,
    /// The browser beyond the page: its state, network, windows and downloads.
    Browser,
    /// The user's files.
    Files,
    /// The user's remembered facts.
    Memory,
    /// This machine: its programs, windows, devices and power.
    Machine,
    /// Other people and agents.
    People,
    /// Code that runs as given by the caller.
    Code,
    /// The engine itself: its settings and access keys.
    Engine,
}

impl Reach {
    /// Whether untrusted definitions may have this reach.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Nothing | Self::Page | Self::Credentials)
    }

    /// Returns the permission as a verb phrase; nothing if the verb itself describes it best.
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

/// The potential loss if a call was unintended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// No loss, or one that undo restores.
    Low,
    /// It may disturb other people.
    Medium,
    /// The loss is permanent; the user confirms the call first.
    High,
}

/// A requirement of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// A display.
    Display,
    /// A focused window that receives keyboard input.
    Focus,
    /// A network.
    Network,
    /// A sound server.
    Sound,
    /// A D-Bus session or system bus.
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

/// The complete declaration of a verb. Help, completion, tool lists, schemas and the reference pages are
/// derived from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Signature {
    /// `domain.verb`.
    pub name: &'static str,
    /// A one-line summary, in the imperative.
    pub summary: &'static str,
    /// Its parameters, in the order of positional arguments.
    pub parameters: Vec<Parameter>,
    /// The type of the return value, if any.
    pub returns: Option<Type>,
    /// Its effect.
    pub effect: Effect,
    /// Its risk.
    pub risk: Risk,
    /// Whether a successful call returns its undo call.
    pub reversible: bool,
    /// Whether it deletes or overwrites existing data.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub removes: bool,
    /// The warning before a high-risk call, with `{parameter}` placeholders for the arguments. The user has
    /// to confirm exactly this warning; a confirmation as part of the request does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<&'static str>,
    /// The observing verb that checks its arguments before the user confirms a call. It takes some of the same
    /// parameters, and fails with a question about what they leave open.
    #[serde(skip)]
    pub checked_by: Option<&'static str>,
    /// Its requirements.
    #[serde(skip_serializing_if = "<[Need]>::is_empty")]
    pub needs: &'static [Need],
    /// Examples of command lines.
    pub examples: &'static [&'static str],
    /// The kind of objects that it lists, so that sentences can refer to their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists: Option<Format>,
    /// Where its result lists things.
    #[serde(skip)]
    pub shows: Option<Shown>,
    /// How it operates a control, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handling: Option<Handling>,
    /// Its reach. If undeclared, untrusted definitions cannot call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<Reach>,
    /// Whether only the engine calls it, for undo. It is not listed for users.
    #[serde(skip)]
    pub internal: bool,
    /// Its command line; a verb without one is called by its full name.
    #[serde(skip)]
    pub syntax: Option<Syntax>,
    /// Alternative spellings of its command, each in the syntax of [`Syntax::read`]. One without arguments
    /// takes those of the command.
    #[serde(skip)]
    pub aliases: &'static [&'static str],
    /// The names of similar commands in other programs. A line that starts with one is an error that suggests
    /// this command.
    #[serde(skip)]
    pub known_as: &'static [&'static str],
    /// The group of everyday commands that help lists it under.
    #[serde(skip)]
    pub everyday: Option<&'static str>,
    /// The heading under which help and the reference page list it.
    #[serde(skip)]
    pub family: &'static str,
    /// Whether a step of a definition can call it without its domain.
    #[serde(skip)]
    pub is_action: bool,
}

impl Signature {
    /// Creates a verb that reads only.
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
            checked_by: None,
            needs: &[],
            examples: &[],
            lists: None,
            shows: None,
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

    /// Creates a verb that changes something reversibly.
    pub fn change(name: &'static str, summary: &'static str) -> Self {
        Self { effect: Effect::Change, ..Self::observe(name, summary) }
    }

    /// Creates an irreversible verb that reaches other people.
    pub fn send(name: &'static str, summary: &'static str) -> Self {
        Self { effect: Effect::Send, risk: Risk::High, reversible: false, ..Self::observe(name, summary) }
    }

    /// Marks that it deletes or overwrites existing data.
    #[must_use]
    pub fn removes(self) -> Self {
        Self { removes: true, ..self }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// Sets the type of the return value.
    #[must_use]
    pub fn returns(mut self, kind: Type) -> Self {
        self.returns = Some(kind);
        self
    }

    /// Sets the examples of command lines.
    #[must_use]
    pub fn examples(mut self, examples: &'static [&'static str]) -> Self {
        self.examples = examples;
        self
    }

    /// Sets the requirements.
    #[must_use]
    pub fn needs(mut self, needs: &'static [Need]) -> Self {
        self.needs = needs;
        self
    }

    /// Sets the risk.
    #[must_use]
    pub fn risk(mut self, risk: Risk) -> Self {
        self.risk = risk;
        self
    }

    /// Sets the warning.
    #[must_use]
    pub fn warning(mut self, warning: &'static str) -> Self {
        self.warning = Some(warning);
        self
    }

    /// Sets the verb that checks its arguments before a confirmation.
    #[must_use]
    pub fn checked_by(mut self, verb: &'static str) -> Self {
        self.checked_by = Some(verb);
        self
    }

    /// Sets where its result lists things.
    #[must_use]
    pub fn shows(mut self, shown: Shown) -> Self {
        self.shows = Some(shown);
        self
    }

    /// Sets how it operates a control.
    #[must_use]
    pub fn handles(mut self, handling: Handling) -> Self {
        self.handling = Some(handling);
        self
    }

    /// Sets the reach.
    #[must_use]
    pub fn reach(mut self, reach: Reach) -> Self {
        self.reach = Some(reach);
        self
    }

    /// Restricts it to the engine.
    #[must_use]
    pub fn internal(mut self) -> Self {
        self.internal = true;
        self
    }

    /// Sets its command line, in the syntax of [`Syntax::read`], and lets steps of definitions call it
    /// without its domain.
    #[must_use]
    pub fn command(mut self, pattern: &'static str) -> Self {
        self.syntax = Some(Syntax::read(pattern));
        self.action()
    }

    /// Lets steps of definitions call it without its domain.
    #[must_use]
    pub fn action(mut self) -> Self {
        self.is_action = true;
        self
    }

    /// Sets alternative spellings of its command.
    #[must_use]
    pub fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Sets the names of similar commands in other programs.
    #[must_use]
    pub fn known_as(mut self, names: &'static [&'static str]) -> Self {
        self.known_as = names;
        self
    }

    /// Adds it to a group of everyday commands.
    #[must_use]
    pub fn everyday(mut self, group: &'static str) -> Self {
        self.everyday = Some(group);
        self
    }

    /// Declares two options that exclude each other.
    #[must_use]
    pub fn exclusive(self, one: &'static str, other: &'static str) -> Self {
        self.with_syntax(|syntax| syntax.exclusive = Some((one, other)))
    }

    /// Makes its command call the intent with its name, with the options of every intent.
    #[must_use]
    pub fn calls_intent(self) -> Self {
        self.with_syntax(|syntax| syntax.calls_intent = true)
    }

    /// Sets how the rest of its command line is parsed.
    #[must_use]
    pub fn shape(self, shape: LineShape) -> Self {
        self.with_syntax(|syntax| syntax.shape = shape)
    }

    /// Sets the heading under which it is listed.
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

    /// Marks a change as irreversible, such as a click on a third-party page.
    #[must_use]
    pub fn lasting(mut self) -> Self {
        self.reversible = false;
        self
    }

    /// Whether an unintended call causes major damage: it deletes, reaches other people, or is irreversible.
    /// A sentence has to name the action explicitly before it is called.
    pub fn is_grave(&self) -> bool {
        self.removes || self.effect == Effect::Send || self.risk == Risk::High || self.asks()
    }

    /// Whether it requires confirmation: if it reaches other people, if it is high-risk and irreversible, or
    /// if it has a warning. Clicks on a page count as intended.
    pub fn asks(&self) -> bool {
        self.warning.is_some()
            || match self.effect {
                Effect::Observe => false,
                Effect::Change => !self.reversible && self.risk == Risk::High,
                Effect::Send => true,
            }
    }

    /// Returns the domain: the part before the first dot.
    pub fn domain(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }

    /// Returns the verb without its domain.
    pub fn verb(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, verb)| verb)
    }

    /// Returns the parameter with that name.
    pub fn find(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// Whether the name is its full or its short name in a step of a definition.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || (self.is_action && self.verb() == name)
    }

    /// Whether a step of a definition takes a parameter next to `action`, and not under `options`.
    pub fn is_beside_action(&self, parameter: &Parameter) -> bool {
        let is_positional = self.syntax.as_ref().is_some_and(|it| it.is_positional(&parameter.name));
        parameter.required || parameter.beside_action || is_positional
    }

    /// Returns the words of its command, or its full name if it has none.
    pub fn words(&self) -> &'static str {
        self.command_words().unwrap_or(self.name)
    }

    /// Returns the words of the command that calls it, and not an intent with its name.
    pub fn command_words(&self) -> Option<&'static str> {
        self.syntax.as_ref().filter(|syntax| !syntax.calls_intent).map(|syntax| syntax.words)
    }

    /// Returns its usage line.
    pub fn usage(&self) -> String {
        usage(self.name, &self.parameters)
    }
}

/// Returns the usage line of an intent or a capability with these parameters: required ones are positional,
/// all others are options.
pub fn usage(name: &str, parameters: &[Parameter]) -> String {
    let mut usage = name.to_string();
    for parameter in parameters.iter().filter(|parameter| parameter.required) {
        usage.push_str(&format!(" <{}>", parameter.name));
    }
    for parameter in parameters.iter().filter(|parameter| !parameter.required) {
        let name = &parameter.name;
        usage.push_str(&match (parameter.kind, &parameter.default) {
            // A switch that defaults to on can only be switched off.
            (Type::Boolean, Some(Value::Boolean(true))) => format!(" [--no-{name}]"),
            (Type::Boolean, _) => format!(" [--{name}]"),
            (kind, _) => format!(" [--{name} <{kind}>]"),
        });
    }
    usage
}

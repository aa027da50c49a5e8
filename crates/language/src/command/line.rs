//! A line that was understood, and its canonical form.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use lemmascope_intent::{LineShape, Notation, SensitiveFields};

use super::form::{Form, is_narrowed, same};
use super::secrets;
use super::target::{Located, Relation};
use super::value::Value;

/// A line of a script: a command, a comment, or both. `Display` is the canonical form.
#[derive(Clone, PartialEq)]
pub struct Line {
    pub(crate) command: Option<Command>,
    pub(crate) comment: Option<String>,
}

impl Line {
    /// The command; a line of comment alone has none.
    pub fn command(&self) -> Option<&Command> {
        self.command.as_ref()
    }

    /// The command by value.
    pub fn into_command(self) -> Option<Command> {
        self.command
    }

    /// The comment without its `#`.
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref().map(str::trim)
    }

    /// The canonical form with every known secret replaced by `••••••••`.
    pub fn masked(&self) -> String {
        self.masked_with(&SensitiveFields::default())
    }

    /// The same for a list of sensitive names of the caller's.
    pub fn masked_with(&self, sensitive: &SensitiveFields) -> String {
        Shown { command: self.command(), comment: self.comment.as_deref(), sensitive: Some(sensitive) }
            .to_string()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown { command: self.command(), comment: self.comment.as_deref(), sensitive: None }.fmt(f)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line({})", self.masked())
    }
}

/// A positional argument.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// The parameter. Arguments of an intent that only the registry knows are called `argument`.
    pub name: &'static str,
    /// What is there.
    pub value: Value,
}

/// An option as it was given.
#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    /// The canonical name without dashes.
    pub name: String,
    /// Its value; a flag has none.
    pub value: Option<Value>,
}

/// A command. Made by a form only, from a line or from values by name, so that its canonical form parses to itself.
#[derive(Clone)]
pub struct Command {
    pub(crate) name: String,
    pub(crate) form: Option<Arc<Form>>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) options: Vec<Given>,
}

impl Command {
    /// The canonical name: `click`, `wait visible`, `login`, `files.create_file`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The form that it was read by; `None` for an intent that only the registry knows.
    pub fn form(&self) -> Option<&Form> {
        self.form.as_deref()
    }

    /// Whether it calls an intent, built-in or registered. `run` does too: its first argument is the name.
    pub fn is_intent(&self) -> bool {
        self.form().is_none_or(|form| form.intent)
    }

    /// The positional arguments in order.
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// The first argument of this name.
    pub fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments.iter().find(|argument| argument.name == name).map(|argument| &argument.value)
    }

    /// Whether an argument goes by a sensitive name: what is typed into a password field, a cookie that is a token.
    pub fn is_secret(&self, at: usize, sensitive: &SensitiveFields) -> bool {
        sensitive.matches(&secrets::label(self, at))
    }

    /// The elements that are named, in order.
    pub fn targets(&self) -> impl Iterator<Item = &Located> {
        self.arguments.iter().filter_map(|argument| argument.value.as_target())
    }

    /// The options in canonical order.
    pub fn options(&self) -> &[Given] {
        &self.options
    }

    /// The value of an option.
    pub fn option(&self, name: &str) -> Option<&Value> {
        self.options.iter().find(|given| given.name == name).and_then(|given| given.value.as_ref())
    }

    /// Whether an option was given, with or without a value.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|given| given.name == name)
    }

    /// The values that must never be shown, as they were given. Longer texts that contain them (a JSON, an
    /// address) are not listed themselves.
    pub fn secrets(&self) -> Vec<Cow<'_, str>> {
        self.secrets_with(&SensitiveFields::default())
    }

    /// The same for a list of sensitive names of the caller's.
    pub fn secrets_with(&self, sensitive: &SensitiveFields) -> Vec<Cow<'_, str>> {
        secrets::of(self, sensitive)
    }

    /// The canonical form with every known secret replaced by `••••••••`.
    pub fn masked(&self) -> String {
        Shown { command: Some(self), comment: None, sensitive: Some(&SensitiveFields::default()) }.to_string()
    }
}

impl PartialEq for Command {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.arguments == other.arguments && self.options == other.options
    }
}

impl Eq for Command {}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown { command: Some(self), comment: None, sensitive: None }.fmt(f)
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Command({})", self.masked())
    }
}

/// The canonical form, masked or not.
struct Shown<'a> {
    command: Option<&'a Command>,
    comment: Option<&'a str>,
    sensitive: Option<&'a SensitiveFields>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(command) = self.command {
            self.command(f, command)?;
            if self.comment.is_some() {
                f.write_str(" ")?;
            }
        }
        match self.comment {
            Some(comment) => write!(f, "#{comment}"),
            None => Ok(()),
        }
    }
}

impl Shown<'_> {
    fn command(&self, f: &mut fmt::Formatter<'_>, command: &Command) -> fmt::Result {
        f.write_str(&command.name)?;
        let shape = command.form().map_or(LineShape::Open, |form| form.shape);
        if shape == LineShape::Goal {
            f.write_str(":")?;
        }
        let words = command.form().map(reserved_words).unwrap_or_default();
        let reserved = |word: &str| words.iter().any(|reserved| same(reserved, word));
        // Relations come after the arguments, and before a second target.
        let mut pending: &[(Relation, _)] = &[];
        for (at, argument) in command.arguments.iter().enumerate() {
            let label = secrets::label(command, at);
            let value = self.hide(&argument.value, &label);
            let slot = command.form().and_then(|form| form.slot(argument.name));
            if slot.is_some_and(|slot| is_narrowed(slot.kind) || matches!(slot.kind, Notation::Literal(_))) {
                relations(f, std::mem::take(&mut pending))?;
            }
            f.write_str(" ")?;
            value.write(f, &reserved)?;
            if let Value::Target(located) = &argument.value {
                pending = &located.relations;
            }
            if shape == LineShape::Define && at == 0 {
                f.write_str(":")?;
            }
        }
        relations(f, pending)?;
        for given in &command.options {
            write!(f, " --{}", given.name)?;
            if let Some(value) = &given.value {
                f.write_str(" ")?;
                self.hide(value, &given.name).write(f, &reserved)?;
                if let Value::Target(located) = value {
                    relations(f, &located.relations)?;
                }
            }
        }
        Ok(())
    }

    fn hide<'v>(&self, value: &'v Value, label: &str) -> Cow<'v, Value> {
        match self.sensitive {
            Some(sensitive) => secrets::hide(value, label, sensitive),
            None => Cow::Borrowed(value),
        }
    }
}

fn relations(f: &mut fmt::Formatter<'_>, relations: &[(Relation, super::target::Target)]) -> fmt::Result {
    relations.iter().try_for_each(|(relation, target)| write!(f, " {} {target}", relation.as_str()))
}

/// The words that the command would read as something else when they go unquoted: flags, subcommands, relations.
fn reserved_words(form: &Form) -> Vec<&str> {
    let flags = form.options.iter().filter(|opt| opt.kind.is_none()).map(|opt| opt.name.as_str());
    let relations = Relation::ALL.iter().filter(|_| form.has_target()).map(|relation| relation.as_str());
    flags.chain(form.subcommands.iter().copied()).chain(relations).collect()
}

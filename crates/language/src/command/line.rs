//! A parsed line, and its canonical form.

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
    /// Returns the command; none for a comment line.
    pub fn command(&self) -> Option<&Command> {
        self.command.as_ref()
    }

    /// Returns the command by value.
    pub fn into_command(self) -> Option<Command> {
        self.command
    }

    /// Returns the comment without its `#`.
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref().map(str::trim)
    }

    /// Returns the canonical form with every known secret replaced by `••••••••`.
    pub fn masked(&self) -> String {
        self.masked_with(&SensitiveFields::default())
    }

    /// Returns the masked canonical form with a custom list of sensitive names.
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
    /// The parameter. Arguments of an intent from the registry are named `argument`.
    pub name: &'static str,
    /// Its value.
    pub value: Value,
}

/// An option.
#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    /// The canonical name without dashes.
    pub name: String,
    /// Its value; a flag has none.
    pub value: Option<Value>,
}

/// A command. It is only created by a form, from a line or from named values, so that its canonical form
/// parses to itself.
#[derive(Clone)]
pub struct Command {
    pub(crate) name: String,
    pub(crate) form: Option<Arc<Form>>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) options: Vec<Given>,
}

impl Command {
    /// Returns the canonical name: `click`, `wait visible`, `login`, `files.create_file`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its form; `None` for an intent from the registry.
    pub fn form(&self) -> Option<&Form> {
        self.form.as_deref()
    }

    /// Whether it calls an intent, built-in or registered. This includes `run`, whose first argument is the
    /// name.
    pub fn is_intent(&self) -> bool {
        self.form().is_none_or(|form| form.intent)
    }

    /// Returns the positional arguments in order.
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// Returns the first argument with this name.
    pub fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments.iter().find(|argument| argument.name == name).map(|argument| &argument.value)
    }

    /// Whether an argument has a sensitive name: text for a password field, a cookie that contains a token.
    pub fn is_secret(&self, at: usize, sensitive: &SensitiveFields) -> bool {
        sensitive.matches(&secrets::label(self, at))
    }

    /// Returns the target elements, in order.
    pub fn targets(&self) -> impl Iterator<Item = &Located> {
        self.arguments.iter().filter_map(|argument| argument.value.as_target())
    }

    /// Returns the options in canonical order.
    pub fn options(&self) -> &[Given] {
        &self.options
    }

    /// Returns the value of an option.
    pub fn option(&self, name: &str) -> Option<&Value> {
        self.options.iter().find(|given| given.name == name).and_then(|given| given.value.as_ref())
    }

    /// Whether an option is set, with or without a value.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|given| given.name == name)
    }

    /// Returns the secret values verbatim. Longer texts that contain them (JSON, a URL) are not included.
    pub fn secrets(&self) -> Vec<Cow<'_, str>> {
        self.secrets_with(&SensitiveFields::default())
    }

    /// Returns the secret values for a custom list of sensitive names.
    pub fn secrets_with(&self, sensitive: &SensitiveFields) -> Vec<Cow<'_, str>> {
        secrets::of(self, sensitive)
    }

    /// Returns the canonical form with every known secret replaced by `••••••••`.
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

/// A formatter of the canonical form, optionally masked.
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
        // Relations follow the arguments, but precede a second target.
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

/// Returns the unquoted words that the command would parse as something else: flags, subcommands, relations.
fn reserved_words(form: &Form) -> Vec<&str> {
    let flags = form.options.iter().filter(|opt| opt.kind.is_none()).map(|opt| opt.name.as_str());
    let relations = Relation::ALL.iter().filter(|_| form.has_target()).map(|relation| relation.as_str());
    flags.chain(form.subcommands.iter().copied()).chain(relations).collect()
}

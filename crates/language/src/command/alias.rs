//! Other spellings of commands, and the names that other programs have for something like them.

use std::sync::Arc;

use lemmascope_intent::{Notation, Signature, Syntax};

use super::error::ParseError;
use super::form::{Form, same};
use super::grammar::{Grammar, form_of};
use super::line::{Argument, Command, Given};
use super::value::Value;
use crate::literal::is_address;

/// Another spelling of a command.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Its words.
    pub words: &'static str,
    /// The command that it means, or the full name of a verb that has no command.
    pub means: &'static str,
    /// Its own form, where its arguments are not those of the command.
    pub(crate) form: Option<Arc<Form>>,
    /// The options that it gives: a switch, or `name=value`.
    preset: Vec<&'static str>,
}

impl Alias {
    /// The spellings that a signature declares.
    pub(crate) fn of<'s>(signature: &'s Signature) -> impl Iterator<Item = Self> + 's {
        signature.aliases.iter().map(|pattern| {
            let own = Syntax::read(pattern);
            let calls_intent = signature.syntax.as_ref().is_some_and(|syntax| syntax.calls_intent);
            let (words, preset) = (own.words, own.preset.clone());
            let has_own_arguments = signature.syntax.is_some() && !own.slots.is_empty();
            let syntax = Syntax { calls_intent, ..own };
            let form = has_own_arguments.then(|| Arc::new(form_of(signature, &syntax)));
            let means = signature.syntax.as_ref().map_or(signature.name, |syntax| syntax.words);
            Self { words, means, form, preset }
        })
    }

    /// The command that it means, with the switches that it gives.
    pub fn meaning(&self) -> String {
        let switches = self.preset.iter().filter(|preset| !preset.contains('='));
        let switches = switches.map(|switch| format!(" --{switch}"));
        format!("{}{}", self.means, switches.collect::<String>())
    }

    /// The spelling with its arguments, where they are its own.
    pub fn usage(&self) -> String {
        self.form.as_ref().map_or_else(|| self.words.to_owned(), |form| form.brief())
    }

    /// Whether it is another way to write the arguments of the command, and no other name for it.
    pub(crate) fn is_same_command(&self) -> bool {
        same(self.words, self.means)
    }

    /// Whether it is the name of the command, written as words: `login as` is `login_as`.
    pub(crate) fn is_name_in_words(&self) -> bool {
        self.means.split('_').eq(self.words.split(' '))
    }

    /// Whether it means another command than those that begin with that word.
    pub(crate) fn is_another_than(&self, first: &str) -> bool {
        !self.means.split(' ').next().is_some_and(|verb| same(verb, first))
    }

    /// The command that was written in this spelling, in its own.
    pub(crate) fn translate(&self, written: Command, main: &Arc<Form>) -> Command {
        let Command { mut arguments, mut options, .. } = written;
        let mut ordered: Vec<Argument> = Vec::new();
        for slot in &main.slots {
            if let Notation::Literal(word) = slot.kind {
                let is_given = ordered.iter().any(|argument| argument.name == slot.name);
                if !arguments.is_empty() && !is_given {
                    arguments.retain(|argument| argument.name != slot.name);
                    ordered.push(Argument { name: slot.name, value: Value::Word(word.to_owned()) });
                }
                continue;
            }
            let words = slot.words.as_ref().map(|(name, _)| *name);
            let is_here =
                |argument: &mut Argument| argument.name == slot.name || Some(argument.name) == words;
            ordered.extend(arguments.extract_if(.., is_here));
        }
        let given =
            |argument: Argument| Given { name: argument.name.replace('_', "-"), value: Some(argument.value) };
        options.extend(arguments.into_iter().map(given));
        self.give(&mut options);
        options.sort_by_key(|given| main.options.iter().position(|opt| opt.name == given.name));
        Command { name: main.name.to_owned(), form: Some(Arc::clone(main)), arguments: ordered, options }
    }

    /// The call of a verb that has no command. What the spelling gives is what is meant where nothing else is said.
    pub(crate) fn call(&self, mut written: Command) -> Command {
        if written.arguments.is_empty() {
            self.give(&mut written.options);
        }
        written
    }

    fn give(&self, options: &mut Vec<Given>) {
        for preset in &self.preset {
            let (name, value) =
                preset.split_once('=').map_or((*preset, None), |(name, value)| (name, Some(value)));
            if !options.iter().any(|given| given.name == name) {
                let value = value.map(|value| Value::Text(value.to_owned()));
                options.push(Given { name: name.to_owned(), value });
            }
        }
    }

    /// Whether it can mean its command with this word after it. One that has a separate address wants one that is plainly an address: in
    /// `open notes.txt` it is a file.
    pub(crate) fn may_take(&self, word: &str) -> bool {
        let first = self.form.as_ref().and_then(|form| form.slots.first());
        first.is_none_or(|slot| slot.kind != Notation::Url || word.is_empty() || is_address(word))
    }
}

/// A name that another program has for something like a command.
#[derive(Clone, Debug)]
pub(crate) struct Elsewhere {
    /// The name.
    pub(crate) name: &'static str,
    /// How it is done here: the words of the command and its arguments.
    pub(crate) here: String,
}

/// Splits a name that is written as one word: `tab-list`, `tab_list` and `tabList` are `tab list`.
pub(crate) fn parts(word: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    let mut before = ' ';
    for c in word.chars() {
        if matches!(c, '-' | '_') {
            parts.push(String::new());
        } else {
            if c.is_uppercase() && before.is_lowercase() {
                parts.push(String::new());
            }
            if let Some(last) = parts.last_mut() {
                last.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// No command has a name as long as this, and looking for a longer one would take its length times all commands.
pub(crate) const LONGEST_NAME: usize = 64;

/// The hint for a name that is not known here: the commands for which other programs have it, most of its words first.
pub(crate) fn hint(first: &str, second: Option<&str>, grammar: &Grammar) -> Option<String> {
    if first.len() > LONGEST_NAME {
        return None;
    }
    let words = parts(first);
    let second = second.filter(|second| second.len() <= LONGEST_NAME);
    let two = second.map(|second| [words.join(" "), second.to_lowercase()].join(" "));
    let one = words.join(" ");
    // Names of tools begin with the name of their program: `browser_click`.
    let shorter = (1..words.len()).map(|at| words[at..].join(" "));
    let names = two.into_iter().chain([one]).chain(shorter);
    names.into_iter().find_map(|name| {
        let here = grammar.elsewhere(&name);
        match here.as_slice() {
            [] => None,
            [one] => Some(format!("here that is `{one}`")),
            [several @ .., last] => {
                let several: Vec<String> = several.iter().map(|one| format!("`{one}`")).collect();
                Some(format!("here that is {} or `{last}`", several.join(", ")))
            }
        }
    })
}

/// The error of a line in another spelling, told for the command that it means.
pub(crate) fn explained(error: ParseError, alias: &Alias) -> ParseError {
    match &error.hint {
        Some(_) => error,
        None => error.hint(format!("`{}` is `{}`", alias.words, alias.meaning())),
    }
}

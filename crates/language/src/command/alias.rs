//! Alternative spellings of commands, and names of similar commands in other programs.

use std::sync::Arc;

use lemmascope_intent::{Notation, Signature, Syntax};

use super::error::ParseError;
use super::form::{Form, same};
use super::grammar::{Grammar, form_of};
use super::line::{Argument, Command, Given};
use super::value::Value;
use crate::literal::is_address;

/// An alternative spelling of a command.
#[derive(Clone, Debug)]
pub struct Alias {
    /// Its words.
    pub words: &'static str,
    /// The command, or the full name of a verb without a command.
    pub means: &'static str,
    /// Its own form, if its arguments differ from those of the command.
    pub(crate) form: Option<Arc<Form>>,
    /// The options that it sets: a switch, or `name=value`.
    preset: Vec<&'static str>,
}

impl Alias {
    /// Returns the spellings that a signature declares.
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

    /// Returns the command with the switches that the spelling sets.
    pub fn meaning(&self) -> String {
        let switches = self.preset.iter().filter(|preset| !preset.contains('='));
        let switches = switches.map(|switch| format!(" --{switch}"));
        format!("{}{}", self.means, switches.collect::<String>())
    }

    /// Returns the spelling with its arguments, if they are its own.
    pub fn usage(&self) -> String {
        self.form.as_ref().map_or_else(|| self.words.to_owned(), |form| form.brief())
    }

    /// Whether it is another notation for the arguments of the command, and not another name.
    pub(crate) fn is_same_command(&self) -> bool {
        same(self.words, self.means)
    }

    /// Whether it is the name of the command, written as words: `login as` for `login_as`.
    pub(crate) fn is_name_in_words(&self) -> bool {
        self.means.split('_').eq(self.words.split(' '))
    }

    /// Whether its command does not start with that word.
    pub(crate) fn is_another_than(&self, first: &str) -> bool {
        !self.means.split(' ').next().is_some_and(|verb| same(verb, first))
    }

    /// Translates a command in this spelling into the canonical one.
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

    /// Returns the call of a verb without a command. The options of the spelling are defaults.
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

    /// Whether the spelling can apply before this word. One with its own URL argument requires a word that is
    /// clearly a URL: `open notes.txt` opens a file.
    pub(crate) fn may_take(&self, word: &str) -> bool {
        let first = self.form.as_ref().and_then(|form| form.slots.first());
        first.is_none_or(|slot| slot.kind != Notation::Url || word.is_empty() || is_address(word))
    }
}

/// The name of a similar command in another program.
#[derive(Clone, Debug)]
pub(crate) struct Elsewhere {
    /// The name.
    pub(crate) name: &'static str,
    /// The equivalent here: the words of the command and its arguments.
    pub(crate) here: String,
}

/// Splits a name that is written as one word: `tab-list`, `tab_list` and `tabList` become `tab list`.
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

/// The maximum length of a name. The cost of a search is proportional to the length times the number of
/// commands.
pub(crate) const LONGEST_NAME: usize = 64;

/// Returns the hint for an unknown name: the commands with that name in other programs, those that match most
/// of its words first.
pub(crate) fn hint(first: &str, second: Option<&str>, grammar: &Grammar) -> Option<String> {
    if first.len() > LONGEST_NAME {
        return None;
    }
    let words = parts(first);
    let second = second.filter(|second| second.len() <= LONGEST_NAME);
    let two = second.map(|second| [words.join(" "), second.to_lowercase()].join(" "));
    let one = words.join(" ");
    // Names of tools start with the name of their program: `browser_click`.
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

/// Rewrites the error of a line in an alternative spelling in terms of its command.
pub(crate) fn explained(error: ParseError, alias: &Alias) -> ParseError {
    match &error.hint {
        Some(_) => error,
        None => error.hint(format!("`{}` is `{}`", alias.words, alias.meaning())),
    }
}

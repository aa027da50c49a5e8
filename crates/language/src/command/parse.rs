//! Parses a line into a command: selects the form.

use std::sync::Arc;

use lemmascope_intent::{LineShape, Notation};

use super::alias::{self, Alias};
use super::error::{ErrorCode, ParseError, quoted};
use super::fill::fill;
use super::form::{Form, same};
use super::grammar::Grammar;
use super::lexer::{Lexer, Mode, Piece, word};
use super::line::{Argument, Command, Line};
use super::open;
use super::prose;
use super::target::is_path;
use super::value::Value;
use super::vocabulary::Vocabulary;

/// The maximum length of a line, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// Parses a line; returns `None` for a blank one. It is pure and total: it never panics and takes linear
/// time.
pub fn parse(line: &str, vocabulary: &Vocabulary<'_>) -> Result<Option<Line>, ParseError> {
    read_line(line, vocabulary).map_err(|error| error.of_line(line))
}

fn read_line(line: &str, vocabulary: &Vocabulary<'_>) -> Result<Option<Line>, ParseError> {
    if line.len() > LONGEST_LINE {
        return Err(ParseError::invalid(0, format!("the line is longer than {LONGEST_LINE} bytes")));
    }
    let mut lexer = Lexer::new(line);
    if lexer.at_end() {
        return Ok(None);
    }
    // Users do not type control characters, and printing them to a terminal is dangerous.
    let forbidden = |c: char| c.is_control() && !matches!(c, '\t' | '\n');
    if let Some(at) = lexer.rest().chars().position(forbidden) {
        return Err(ParseError::invalid(lexer.column() + at, "the line has a control character"));
    }
    lexer.skip()?;
    let command = if lexer.comment().is_some() { None } else { Some(command(&mut lexer, vocabulary)?) };
    Ok(Some(Line { command, comment: lexer.comment().map(str::to_owned) }))
}

fn command(lexer: &mut Lexer<'_>, vocabulary: &Vocabulary<'_>) -> Result<Command, ParseError> {
    let at = lexer.column();
    let grammar = vocabulary.grammar();
    if let Some(command) = explanation(lexer, vocabulary) {
        return Ok(command);
    }
    // A goal is free text: it is not split into words, and its colon may be joined to the first of them.
    let head = word(lexer.rest());
    let is_head = |name: &str| {
        let is_said = head.get(..name.len()).is_some_and(|said| said.eq_ignore_ascii_case(name));
        is_said && (head.len() == name.len() || head[name.len()..].starts_with(':'))
    };
    if let Some(form) = grammar.shaped(LineShape::Goal).find(|form| is_head(form.name)) {
        lexer.advance(form.name.len());
        return prose::goal(lexer, form);
    }
    let first = match lexer.next(Mode::Word)? {
        Some(token) => match token.piece {
            Piece::Word(first) => first,
            _ => {
                let found = format!("found {} where a command should be", quoted(token.raw));
                return Err(
                    ParseError::unexpected(token.at, found).hint("a line starts with a command: try `help`")
                );
            }
        },
        None => return Err(ParseError::missing(at, "there is no command")),
    };
    if let Some(command) = spelled_in_words(lexer, first, grammar)? {
        return Ok(command);
    }
    let own = *lexer;
    match choose(lexer, first, grammar) {
        Ok(Some(form)) => return read(lexer, form, grammar),
        Ok(None) => {}
        // `tab 2`: without the argument the words are not a command, and may be an alternative spelling.
        Err(error) => {
            *lexer = own;
            return read_spelled(lexer, first, grammar).ok().flatten().ok_or(error);
        }
    }
    if let Some(name) = vocabulary.find(first) {
        return open::call(lexer, name.to_owned(), grammar);
    }
    if is_path(first) {
        return open::call(lexer, first.to_lowercase(), grammar);
    }
    if let Some((before, _)) = first.split_once('#')
        && (grammar.starting_with(before).next().is_some() || vocabulary.find(before).is_some())
    {
        return Err(ParseError::stuck_comment(at + before.chars().count(), before));
    }
    if let Some(command) = spelled_in_one(lexer, first, grammar)? {
        return Ok(command);
    }
    let mut ahead = own;
    let second = ahead.next(Mode::Word).ok().flatten().and_then(|token| token.word());
    let found = format!("{} is neither a command nor an intent", quoted(first));
    let error = ParseError::new(ErrorCode::UnknownCommand, at, found);
    let elsewhere = alias::hint(first, second, grammar);
    Err(match elsewhere.or_else(|| Some(format!("did you mean `{}`?", vocabulary.nearest(first)?))) {
        Some(hint) => error.hint(hint),
        None => error,
    })
}

/// Returns the help command if the line requests help: `click --help` is `help click`.
fn explanation(lexer: &Lexer<'_>, vocabulary: &Vocabulary<'_>) -> Option<Command> {
    let grammar = vocabulary.grammar();
    let help = grammar.help()?;
    let mut ahead = *lexer;
    let mut words: Vec<&str> = Vec::new();
    let mut is_leading = true;
    loop {
        let token = ahead.next(Mode::Word).ok()??;
        match token.piece {
            Piece::Option { name, joined: false } if same(name, "help") || same(name, "h") => break,
            Piece::Word(word) if is_leading => words.push(word),
            _ => is_leading = false,
        }
    }
    let (name, length) = named(&words, vocabulary)?;
    let shape = grammar.form(&name).map(|form| form.shape);
    let is_whole = is_leading && words.len() == length;
    let subject = match shape {
        // A sentence may mention `--help`.
        Some(LineShape::Goal | LineShape::Sentence | LineShape::Define) if !is_whole => return None,
        Some(LineShape::Open) => words.get(length).map_or(name, |intent| (*intent).to_owned()),
        _ => name,
    };
    let arguments = vec![Argument { name: help.slots.first()?.name, value: Value::Word(subject) }];
    let (name, form) = (help.name.to_owned(), Some(Arc::clone(help)));
    Some(Command { name, form, arguments, options: Vec::new() })
}

/// Returns the canonical name of the command, command family, intent or verb that these words start with, and
/// the number of its words.
fn named(words: &[&str], vocabulary: &Vocabulary<'_>) -> Option<(String, usize)> {
    let grammar = vocabulary.grammar();
    (1..=words.len().min(4)).rev().find_map(|length| {
        let said = words[..length].join(" ");
        let said = said.trim_end_matches(':');
        let own = grammar.shared(said).map(|form| form.name.to_owned());
        let own = own.or_else(|| grammar.alias(said).map(|alias| alias.means.to_owned()));
        let single = || {
            let family = grammar.starting_with(said).next().map(|form| form.verb().to_owned());
            let joined = || {
                let words = alias::parts(said).join(" ");
                let form = grammar.shared(&words).map(|form| form.name.to_owned());
                form.or_else(|| grammar.alias(&words).map(|alias| alias.means.to_owned()))
            };
            let known = family.or_else(|| vocabulary.find(said).map(str::to_owned));
            let known = known.or_else(|| is_path(said).then(|| said.to_lowercase()));
            known.or_else(joined).filter(|_| length == 1)
        };
        own.or_else(single).map(|name| (name, length))
    })
}

/// Parses the rest of the line with a form. Alternative notations for the arguments apply if the form rejects
/// them, and before the form if their suffixes match.
fn read(lexer: &mut Lexer<'_>, form: &Arc<Form>, grammar: &Grammar) -> Result<Command, ParseError> {
    if let Some(command) = otherwise(lexer, form, grammar, true) {
        return Ok(command);
    }
    let start = *lexer;
    let command = match form.shape {
        LineShape::Slots => fill(lexer, form, grammar),
        LineShape::Open => open::run(lexer, form, grammar),
        LineShape::Define => prose::define(lexer, form),
        LineShape::Goal => prose::goal(lexer, form),
        LineShape::Sentence => prose::sentence(lexer, form),
    };
    command.or_else(|error| {
        *lexer = start;
        otherwise(lexer, form, grammar, false).ok_or(error)
    })
}

/// Parses the rest of the line with an alternative notation of the form, if one matches.
fn otherwise(
    lexer: &mut Lexer<'_>,
    form: &Arc<Form>,
    grammar: &Grammar,
    is_told_by_ending: bool,
) -> Option<Command> {
    let ways = grammar.aliases().iter().filter(|way| way.is_same_command() && same(way.means, form.name));
    ways.filter_map(|way| Some((way, way.form.as_ref()?)))
        .filter(|(_, own)| own.slots.iter().any(|slot| !slot.endings.is_empty()) == is_told_by_ending)
        .find_map(|(way, own)| {
            let mut ahead = *lexer;
            let written = fill(&mut ahead, own, grammar).ok()?;
            // `drag 5 to` lacks a second element, and does not mean one with the text "to".
            let is_word_of_form = |argument: &Argument| {
                let said = argument.value.as_target().map(|located| located.target.label());
                let literals = form.slots.iter().filter(|slot| matches!(slot.kind, Notation::Literal(_)));
                said.is_some_and(|said| literals.map(|slot| slot.name).any(|literal| same(literal, &said)))
            };
            if written.arguments.iter().any(is_word_of_form) {
                return None;
            }
            *lexer = ahead;
            Some(way.translate(written, form))
        })
}

/// Parses a command whose alternative spelling has several words: `go to`, `tab list`.
fn spelled_in_words(
    lexer: &mut Lexer<'_>,
    first: &str,
    grammar: &Grammar,
) -> Result<Option<Command>, ParseError> {
    let mut words = first.to_owned();
    let mut ahead = *lexer;
    let mut longest = None;
    // In `upload file a.txt` the second word is an argument of a command that accepts the line. `wait` does
    // not accept `networkidle`, and `send keys Enter` is another command than `send`.
    let is_argument =
        grammar.shared(first).is_some_and(|form| fill(&mut lexer.clone(), form, grammar).is_ok());
    // No spelling is longer.
    for _ in 0..3 {
        let Some(word) = ahead.next(Mode::Word).ok().flatten().and_then(|token| token.word()) else { break };
        words.push(' ');
        words.push_str(word);
        let is_own = grammar.shared(&words).is_some();
        let alias = grammar.alias(&words).filter(|alias| {
            !is_own && (!is_argument || alias.is_name_in_words() || alias.is_another_than(first))
        });
        longest = alias.map(|alias| (alias, ahead)).or(longest);
    }
    let Some((alias, ahead)) = longest else { return Ok(None) };
    let before = std::mem::replace(lexer, ahead);
    let command = read_spelled(lexer, alias.words, grammar)?;
    if command.is_none() {
        *lexer = before;
    }
    Ok(command)
}

/// Parses a command whose alternative spelling has one word, or is written as one: `reload`, `tab-close`.
fn spelled_in_one(
    lexer: &mut Lexer<'_>,
    first: &str,
    grammar: &Grammar,
) -> Result<Option<Command>, ParseError> {
    if grammar.alias(first).is_some() {
        return read_spelled(lexer, first, grammar);
    }
    if first.len() > alias::LONGEST_NAME {
        return Ok(None);
    }
    let words = alias::parts(first).join(" ");
    match grammar.shared(&words) {
        Some(form) => read(lexer, form, grammar).map(Some),
        None => read_spelled(lexer, &words, grammar),
    }
}

/// Parses the rest of a line after an alternative spelling, with the first command that accepts it.
fn read_spelled(
    lexer: &mut Lexer<'_>,
    words: &str,
    grammar: &Grammar,
) -> Result<Option<Command>, ParseError> {
    let start = *lexer;
    let mut failed = None;
    for alias in grammar.spelled(words) {
        *lexer = start;
        match read_alias(lexer, alias, grammar) {
            Ok(Some(command)) => return Ok(Some(command)),
            Ok(None) => {}
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    *lexer = start;
    failed.map_or(Ok(None), Err)
}

/// Parses the rest of a line that starts with an alternative spelling. Returns nothing if the spelling does
/// not apply: the rest consists of words that the command does not accept, as in a sentence, or clearly has
/// another type.
fn read_alias(
    lexer: &mut Lexer<'_>,
    alias: &Alias,
    grammar: &Grammar,
) -> Result<Option<Command>, ParseError> {
    let start = *lexer;
    let Some(main) = grammar.shared(alias.means) else {
        let call = open::call(lexer, alias.means.to_owned(), grammar)?;
        return Ok(Some(alias.call(call)));
    };
    if !alias.may_take(word(start.rest().trim_start()).trim_matches(['"', '\''])) {
        return Ok(None);
    }
    let own = alias.form.as_ref().filter(|_| main.shape == LineShape::Slots);
    let written = match own {
        Some(own) => fill(lexer, own, grammar),
        None => read(lexer, main, grammar),
    };
    match written {
        Ok(written) if main.shape == LineShape::Slots => Ok(Some(alias.translate(written, main))),
        Ok(written) => Ok(Some(written)),
        Err(error) if error.code == ErrorCode::UnexpectedInput && is_words(start) => {
            *lexer = start;
            Ok(None)
        }
        Err(error) => Err(alias::explained(error, alias)),
    }
}

/// Whether only bare words follow, two or more.
fn is_words(mut lexer: Lexer<'_>) -> bool {
    let mut count = 0;
    while let Ok(Some(token)) = lexer.next(Mode::Word) {
        if token.word().is_none() {
            return false;
        }
        count += 1;
    }
    count > 1
}

/// Selects the form with the most literal words that the line starts with, and consumes them. Returns `None`
/// if no form starts with this verb.
fn choose<'g>(
    lexer: &mut Lexer<'_>,
    verb: &str,
    grammar: &'g Grammar,
) -> Result<Option<&'g Arc<Form>>, ParseError> {
    let mut forms: Vec<&'g Arc<Form>> = grammar.starting_with(verb).collect();
    if forms.is_empty() {
        return Ok(None);
    }
    let mut depth = 1;
    let mut chosen: Option<&'g Arc<Form>> = None;
    loop {
        if let Some(whole) = forms.iter().find(|form| form.words().count() == depth) {
            chosen = Some(whole);
        }
        let mut ahead = *lexer;
        // The form itself reports later errors, because it knows what it expects.
        let next = ahead.next(Mode::Word).ok().flatten();
        let matching: Vec<_> = forms
            .iter()
            .filter(|form| {
                let expected = form.words().nth(depth);
                next.as_ref()
                    .and_then(|token| token.word())
                    .zip(expected)
                    .is_some_and(|(word, to)| same(word, to))
            })
            .copied()
            .collect();
        if !matching.is_empty() {
            forms = matching;
            *lexer = ahead;
            depth += 1;
            continue;
        }
        let mut choices: Vec<&str> = forms.iter().filter_map(|form| form.words().nth(depth)).collect();
        choices.dedup();
        let Some(token) = next else {
            return match chosen {
                Some(form) => Ok(Some(form)),
                None => {
                    // An unclosed quote is the more useful error.
                    ahead.next(Mode::Word)?;
                    Err(ParseError::missing(lexer.end(), format!("`{verb}` needs {}", choices.join(", ")))
                        .hint(usages(forms.iter().map(|form| &***form))))
                }
            };
        };
        if let Some((before, _)) = token.word().and_then(|word| word.split_once('#'))
            && choices.iter().any(|choice| same(choice, before))
        {
            return Err(ParseError::stuck_comment(token.at + before.chars().count(), before));
        }
        // A misspelt subcommand does not mean a base form that takes a duration or a selector.
        let plain = token.word().is_some_and(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
        let timed =
            chosen.and_then(|form| form.slots.first()).is_some_and(|slot| slot.kind == Notation::Duration);
        return match chosen {
            Some(form) if !(timed && plain) => Ok(Some(form)),
            _ => Err(ParseError::unexpected(token.at, format!("found {} after `{verb}`", quoted(token.raw)))
                .hint(format!("one of: {}", choices.join(", ")))),
        };
    }
}

/// Returns the usage of several forms.
pub(crate) fn usages<'f>(forms: impl IntoIterator<Item = &'f Form>) -> String {
    let all: Vec<String> = forms.into_iter().map(Form::usage).collect();
    format!("usage: {}", all.join(" · "))
}

//! From a line to a command: which form is meant.

use std::sync::Arc;

use lemmascope_intent::{LineShape, Notation};

use super::error::{ErrorCode, ParseError, quoted};
use super::fill::fill;
use super::form::{Form, same};
use super::grammar::Grammar;
use super::lexer::{Lexer, Mode, Piece, word};
use super::line::{Command, Line};
use super::open;
use super::prose;
use super::target::is_path;
use super::vocabulary::Vocabulary;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// Reads one line; `None` for a blank one. Pure and total: it never panics and takes time in proportion to the line.
pub fn parse(line: &str, vocabulary: &Vocabulary<'_>) -> Result<Option<Line>, ParseError> {
    if line.len() > LONGEST_LINE {
        return Err(ParseError::invalid(0, format!("the line is longer than {LONGEST_LINE} bytes")));
    }
    let mut lexer = Lexer::new(line);
    if lexer.at_end() {
        return Ok(None);
    }
    // Nothing a person types, and dangerous to print back to a terminal.
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
    let start = *lexer;
    // A goal is free text: it is not cut into words, and its colon may stick to the first of them.
    let head = word(lexer.rest());
    let is_head = |name: &str| {
        let is_said = head.get(..name.len()).is_some_and(|said| said.eq_ignore_ascii_case(name));
        is_said && (head.len() == name.len() || head[name.len()..].starts_with(':'))
    };
    let grammar = vocabulary.grammar();
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
    let verb = alias(lexer, first, grammar);
    if let Some(form) = choose(lexer, verb, grammar)? {
        return match form.shape {
            LineShape::Slots => fill(lexer, form, grammar),
            LineShape::Open => open::run(lexer, form, grammar),
            LineShape::Define => prose::define(lexer, form),
            LineShape::Goal => prose::goal(lexer, form),
            LineShape::Sentence => prose::sentence(lexer, form),
        };
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
    let found = format!("{} is neither a command nor an intent", quoted(first));
    let error = ParseError::new(ErrorCode::UnknownCommand, start.column(), found);
    Err(match vocabulary.nearest(first) {
        Some(nearest) => error.hint(format!("did you mean `{nearest}`?")),
        None => error,
    })
}

/// The command that the first word, or the first two, are another name for. Takes the second word with it.
fn alias<'a>(lexer: &mut Lexer<'_>, first: &'a str, grammar: &Grammar) -> &'a str {
    for (from, to) in grammar.aliases() {
        match from.split_once(' ') {
            None if same(from, first) => return to,
            Some((one, two)) if same(one, first) => {
                let mut ahead = *lexer;
                if let Ok(Some(token)) = ahead.next(Mode::Word)
                    && token.word().is_some_and(|word| same(word, two))
                {
                    *lexer = ahead;
                    return to;
                }
            }
            _ => {}
        }
    }
    first
}

/// The form with the most literal words that the line starts with; moves over them. `None` when no form
/// starts with this verb.
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
        // What is wrong further on is for the form to say, which knows what it expects there.
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
                    // A quote that is never closed is the better thing to say.
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
        // A base form that takes a time or a selector is not what a misspelled subcommand meant.
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

/// The usage of several forms.
pub(crate) fn usages<'f>(forms: impl IntoIterator<Item = &'f Form>) -> String {
    let all: Vec<String> = forms.into_iter().map(Form::usage).collect();
    format!("usage: {}", all.join(" · "))
}

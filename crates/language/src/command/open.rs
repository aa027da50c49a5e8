//! Calls of intents from the registry, with any arguments and options.

use std::sync::Arc;

use super::error::ParseError;
use super::fill::{at_most, json, option_value, value_token};
use super::form::Form;
use super::grammar::{Grammar, INTENT_OPTIONS};
use super::lexer::{Lexer, Mode, Piece, Token};
use super::line::{Argument, Command, Given};
use super::parse::usages;
use super::print::is_bare;
use super::span::Span;
use super::value::Value;

/// Parses `run <intent> …`.
pub(crate) fn run(lexer: &mut Lexer<'_>, form: &Arc<Form>, grammar: &Grammar) -> Result<Command, ParseError> {
    let missing =
        |lexer: &Lexer<'_>| ParseError::missing(lexer.end(), "`run` needs an intent").hint(usages([&**form]));
    let Some(token) = lexer.next(Mode::Word)? else {
        return Err(missing(lexer));
    };
    let name = match &token.piece {
        Piece::Word(name) if is_bare(name) => (*name).to_owned(),
        Piece::Quoted(name) if is_bare(name) => name.clone().into_owned(),
        Piece::Option { .. } => return Err(ParseError { position: token.at, ..missing(lexer) }),
        _ => return Err(ParseError::invalid(token.at, "that is no name of an intent")),
    };
    let mut command = call(lexer, form.name.to_owned(), grammar)?;
    command.form = Some(Arc::clone(form));
    command.arguments.insert(0, Argument { name: "intent", value: Value::Name(name) });
    Ok(command)
}

/// Parses `<intent> …`.
pub(crate) fn call(lexer: &mut Lexer<'_>, name: String, grammar: &Grammar) -> Result<Command, ParseError> {
    let mut command = Command { name, form: None, arguments: Vec::new(), options: Vec::new() };
    while let Some(token) = lexer.next(Mode::Open)? {
        match token.piece {
            Piece::Option { name, joined } => {
                let given = option(lexer, name, joined, grammar)?;
                at_most(command.options.len(), token.at)?;
                match command.options.iter_mut().find(|known| known.name == given.name) {
                    Some(known) => known.value = given.value,
                    None => command.options.push(given),
                }
            }
            // `yes` and `json` may be arguments, and `--yes` must never be set by accident; these two are
            // unambiguous.
            Piece::Word(word @ ("dry-run" | "no-verify")) => {
                if !command.has(word) {
                    command.options.push(Given { name: word.to_owned(), value: None });
                }
            }
            _ => {
                at_most(command.arguments.len(), token.at)?;
                let value = free(token)?;
                command.arguments.push(Argument { name: "argument", value });
            }
        }
    }
    Ok(command)
}

fn option(lexer: &mut Lexer<'_>, name: &str, joined: bool, grammar: &Grammar) -> Result<Given, ParseError> {
    if let Some(opt) = INTENT_OPTIONS.iter().find(|opt| opt.is_called(name)) {
        let value = option_value(lexer, opt, joined, grammar)?;
        return Ok(Given { name: opt.name.to_owned(), value });
    }
    let name = name.to_lowercase();
    if joined {
        let token = value_token(lexer, Mode::Open, true, &name)?;
        return Ok(Given { name, value: Some(free(token)?) });
    }
    let mut ahead = *lexer;
    let value = match ahead.next(Mode::Open)? {
        // `--no-x` takes no value.
        Some(token) if !name.starts_with("no-") && !matches!(token.piece, Piece::Option { .. }) => {
            *lexer = ahead;
            Some(free(token)?)
        }
        _ => None,
    };
    Ok(Given { name, value })
}

/// Infers the type of a value without a signature: numbers, durations, booleans and JSON are recognized,
/// everything else is text. A number that would be printed differently (`007`, a card number) is text.
fn free(token: Token<'_>) -> Result<Value, ParseError> {
    let word = match token.piece {
        Piece::Quoted(text) => {
            let is_json =
                text.starts_with(['{', '[']) && serde_json::from_str::<serde_json::Value>(&text).is_ok();
            let text = text.into_owned();
            return Ok(if is_json { Value::Json(text) } else { Value::Text(text) });
        }
        Piece::Json(raw)
            if raw.starts_with('[') && serde_json::from_str::<serde_json::Value>(raw).is_err() =>
        {
            raw
        }
        Piece::Json(raw) => return json(raw, token.at, false),
        Piece::Word(word) => word,
        Piece::Css(_) | Piece::Xpath(_) | Piece::Text(_) | Piece::Option { .. } => token.raw,
    };
    if word.starts_with('{') {
        return json(word, token.at, false);
    }
    if word.starts_with("--") {
        // The rest may be a secret, so only its position is reported.
        return Err(
            ParseError::unexpected(token.at, "found `--` without a name").hint("put a text in quotes")
        );
    }
    if let Some((before, _)) = word.split_once('#')
        && !before.is_empty()
        && before.bytes().all(|b| b.is_ascii_digit())
    {
        return Err(ParseError::stuck_comment(token.at + before.len(), "a number"));
    }
    if ["true", "false"].contains(&word) {
        return Ok(Value::Word(word.to_owned()));
    }
    if word.len() <= 15
        && word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
        && let Ok(number) = word.parse::<f64>()
        && number.to_string() == word
    {
        return Ok(Value::Number(number));
    }
    Ok(match Span::parse(word) {
        Some(span) if span.to_string() == word => Value::Duration(span),
        _ => Value::Text(word.to_owned()),
    })
}

//! The two commands whose rest is not cut into words: `goal: <words>` and `define <name>: …`.

use super::error::{ErrorCode, ParseError, quoted};
use super::form::Form;
use super::lexer::{Lexer, Mode, Piece};
use super::line::{Argument, Command};
use super::parse::usages;
use super::value::Value;

/// The rest of the line as one text. Quotes around all of it are not part of it.
pub(crate) fn goal(lexer: &mut Lexer<'_>, form: &'static Form) -> Result<Command, ParseError> {
    colon(lexer);
    let place = lexer.column();
    lexer.skip()?;
    let mut ahead = *lexer;
    let whole = match ahead.next(Mode::Word) {
        Ok(Some(token)) => match token.piece {
            Piece::Quoted(text) => {
                ahead.skip()?;
                ahead.at_end().then(|| text.into_owned())
            }
            _ => None,
        },
        Err(error) if error.code == ErrorCode::UnterminatedString => return Err(error),
        _ => None,
    };
    let text = match whole {
        Some(text) => {
            *lexer = ahead;
            text
        }
        None => body(lexer)?.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    if text.trim().is_empty() {
        return Err(ParseError::missing(place, "the goal is missing").hint(usages(&[form])));
    }
    let arguments = vec![Argument { name: "words", value: Value::Text(text) }];
    Ok(Command { name: form.name.to_owned(), form: Some(form), arguments, options: Vec::new() })
}

/// The header of a definition. What follows the colon is kept as it is: it is not this language.
pub(crate) fn define(lexer: &mut Lexer<'_>, form: &'static Form) -> Result<Command, ParseError> {
    lexer.skip()?;
    let at = lexer.column();
    let rest = lexer.rest();
    let length = rest.find(|c: char| c == ':' || c.is_whitespace()).unwrap_or(rest.len());
    let name = rest.get(..length).unwrap_or_default();
    if name.is_empty() {
        return Err(ParseError::missing(lexer.end(), "`define` needs a name").hint(usages(&[form])));
    }
    let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') || !name.chars().all(letter) {
        return Err(ParseError::invalid(at, format!("{} is no name for an intent", quoted(name)))
            .hint("letters, digits and `_`, starting with a letter"));
    }
    lexer.advance(length);
    let found = colon(lexer);
    if found && lexer.rest().starts_with('#') {
        return Err(ParseError::stuck_comment(lexer.column(), ":"));
    }
    lexer.skip()?;
    let place = lexer.column();
    let steps = body(lexer)?;
    if !found && !steps.is_empty() {
        return Err(ParseError::unexpected(place, format!("found {} where `:` should be", quoted(steps)))
            .hint(usages(&[form])));
    }
    let mut arguments = vec![Argument { name: "name", value: Value::Name(name.to_owned()) }];
    if !steps.is_empty() {
        arguments.push(Argument { name: "body", value: Value::Raw(steps.to_owned()) });
    }
    Ok(Command { name: form.name.to_owned(), form: Some(form), arguments, options: Vec::new() })
}

/// Moves over a colon, and says whether there was one.
fn colon(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let blank = rest.len() - rest.trim_start().len();
    let found = rest.trim_start().starts_with(':');
    if found {
        lexer.advance(blank + 1);
    }
    found
}

/// The rest of the line without its comment. A `#` inside quotes starts none.
fn body<'a>(lexer: &mut Lexer<'a>) -> Result<&'a str, ParseError> {
    let rest = lexer.rest();
    if let Some(at) = rest.find('\n') {
        let column = lexer.column() + rest.get(..at).unwrap_or_default().chars().count();
        return Err(ParseError::unexpected(column, "found a line break: one line is one command"));
    }
    let mut quote = None;
    let mut before = ' ';
    let mut end = rest.len();
    for (at, c) in rest.char_indices() {
        match quote {
            Some(open) if c == open && before != '\\' => quote = None,
            Some(_) => {}
            None if before.is_whitespace() && matches!(c, '"' | '\'') => quote = Some(c),
            // The very first character is not after white space of this text.
            None if before.is_whitespace() && c == '#' && at > 0 => {
                end = at;
                break;
            }
            None => {}
        }
        before = c;
    }
    let body = rest.get(..end).unwrap_or_default().trim_end();
    lexer.advance(end);
    if let Some(comment) = lexer.rest().strip_prefix('#') {
        lexer.take_comment(comment)?;
    }
    Ok(body)
}

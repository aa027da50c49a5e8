//! Commands whose rest is not split into words: `goal: <words>`, `say <sentence>` and `define <name>: …`.

use std::sync::Arc;

use super::error::{ErrorCode, ParseError, quoted};
use super::fill::unknown_option;
use super::form::Form;
use super::lexer::{Lexer, Mode, Piece};
use super::line::{Argument, Command, Given};
use super::parse::usages;
use super::value::Value;

/// Parses the rest of the line as one text. Quotes around the whole text are removed.
pub(crate) fn goal(lexer: &mut Lexer<'_>, form: &Arc<Form>) -> Result<Command, ParseError> {
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
        return Err(
            ParseError::missing(place, format!("`{}` needs words", form.name)).hint(usages([&**form]))
        );
    }
    let arguments = vec![Argument { name: "words", value: Value::Text(text) }];
    Ok(Command { name: form.name.to_owned(), form: Some(Arc::clone(form)), arguments, options: Vec::new() })
}

/// Parses the rest of the line as a sentence, with options before and after it. Quotes around the whole text
/// are removed.
pub(crate) fn sentence(lexer: &mut Lexer<'_>, form: &Arc<Form>) -> Result<Command, ParseError> {
    let place = lexer.column();
    let rest = lexer.rest();
    if let Some(at) = rest.find('\n') {
        let column = place + rest.get(..at).unwrap_or_default().chars().count();
        return Err(ParseError::unexpected(column, "found a line break: one line is one command"));
    }
    let mut options = Vec::new();
    let mut said = rest.trim();
    while let Some((option, left)) = leading(said, form) {
        options.push(option);
        said = left;
    }
    while let Some((option, left)) = trailing(said, form) {
        options.push(option);
        said = left;
    }
    // An unknown option is an error, because the sentence would otherwise be executed without it.
    let ends = [said.split_whitespace().next(), said.split_whitespace().next_back()];
    if let Some(name) = ends.into_iter().flatten().find_map(option_name) {
        return Err(unknown_option(place, Some(name), Some(form)));
    }
    let text = unquoted(said).unwrap_or_else(|| said.to_owned());
    if let Some(control) = text.chars().find(|c| c.is_control()) {
        let found = format!("a sentence has no {control:?} in it");
        return Err(ParseError::invalid(place, found));
    }
    lexer.advance(rest.len());
    if text.trim().is_empty() {
        return Err(ParseError::missing(place, "the sentence is missing").hint(usages([&**form])));
    }
    options.sort_by_key(|option: &Given| form.options.iter().position(|known| known.name == option.name));
    options.dedup_by(|one, other| one.name == other.name);
    let arguments = vec![Argument { name: "sentence", value: Value::Text(text) }];
    Ok(Command { name: form.name.to_owned(), form: Some(Arc::clone(form)), arguments, options })
}

/// Returns the name in `--name`, at either end of a sentence.
fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix("--")?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    is_name.then_some(name)
}

/// Returns an option at the start of the text, and the rest.
fn leading<'a>(text: &'a str, form: &Arc<Form>) -> Option<(Given, &'a str)> {
    let (word, rest) = text.split_once(char::is_whitespace)?;
    let option = form.option(word.strip_prefix("--")?)?;
    let rest = rest.trim_start();
    match option.kind {
        None => Some((Given { name: option.name.to_owned(), value: None }, rest)),
        Some(_) => {
            let (value, rest) = rest.split_once(char::is_whitespace)?;
            let value = plain(value)?;
            Some((Given { name: option.name.to_owned(), value: Some(Value::Name(value)) }, rest.trim_start()))
        }
    }
}

/// Returns an option at the end of the text, and the rest.
fn trailing<'a>(text: &'a str, form: &Arc<Form>) -> Option<(Given, &'a str)> {
    let (rest, word) = text.rsplit_once(char::is_whitespace)?;
    let rest = rest.trim_end();
    if let Some(option) = word.strip_prefix("--").and_then(|name| form.option(name)) {
        return option.kind.is_none().then(|| (Given { name: option.name.to_owned(), value: None }, rest));
    }
    let (rest, name) = rest.rsplit_once(char::is_whitespace)?;
    let word = plain(word)?;
    let option = form.option(name.strip_prefix("--")?).filter(|option| option.kind.is_some())?;
    Some((Given { name: option.name.to_owned(), value: Some(Value::Name(word)) }, rest.trim_end()))
}

/// Returns a word that can be the value of an option: letters and digits, optionally quoted. Any other word
/// is part of the sentence.
fn plain(word: &str) -> Option<String> {
    let word = unquoted(word).unwrap_or_else(|| word.to_owned());
    let is_plain =
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    (is_plain && !word.starts_with('-')).then_some(word)
}

/// Returns the text inside quotes if they surround the whole text.
fn unquoted(text: &str) -> Option<String> {
    let mut lexer = Lexer::new(text);
    match lexer.next(Mode::Word) {
        Ok(Some(token)) => match token.piece {
            Piece::Quoted(text) => lexer.at_end().then(|| text.into_owned()),
            _ => None,
        },
        _ => None,
    }
}

/// Parses the header of a definition. The body after the colon is kept verbatim, because it is in another
/// language.
pub(crate) fn define(lexer: &mut Lexer<'_>, form: &Arc<Form>) -> Result<Command, ParseError> {
    lexer.skip()?;
    let at = lexer.column();
    let rest = lexer.rest();
    let length = rest.find(|c: char| c == ':' || c.is_whitespace()).unwrap_or(rest.len());
    let name = rest.get(..length).unwrap_or_default();
    if name.is_empty() {
        return Err(ParseError::missing(lexer.end(), "`define` needs a name").hint(usages([&**form])));
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
            .hint(usages([&**form])));
    }
    let mut arguments = vec![Argument { name: "name", value: Value::Name(name.to_owned()) }];
    if !steps.is_empty() {
        arguments.push(Argument { name: "body", value: Value::Raw(steps.to_owned()) });
    }
    Ok(Command { name: form.name.to_owned(), form: Some(Arc::clone(form)), arguments, options: Vec::new() })
}

/// Consumes a colon, and returns whether there was one.
fn colon(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let blank = rest.len() - rest.trim_start().len();
    let found = rest.trim_start().starts_with(':');
    if found {
        lexer.advance(blank + 1);
    }
    found
}

/// Returns the rest of the line without its comment. A `#` inside quotes does not start one.
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
            // A `#` at the very start does not follow white space within this text.
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

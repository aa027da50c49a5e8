//! Parses single values by notation.

use std::borrow::Cow;

use lemmascope_intent::Notation;

use super::error::{ParseError, quoted};
use super::fill::json;
use super::form::same;
use super::grammar::Grammar;
use super::keys::Keys;
use super::lexer::{Lexer, Mode, Piece, Token};
use super::print::is_bare;
use super::selector::plain_css;
use super::span::Span;
use super::target::{Located, Target};
use super::url;
use super::value::Value;

/// Parses a value. Notations that may consist of several words consume further tokens.
pub(crate) fn value(
    lexer: &mut Lexer<'_>,
    kind: Notation,
    token: Token<'_>,
    grammar: &Grammar,
) -> Result<Value, ParseError> {
    let at = token.at;
    match kind {
        Notation::Target | Notation::Area | Notation::Form => located(token),
        Notation::TextOrId => match digits(&token)? {
            Some(_) => located(token),
            None => {
                let target = Target::Text(match &token.piece {
                    Piece::Text(text) => text.clone().into_owned(),
                    _ => filled(&token)?,
                });
                Ok(Value::Target(Located { target, relations: Vec::new() }))
            }
        },
        Notation::Css => match token.piece {
            Piece::Css(_) | Piece::Xpath(_) => located(token),
            Piece::Word(word) if let Some(css) = plain_css(word) => {
                Ok(Value::Target(Located { target: Target::Css(css), relations: Vec::new() }))
            }
            _ => Err(ParseError::unexpected(
                at,
                format!("found {} where a selector should be", quoted(token.raw)),
            )
            .hint("write css(\"…\") or xpath(\"…\")")),
        },
        Notation::Text | Notation::Script => Ok(Value::Text(text(&token).into_owned())),
        Notation::TextOrIndex => match digits(&token)? {
            Some(index) if token.word() == Some(index) => number(&token, 0, 1 << 53),
            _ => Ok(Value::Text(text(&token).into_owned())),
        },
        Notation::Selector => Ok(Value::Text(match &token.piece {
            Piece::Css(selector) => selector.clone().into_owned(),
            _ => filled(&token)?,
        })),
        Notation::Phrase => Ok(Value::Text(phrase(lexer, &token)?)),
        Notation::WordOrPhrase(words) => {
            let what = phrase(lexer, &token)?;
            Ok(match choice(words, &what) {
                Some(known) => Value::Word(known.to_owned()),
                None => Value::Text(what),
            })
        }
        Notation::Command => command(&phrase(lexer, &token)?, at, grammar),
        Notation::Number(least, most) => number(&token, least, most),
        Notation::Millis => match Span::parse(&text(&token)) {
            Some(span) => Ok(Value::Number(span.duration().as_millis() as f64)),
            None => decimal(&token, text(&token).trim_end_matches("ms"), 0.0),
        },
        Notation::Amount => decimal(&token, text(&token).trim_end_matches("px"), -LARGEST),
        Notation::Duration => duration(&token),
        Notation::Json => json(&text(&token), at, true),
        Notation::AnyJson => json(&text(&token), at, false),
        Notation::Keys => keys(lexer, &token),
        Notation::Key => match text(&token) {
            all if all.eq_ignore_ascii_case("all") => Ok(Value::Word("all".to_owned())),
            key => match Keys::parse(&key) {
                Ok(keys) if keys.keys().len() == 1 => Ok(Value::Keys(keys)),
                Ok(_) => Err(ParseError::invalid(at, "a combination is pressed, not held")
                    .hint("hold one key at a time")),
                Err(why) => {
                    stuck(&token, |before| Keys::parse(before).is_ok())?;
                    Err(ParseError::invalid(at, why.to_string()))
                }
            },
        },
        Notation::Url => match url::absolute(&text(&token)) {
            Some(address) => Ok(Value::Url(address)),
            None => Err(ParseError::invalid(at, "that is no address: it has no host")
                .hint("write it as example.com/path or https://example.com/path")),
        },
        Notation::Path => Ok(Value::Path(filled(&token)?)),
        Notation::Name => Ok(Value::Name(filled(&token)?)),
        Notation::Word => Ok(Value::Name(filled(&token)?.to_lowercase())),
        Notation::Method => {
            let method = filled(&token)?.to_ascii_uppercase();
            match method.bytes().all(|b| b.is_ascii_uppercase()) {
                true => Ok(Value::Name(method)),
                false => Err(ParseError::invalid(at, format!("{} is no HTTP method", quoted(&method)))),
            }
        }
        Notation::Choice(words) => {
            let given = text(&token);
            stuck(&token, |before| choice(words, before).is_some())?;
            match choice(words, &given) {
                Some(word) => Ok(Value::Word(word.to_owned())),
                None => Err(ParseError::invalid(at, format!("{} is not known here", quoted(&given)))
                    .hint(format!("one of: {}", words.join(", ")))),
            }
        }
        Notation::Literal(word) => match token.word() {
            Some(given) if same(given, word) => Ok(Value::Word(word.to_owned())),
            _ => Err(ParseError::unexpected(
                at,
                format!("found {} where `{word}` should be", quoted(token.raw)),
            )),
        },
    }
}

/// Parses a target without relations.
pub(crate) fn target(token: Token<'_>) -> Result<Target, ParseError> {
    let at = token.at;
    let whole = digits(&token)?;
    stuck(&token, |before| Target::role(before).is_some())?;
    Ok(match token.piece {
        Piece::Css(selector) => Target::Css(selector.into_owned()),
        Piece::Xpath(selector) => Target::Xpath(selector.into_owned()),
        Piece::Quoted(text) if text.trim().is_empty() => {
            return Err(ParseError::invalid(at, "a target cannot be an empty text"));
        }
        Piece::Text(text) => Target::Text(text.into_owned()),
        Piece::Quoted(text) => Target::of_quoted(text.into_owned()),
        Piece::Word(word) => match whole {
            Some(digits) => {
                let number = digits.parse().map_err(|_| ParseError::invalid(at, "no id is that large"))?;
                if word == digits { Target::Number(number) } else { Target::Id(number) }
            }
            None if word.starts_with('-') => {
                return Err(ParseError::invalid(at, format!("{} is no target", quoted(word))));
            }
            None => Target::of_word(word),
        },
        Piece::Json(_) | Piece::Option { .. } => Target::Text(token.raw.to_owned()),
    })
}

/// Parses a text as a target, for callers without a form.
pub fn target_of(text: &str) -> Option<Target> {
    let mut lexer = Lexer::new(text);
    let token = lexer.next(Mode::Target).ok()??;
    match (token.piece, lexer.at_end()) {
        (Piece::Word(_) | Piece::Css(_) | Piece::Xpath(_) | Piece::Text(_), true) => {
            target(Lexer::new(text).next(Mode::Target).ok()??).ok()
        }
        _ => Some(Target::of_quoted(text.to_owned())),
    }
}

fn located(token: Token<'_>) -> Result<Value, ParseError> {
    Ok(Value::Target(Located { target: target(token)?, relations: Vec::new() }))
}

/// Returns the content of a token as text.
pub(crate) fn text<'a>(token: &Token<'a>) -> Cow<'a, str> {
    match &token.piece {
        Piece::Quoted(text) => text.clone(),
        Piece::Word(word) => Cow::Borrowed(word),
        Piece::Json(_) | Piece::Css(_) | Piece::Xpath(_) | Piece::Text(_) | Piece::Option { .. } => {
            Cow::Borrowed(token.raw)
        }
    }
}

/// Returns a non-empty text.
fn filled(token: &Token<'_>) -> Result<String, ParseError> {
    let text = text(token);
    match text.trim().is_empty() {
        true => Err(ParseError::invalid(token.at, "the value is empty")),
        false => Ok(text.into_owned()),
    }
}

/// Returns the digits of a bare number or of an ID: `5`, `@5`, `[5]`. A comment that is joined to it is an
/// error.
fn digits<'a>(token: &Token<'a>) -> Result<Option<&'a str>, ParseError> {
    let all = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    stuck(token, |before| all(before) || Target::id_digits(before).is_some())?;
    let Some(word) = token.word() else {
        return Ok(None);
    };
    Ok(Target::id_digits(word).or_else(|| all(word).then_some(word)))
}

/// Returns an error if a `#` is joined to a token that cannot contain it.
fn stuck(token: &Token<'_>, is_whole: impl Fn(&str) -> bool) -> Result<(), ParseError> {
    match token.word().and_then(|word| word.split_once('#')) {
        Some((before, _)) if is_whole(before) => {
            Err(ParseError::stuck_comment(token.at + before.chars().count(), before))
        }
        _ => Ok(()),
    }
}

fn choice<'w>(words: &[&'w str], given: &str) -> Option<&'w str> {
    words.iter().find(|word| same(word, given)).copied()
}

fn number(token: &Token<'_>, least: u64, most: u64) -> Result<Value, ParseError> {
    digits(token)?;
    let given = text(token);
    let sound = !given.is_empty() && given.bytes().all(|b| b.is_ascii_digit());
    match given.parse::<u64>() {
        Ok(number) if sound && (least..=most).contains(&number) => Ok(Value::Number(number as f64)),
        Ok(_) if sound => Err(ParseError::invalid(
            token.at,
            format!("{} is not between {least} and {most}", quoted(&given)),
        )),
        _ => Err(ParseError::invalid(token.at, format!("{} is no whole number", quoted(&given)))),
    }
}

/// The largest integer that a 64-bit float represents exactly.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// Parses a number that may have a fraction, and a sign if negative numbers are allowed.
fn decimal(token: &Token<'_>, given: &str, least: f64) -> Result<Value, ParseError> {
    stuck(token, |before| before.parse::<f64>().is_ok())?;
    let digits = given.strip_prefix(['-', '+']).unwrap_or(given);
    let plain = |part: &str| !part.is_empty() && part.len() <= 15 && part.bytes().all(|b| b.is_ascii_digit());
    let sound = match digits.split_once('.') {
        Some((whole, fraction)) => plain(whole) && plain(fraction),
        None => plain(digits),
    };
    match given.parse::<f64>() {
        Ok(number) if sound && (least..=LARGEST).contains(&number) => Ok(Value::Number(number)),
        Ok(_) if sound => Err(ParseError::invalid(token.at, format!("{} is below zero", quoted(given)))),
        _ => Err(ParseError::invalid(token.at, format!("{} is no number", quoted(given)))),
    }
}

fn duration(token: &Token<'_>) -> Result<Value, ParseError> {
    let given = text(token);
    if let Some(span) = Span::parse(&given) {
        return Ok(Value::Duration(span));
    }
    stuck(token, |before| Span::parse(before).is_some() || before.bytes().all(|b| b.is_ascii_digit()))?;
    Err(ParseError::invalid(token.at, format!("{} is no duration", quoted(&given)))
        .hint("write 500ms, 5s or 2m"))
}

/// Parses a key combination, without white space around `+`.
fn keys(lexer: &mut Lexer<'_>, token: &Token<'_>) -> Result<Value, ParseError> {
    let mut written = text(token).into_owned();
    while token.word().is_some() {
        let mut ahead = *lexer;
        let Ok(Some(next)) = ahead.next(Mode::Word) else {
            break;
        };
        let Some(word) = next.word() else {
            break;
        };
        let open = written.ends_with('+') && written != "+" && !written.ends_with("++");
        if !(open || word.starts_with('+')) {
            break;
        }
        written.push_str(word);
        *lexer = ahead;
    }
    let folded: String = match written.chars().all(char::is_whitespace) {
        true => written,
        false => written.split_whitespace().collect(),
    };
    match Keys::parse(&folded) {
        Ok(keys) => Ok(Value::Keys(keys)),
        Err(why) => {
            stuck(token, |before| Keys::parse(before).is_ok())?;
            Err(ParseError::invalid(token.at, why.to_string())
                .hint("enter, tab, escape, f5, a, control+shift+a"))
        }
    }
}

/// Parses a string, or this word and the following ones.
fn phrase(lexer: &mut Lexer<'_>, token: &Token<'_>) -> Result<String, ParseError> {
    let mut words = filled(token)?;
    while token.word().is_some() {
        let mut ahead = *lexer;
        let Ok(Some(next)) = ahead.next(Mode::Word) else {
            break;
        };
        let Some(word) = next.word() else {
            break;
        };
        words.push(' ');
        words.push_str(word);
        *lexer = ahead;
    }
    Ok(words)
}

/// Parses the words of a command, and returns its canonical name in lower case.
fn command(words: &str, at: usize, grammar: &Grammar) -> Result<Value, ParseError> {
    let words = words.to_lowercase();
    let words: Vec<&str> =
        words.trim_end_matches(|c: char| c == ':' || c.is_whitespace()).split_whitespace().collect();
    if words.is_empty() || !words.iter().all(|word| is_bare(word)) {
        return Err(ParseError::invalid(at, "that is no command").hint("`help` lists the commands"));
    }
    let name = words.join(" ");
    let canonical = grammar.alias(&name).map_or(name.as_str(), |alias| alias.means);
    Ok(Value::Word(canonical.to_owned()))
}

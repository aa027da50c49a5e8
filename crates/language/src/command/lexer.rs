//! The lexer. It returns one token at a time, because the meaning of `{` or `css(` depends on what the
//! grammar expects.

use std::borrow::Cow;

use super::error::{ErrorCode, ParseError, quoted};
use super::selector::plain_css;

/// The kinds of tokens that the grammar expects next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Words and strings only.
    Word,
    /// Words, strings, and a raw JSON object as a single token.
    Value,
    /// Words, strings, and a raw JSON object or array as a single token.
    Open,
    /// Words, strings, and `css(…)`, `xpath(…)` or `text(…)` as a single token.
    Target,
}

pub(crate) enum Piece<'a> {
    Word(&'a str),
    Quoted(Cow<'a, str>),
    /// Balanced braces; the JSON is not validated.
    Json(&'a str),
    Css(Cow<'a, str>),
    Xpath(Cow<'a, str>),
    /// An explicit text.
    Text(Cow<'a, str>),
    /// The name of an option; `joined` if `=` and its value follow directly.
    Option {
        name: &'a str,
        joined: bool,
    },
}

pub(crate) struct Token<'a> {
    pub(crate) piece: Piece<'a>,
    /// The column of its first character.
    pub(crate) at: usize,
    /// The source text.
    pub(crate) raw: &'a str,
}

impl<'a> Token<'a> {
    /// Returns the bare word, if it is one. Keywords are never quoted.
    pub(crate) fn word(&self) -> Option<&'a str> {
        match self.piece {
            Piece::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// The position in a line. A copy is a backtracking point.
#[derive(Clone, Copy)]
pub(crate) struct Lexer<'a> {
    line: &'a str,
    byte: usize,
    column: usize,
    /// The column after the last token, at which a missing argument is reported.
    end: usize,
    comment: Option<&'a str>,
    /// Whether braces from here on are unclosed: scanning the rest at every `{` would take quadratic time.
    unclosed: bool,
}

impl<'a> Lexer<'a> {
    /// Starts at the first non-blank character. Trailing white space is cut off.
    pub(crate) fn new(line: &'a str) -> Self {
        // A byte order mark at the start of a script is not part of the command.
        let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        let trimmed = line.trim_end_matches(blank);
        let byte = trimmed.find(|c| !blank(c)).unwrap_or(trimmed.len());
        let column = trimmed.get(..byte).unwrap_or_default().chars().count();
        Self { line: trimmed, byte, column, end: column, comment: None, unclosed: false }
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.line.get(self.byte..).unwrap_or_default()
    }

    /// Returns the column of the next character.
    pub(crate) fn column(&self) -> usize {
        self.column
    }

    /// Returns the column after the last token.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Returns the comment without its `#`, at the end of the line.
    pub(crate) fn comment(&self) -> Option<&'a str> {
        self.comment
    }

    pub(crate) fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Consumes a number of bytes.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.column += self.rest().get(..bytes).map_or(0, |passed| passed.chars().count());
        self.byte += bytes;
    }

    /// Skips white space. A comment is stored and ends the line.
    pub(crate) fn skip(&mut self) -> Result<(), ParseError> {
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start().len();
        if let Some(at) = rest.get(..blank).unwrap_or_default().find('\n') {
            self.advance(at);
            return Err(line_break(self.column));
        }
        self.advance(blank);
        let boundary = self.byte == 0
            || self
                .line
                .get(..self.byte)
                .is_some_and(|before| before.ends_with(|c: char| c.is_whitespace() || c == '\u{feff}'));
        if boundary && let Some(comment) = self.rest().strip_prefix('#') {
            self.take_comment(comment)?;
        }
        Ok(())
    }

    /// Stores the comment and moves to the end of the line.
    pub(crate) fn take_comment(&mut self, comment: &'a str) -> Result<(), ParseError> {
        if let Some(at) = comment.find('\n') {
            let before = comment.get(..at).unwrap_or_default().chars().count();
            return Err(line_break(self.column + 1 + before));
        }
        self.comment = Some(comment);
        self.byte = self.line.len();
        Ok(())
    }

    /// Returns the next token; `None` at the end.
    pub(crate) fn next(&mut self, mode: Mode) -> Result<Option<Token<'a>>, ParseError> {
        self.skip()?;
        self.next_here(mode)
    }

    /// Returns the next token without preceding white space: the value after `--name=`.
    pub(crate) fn next_here(&mut self, mode: Mode) -> Result<Option<Token<'a>>, ParseError> {
        let (start, at) = (self.byte, self.column);
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok(None);
        };
        let piece = match first {
            '"' | '\'' => {
                let text = self.string(first)?;
                self.separated("a string")?;
                Piece::Quoted(text)
            }
            '-' if option_name(rest).is_some() => {
                let name = option_name(rest).unwrap_or_default();
                let dashes = rest.len() - rest.trim_start_matches('-').len();
                self.advance(dashes + name.len());
                let joined = self.rest().starts_with('=');
                if joined {
                    self.advance(1);
                } else {
                    self.separated(rest.get(..dashes + name.len()).unwrap_or_default())?;
                }
                Piece::Option { name, joined }
            }
            _ => match self.structured(first, mode)? {
                Some(piece) => piece,
                None => {
                    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    self.advance(length);
                    Piece::Word(rest.get(..length).unwrap_or_default())
                }
            },
        };
        self.end = self.column;
        Ok(Some(Token { piece, at, raw: self.line.get(start..self.byte).unwrap_or_default() }))
    }

    /// Parses JSON or a selector, if the mode allows it.
    fn structured(&mut self, first: char, mode: Mode) -> Result<Option<Piece<'a>>, ParseError> {
        let rest = self.rest();
        let json = match mode {
            Mode::Value => first == '{',
            Mode::Open => matches!(first, '{' | '['),
            Mode::Word | Mode::Target => false,
        };
        if json && !self.unclosed {
            let Some(length) = balanced(rest) else {
                self.unclosed = true;
                return Ok(None);
            };
            self.advance(length);
            self.separated("JSON")?;
            return Ok(Some(Piece::Json(rest.get(..length).unwrap_or_default())));
        }
        if mode == Mode::Target {
            for (prefix, what) in [("css(", "a selector"), ("xpath(", "a selector"), ("text(", "a text")] {
                if rest.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix)) {
                    self.advance(prefix.len());
                    let inside = self.parenthesized(what)?;
                    self.separated(what)?;
                    return Ok(Some(match prefix {
                        "css(" => Piece::Css(inside),
                        "xpath(" => Piece::Xpath(inside),
                        _ => Piece::Text(inside),
                    }));
                }
            }
        }
        Ok(None)
    }

    /// Returns the text between parentheses, with or without quotes.
    fn parenthesized(&mut self, what: &str) -> Result<Cow<'a, str>, ParseError> {
        let open = self.column;
        let inside = self.rest();
        self.advance(inside.len() - inside.trim_start().len());
        let unclosed = || ParseError::unexpected(open, "found the end of the line where `)` should be");
        let body = self.rest();
        let selector = match body.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let text = self.string(quote)?;
                let tail = self.rest();
                self.advance(tail.len() - tail.trim_start().len());
                text
            }
            _ => {
                let length = parenthesized(body).ok_or_else(unclosed)?;
                self.advance(length);
                Cow::Borrowed(body.get(..length).unwrap_or_default().trim_end())
            }
        };
        match self.rest().chars().next() {
            Some(')') => self.advance(1),
            Some(_) => {
                return Err(ParseError::unexpected(
                    self.column,
                    format!("found {} where `)` should be", quoted(word(self.rest()))),
                ));
            }
            None => return Err(unclosed()),
        }
        if selector.trim().is_empty() {
            return Err(ParseError::missing(open, format!("{what} is empty")));
        }
        Ok(selector)
    }

    /// Returns the next word if it is clearly an ID selector, which elsewhere would be a comment.
    pub(crate) fn next_id_selector(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let found = word(rest.get(blank..)?);
        if !found.starts_with('#') || plain_css(found).is_none() {
            return None;
        }
        self.advance(blank);
        let at = self.column;
        self.advance(found.len());
        self.end = self.column;
        Some(Token { piece: Piece::Word(found), at, raw: found })
    }

    /// Parses a string after its opening quote. Unknown escapes are literal, so that regular expressions and
    /// paths need no escaping.
    fn string(&mut self, quote: char) -> Result<Cow<'a, str>, ParseError> {
        let open = self.column;
        self.advance(1);
        let body = self.rest();
        let mut text: Option<String> = None;
        let mut chars = body.char_indices();
        while let Some((at, c)) = chars.next() {
            let escaped = match c {
                c if c == quote => {
                    self.advance(at + 1);
                    let plain = body.get(..at).unwrap_or_default();
                    return Ok(text.map_or(Cow::Borrowed(plain), Cow::Owned));
                }
                '\\' => {
                    let mut ahead = chars.clone();
                    let known = match ahead.next() {
                        Some((_, 'n')) => Some('\n'),
                        Some((_, 't')) => Some('\t'),
                        Some((_, c @ ('\\' | '"'))) => Some(c),
                        Some((_, c)) if c == quote => Some(c),
                        _ => None,
                    };
                    if known.is_some() {
                        chars = ahead;
                    }
                    known.unwrap_or('\\')
                }
                c => {
                    if let Some(text) = &mut text {
                        text.push(c);
                    }
                    continue;
                }
            };
            text.get_or_insert_with(|| body.get(..at).unwrap_or_default().to_owned()).push(escaped);
        }
        Err(ParseError::new(ErrorCode::UnterminatedString, open, "the string is not closed")
            .hint(format!("close it with {quote}")))
    }

    /// Checks that white space or the end follows a token.
    fn separated(&self, what: &str) -> Result<(), ParseError> {
        match self.rest().chars().next() {
            Some('#') => Err(ParseError::stuck_comment(self.column, what)),
            Some(c) if !c.is_whitespace() => {
                let found = format!("found more stuck to {}", quoted(what));
                Err(ParseError::unexpected(self.column, found).hint("put a space between them"))
            }
            _ => Ok(()),
        }
    }
}

fn line_break(column: usize) -> ParseError {
    ParseError::unexpected(column, "found a line break: one line is one command")
}

/// Returns the text up to white space.
pub(crate) fn word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}

/// Returns the name in `--name`, `-name` or `--name=value`; `None` if it is not an option (`-5`, `-`, `--`).
fn option_name(text: &str) -> Option<&str> {
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'))?;
    let length = name
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')))
        .unwrap_or(name.len());
    name.get(..length).filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the length of a balanced JSON object or array, without scanning the rest.
fn balanced(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut in_string = false;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, b)) = bytes.next() {
        match b {
            b'\\' if in_string => {
                bytes.next();
            }
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the length of the text before the `)` that closes an unquoted selector.
fn parenthesized(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return Some(at),
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    None
}

//! A scanner for the XML of office programs.
//!
//! It returns tags and text in one pass over a stream, with a buffer for a single event. It supports neither
//! document types nor custom entities, and uses neither recursion nor callbacks, so that no document takes
//! more memory than [`LONGEST`] or more than linear time. General-purpose parsers lack this bound and are
//! slower.

use std::borrow::Cow;
use std::io::{self, Read};

use memchr::{memchr, memchr2, memmem};

use crate::encoding::Utf8;

/// The maximum length of a tag or a text. In the programs that write these files, a cell contains at most
/// 32,767 characters.
const LONGEST: usize = 4 << 20;

/// The initial size of the buffer.
const USUAL: usize = 64 << 10;

/// The reason why a document cannot be scanned.
#[derive(Debug, thiserror::Error)]
pub enum XmlError {
    /// It ends inside a tag.
    #[error("its XML ends in the middle")]
    CutOff,
    /// It has a document type with definitions, which is an attempt at entity expansion.
    #[error("its XML defines entities, which no office program writes")]
    DefinesEntities,
    /// A tag or a text exceeds the maximum size of the buffer.
    #[error("its XML has a tag or a text of more than {} MB", .0 >> 20)]
    TooLong(usize),
    /// The stream could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An event of a document.
#[derive(Debug)]
pub enum Event<'a> {
    /// `<a>`, or `<a/>`, which no [`Event::Close`] follows.
    Open(Tag<'a>),
    /// `</a>`, with the local name.
    Close(&'a [u8]),
    /// Text before entity resolution; see [`unescaped`].
    Text(&'a [u8]),
    /// Text without entities (CDATA).
    Literal(&'a [u8]),
    /// The end of the document.
    End,
}

/// A start tag.
#[derive(Debug)]
pub struct Tag<'a> {
    /// The local name.
    pub name: &'a [u8],
    /// Whether it is an empty element.
    pub empty: bool,
    attributes: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Returns the attributes with their qualified names, and their values before entity resolution.
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes { rest: self.attributes }
    }

    /// Returns the value of the attribute with that local name.
    pub fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        self.attributes().find(|(it, _)| local(it) == name.as_bytes()).map(|(_, value)| unescaped(value))
    }

    /// Returns a copy that does not borrow from the scanner.
    pub fn to_owned(&self) -> OwnedTag {
        let name = String::from_utf8_lossy(self.name).into_owned();
        OwnedTag { name, attributes: self.attributes.to_vec() }
    }
}

/// An owned start tag.
#[derive(Debug)]
pub struct OwnedTag {
    /// The local name.
    pub name: String,
    attributes: Vec<u8>,
}

impl OwnedTag {
    /// Returns the value of the attribute with that local name.
    pub fn get(&self, name: &str) -> Option<String> {
        let tag = Tag { name: self.name.as_bytes(), empty: false, attributes: &self.attributes };
        tag.get(name).map(Cow::into_owned)
    }
}

/// An iterator over the attributes of a tag; it ends at malformed text.
pub struct Attributes<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a [u8], &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.trim_ascii_start();
        let equals = memchr(b'=', rest)?;
        let name = rest[..equals].trim_ascii_end();
        let value = rest[equals + 1..].trim_ascii_start();
        let quote = *value.first().filter(|it| matches!(it, b'"' | b'\''))?;
        let length = memchr(quote, &value[1..])?;
        self.rest = &value[length + 2..];
        Some((name, &value[1..=length]))
    }
}

/// A scanner over a stream.
pub struct Scanner<R> {
    source: Utf8<R>,
    buffer: Vec<u8>,
    /// The start of the next event in the buffer, and the end of the data.
    start: usize,
    end: usize,
    exhausted: bool,
    longest: usize,
    passes_definitions: bool,
}

impl<'t> Scanner<&'t [u8]> {
    /// Scans a text in memory: a tag or a text may be as long as the input.
    pub fn of_text(text: &'t str) -> Self {
        let longest = text.len().max(LONGEST);
        Self { source: Utf8::decoded(text.as_bytes()), longest, ..Self::new(&[]) }
    }

    /// Skips entity definitions instead of rejecting them. [`without_unknown`] then removes the entities.
    #[must_use]
    pub fn passing_definitions(self) -> Self {
        Self { passes_definitions: true, ..self }
    }
}

impl<R: Read> Scanner<R> {
    /// Scans a document in its declared encoding.
    pub fn new(source: R) -> Self {
        Self {
            source: Utf8::new(source),
            buffer: vec![0; USUAL],
            start: 0,
            end: 0,
            exhausted: false,
            longest: LONGEST,
            passes_definitions: false,
        }
    }

    /// Returns the next tag or text.
    pub fn next_event(&mut self) -> Result<Event<'_>, XmlError> {
        loop {
            if self.start == self.end && !self.more()? {
                return Ok(Event::End);
            }
            if self.buffer[self.start] != b'<' {
                let length = match self.find(0, |it| memchr(b'<', it))? {
                    Some(length) => length,
                    None => self.end - self.start,
                };
                let text = self.take(length);
                return Ok(Event::Text(&self.buffer[text]));
            }
            while self.end - self.start < 2 {
                if !self.more()? {
                    return Err(XmlError::CutOff);
                }
            }
            match self.buffer[self.start + 1] {
                b'/' => {
                    let length = self.needed(2, |it| memchr(b'>', it))?;
                    let at = self.take(length + 1);
                    let inner = &self.buffer[at.start + 2..at.end - 1];
                    return Ok(Event::Close(local(inner.trim_ascii())));
                }
                b'?' => {
                    let length = self.needed(2, |it| memmem::find(it, b"?>"))?;
                    self.take(length + 2);
                }
                b'!' => {
                    if let Some(literal) = self.declaration()? {
                        return Ok(Event::Literal(&self.buffer[literal]));
                    }
                }
                _ => {
                    let length = self.needed(1, tag_end)?;
                    let at = self.take(length + 1);
                    return Ok(Event::Open(tag(&self.buffer[at.start + 1..at.end - 1])));
                }
            }
        }
    }

    /// Skips a comment or a document type, or returns the range of a CDATA section.
    fn declaration(&mut self) -> Result<Option<std::ops::Range<usize>>, XmlError> {
        while self.end - self.start < 9 && self.more()? {}
        let ahead = &self.buffer[self.start..self.end];
        if ahead.starts_with(b"<!--") {
            let length = self.needed(4, |it| memmem::find(it, b"-->"))?;
            self.take(length + 3);
            return Ok(None);
        }
        if ahead.starts_with(b"<![CDATA[") {
            let length = self.needed(9, |it| memmem::find(it, b"]]>"))?;
            let at = self.take(length + 3);
            return Ok(Some(at.start + 9..at.end - 3));
        }
        // Old programs write a document type; one with definitions is an attempt at entity expansion.
        let length = self.needed(2, |it| memchr2(b'>', b'[', it))?;
        let length = match self.buffer[self.start + length] {
            b'[' if self.passes_definitions => self.needed(length, |it| memmem::find(it, b"]>"))? + 1,
            b'[' => return Err(XmlError::DefinesEntities),
            _ => length,
        };
        self.take(length + 1);
        Ok(None)
    }

    /// Calls [`Self::find`], and fails if the document ends first.
    fn needed(&mut self, from: usize, find: impl Fn(&[u8]) -> Option<usize>) -> Result<usize, XmlError> {
        self.find(from, find)?.ok_or(XmlError::CutOff)
    }

    /// Searches after the first `from` bytes of the next event, and reads more data until it finds a match.
    #[inline]
    fn find(
        &mut self,
        from: usize,
        find: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Option<usize>, XmlError> {
        loop {
            let ahead = &self.buffer[self.start..self.end];
            if let Some(at) = ahead.get(from..).and_then(&find) {
                return Ok(Some(at + from));
            }
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    /// Consumes bytes and returns their range.
    #[inline]
    fn take(&mut self, length: usize) -> std::ops::Range<usize> {
        let at = self.start..self.start + length;
        self.start = at.end;
        at
    }

    /// Fills the buffer: an incomplete event is scanned again only after the buffer has doubled, which keeps
    /// the total time linear.
    #[cold]
    fn more(&mut self) -> Result<bool, XmlError> {
        if self.exhausted {
            return Ok(false);
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            if self.buffer.len() >= self.longest {
                return Err(XmlError::TooLong(self.longest));
            }
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let before = self.end;
        while self.end < self.buffer.len() {
            let read = self.source.read(&mut self.buffer[self.end..])?;
            if read == 0 {
                self.exhausted = true;
                break;
            }
            self.end += read;
        }
        Ok(self.end > before)
    }
}

/// Returns the local part of a name.
#[inline]
pub fn local(name: &[u8]) -> &[u8] {
    memchr(b':', name).map_or(name, |at| &name[at + 1..])
}

/// Resolves the entities in a text. An unknown entity is kept verbatim.
pub fn unescaped(text: &[u8]) -> Cow<'_, str> {
    resolved(text, |_| Some("&"))
}

/// Resolves the entities in a text, and removes unknown ones.
pub fn without_unknown(text: &[u8]) -> Cow<'_, str> {
    resolved(text, |name| name.is_none().then_some("&"))
}

/// Resolves entities. `unknown` receives the name of an unknown entity, or nothing for a lone `&`; it returns
/// the replacement for the `&`, or nothing to remove the entity.
fn resolved(text: &[u8], unknown: impl Fn(Option<&str>) -> Option<&'static str>) -> Cow<'_, str> {
    if memchr(b'&', text).is_none() {
        return String::from_utf8_lossy(text);
    }
    let text = String::from_utf8_lossy(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let ends = |byte: u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'#' | b'_' | b'-' | b'.'));
        let end = rest.bytes().skip(1).position(ends).map(|length| length + 1);
        let name = end.filter(|end| rest.as_bytes()[*end] == b';' && *end > 1).map(|end| &rest[1..end]);
        let known = name.and_then(entity);
        let passed = match (name, known) {
            (Some(name), Some(character)) => {
                out.push(character);
                name.len() + 2
            }
            _ => match unknown(name) {
                Some(mark) => {
                    out.push_str(mark);
                    1
                }
                None => name.map_or(1, |name| name.len() + 2),
            },
        };
        rest = &rest[passed..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

/// Returns the end of a tag: the first `>` outside quotes.
#[inline]
fn tag_end(ahead: &[u8]) -> Option<usize> {
    let first = memchr(b'>', ahead)?;
    let quotes = |it: &[u8]| it.iter().filter(|&&it| it == b'"').count();
    // The fast path: nearly always, the first `>` is outside quotes, which an even number of quotes before it
    // proves.
    if memchr(b'\'', &ahead[..first]).is_none() && quotes(&ahead[..first]).is_multiple_of(2) {
        return Some(first);
    }
    let mut open = None;
    ahead.iter().position(|&byte| {
        match open {
            Some(quote) if quote == byte => open = None,
            None if matches!(byte, b'"' | b'\'') => open = Some(byte),
            None => return byte == b'>',
            Some(_) => {}
        }
        false
    })
}

fn tag(inner: &[u8]) -> Tag<'_> {
    let (inner, empty) = match inner.strip_suffix(b"/") {
        Some(inner) => (inner, true),
        None => (inner, false),
    };
    let name = inner.iter().position(u8::is_ascii_whitespace).unwrap_or(inner.len());
    Tag { name: local(&inner[..name]), empty, attributes: &inner[name..] }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns single bytes, so that every event spans several reads.
    struct SingleByteReader<'a>(&'a [u8]);

    impl Read for SingleByteReader<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            self.0 = rest;
            buffer[0] = *first;
            Ok(1)
        }
    }

    fn told(document: &str) -> String {
        fn scan(mut scanner: Scanner<impl Read>) -> String {
            let mut out = Vec::new();
            loop {
                match scanner.next_event() {
                    Ok(Event::Open(tag)) => {
                        let attributes: Vec<_> = tag
                            .attributes()
                            .map(|(name, value)| format!("{}={}", unescaped(name), unescaped(value)))
                            .collect();
                        let sign = if tag.empty { "!" } else { "+" };
                        out.push(format!("{sign}{}[{}]", unescaped(tag.name), attributes.join(" ")));
                    }
                    Ok(Event::Close(name)) => out.push(format!("-{}", unescaped(name))),
                    Ok(Event::Text(text)) => out.push(format!("'{}'", unescaped(text))),
                    Ok(Event::Literal(text)) => out.push(format!("L'{}'", String::from_utf8_lossy(text))),
                    Ok(Event::End) => return out.join(" "),
                    Err(error) => {
                        out.push(error.to_string());
                        return out.join(" ");
                    }
                }
            }
        }
        let whole = scan(Scanner::new(document.as_bytes()));
        assert_eq!(whole, scan(Scanner::new(SingleByteReader(document.as_bytes()))));
        whole
    }

    #[test]
    fn scans_tags_text_and_cdata() {
        assert_eq!(
            told(
                "<?xml version='1.0'?><!DOCTYPE a><!-- <b> --><x:a r='1' s:t = \"a>b\"><b/>x &lt;y&#x41;&#66;&no;</x:a >"
            ),
            "+a[r=1 s:t=a>b] !b[] 'x <yAB&no;' -a"
        );
        assert_eq!(told("<a><![CDATA[<&amp;]]></a>"), "+a[] L'<&amp;' -a");
        assert_eq!(told(""), "");
    }

    #[test]
    fn scanner_of_text_ignores_declared_encoding() {
        let long = "é".repeat(LONGEST);
        let text = format!("<?xml version='1.0' encoding='windows-1252'?><a b='é'>{long}</a>");
        let mut scanner = Scanner::of_text(&text);
        let Event::Open(tag) = scanner.next_event().unwrap() else { panic!("no tag") };
        let tag = tag.to_owned();
        assert!(matches!(scanner.next_event(), Ok(Event::Text(it)) if it == long.as_bytes()));
        assert_eq!((tag.name.as_str(), tag.get("b").as_deref(), tag.get("c")), ("a", Some("é"), None));
    }

    #[test]
    fn skips_doctype_and_unknown_entities() {
        let mut scanner =
            Scanner::of_text("<!DOCTYPE a [<!ENTITY b \"c\">]>x &b;&lt;& y;").passing_definitions();
        let Event::Text(text) = scanner.next_event().unwrap() else { panic!("no text") };
        assert_eq!(without_unknown(text), "x <& y;");
        assert_eq!(unescaped(text), "x &b;<& y;");
    }

    #[test]
    fn rejects_truncated_documents_and_entity_definitions() {
        for document in ["<a", "<a b=\"", "<!-- ", "<![CDATA[x", "</a", "<"] {
            assert!(told(document).contains("ends in the middle"), "{document}");
        }
        assert!(told("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>").contains("entities"));
        let long = format!("<a b=\"{}\"/>", "x".repeat(LONGEST));
        assert!(matches!(Scanner::new(long.as_bytes()).next_event(), Err(XmlError::TooLong(_))));
    }
}

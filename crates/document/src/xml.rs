//! XML as a stream of elements and text. Entities of the document's own are never followed, so none can unfold.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::Fault;

/// No office document nests deeper; a file that does wants to do harm.
const DEEPEST: usize = 4096;

/// What comes next in an XML text.
pub(crate) enum Node<'a> {
    /// An element begins. One without content ends right after.
    Open(Element<'a>),
    /// The element of this name, without its prefix, ends.
    Close(String),
    Text(String),
}

pub(crate) struct Element<'a> {
    start: BytesStart<'a>,
}

impl Element<'_> {
    /// The name without its prefix.
    pub(crate) fn name(&self) -> &str {
        self.start.local_name().into_inner()
    }

    /// The value of the attribute of this name, whatever its prefix.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.start.attributes();
        let attributes = attributes.with_checks(false).flatten();
        let found = { attributes }.find(|attribute| attribute.key.local_name().into_inner() == name)?;
        Some(unescape(&found.value).map_or_else(|_| found.value.to_string(), |value| value.into_owned()))
    }

    /// The whole number that an attribute has, within what is sensible.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.attribute(name)?.trim().parse().ok()
    }
}

pub(crate) struct Xml<'a> {
    reader: Reader<&'a [u8]>,
    depth: usize,
    /// The end of an element that had no content.
    pending: Option<String>,
}

impl<'a> Xml<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_end_names = false;
        reader.config_mut().allow_dangling_amp = true;
        Self { reader, depth: 0, pending: None }
    }

    /// The next piece; nothing at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Node<'a>>, Fault> {
        if let Some(name) = self.pending.take() {
            return Ok(Some(Node::Close(name)));
        }
        loop {
            let event = self.reader.read_event();
            let event = event.map_err(|error| Fault::damaged(format!("its XML is broken: {error}")))?;
            return Ok(Some(match event {
                Event::Start(start) => {
                    self.depth += 1;
                    if self.depth > DEEPEST {
                        return Err(Fault::damaged(format!("its elements nest deeper than {DEEPEST}")));
                    }
                    Node::Open(Element { start })
                }
                Event::Empty(start) => {
                    self.pending = Some(start.local_name().into_inner().to_string());
                    Node::Open(Element { start })
                }
                Event::End(end) => {
                    self.depth = self.depth.saturating_sub(1);
                    Node::Close(end.local_name().into_inner().to_string())
                }
                Event::Text(text) => Node::Text(text.into_inner().into_owned()),
                Event::CData(text) => Node::Text(text.into_inner().into_owned()),
                Event::GeneralRef(reference) => match referred(&reference) {
                    Some(letter) => Node::Text(letter.into()),
                    None => continue,
                },
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
                Event::Eof if self.depth > 0 => return Err(Fault::damaged("its XML breaks off")),
                Event::Eof => return Ok(None),
            }));
        }
    }

    /// Goes past everything inside of the element that was opened last.
    pub(crate) fn skip(&mut self) -> Result<(), Fault> {
        let mut inside = 1_usize;
        while inside > 0 {
            match self.next()? {
                Some(Node::Open(_)) => inside += 1,
                Some(Node::Close(_)) => inside -= 1,
                Some(Node::Text(_)) => {}
                None => break,
            }
        }
        Ok(())
    }
}

fn referred(reference: &quick_xml::events::BytesRef<'_>) -> Option<char> {
    if let Ok(Some(letter)) = reference.resolve_char_ref() {
        return Some(letter);
    }
    match reference.xml10_content().as_ref() {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

/// The title among the properties of a document. One whose properties are broken can be read all the same.
pub(crate) fn titled(meta: &str) -> Option<String> {
    let mut xml = Xml::new(meta);
    let mut title: Option<String> = None;
    while let Ok(Some(node)) = xml.next() {
        match node {
            Node::Open(element) if element.name() == "title" => title = Some(String::new()),
            Node::Text(text) => {
                if let Some(title) = &mut title {
                    title.push_str(&text);
                }
            }
            Node::Close(name) if name == "title" => break,
            _ => {}
        }
    }
    title.filter(|title| !title.trim().is_empty())
}

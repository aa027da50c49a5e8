//! An XML pull parser that returns balanced elements.

use lemmascope_package::xml::{Event, OwnedTag, Scanner, XmlError, without_unknown};

use crate::Fault;
use crate::limits::too_large;

/// The maximum nesting depth. No office document nests deeper; a file that does is malicious.
const DEEPEST: usize = 4096;

/// A node of an XML text.
pub(crate) enum Node {
    /// The start of an element. An empty element ends immediately after it.
    Open(Element),
    /// The end of an element, with its local name.
    Close(String),
    Text(String),
}

pub(crate) struct Element {
    tag: OwnedTag,
}

impl Element {
    /// Returns the local name.
    pub(crate) fn name(&self) -> &str {
        &self.tag.name
    }

    /// Returns the value of the attribute with this local name.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        self.tag.get(name)
    }

    /// Returns the value of a numeric attribute, if it is plausible.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.attribute(name)?.trim().parse().ok()
    }
}

pub(crate) struct XmlReader<'a> {
    scanner: Scanner<&'a [u8]>,
    depth: usize,
    /// The pending end of an empty element.
    pending: Option<String>,
}

impl<'a> XmlReader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { scanner: Scanner::of_text(text).passing_definitions(), depth: 0, pending: None }
    }

    /// Returns the next node; nothing at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Node>, Fault> {
        if let Some(name) = self.pending.take() {
            return Ok(Some(Node::Close(name)));
        }
        Ok(Some(match self.scanner.next_event()? {
            Event::Open(tag) => {
                let (tag, is_empty) = (tag.to_owned(), tag.empty);
                if is_empty {
                    self.pending = Some(tag.name.clone());
                } else {
                    self.depth += 1;
                }
                if self.depth > DEEPEST {
                    return Err(Fault::damaged(format!("its elements nest deeper than {DEEPEST}")));
                }
                Node::Open(Element { tag })
            }
            Event::Close(name) => {
                self.depth = self.depth.saturating_sub(1);
                Node::Close(String::from_utf8_lossy(name).into_owned())
            }
            Event::Text(text) => Node::Text(without_unknown(text).into_owned()),
            Event::Literal(text) => Node::Text(String::from_utf8_lossy(text).into_owned()),
            Event::End if self.depth > 0 => return Err(Fault::damaged("its XML breaks off")),
            Event::End => return Ok(None),
        }))
    }

    /// Skips the content of the element that was opened last.
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

impl From<XmlError> for Fault {
    fn from(error: XmlError) -> Self {
        match error {
            XmlError::CutOff => Self::damaged("its XML breaks off"),
            XmlError::DefinesEntities => Self::damaged(error.to_string()),
            XmlError::TooLong(limit) => too_large("a tag or a text of its XML", limit as u64),
            XmlError::Io(error) => error.into(),
        }
    }
}

/// Returns the title in the document properties. Malformed properties are ignored.
pub(crate) fn titled(meta: &str) -> Option<String> {
    let mut xml = XmlReader::new(meta);
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
